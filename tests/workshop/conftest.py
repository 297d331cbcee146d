"""What is handed out has the site in it."""

from built_site import site_folder  # noqa: F401  (a fixture)
