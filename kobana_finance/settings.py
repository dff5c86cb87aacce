"""The settings of every installation, in Django's own order; what differs comes from the
environment."""

from pathlib import Path

from kobana_finance import env

BASE_DIR = Path(__file__).resolve().parent.parent
VERSION = "1.0.0"

# Core

DEBUG = env.flag("DEBUG", default=False)
SECRET_KEY = env.required("SECRET_KEY")

# Public addresses are configured, never read from the Host header (K5).
PUBLIC_URL = env.text("PUBLIC_URL", "http://127.0.0.1:8000").rstrip("/")
MCP_RESOURCE_URL = env.text("MCP_RESOURCE_URL", f"{PUBLIC_URL}/mcp").rstrip("/")
API_RESOURCE_URL = env.text("API_RESOURCE_URL", f"{PUBLIC_URL}/v1").rstrip("/")
HTTPS = PUBLIC_URL.startswith("https://")

ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", ("localhost", "127.0.0.1", "[::1]"))
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.staticfiles",
    "kobana_finance.apps.DashboardConfig",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "oauth2_provider",
    "finance_api.apps.FinanceConfig",
    "mcp_gateway.apps.GatewayConfig",
]

MIDDLEWARE = [
    "kobana_finance.tracing.trace",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "kobana_finance.urls"
WSGI_APPLICATION = "kobana_finance.wsgi.application"
# A redirect to the slashed form would lose a POST's body (P26).
APPEND_SLASH = False

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "kobana_finance" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Databases: the application's role owns nothing and cannot bypass row-level security; migrations
# run as the owner (K21). A lock or a statement that takes too long gives up, and nothing piles up.

_OPTIONS = {"options": "-c lock_timeout=5000 -c statement_timeout=30000 -c timezone=UTC"}
_PERSISTENT = {"CONN_MAX_AGE": env.number("CONN_MAX_AGE", 600), "CONN_HEALTH_CHECKS": True}
_APPLICATION_URL = env.required("DATABASE_URL")
_OWNER_URL = env.text("DATABASE_OWNER_URL", _APPLICATION_URL)

DATABASES = {
    "default": env.database(_APPLICATION_URL) | _PERSISTENT | {"OPTIONS": _OPTIONS},
    "owner": env.database(_OWNER_URL) | {"TEST": {"MIRROR": "default"}},
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
ATOMIC_REQUESTS = False

# Cache: Redis when configured (K3); never in the path of money.

REDIS_URL = env.text("REDIS_URL", "")
CACHES = {
    "default": {
        "BACKEND": "django_redis.cache.RedisCache",
        "LOCATION": REDIS_URL,
        # A Redis that hangs must not hold up a call for long.
        "OPTIONS": {"SOCKET_CONNECT_TIMEOUT": 0.5, "SOCKET_TIMEOUT": 0.5},
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    # What another server said of a token, for seconds: each process asks for itself, so that
    # nobody's sign-in hangs on Redis.
    "introspection": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "introspection",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    },
}

# Budgets (K31): calls of a person in an organization, through every door; and messages to the MCP
# endpoint with one token.

READS_PER_HOUR = env.number("READS_PER_HOUR", 5_000)
WRITES_PER_HOUR = env.number("WRITES_PER_HOUR", 1_000)
MCP_PER_MINUTE = env.number("MCP_PER_MINUTE", 120)
# Attempts to sign in, by what is named and by where they come from; clients registered by one
# address; requests about tokens from one, where a whole office or a vendor of agents may be behind.
SIGN_INS_PER_PERSON = env.number("SIGN_INS_PER_PERSON", 10)  # in a quarter of an hour
SIGN_INS_PER_ADDRESS = env.number("SIGN_INS_PER_ADDRESS", 100)  # in an hour
CLIENTS_PER_ADDRESS = env.number("CLIENTS_PER_ADDRESS", 20)  # in an hour
TOKEN_REQUESTS_PER_ADDRESS = env.number("TOKEN_REQUESTS_PER_ADDRESS", 6_000)  # in an hour

# People

AUTH_USER_MODEL = "finance_api.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
# Guessing passwords is bounded at every door that takes one.
AUTHENTICATION_BACKENDS = ["finance_api.sign_in.guessing.BoundedGuessing"]
LOGIN_URL = "/account/sign-in"
LOGIN_REDIRECT_URL = "/account/"
LOGOUT_REDIRECT_URL = "/account/sign-in"

# Language and time: people read pt-BR first (K38); instants are stored in UTC and a business day is
# São Paulo's (R14).

LANGUAGE_CODE = "pt-br"
LANGUAGES = [("pt-br", "Português (Brasil)"), ("en", "English")]
# A day is 30/11/2026 in Portuguese; an amount is 1.234,56, and 1,234.56 in English.
FORMAT_MODULE_PATH = "kobana_finance.formats"
USE_THOUSAND_SEPARATOR = True
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
BUSINESS_TIME_ZONE = "America/Sao_Paulo"

# Static files, served out of the packages they come with: there is nothing to collect.

STATIC_URL = "/static/"
WHITENOISE_USE_FINDERS = True

# Files of attachments: a folder that nothing serves, or a bucket (extra `s3`) where replicas share
# no disk. The credentials of the bucket are found as boto3 finds them.

ATTACHMENTS_FOLDER = env.text("ATTACHMENTS_FOLDER", str(BASE_DIR / "var" / "media"))
ATTACHMENTS_BUCKET = env.text("ATTACHMENTS_BUCKET", "")
_FOLDER = {
    "BACKEND": "django.core.files.storage.FileSystemStorage",
    "OPTIONS": {
        "location": ATTACHMENTS_FOLDER,
        "file_permissions_mode": 0o600,
        "directory_permissions_mode": 0o700,
    },
}
_BUCKET = {
    "BACKEND": "storages.backends.s3.S3Storage",
    "OPTIONS": {
        "bucket_name": ATTACHMENTS_BUCKET,
        "endpoint_url": env.text("ATTACHMENTS_ENDPOINT", "") or None,
        "region_name": env.text("ATTACHMENTS_REGION", "") or None,
        "default_acl": None,
        "file_overwrite": False,
        # What is larger is read through the disk, not the memory.
        "max_memory_size": 2_621_440,
    },
}
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    "attachments": _BUCKET if ATTACHMENTS_BUCKET else _FOLDER,
}

# Security

# A proxy that sets X-Forwarded-Proto also appends the client's address to X-Forwarded-For.
TRUST_PROXY = env.flag("TRUST_PROXY", default=False)
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUST_PROXY else None
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = env.number("HSTS_SECONDS", 31_536_000) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "kobana_finance.failures.forged"
# A JSON body of the API; the MCP endpoint reads its own stream up to its own cap.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_048_576

# REST

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "finance_api.rest.authentication.VerifiedAuthentication",
        "finance_api.rest.authentication.BearerAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["finance_api.rest.permission.AdmitsOperation"],
    "DEFAULT_PARSER_CLASSES": ["finance_api.rest.parsing.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "finance_api.rest.parsing.AlwaysJSON",
    "DEFAULT_SCHEMA_CLASS": "finance_api.rest.schema.OperationSchema",
    "EXCEPTION_HANDLER": "finance_api.rest.exceptions.respond",
    "UNAUTHENTICATED_USER": None,
    "COERCE_DECIMAL_TO_STRING": True,
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Kobana Finance",
    "DESCRIPTION": "Accounts payable and receivable for Brazilian companies.",
    "VERSION": VERSION,
    "OAS_VERSION": "3.1.1",
    "COMPONENT_SPLIT_REQUEST": True,
    "COMPONENT_SPLIT_PATCH": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_ADD_EXPLICIT_BLANK_NULL_CHOICE": False,
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": [],
    "SERVE_PERMISSIONS": [],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SCHEMA_PATH_PREFIX": "/v1",
    "SERVERS": [{"url": API_RESOURCE_URL.removesuffix("/v1")}],
    "POSTPROCESSING_HOOKS": ["finance_api.rest.schema.finish"],
}

# MCP

MCP_ALLOWED_ORIGINS = env.words("MCP_ALLOWED_ORIGINS")
# K29: let `initialize` alone pass with a published revision that is not served.
MCP_LENIENT_INITIALIZE = env.flag("MCP_LENIENT_INITIALIZE", default=False)
# Keys that seal a confirmation: the first mints, all open, so keys can be rotated (P147).
CONFIRMATION_KEYS = env.words("CONFIRMATION_KEYS") or [SECRET_KEY]

# Sign-in for clients (K10-K12): this project is its own authorization server, unless it is told
# where to ask another one about tokens, and as whom.

INTROSPECTION_URL = env.text("INTROSPECTION_URL", "")
INTROSPECTION_CLIENT_ID = env.text("INTROSPECTION_CLIENT_ID", "")
INTROSPECTION_CLIENT_SECRET = env.text("INTROSPECTION_CLIENT_SECRET", "")
# So long a revocation there may go unnoticed here.
INTROSPECTION_CACHE_SECONDS = env.number("INTROSPECTION_CACHE_SECONDS", 3)
AUTHORIZATION_SERVER = env.text("AUTHORIZATION_SERVER", "") if INTROSPECTION_URL else PUBLIC_URL

# What may be granted are reads; this lets an installation grant `.write` scopes as well, money
# never.
OAUTH_WRITE_ENABLED = env.flag("OAUTH_WRITE_ENABLED", default=False)
# Further schemes of redirects, such as `cursor`, for apps that register one with the system.
OAUTH_REDIRECT_SCHEMES = env.words("OAUTH_REDIRECT_SCHEMES")
# The library's own migrations alter two dozen times what stands elsewhere here; this is their sum.
MIGRATION_MODULES = {"oauth2_provider": "finance_api.oauth2_provider_migrations"}
OAUTH2_PROVIDER_APPLICATION_MODEL = "finance_api.OAuthClient"
OAUTH2_PROVIDER_GRANT_MODEL = "finance_api.OAuthGrant"
OAUTH2_PROVIDER_ACCESS_TOKEN_MODEL = "finance_api.OAuthAccessToken"  # noqa: S105  a model's name
OAUTH2_PROVIDER_REFRESH_TOKEN_MODEL = "finance_api.OAuthRefreshToken"  # noqa: S105
OAUTH2_PROVIDER_ID_TOKEN_MODEL = "finance_api.OAuthIdToken"  # noqa: S105
OAUTH2_PROVIDER = {
    "OIDC_ISS_ENDPOINT": PUBLIC_URL,  # the issuer, though OpenID Connect is off
    "OAUTH2_SERVER_CLASS": "oauthlib.oauth2.WebApplicationServer",
    "OAUTH2_VALIDATOR_CLASS": "finance_api.sign_in.validator.Validator",
    "SCOPES_BACKEND_CLASS": "finance_api.sign_in.granting.CatalogScopes",
    "ACCESS_TOKEN_GENERATOR": "finance_api.identity.tokens.access_token",
    "REFRESH_TOKEN_GENERATOR": "finance_api.identity.tokens.refresh_token",
    "AUTHORIZATION_CODE_EXPIRE_SECONDS": 60,
    "ACCESS_TOKEN_EXPIRE_SECONDS": 3_600,
    # Counted from the end of the last access token: a connection in use does not end by itself.
    "REFRESH_TOKEN_EXPIRE_SECONDS": 30 * 86_400,
    "ROTATE_REFRESH_TOKEN": True,
    "REFRESH_TOKEN_REUSE_PROTECTION": True,
    "PKCE_REQUIRED": True,
    "ALLOWED_REDIRECT_URI_SCHEMES": ["https", "http", *OAUTH_REDIRECT_SCHEMES],
    "ALLOW_LOCALHOST_LOOPBACK": True,
    "OAUTH2_RESPONSE_TYPES_SUPPORTED": ["code"],
    "OAUTH2_GRANT_TYPES_SUPPORTED": ["authorization_code", "refresh_token"],
    "OAUTH2_TOKEN_ENDPOINT_AUTH_METHODS_SUPPORTED": ["none", "client_secret_basic"],
    "DCR_ENABLED": True,
    "CIMD_ENABLED": True,
    "CIMD_REGISTRATION_PERMISSION_CLASSES": ["finance_api.sign_in.registration.Bounded"],
    "COMPLIANT_BCP_RFC9700_IMPLICIT_GRANT": True,
    "COMPLIANT_BCP_RFC9700_PASSWORD_GRANT": True,
    "COMPLIANT_BCP_RFC9700_PKCE_METHOD": True,
    "COMPLIANT_BCP_RFC9700_ACCESS_TOKEN_TRANSPORT": True,
    "COMPLIANT_BCP_RFC9700_AUTHZ_RESPONSE_ISS": True,
    "COMPLIANT_BCP_RFC9700_TOKEN_STORAGE": True,
    "COMPLIANT_BCP_RFC9700_REFRESH_TOKEN": True,
    "COMPLIANT_BCP_RFC9700_REDIRECT_URI_MATCHING": True,
    "COMPLIANT_BCP_RFC9700_PKCE_REQUIRED": True,
}
# It warns of `http` redirects; OAuthClient.clean() keeps them to the person's own machine.
SILENCED_SYSTEM_CHECKS = ["oauth2_provider.W008"]

# The bank: the dotted path of the adapter behind the port in finance_api/bank/port.py (K20).

BANK_ADAPTER = env.text("BANK_ADAPTER", "finance_api.bank.sandbox.Sandbox")
# Says that a bank which moves no money is meant, where it would look like something forgotten.
BANK_SANDBOX = env.flag("BANK_SANDBOX", default=False)

# Logs: one JSON object per line. Field values, tokens and states never reach them.

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "json": {
            "()": "pythonjsonlogger.json.JsonFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s %(message)s",
        }
    },
    "filters": {
        "traced": {"()": "kobana_finance.logs.Traced"},
        "without_request": {"()": "kobana_finance.logs.WithoutRequest"},
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "json",
            "filters": ["traced", "without_request"],
        }
    },
    "root": {"handlers": ["stderr"], "level": env.text("LOG_LEVEL", "INFO")},
}
