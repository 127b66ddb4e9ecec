"""The Python side of the playground: a documentation page that runs Python itself, without a server.

* `session` plays: the same messages as between a table's page and its server, answered at once.
* `messages` rebuilds what the page is asked and given by links, which may come from anybody.
* `laws` holds what is on the page to the laws, one law at a time.
* `blocks` runs the code blocks of a page.
"""
