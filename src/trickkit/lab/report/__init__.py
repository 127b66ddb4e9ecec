"""A page of HTML about a study, which needs no network."""

from trickkit.lab.report.page import page

__all__ = ["page"]
