"""The theme `evolution`: what each page of the published book gets.

* a page loads the book's own style and script, MathJax where there are formulas, and
  the loader of the live figures where there are figures;
* the title of a chapter carries its part, and its Colab, download and issue links;
* the foot of a chapter leads to those that it takes from, and to those that take it up;
* a page that is translated leads to its translations, and each of them back;
* the formulas' renderer is copied from a package, so that nothing comes from a CDN.
"""

import importlib.util
import json
import re
import shutil
import sys
from functools import cache
from html import escape
from pathlib import Path
from urllib.parse import quote

from docutils import nodes
from sphinx.addnodes import pending_xref

BOOK = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(BOOK.parent / "scripts"))

import build  # noqa: E402
import stamp  # noqa: E402
import translated  # noqa: E402
from threads import foot  # noqa: E402

build.let_databases_be_anywhere()  # MyST-NB opens the cache, too

THEME = BOOK / "_theme"
MATHJAX_FILES = ["startup.js", "core.js", "input/tex.js", "output/chtml.js"]
MATHJAX_FILES += ["output/chtml/fonts/tex.js", "output/chtml/fonts/woff-v2"]
MATHJAX_FILES += ["a11y/assistive-mml.js"]
UNUSED = {
    "pygments.css",  # book.css has the code's colours
    "documentation_options.js",  # these three serve the search page, which names them
    "doctools.js",
    "sphinx_highlight.js",
    "translations.js",
}
TABLE = re.compile(
    r'<table(?! class="tb-(?:shades|words)").*?</table>', re.S
)  # not a drawing's
SERVES = {  # a script: what a page must have to get it
    "book-widgets.js": "vnd.jupyter.widget-view+json",
    "predict.js": '<form class="predict"',
    "progress.js": '<ol class="exercises">',
    "run.js": 'id="run-cells"',
    "words.js": '<a class="word ',
}
LINK = re.compile(r'<a ([^>]*href="([^"#]+)\.html[^>]*)>(.*?)</a>', re.S)


def set_addresses(app, config):
    """Derive the published book's address from the repository's, if it has one."""
    url = config.repository = stamp.address() or ""
    config.html_theme_options["repository_url"] = url
    if url:
        config.book_address = stamp.pages(url)
        config.html_baseurl = config.book_address + subfolder(config.language)
        config.ogp_site_url = config.html_baseurl


def subfolder(language):
    """Where on the site the pages of a language are, with a slash at the end."""
    return "" if language == "en" else f"{language}/"


@cache
def speaker(language):
    """A function from English words of the furniture to those of the language."""
    return str if language == "en" else build.words(language).__getitem__


def versions(app, pagename):
    """The page in each language that has it: its link from here, and its address."""
    up = "../" * (pagename.count("/") + (app.config.language != "en"))
    for language in build.languages():
        if pagename in ("search", *build.pages(language)):
            path = f"{subfolder(language)}{pagename}.html"
            yield {
                "language": language,
                "name": speaker(language)("English"),  # what a language calls itself
                "link": up + path,
                "address": app.config.book_address + path,
            }


def copy_mathjax(app):
    """Copy the part of MathJax that the pages use from its package."""
    spec = importlib.util.find_spec("sphinx-mathjax-offline")
    source = Path(spec.submodule_search_locations[0]) / "static/mathjax"
    target = Path(app.outdir) / "_static/mathjax"
    for name in MATHJAX_FILES:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        if (source / name).is_dir():
            shutil.copytree(source / name, target / name, dirs_exist_ok=True)
        else:
            shutil.copyfile(source / name, target / name)


def is_behind(pagename, language):
    """Whether the English page has changed since it was translated."""
    if language == "en" or pagename not in build.pages(language):
        return False
    file = f"{pagename}.{'ipynb' if pagename.startswith('notebooks/') else 'md'}"
    return translated.out_of_step(language, file) is not None


def keep_what_is_used(context):
    """Leave out the stylesheets and scripts that the page does not use.

    Sphinx would give MathJax to the cover because a chapter below it has formulas.
    """
    body = context.get("body", "")

    def used(asset):
        path = str(getattr(asset, "filename", None) or "")
        name = Path(path).name.partition("?")[0]
        if "mathjax/" in path:
            return 'class="math' in body
        if name in SERVES:
            return SERVES[name] in body
        return name not in UNUSED and not name.startswith("mystnb.")

    for kind in ("css_files", "script_files"):
        context[kind] = [asset for asset in context.get(kind, []) if used(asset)]


def chapter_links(app, pagename, title):
    """The addresses of a chapter's notebook elsewhere, and its running time."""
    url, say = app.config.repository, speaker(app.config.language)
    folder = build.home(app.config.language).relative_to(build.ROOT)
    name = Path(pagename).name
    seconds = said_seconds(name) or app.executed[name].metadata["seconds"]
    said = {"seconds": f"{seconds:.0f}" if seconds >= 1 else say("under 1")}
    if url:
        said["colab"] = stamp.colab(url, f"{(folder / pagename).as_posix()}.ipynb")
        said["issue"] = f"{url}/issues/new?title={quote(title + ': ')}"
    return said


def said_seconds(name):
    """The running time that the English chapter itself gives, or None."""
    path = build.ROOT / "notebooks" / f"{name}.ipynb"
    cells = build.read_notebook(path).cells if path.exists() else []
    return next(filter(None, map(stamp.running_time, cells)), None)


def part_of(pagename, language):
    """The caption of the part in which the page stands, or nothing."""
    for part in build.table_of_contents(language)["parts"]:
        if pagename in [entry["file"] for entry in part["chapters"]]:
            return part["caption"]
    return ""


def complete_context(app, pagename, templatename, context, doctree):
    """Give the templates what they show."""
    keep_what_is_used(context)
    language = app.config.language
    context["say"] = speaker(language)
    context["versions"] = list(versions(app, pagename))
    context["behind"] = is_behind(pagename, language)
    toctree = context["toctree"]
    context["contents"] = lambda: toctree(
        maxdepth=1, collapse=False, titles_only=True, includehidden=True
    ).replace(' role="heading"', "")
    if doctree is None:
        return
    body = context["body"]
    body = body if language == "en" else mark_originals(body, pagename)
    heading, end, text = body.partition("</h1>")
    part = part_of(pagename, language)
    kicker = f'<p class="part">{part}</p>' if part else ""
    context["heading"] = heading.replace("<h1>", f"{kicker}<h1>") + end
    context["text"] = TABLE.sub(r'<div class="table-scroll">\g<0></div>', text)
    context["sections"] = sections_below_title(context["toc"])
    title = app.env.titles[pagename].astext()
    context["course"] = course_data(app, pagename, title)
    if pagename.startswith("notebooks/"):
        context["chapter"] = chapter_links(app, pagename, title)
        context["threads"] = foot(pagename, language)


def sections_below_title(toc):
    """The page's list of sections without its title, or nothing if there are none."""
    start, end = toc.find("<ul>", 4), toc.rfind("</ul>", 0, toc.rfind("</ul>"))
    return toc[start : end + 5] if start > 0 else ""


def lead_to_originals(app, doctree):
    """Let a translation's links to files of the English book lead to its pages."""
    folder = build.home(app.config.language)
    for node in list(doctree.findall(pending_xref)):
        if node["reftarget"].startswith("../"):  # out of the translation's folder
            page = (folder / node["reftarget"]).resolve().relative_to(build.ROOT)
            up = "../" * (app.env.docname.count("/") + 1)
            refuri = f"{up}{page.as_posix()}.html"
            node.replace_self(nodes.reference("", "", *node.children, refuri=refuri))


def lead_to_services(app, doctree):
    """Let links to Colab and Binder lead there, or be plain words without an address.

    They are written colab:notebooks/01_neuron.ipynb and binder:notebooks.
    """
    url = app.config.repository
    for node in list(doctree.findall(nodes.reference)):
        service, _, path = node.get("refuri", "").partition(":")
        if service in ("colab", "binder"):
            if url:
                node["refuri"] = getattr(stamp, service)(url, path)
            else:
                node.replace_self(node.children)


def stamp_first_cells(app, doctree):
    """Let the first cell of a chapter show what it is in the published copy."""
    url = app.config.repository
    for node in list(doctree.findall(nodes.literal_block)):
        source = stamp.stamped(node.astext(), url)
        if source != node.astext():
            node.rawsource, node.children = source, []
            node += nodes.Text(source)


def stamp_downloads(app, exception):
    """Let the copies that are downloaded fetch the helpers from the address."""
    if exception is None:
        for path in Path(app.outdir, "_sources").rglob("*.ipynb"):
            stamp.stamp(path, app.config.repository)


def mark_originals(body, pagename):
    """Say of links to English pages that they are; leave out those to pages to come."""
    up = "../" * (pagename.count("/") + 1)

    def mark(link):
        attributes, target, text = link.groups()
        if not target.startswith(up):
            return link[0]
        known = target.removeprefix(up) in build.pages()
        return f'<a hreflang="en" {attributes}>{text}</a>' if known else text

    return LINK.sub(mark, body)


def name_citations(app, env):
    """Make each entry of the bibliography a target of Markdown links, by its key."""
    for citation in env.get_domain("cite").citations:
        docname = citation.bibliography_key.docname
        slugs = env.metadata[docname].setdefault("myst_slugs", {})
        slugs[citation.key] = (None, citation.citation_id, citation.key)


def course_data(app, pagename, title):
    """What search engines are told of the page: a course, or one lesson of it."""
    home, say = app.config.html_baseurl, speaker(app.config.language)
    course = {
        "@type": "Course",
        "name": app.config.html_title,
        "description": say("From the neuron of 1943 to GPT, in notebooks that run."),
        "inLanguage": app.config.language,
        "isAccessibleForFree": True,
        "provider": {"@type": "Organization", "name": app.config.author} | at(home),
    } | at(home)
    data = {"@context": "https://schema.org", **course}
    if pagename.startswith("notebooks/"):
        lesson = {"@type": "LearningResource", "name": title, "isPartOf": course}
        data = {"@context": "https://schema.org", **lesson}
        data["inLanguage"] = app.config.language
        data |= at(home, f"{pagename}.html")
    return json.dumps(data, ensure_ascii=False).replace("</", r"<\/")


def at(home, page=""):
    """What search engines are told of where a page is, if the book has an address."""
    return {"url": home + page} if home else {}


def write_sitemap(app, exception):
    """List the pages of every language for search engines, the cover first."""
    published = exception is None and app.config.book_address
    if published and app.config.language == "en":
        urls = (
            f"<url><loc>{app.config.book_address}{subfolder(language)}{page}.html"
            "</loc></url>"
            for language in build.languages()
            for page in build.pages(language)
        )
        space = "http://www.sitemaps.org/schemas/sitemap/0.9"
        (Path(app.outdir) / "sitemap.xml").write_text(
            f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{space}">\n'
            + "\n".join(urls)
            + "\n</urlset>\n",
            encoding="utf-8",
        )


def write_front_door(app, exception):
    """Lead from the site's own address to the cover."""
    if exception is None:
        cover, title = f"{app.config.root_doc}.html", escape(app.config.html_title)
        (Path(app.outdir) / "index.html").write_text(
            f'<!DOCTYPE html>\n<html lang="{app.config.language}">\n'
            '<meta charset="utf-8">\n'
            f'<meta http-equiv="refresh" content="0; url={cover}">\n'
            f"<title>{title}</title>\n"
            f'<main><h1><a href="{cover}">{title}</a></h1></main>\n</html>\n',
            encoding="utf-8",
        )


def read_execution(app):
    """Read once, for all pages, what the execution of the chapters left."""
    language = app.config.language
    app.originals = build.read_executed()
    is_english = language == "en"
    app.executed = app.originals if is_english else build.read_executed(language)


def setup(app):
    """Connect the theme to Sphinx."""
    app.add_config_value("comments_config", {}, "html")  # Jupyter Book sets it
    app.add_config_value("book_address", "", "html")
    app.add_config_value("repository", "", "env")
    app.add_html_theme("evolution", str(THEME))
    # The page is shown once its scripts have run, so that nothing moves afterwards.
    for name in ("book.js", "book-widgets.js"):
        app.add_js_file(name, loading_method="defer", blocking="render")
    app.connect("config-inited", set_addresses)
    app.connect("builder-inited", read_execution)
    app.connect("builder-inited", copy_mathjax)
    app.connect("doctree-read", lead_to_services)
    app.connect("doctree-read", stamp_first_cells)
    app.connect("doctree-read", lead_to_originals, priority=100)
    app.connect("env-updated", name_citations, priority=900)
    app.connect("html-page-context", complete_context, priority=900)
    app.connect("build-finished", write_front_door, priority=900)
    app.connect("build-finished", stamp_downloads)
    app.connect("build-finished", write_sitemap)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
