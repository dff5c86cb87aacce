"""Companies of the group, and the people they buy from and sell to."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from finance_api.core.models import TenantForeignKey, WorkspaceModel


class Company(WorkspaceModel):
    """A company whose books are kept. Its CNPJ and its type never change."""

    TYPES: ClassVar = [("matriz", "matriz"), ("filial", "filial")]
    TAX_REGIMES: ClassVar = [
        (regime, regime)
        for regime in (
            "SimplesNacional",
            "SimplesNacionalExcessoSublimite",
            "MicroempreendedorIndividual",
            "LucroPresumido",
            "LucroReal",
            "Isento",
        )
    ]

    name = models.CharField(max_length=255)
    cnpj = models.CharField(max_length=14)
    type = models.CharField(max_length=6, choices=TYPES)
    active = models.BooleanField(default=True)
    trade_name = models.CharField(max_length=255, null=True)
    municipal_registration = models.CharField(max_length=30, null=True)
    tax_regime = models.CharField(max_length=40, choices=TAX_REGIMES, null=True)
    address = models.JSONField(null=True)

    class Meta(WorkspaceModel.Meta):
        verbose_name_plural = "companies"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["workspace", "cnpj"],
                condition=Q(active=True),
                name="cnpj_of_active_company_in_workspace",
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=["workspace", "name", "id"]),
            models.Index(fields=["workspace", "created_at", "id"]),
        ]

    def __str__(self) -> str:
        return self.name


class Person(WorkspaceModel):
    """A supplier, a customer or both. Deleting one hides it; what refers to it stays readable."""

    KINDS: ClassVar = [("natural", "natural"), ("juridical", "juridical")]
    DOCUMENT_TYPES: ClassVar = [("cpf", "cpf"), ("cnpj", "cnpj")]

    company = TenantForeignKey(Company, on_delete=models.CASCADE, related_name="people")
    name = models.CharField(max_length=255)
    legal_name = models.CharField(max_length=255, null=True)
    nickname = models.CharField(max_length=255, null=True)
    kind = models.CharField(max_length=9, choices=KINDS, null=True)
    document_type = models.CharField(max_length=4, choices=DOCUMENT_TYPES, null=True)
    document_number = models.CharField(max_length=14, null=True)
    is_customer = models.BooleanField(default=False)
    is_supplier = models.BooleanField(default=False)
    active = models.BooleanField(default=True)
    emails = models.JSONField(default=list)
    phones = models.JSONField(default=list)
    notes = models.CharField(max_length=2000, null=True)
    deleted_at = models.DateTimeField(null=True)

    class Meta(WorkspaceModel.Meta):
        verbose_name_plural = "people"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["company", "document_number"],
                condition=Q(deleted_at=None),
                name="document_of_person_in_company",
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=["workspace", "name", "id"]),
            models.Index(fields=["workspace", "created_at", "id"]),
            models.Index(fields=["workspace", "updated_at", "id"]),
        ]

    def __str__(self) -> str:
        return self.name
