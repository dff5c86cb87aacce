"""What models and their columns are called, in the language of whoever reads it (K38).

Models are declared in plain English. Here the words of those that have pages on the dashboard
become texts that are looked up when they are shown: the catalog holds them, and no migration knows.
"""

from collections.abc import Iterator
from typing import Any, Final

from django.contrib import admin
from django.db.models import Model
from django.utils.translation import gettext_lazy

#: Every text that was handed to the catalog here.
TEXTS: Final[set[str]] = set()


def shown() -> Iterator[type[Model]]:
    """The models of this app that have pages of their own, or a part of somebody's."""
    for page in admin.site._registry.values():
        if page.opts.app_label == "finance_api":
            yield page.model
            yield from (inline.model for inline in page.inlines)


def translate() -> None:
    """Make the words of all models that are shown translatable, once, at the start."""
    for model in shown():
        meta: Any = model._meta
        # A plural that nobody declared is made of the singular, so it is read first.
        meta.verbose_name_plural = _lazily(str(meta.verbose_name_plural))
        meta.verbose_name = _lazily(meta.verbose_name)
        for field in [*meta.fields, *meta.many_to_many]:
            field.verbose_name = _lazily(field.verbose_name)
            field.help_text = _lazily(field.help_text)
            if field.choices:
                field.choices = [(value, _lazily(label)) for value, label in field.choices]


def _lazily(text: Any) -> Any:
    """A text of ours, to be looked up when it is shown; a library's own is that already."""
    if not isinstance(text, str) or not text:
        return text
    TEXTS.add(text)
    return gettext_lazy(text)
