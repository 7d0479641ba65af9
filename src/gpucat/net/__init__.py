"""The network: the only place that opens a connection."""
