"""The page on the transport, sentence by sentence."""

from tests.spec.manifest import BUDGETS, RESOURCES, SIGN_IN, Promise

_GW = "mcp_gateway"

TRANSPORT: dict[str, Promise] = {
    "T1": Promise(
        "One JSON-RPC message per POST, one JSON answer.",
        (
            f"{_GW}/test_http_layer.py::test_a_valid_request_is_answered_in_json_with_its_version_p8",
        ),
    ),
    "T2": Promise(
        "No session, no resumption, no stream from server to client.",
        (
            f"{_GW}/test_http_layer.py::test_sessions_and_resumption_are_ignored_p24",
            f"{_GW}/test_http_layer.py::test_get_opens_no_stream_p9",
        ),
    ),
    "T3": Promise(
        "Several replicas serve; nothing ties a client to one.",
        (
            f"{_GW}/test_eras.py::test_no_handshake_is_needed_on_any_replica_p65",
            f"{_GW}/test_eras.py::test_ids_are_not_remembered_p100",
        ),
    ),
    "T4": Promise(
        "Three versions in two eras on one endpoint: 2026-07-28, 2025-06-18, 2025-03-26.",
        (
            f"{_GW}/test_protocol.py::test_the_versions_are_listed_newest_first",
            f"{_GW}/test_eras.py::test_both_handshake_versions_list_the_same_p74",
        ),
    ),
    "T5": Promise(
        "initialize settles on 2025-06-18 by default.",
        (f"{_GW}/test_eras.py::test_initialize_settles_on_a_version_p61_p62",),
    ),
    "T6": Promise(
        "The body decides the era, the headers confirm it.",
        (f"{_GW}/test_protocol_headers.py::test_the_first_failed_rung_answers",),
    ),
    "T7": Promise(
        "Without the envelope, with a 2025 header or none, it is the 2025 era.",
        (
            f"{_GW}/test_eras.py::test_the_header_names_the_version_of_the_answer_p48",
            f"{_GW}/test_eras.py::test_without_a_header_the_oldest_version_is_assumed_p49",
        ),
    ),
    "T8": Promise(
        "The 2026-07-28 header without the envelope is 400, -32602; never the old era in silence.",
        (f"{_GW}/test_eras.py::test_the_stateless_header_without_an_envelope_is_no_old_era_p50",),
    ),
    "T9": Promise(
        "An unspoken version, in header or envelope, is 400, -32022, listing those spoken.",
        (
            f"{_GW}/test_eras.py::test_a_version_that_is_not_spoken_is_answered_with_those_that_are_p57",
            f"{_GW}/test_answers.py::test_an_unspoken_version_is_answered_as_on_the_page_p56",
        ),
    ),
    "T10": Promise(
        "The version in use comes back in the response header.",
        (f"{_GW}/test_eras.py::test_the_header_names_the_version_of_the_answer_p48",),
    ),
    "T11": Promise(
        "Every request of the new era carries version and capabilities; nothing is remembered.",
        (
            f"{_GW}/test_protocol.py::test_the_missing_keys_are_named_p50",
            f"{_GW}/test_protocol.py::test_the_handshake_era_remembers_no_capabilities_p72",
        ),
    ),
    "T12": Promise(
        "Without form elicitation a destructive tool is refused.",
        (
            f"{_GW}/test_confirmation.py::test_a_client_that_shows_no_form_cannot_delete_p127",
            f"{_GW}/test_settling.py::test_who_cannot_ask_cannot_settle_p72",
        ),
    ),
    "T13": Promise(
        "clientInfo is recommended, not required.",
        (f"{_GW}/test_eras.py::test_what_an_envelope_need_not_hold_is_ignored_p80_p83",),
    ),
    "T14": Promise(
        "The version, method and name headers equal the body; Mcp-Name raw or in base64.",
        (
            f"{_GW}/test_protocol_headers.py::test_the_first_failed_rung_answers",
            f"{_GW}/test_headers_on_the_wire.py::test_a_header_sent_twice_agrees_with_nothing_p95",
        ),
    ),
    "T15": Promise(
        "A mismatch is 400, -32020, beginning with Header mismatch.",
        (f"{_GW}/test_protocol_headers.py::test_every_mismatch_begins_with_the_same_words_p84",),
    ),
    "T16": Promise(
        "Missing capabilities are 400, -32602.",
        (f"{_GW}/test_protocol.py::test_the_missing_keys_are_named_p50",),
    ),
    "T17": Promise(
        "New-era results carry resultType complete and the server in _meta.",
        (f"{_GW}/test_eras.py::test_a_stateless_call_is_stamped_but_never_cached_p76_p78",),
    ),
    "T18": Promise(
        "discover and the lists say that nobody may keep or share them.",
        (f"{_GW}/test_answers.py::test_a_stateless_list_may_be_neither_kept_nor_shared_p77",),
    ),
    "T19": Promise(
        "A destructive call may come back as input_required.",
        (
            f"{_GW}/test_confirmation.py::test_a_delete_asks_first_and_runs_once_when_a_person_confirms_p129_p140",
        ),
    ),
    "T20": Promise(
        "A bearer token issued for the MCP is required.",
        (
            f"{_GW}/test_challenge.py::test_a_token_that_is_no_good_is_challenged_p158",
            f"{_GW}/test_challenge.py::test_tokens_are_good_for_one_audience_only_p168",
        ),
    ),
    "T21": Promise(
        "X-Workspace-Id and ?workspace_id= are the connection's default workspace.",
        (
            f"{_GW}/test_workspace_choice.py::test_the_header_is_the_default_of_the_connection",
            f"{_GW}/test_workspace_choice.py::test_the_url_is_the_default_of_the_connection_p25",
            f"{_GW}/test_workspace_choice.py::test_the_argument_comes_before_the_default",
        ),
    ),
    "T22": Promise(
        "Content-Type is application/json; Accept never matters.",
        (
            f"{_GW}/test_http_layer.py::test_another_media_type_never_runs_p22",
            f"{_GW}/test_http_layer.py::test_accept_never_matters_p23",
        ),
    ),
    "T23": Promise(
        "Origin is checked against an allow-list.",
        (f"{_GW}/test_origins.py::test_a_page_off_the_list_runs_nothing_p14",),
    ),
    "T24": Promise(
        "Every answer is no-store.",
        (f"{_GW}/test_http_layer.py::test_no_answer_may_be_stored_p27",),
    ),
    "T25": Promise(
        "503 carries Retry-After.",
        (
            f"{_GW}/test_unavailable.py::test_a_database_that_cannot_answer_is_503_with_a_time_to_wait_p28",
        ),
    ),
    "T26": Promise("429 carries Retry-After.", later=BUDGETS),
    "T27": Promise(
        "server/discover exists in the new era only and answers as on the page.",
        (
            f"{_GW}/test_answers.py::test_discovery_is_the_one_of_the_page_p75",
            f"{_GW}/test_eras.py::test_an_unknown_method_keeps_a_handshake_alive_p68",
        ),
    ),
    "T28": Promise(
        "initialize exists in the 2025 era only and answers as on the page.",
        (
            f"{_GW}/test_answers.py::test_initialization_is_the_one_of_the_page_p64",
            f"{_GW}/test_eras.py::test_an_unknown_method_is_not_found_in_the_stateless_era_p60",
        ),
    ),
    "T29": Promise(
        "ping exists in the 2025 era and answers an empty result.",
        (f"{_GW}/test_eras.py::test_ping_is_answered_with_nothing_p67",),
    ),
    "T30": Promise("Resources, prompts and completion exist in both eras.", later=RESOURCES),
    "T31": Promise(
        "Any other method is -32601: 404 in the new era, 200 in the old one.",
        (
            f"{_GW}/test_eras.py::test_an_unknown_method_is_not_found_in_the_stateless_era_p60",
            f"{_GW}/test_eras.py::test_an_unknown_method_keeps_a_handshake_alive_p68",
        ),
    ),
    "T32": Promise(
        "A batch is answered 400.",
        (f"{_GW}/test_json_shape.py::test_a_batch_is_refused_in_every_version_p33",),
    ),
    "T33": Promise(
        "The body is capped at 14,680,064 bytes; above it the exact 413.",
        (
            f"{_GW}/test_body_cap.py::test_a_body_of_exactly_the_cap_is_read_p18",
            f"{_GW}/test_answers.py::test_a_body_too_large_is_answered_byte_for_byte_p17",
        ),
    ),
    "T34": Promise(
        "A declared length above the cap is refused before authentication.",
        (f"{_GW}/test_body_cap.py::test_a_declared_length_over_the_cap_is_refused_unread",),
    ),
    "T35": Promise(
        "A body without a length, or with a false one, is cut at the cap while being read.",
        (
            f"{_GW}/test_body_cap.py::test_a_chunked_body_is_cut_at_the_cap_p19",
            f"{_GW}/test_body_cap.py::test_a_body_longer_than_declared_ends_where_it_was_declared_p19",
        ),
    ),
    "T36": Promise(
        "A notification is 202 with an empty body, in both eras.",
        (f"{_GW}/test_notifications.py::test_a_notification_is_accepted_without_a_word_p101_p102",),
    ),
    "T37": Promise(
        "Authentication precedes every method; without a token, 401 with the challenge.",
        (
            f"{_GW}/test_order_of_checks.py::test_no_method_answers_without_a_token_p4",
            f"{_GW}/test_challenge.py::test_without_a_token_the_challenge_leads_to_the_metadata_p157",
        ),
    ),
    "T38": Promise("The challenge takes the client to the OAuth login.", later=SIGN_IN),
    "T39": Promise(
        "The instructions say that values are third parties' data and ask for confirmation.",
        (f"{_GW}/test_eras.py::test_the_instructions_warn_of_what_third_parties_wrote_p125",),
    ),
    "T40": Promise(
        "tools/list holds only what scope and permission reach.",
        (
            f"{_GW}/test_tools_list.py::test_a_read_token_sees_only_what_it_may_read_p107",
            f"{_GW}/test_tools_list.py::test_a_person_who_only_views_sees_only_what_reads_p107",
        ),
    ),
    "T41": Promise(
        "A write tool's inputSchema is the endpoint's own request schema.",
        ("surface/test_snapshots.py::test_a_tool_is_the_recorded_one",),
    ),
    "T42": Promise(
        "Every tool carries the four hints; openWorldHint is always false.",
        (f"{_GW}/test_portability.py::test_a_tool_gives_every_hint_p108",),
    ),
    "T43": Promise(
        "destructiveHint marks what runs only with the server's confirmation.",
        (
            f"{_GW}/test_portability.py::test_whatever_may_ask_a_person_is_marked_destructive_k24",
            f"{_GW}/test_confirmation.py::test_no_tool_that_always_asks_runs_without_an_answer_p72",
        ),
    ),
    "T44": Promise(
        "A result is the endpoint's JSON as one text.",
        (
            f"{_GW}/test_tools_call.py::test_success_is_the_endpoints_json_as_one_text_p121",
            "surface/test_parity.py::test_a_read_gives_the_same_bytes_through_both_doors",
        ),
    ),
    "T45": Promise(
        "workspace_id, filters, limit and fields are arguments.",
        (f"{_GW}/test_tools_call.py::test_filters_reach_the_endpoint_p121",),
    ),
    "T46": Promise(
        "What the caller can act on is a result marked isError.",
        (
            f"{_GW}/test_tools_call.py::test_failure_is_the_apis_envelope_as_one_text_p122",
            "surface/test_parity.py::test_a_refusal_gives_the_same_bytes_through_both_doors",
        ),
    ),
    "T47": Promise(
        "A tool runs in-process, its token is not forwarded, its endpoint asks for its own scope.",
        (
            f"{_GW}/test_challenge.py::test_tokens_are_good_for_one_audience_only_p168",
            "surface/test_refusals.py::test_a_token_without_the_scope_is_told_which_one",
        ),
    ),
    "T48": Promise(
        "Filters, validation, settlement rules, locks and isolation are the API's own code.",
        (
            "surface/test_parity.py::test_a_read_gives_the_same_bytes_through_both_doors",
            "surface/test_refusals.py::test_a_blocked_action_is_refused_on_its_channel_only",
            "surface/test_isolation.py::test_a_foreign_id_in_a_tool_call_answers_as_one_that_never_was",
        ),
    ),
    "T49": Promise(
        "Writes are recorded with the channel mcp.",
        ("surface/test_channels.py::test_what_is_created_says_through_which_channel",),
    ),
    "T50": Promise(
        "Download gives type, size and path; upload takes base64.",
        (
            f"{_GW}/test_files.py::test_a_download_says_where_the_bytes_are",
            f"{_GW}/test_files.py::test_the_bytes_arrive_as_they_were",
            f"{_GW}/test_files.py::test_ten_megabytes_pass_and_a_byte_more_does_not",
        ),
    ),
}
