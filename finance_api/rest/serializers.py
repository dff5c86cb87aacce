"""The two bases of the API's shapes: `Body` for what comes in, `Record` for what goes out.

A body drops unknown keys, as the API does, unless the door says its schemas are closed (K26). A
record knows which columns and joins its fields need, so the SQL is derived from it and trimmed by
`fields` (K32).
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, ClassVar

from django.apps import apps
from django.db.models import Model, Prefetch, QuerySet
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.settings import api_settings

from finance_api.core.errors import BadRequest
from finance_api.core.models import InWorkspace, WorkspaceRow
from finance_api.rest.exceptions import REFERENCE
from finance_api.rest.fields import File, Id, Instant

#: Where DRF keeps the faults of a body as a whole; as a bare list it cannot hold them at the root.
_WHOLE = api_settings.NON_FIELD_ERRORS_KEY
_UNKNOWN = "This field does not exist. Remove it."


class _Shape(serializers.Serializer):  # type: ignore[type-arg]
    """A shape whose own docstring, never an inherited one, becomes public in the document."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.__doc__ = cls.__doc__ or ""


class Body(_Shape):
    """What a client sends. `exclusive` names pairs that may not both carry a value (400)."""

    exclusive: ClassVar[tuple[tuple[str, str], ...]] = ()

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, Mapping):
            fault = f"An object is expected, got {_kind(data)}."
            raise serializers.ValidationError({_WHOLE: [fault]}, code="invalid_type")
        for one, other in self.exclusive:
            if data.get(one) is not None and data.get(other) is not None:
                raise BadRequest(f"{one} and {other} are mutually exclusive. Send one of them.")
        unknown = self._unknown(data)
        try:
            value: dict[str, Any] = super().to_internal_value(data)
        except serializers.ValidationError as error:
            if isinstance(error.detail, dict):
                raise serializers.ValidationError({**error.detail, **unknown}) from error
            raise
        if unknown:
            raise serializers.ValidationError(unknown)
        return value

    def _unknown(self, data: Mapping[str, Any]) -> dict[str, list[Any]]:
        if not self.context.get("closed"):
            return {}
        fault = serializers.ErrorDetail(_UNKNOWN, code="unknown_field")
        return {str(name): [fault] for name in data if name not in self.fields}


def files_of(shape: Any) -> dict[str, File]:
    """The files a body holds, by name: none for one that is JSON, and none where there is no
    body."""
    fields: Mapping[str, Any] = getattr(shape, "_declared_fields", {})
    return {name: field for name, field in fields.items() if isinstance(field, File)}


def _kind(value: Any) -> str:
    if isinstance(value, str):
        return "a string"
    return "an array" if isinstance(value, list) else "another type"


@extend_schema_field({"type": "string", "format": "uuid"})
class Reference(serializers.Field):  # type: ignore[type-arg]
    """The id of another record of the same workspace; becomes the record. One statement.

    The model may be named as a foreign key names one, so that a noun need not import its sibling.
    Another workspace's id answers exactly as one that never existed (R29, R115).
    """

    def __init__(
        self,
        model: type[WorkspaceRow] | str,
        *,
        where: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        self.model: type[WorkspaceRow] = apps.get_model(model) if isinstance(model, str) else model
        self.where = where or {}
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> Model:
        id = Id().run_validation(data)
        found = (
            self.model.objects.within(self.context["access"]).filter(pk=id, **self.where).first()
        )
        if found is None:
            raise serializers.ValidationError(
                f"No such {self.model._meta.verbose_name} in this workspace.", code=REFERENCE
            )
        return found

    def to_representation(self, value: Any) -> str:
        return str(getattr(value, "pk", value))


class Record(_Shape):
    """What a client gets. `needs` names the columns behind a computed field, `annotations` what
    SQL adds."""

    needs: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    annotations: ClassVar[Mapping[str, Any]] = {}

    def __init__(self, *args: Any, only: Iterable[str] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if only is not None:
            wanted = set(only)
            for name in list(self.fields):
                if name not in wanted:
                    self.fields.pop(name)


class Stamped(Record):
    """A record that says when and through which channel it was written (K25)."""

    created_via = serializers.ChoiceField(
        choices=["dashboard", "api", "mcp", "import", "system"],
        read_only=True,
        help_text="The channel it was created through.",
    )
    updated_via = serializers.ChoiceField(
        choices=["dashboard", "api", "mcp", "import", "system"],
        read_only=True,
        help_text="The channel of its last change.",
    )
    created_at = Instant(read_only=True)


def declared(serializer: type[Record]) -> dict[str, Any]:
    """The fields of a record by name, in their order."""
    return dict(serializer._declared_fields)


@cache
def stands_alone(serializer: type[Record]) -> bool:
    """Whether a record shows columns of its own row and nothing else, so that the row's stamp tells
    when it last changed."""
    fields = declared(serializer)
    sources = {column for needed in serializer.needs.values() for column in needed}
    sources |= {
        field.source or name for name, field in fields.items() if name not in serializer.needs
    }
    lists = any(isinstance(field, serializers.ListSerializer) for field in fields.values())
    joins = any("." in source or "__" in source for source in sources)
    return not (serializer.annotations or lists or joins)


def shaped(
    rows: QuerySet[Any],
    serializer: type[Record],
    place: InWorkspace,
    only: Iterable[str] | None,
    *,
    also: Iterable[str] = (),
) -> QuerySet[Any]:
    """The rows with exactly the columns, joins, annotations and prefetches that the fields need,
    and further columns that something else reads."""
    fields = declared(serializer)
    columns = {"id", "workspace", *also}
    for name in fields if only is None else only:
        field = fields[name]
        source = field.source or name
        if name in serializer.annotations:
            rows = rows.annotate(**{source: serializer.annotations[name]})
        elif isinstance(field, serializers.ListSerializer):
            rows = rows.prefetch_related(_prefetch(rows.model, source, field, place))
        elif name in serializer.needs:
            columns.update(serializer.needs[name])
        else:
            columns.update(_columns(source))
    joins = {column.rpartition("__")[0] for column in columns if "__" in column}
    rows = rows.only(*columns, *(join for join in joins if _is_forward(rows.model, join)))
    return rows.select_related(*joins) if joins else rows


def _columns(source: str) -> set[str]:
    return {source.replace(".", "__")}


def _is_forward(model: type[Model], name: str) -> bool:
    return name in {field.name for field in model._meta.concrete_fields}


def _prefetch(model: type[Model], source: str, field: Any, place: InWorkspace) -> "Prefetch[Any]":
    related: Any = model._meta.get_field(source).related_model
    rows = related.objects.within(place)
    joins = {
        inner.source.rpartition(".")[0].replace(".", "__")
        for inner in declared(type(field.child)).values()
        if inner.source and "." in inner.source
    }
    ordering = related._meta.ordering or ["id"]
    return Prefetch(source, queryset=rows.select_related(*joins).order_by(*ordering))
