"""The texts of articles: extracted from pages, cut into sections, measured and compared. Pure."""
