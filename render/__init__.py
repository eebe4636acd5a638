"""Render web pages: a URL or an archive in, a Capture out.

Nothing is imported here: `pagesight.extract` needs `render.page` and must not load Playwright.
"""
