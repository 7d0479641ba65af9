"""What a link and its page say: pages, their phrases, verdicts. Pure."""
