"""gpucat: a command-line catalogue of articles on low-level GPU programming. Imports nothing."""

__version__ = "0.1.0"
