"""Where the pages of a person who is signed in answer (K5)."""

from django.urls import path

from finance_api.account import agents, preferences

urlpatterns = [
    path("", preferences.home, name="account"),
    path("agents", agents.agents, name="agents"),
    path("disconnect", agents.disconnect, name="disconnect"),
    path("preferences", preferences.preferences, name="preferences"),
]
