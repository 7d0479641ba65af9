"""A Markdown file: the list's own document, or links in whatever form people keep them. Pure."""

from gpucat.formats.reading import Reading


def read_markdown(text: str) -> Reading:
    """What the file holds."""
    from gpucat.formats.list_reader import is_list

    if is_list(text):
        from gpucat.formats.list_reader import read_list

        return read_list(text)
    from gpucat.formats.markdown_links import read_links

    return read_links(text)
