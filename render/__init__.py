"""Render web pages: a URL or an archive in, a Capture out.

Nothing is imported here, since `pagesight.extract` needs `render.page` and must not load Playwright.
"""
