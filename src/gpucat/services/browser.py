"""Opens an article in the user's browser: web addresses only."""

from gpucat.catalog.article import Article
from gpucat.errors import GpucatError, UsageError
from gpucat.language import Bilingual


def open_in_browser(article: Article) -> Bilingual:
    """Opens the page and says so; raises UsageError for an address that is not http or https, and where no browser is."""
    import webbrowser
    from urllib.parse import urlsplit

    if not article.url.lower().startswith(("https://", "http://")):
        raise UsageError(
            "not_a_web_address",
            Bilingual(f"{article.id} has no web address: {article.url}", f"{article.id} 不是网页地址：{article.url}"),
            Bilingual("gpucat opens http and https only", "gpucat 只打开 http 与 https"),
        )
    if "@" in urlsplit(article.url).netloc:
        raise GpucatError(
            "address_with_login",
            Bilingual(f"{article.id} has a login in its address", f"{article.id} 的网址含有登录信息"),
            Bilingual(
                "look at it with --print; the site is what stands after the @", "请用 --print 查看；@ 之后才是网站"
            ),
        )
    if not webbrowser.open(article.url):
        raise GpucatError(
            "no_browser",
            Bilingual("no browser could be started", "无法启动浏览器"),
            Bilingual(f"open it yourself: {article.url}", f"请自行打开：{article.url}"),
        )
    return Bilingual(f"Opened {article.title}", f"已打开 {article.title}")
