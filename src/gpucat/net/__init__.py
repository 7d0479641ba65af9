"""Does all networking: no other package opens a connection."""
