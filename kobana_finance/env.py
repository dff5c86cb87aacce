"""Typed reads of the environment, the only place that looks at it. A missing secret stops the
start."""

import environ

_environ = environ.Env()


def required(name: str) -> str:
    """The value of a variable without which the project does not start."""
    return str(_environ.str(name))


def text(name: str, default: str) -> str:
    """A variable as text."""
    return str(_environ.str(name, default=default))


def flag(name: str, *, default: bool) -> bool:
    """A variable as a yes or no: 1, true, yes and on are yes."""
    return bool(_environ.bool(name, default=default))


def number(name: str, default: int) -> int:
    """A variable as a whole number."""
    return int(_environ.int(name, default=default))


def words(name: str, default: tuple[str, ...] = ()) -> list[str]:
    """A comma-separated variable as a list of words, blanks dropped."""
    return [word for word in _environ.list(name, default=list(default)) if word]


def database(url: str) -> dict[str, object]:
    """A `postgres://` address as Django's database settings."""
    return dict(environ.Env.db_url_config(url))
