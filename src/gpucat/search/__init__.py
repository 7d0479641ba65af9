"""Search: reads a query, finds what its words mean, and ranks the articles. Pure."""
