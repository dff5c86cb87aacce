"""The shape of a workspace (rest-api §4, 37)."""

from rest_framework import serializers

from finance_api.rest.fields import Id
from finance_api.rest.serializers import Record


class WorkspaceRecord(Record):
    id = Id(read_only=True)
    name = serializers.CharField(read_only=True)
    organization_id = Id(read_only=True)
    organization_name = serializers.CharField(read_only=True, source="organization.name")
