"""The page on the transport, sentence by sentence. It exists in Portuguese and in English, and the
two say the same: an entry stands for the sentence in either."""

from tests.spec.manifest import read

TRANSPORT = read(
    """
T1 One JSON-RPC message per POST, one JSON answer.
    mcp_gateway/test_http_layer.py::test_a_valid_request_is_answered_in_json_with_its_version_p8
T2 No session, no resumption, no stream from server to client.
    mcp_gateway/test_http_layer.py::test_sessions_and_resumption_are_ignored_p24
    mcp_gateway/test_http_layer.py::test_get_opens_no_stream_p9
T3 Several replicas serve; nothing ties a client to one.
    mcp_gateway/test_eras.py::test_no_handshake_is_needed_on_any_replica_p65
    mcp_gateway/test_eras.py::test_ids_are_not_remembered_p100
T4 Three versions in two eras on one endpoint: 2026-07-28, 2025-06-18, 2025-03-26.
    mcp_gateway/test_protocol.py::test_the_versions_are_listed_newest_first
    mcp_gateway/test_eras.py::test_both_handshake_versions_list_the_same_p74
T5 initialize settles on 2025-06-18 by default.
    mcp_gateway/test_eras.py::test_initialize_settles_on_a_version_p61_p62
T6 The body decides the era, the headers confirm it.
    mcp_gateway/test_protocol_headers.py::test_the_first_failed_rung_answers
T7 Without the envelope, with a 2025 header or none, it is the 2025 era.
    mcp_gateway/test_eras.py::test_the_header_names_the_version_of_the_answer_p48
    mcp_gateway/test_eras.py::test_without_a_header_the_oldest_version_is_assumed_p49
T8 The 2026-07-28 header without the envelope is 400, -32602; never the old era in silence.
    mcp_gateway/test_eras.py::test_the_stateless_header_without_an_envelope_is_no_old_era_p50
T9 An unspoken version, in header or envelope, is 400, -32022, listing those spoken.
    mcp_gateway/test_eras.py::test_a_version_that_is_not_spoken_is_answered_with_those_that_are_p57
    mcp_gateway/test_answers.py::test_an_unspoken_version_is_answered_as_on_the_page_p56
T10 The version in use comes back in the response header.
    mcp_gateway/test_eras.py::test_the_header_names_the_version_of_the_answer_p48
T11 Every request of the new era carries version and capabilities; nothing is remembered.
    mcp_gateway/test_protocol.py::test_the_missing_keys_are_named_p50
    mcp_gateway/test_protocol.py::test_the_handshake_era_remembers_no_capabilities_p72
T12 Without form elicitation a destructive tool is refused.
    mcp_gateway/test_confirmation.py::test_a_client_that_shows_no_form_cannot_delete_p127
    mcp_gateway/test_settling.py::test_who_cannot_ask_cannot_settle_p72
T13 clientInfo is recommended, not required.
    mcp_gateway/test_eras.py::test_what_an_envelope_need_not_hold_is_ignored_p80_p83
T14 Capabilities are required and an object; {} will do.
    mcp_gateway/test_protocol_headers.py::test_the_first_failed_rung_answers
    mcp_gateway/test_confirmation.py::test_a_client_that_shows_no_form_cannot_delete_p127
T15 The version, method and name headers equal the body; Mcp-Name raw or in base64.
    mcp_gateway/test_protocol_headers.py::test_the_first_failed_rung_answers
    mcp_gateway/test_headers_on_the_wire.py::test_a_header_sent_twice_agrees_with_nothing_p95
T16 In the new era version, method and, on tools/call, name are required headers.
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
    mcp_gateway/test_headers_on_the_wire.py::test_another_method_in_the_header_runs_nothing_p84
    mcp_gateway/test_headers_on_the_wire.py::test_another_name_in_the_header_runs_nothing_p86_p88_p89
T17 Mcp-Name is asked for on tools/call only.
    mcp_gateway/test_resource_uris.py::test_the_header_may_be_left_out_p92
    mcp_gateway/test_protocol_headers.py::test_the_first_failed_rung_answers
T18 A mismatch is 400, -32020, beginning with Header mismatch.
    mcp_gateway/test_protocol_headers.py::test_every_mismatch_begins_with_the_same_words_p84
T19 Missing capabilities are 400, -32602.
    mcp_gateway/test_protocol.py::test_the_missing_keys_are_named_p50
T20 New-era results carry resultType complete and the server in _meta.
    mcp_gateway/test_eras.py::test_a_stateless_call_is_stamped_but_never_cached_p76_p78
T21 discover, the lists and reads of resources say that nobody may keep or share them.
    mcp_gateway/test_answers.py::test_a_stateless_list_may_be_neither_kept_nor_shared_p77
    mcp_gateway/test_eras.py::test_discovery_p75
    mcp_gateway/test_resources.py::test_a_list_is_stamped_in_the_stateless_era_only_p70_p77
    mcp_gateway/test_resources.py::test_a_document_is_stamped_in_the_stateless_era_only_p70_p77
    mcp_gateway/test_prompt_requests.py::test_a_list_is_stamped_in_the_stateless_era_only_p77
T22 A destructive call may come back as input_required.
    mcp_gateway/test_confirmation.py::test_a_delete_asks_first_and_runs_once_when_a_person_confirms_p129_p140
T23 A bearer token issued for the MCP is required.
    mcp_gateway/test_challenge.py::test_a_token_that_is_no_good_is_challenged_p158
    mcp_gateway/test_challenge.py::test_tokens_are_good_for_one_audience_only_p168
T24 X-Workspace-Id and ?workspace_id= are the connection's default workspace.
    mcp_gateway/test_workspace_choice.py::test_the_header_is_the_default_of_the_connection
    mcp_gateway/test_workspace_choice.py::test_the_url_is_the_default_of_the_connection_p25
    mcp_gateway/test_workspace_choice.py::test_the_argument_comes_before_the_default
T25 Content-Type is application/json; Accept never matters.
    mcp_gateway/test_http_layer.py::test_another_media_type_never_runs_p22
    mcp_gateway/test_http_layer.py::test_accept_never_matters_p23
T26 Origin is checked against an allow-list.
    mcp_gateway/test_origins.py::test_a_page_off_the_list_runs_nothing_p14
T27 A client that is no browser sends no Origin and is served.
    mcp_gateway/test_origins.py::test_a_client_that_is_no_page_is_served_p15
T28 Every answer is no-store.
    mcp_gateway/test_http_layer.py::test_no_answer_may_be_stored_p27
T29 503 carries Retry-After.
    mcp_gateway/test_unavailable.py::test_a_database_that_cannot_answer_is_503_with_a_time_to_wait_p28
    oauth/test_remote.py::test_whatever_is_no_clear_answer_is_503_and_asked_again_p28
T30 429 carries Retry-After.
    mcp_gateway/test_message_budget.py::test_a_message_too_many_is_told_when_to_come_again_p28
    mcp_gateway/test_http_layer.py::test_who_must_wait_is_told_how_long_p28
T31 server/discover exists in the new era only and answers as on the page.
    mcp_gateway/test_answers.py::test_discovery_is_the_one_of_the_page_p75
    mcp_gateway/test_eras.py::test_an_unknown_method_keeps_a_handshake_alive_p68
T32 initialize exists in the 2025 era only and answers as on the page.
    mcp_gateway/test_answers.py::test_initialization_is_the_one_of_the_page_p64
    mcp_gateway/test_eras.py::test_an_unknown_method_is_not_found_in_the_stateless_era_p60
T33 ping exists in the 2025 era and answers an empty result.
    mcp_gateway/test_eras.py::test_ping_is_answered_with_nothing_p67
T34 tools/list and tools/call exist in both eras.
    mcp_gateway/test_tools_list.py::test_the_order_is_the_same_on_every_call_and_replica_p107
    mcp_gateway/test_tools_call.py::test_success_is_the_endpoints_json_as_one_text_p121
T35 resources/list gives the documents of a fixed URI that this caller can read.
    mcp_gateway/test_resources.py::test_the_documents_are_those_of_the_page_k34
    mcp_gateway/test_resources.py::test_what_the_caller_may_not_read_does_not_exist_p148_p150
T36 resources/templates/list gives the templates that this caller can read.
    mcp_gateway/test_resources.py::test_there_is_a_template_for_every_resource_with_a_get_k34
    mcp_gateway/test_resources.py::test_what_the_caller_may_not_read_does_not_exist_p148_p150
T37 resources/read reads a document by its URI.
    mcp_gateway/test_resources.py::test_a_document_has_the_bytes_of_its_tool_p149
    mcp_gateway/test_resources.py::test_a_record_has_the_bytes_of_its_tool_p149
T38 prompts/list gives the scripts that this caller can use.
    mcp_gateway/test_prompt_requests.py::test_a_prompt_says_what_it_is_and_what_it_takes_p148
    mcp_gateway/test_prompt_requests.py::test_a_prompt_is_for_whoever_has_every_tool_it_names_p148_k35
T39 prompts/get builds a script with the arguments given.
    mcp_gateway/test_prompt_requests.py::test_a_script_is_built_with_what_was_given_k35
T40 completion/complete suggests for an argument of a prompt or a template.
    mcp_gateway/test_completions.py::test_an_id_is_found_by_the_beginning_of_its_name_k36
    mcp_gateway/test_completions.py::test_the_arguments_of_a_prompt_are_completed_by_their_kind_p154
T41 Any other method is -32601: 404 in the new era, 200 in the old one.
    mcp_gateway/test_eras.py::test_an_unknown_method_is_not_found_in_the_stateless_era_p60
    mcp_gateway/test_eras.py::test_an_unknown_method_keeps_a_handshake_alive_p68
T42 A batch is answered 400.
    mcp_gateway/test_json_shape.py::test_a_batch_is_refused_in_every_version_p33
T43 The body is capped at 14,680,064 bytes; above it the exact 413.
    mcp_gateway/test_body_cap.py::test_a_body_of_exactly_the_cap_is_read_p18
    mcp_gateway/test_answers.py::test_a_body_too_large_is_answered_byte_for_byte_p17
T44 That is enough for the largest upload in base64 with its envelope.
    mcp_gateway/test_files.py::test_ten_megabytes_pass_and_a_byte_more_does_not
T45 A declared length above the cap is refused before authentication.
    mcp_gateway/test_body_cap.py::test_a_declared_length_over_the_cap_is_refused_unread
T46 A body without a length, or with a false one, is cut at the cap while being read.
    mcp_gateway/test_body_cap.py::test_a_chunked_body_is_cut_at_the_cap_p19
    mcp_gateway/test_body_cap.py::test_a_body_longer_than_declared_ends_where_it_was_declared_p19
T47 A notification is 202 with an empty body, in both eras.
    mcp_gateway/test_notifications.py::test_a_notification_is_accepted_without_a_word_p101_p102
T48 Authentication precedes every method; without a token, 401 with the challenge.
    mcp_gateway/test_order_of_checks.py::test_no_method_answers_without_a_token_p4
    mcp_gateway/test_challenge.py::test_without_a_token_the_challenge_leads_to_the_metadata_p157
T49 The challenge takes the client to the OAuth login.
    oauth/test_connecting.py::test_a_real_client_is_led_from_the_challenge_to_its_tools
T50 The instructions say that values are third parties' data and ask for confirmation.
    mcp_gateway/test_eras.py::test_the_instructions_warn_of_what_third_parties_wrote_p125
T51 tools/list holds only what scope and permission reach.
    mcp_gateway/test_tools_list.py::test_a_read_token_sees_only_what_it_may_read_p107
    mcp_gateway/test_tools_list.py::test_a_person_who_only_views_sees_only_what_reads_p107
T52 A write tool's inputSchema is the endpoint's own request schema.
    surface/test_snapshots.py::test_a_tool_is_the_recorded_one
T53 Every tool carries the four hints; openWorldHint is always false.
    mcp_gateway/test_portability.py::test_a_tool_gives_every_hint_p108
T54 readOnlyHint and idempotentHint say what the operation is.
    mcp_gateway/test_portability.py::test_a_tool_gives_every_hint_p108
    surface/test_operations.py::test_the_catalog_is_the_specifications_k1
T55 destructiveHint marks what runs only with the server's confirmation.
    mcp_gateway/test_portability.py::test_whatever_may_ask_a_person_is_marked_destructive_k24
    mcp_gateway/test_confirmation.py::test_no_tool_that_always_asks_runs_without_an_answer_p72
T56 A result is the endpoint's JSON as one text.
    mcp_gateway/test_tools_call.py::test_success_is_the_endpoints_json_as_one_text_p121
    surface/test_parity.py::test_a_read_gives_the_same_bytes_through_both_doors
T57 workspace_id, filters, limit and fields are arguments.
    mcp_gateway/test_tools_call.py::test_filters_reach_the_endpoint_p121
T58 What the caller can act on is a result marked isError.
    mcp_gateway/test_tools_call.py::test_failure_is_the_apis_envelope_as_one_text_p122
    surface/test_parity.py::test_a_refusal_gives_the_same_bytes_through_both_doors
T59 A tool runs in-process, its token is not forwarded, its endpoint asks for its own scope.
    mcp_gateway/test_challenge.py::test_tokens_are_good_for_one_audience_only_p168
    surface/test_refusals.py::test_a_token_without_the_scope_is_told_which_one
T60 Filters, validation, settlement rules, locks and isolation are the API's own code.
    surface/test_parity.py::test_a_read_gives_the_same_bytes_through_both_doors
    surface/test_refusals.py::test_a_blocked_action_is_refused_on_its_channel_only
    surface/test_isolation.py::test_a_foreign_id_in_a_tool_call_answers_as_one_that_never_was
T61 Writes are recorded with the channel mcp.
    surface/test_channels.py::test_what_is_created_says_through_which_channel
T62 A download gives type, size and path, and no bytes.
    mcp_gateway/test_files.py::test_a_download_says_where_the_bytes_are
T63 The path of a download wants a token for the API; the MCP's is none there.
    mcp_gateway/test_challenge.py::test_tokens_are_good_for_one_audience_only_p168
T64 An upload takes up to 10 MB as content_base64 and reaches the endpoint as a form.
    mcp_gateway/test_files.py::test_the_bytes_arrive_as_they_were
    mcp_gateway/test_files.py::test_ten_megabytes_pass_and_a_byte_more_does_not
T65 A link then attaches it to a title or a transaction.
    mcp_gateway/test_files.py::test_linking_after_an_upload_tells_the_story
    finance_api/attachments/test_linking.py::test_a_link_is_counted_on_both_sides_and_taken_away_again
"""
)
