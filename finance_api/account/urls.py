"""Where the pages of a person who is signed in answer (K5)."""

from django.urls import path

from finance_api.account import activity, agents, approvals, preferences, security, tokens

urlpatterns = [
    path("", preferences.home, name="account"),
    path("approvals", approvals.approvals, name="approvals"),
    path("approvals/<uuid:id>", approvals.approval_of, name="approval"),
    path(
        "approvals/<uuid:title>/attachments/<uuid:id>",
        approvals.document,
        name="approval-attachment",
    ),
    path("activity", activity.activity, name="activity"),
    path("agents", agents.agents, name="agents"),
    path("disconnect", agents.disconnect, name="disconnect"),
    path("tokens", tokens.tokens, name="tokens"),
    path("tokens/new", tokens.new_token, name="token-new"),
    path("tokens/revoke", tokens.revoke_token, name="token-revoke"),
    path("security", security.workspaces, name="security"),
    path("security/<uuid:id>", security.workspace, name="security-workspace"),
    path("preferences", preferences.preferences, name="preferences"),
]
