"""The root: the MCP endpoint for clients, a small page for a person who looks at it in a browser
(K5)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt

from mcp_gateway.endpoint import endpoint


@csrf_exempt
def root(request: HttpRequest) -> HttpResponse:
    if request.method == "GET" and "text/html" in request.headers.get("Accept", ""):
        return render(request, "welcome.html")
    return endpoint(request)
