"""The checklist of the protocol, 47 to 106: which era and version, both eras, notifications."""

from tests.spec.manifest import read

ERAS = read(
    """
P47 initialize without a header is negotiated.
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
P48 A 2025 header is the version of the answer.
    mcp_gateway/test_eras.py::test_the_header_names_the_version_of_the_answer_p48
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
P49 Without a header the answer says 2025-03-26.
    mcp_gateway/test_eras.py::test_without_a_header_the_oldest_version_is_assumed_p49
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
    by D7
P50 The 2026 header without an envelope is 400, -32602, naming the missing keys; initialize too.
    mcp_gateway/test_eras.py::test_the_stateless_header_without_an_envelope_is_no_old_era_p50
    mcp_gateway/test_protocol.py::test_the_missing_keys_are_named_p50
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
    by D5
P51 An envelope without its version is -32602.
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
P52 Header and envelope that agree are served under 2026-07-28.
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
P53 An envelope without the header is -32020.
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
P54 An envelope under a 2025 header is -32020.
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
    mcp_gateway/test_protocol_headers.py::test_the_first_failed_rung_answers
P55 A disagreement comes before an unspoken version.
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
P56 An unspoken version in both is -32022, with those spoken, newest first, and the one asked for.
    mcp_gateway/test_answers.py::test_an_unspoken_version_is_answered_as_on_the_page_p56
    mcp_gateway/test_protocol.py::test_an_unspoken_version_learns_the_spoken_ones_p56
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
P57 An unspoken version in the header alone is -32022, on initialize too.
    mcp_gateway/test_eras.py::test_a_version_that_is_not_spoken_is_answered_with_those_that_are_p57
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
    by D4, K29: a setting excuses published revisions on initialize alone
P58 An envelope that names a 2025 version is -32022.
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
    by D6
P59 An envelope whose version is no string is -32602.
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
    mcp_gateway/test_protocol_headers.py::test_the_first_failed_rung_answers
P60 Methods that the new era lacks are 404, -32601.
    mcp_gateway/test_eras.py::test_an_unknown_method_is_not_found_in_the_stateless_era_p60
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
    by D23, D30
P61 initialize settles on the version asked for if it is one of the handshake, else on 2025-06-18.
    mcp_gateway/test_eras.py::test_initialize_settles_on_a_version_p61_p62
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
P62 initialize wants neither capabilities nor clientInfo.
    mcp_gateway/test_eras.py::test_initialize_settles_on_a_version_p61_p62
    by D3
P63 A protocolVersion that is no string is -32602 in a 200.
    mcp_gateway/test_eras.py::test_initialize_with_a_version_that_is_no_text_is_refused_p63
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
P64 The result of initialize is the one of the page and holds nothing else.
    mcp_gateway/test_answers.py::test_initialization_is_the_one_of_the_page_p64
P65 No handshake is needed, on any replica.
    mcp_gateway/test_eras.py::test_no_handshake_is_needed_on_any_replica_p65
P66 notifications/initialized is 202 and empty.
    mcp_gateway/test_notifications.py::test_a_notification_is_accepted_without_a_word_p101_p102
P67 ping answers exactly {}.
    mcp_gateway/test_answers.py::test_ping_answers_an_empty_result_p67
    mcp_gateway/test_eras.py::test_ping_is_answered_with_nothing_p67
P68 Methods that the old era lacks are -32601 in a 200.
    mcp_gateway/test_eras.py::test_an_unknown_method_keeps_a_handshake_alive_p68
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
P69 Every other error after the version is a 200 in the old era.
    mcp_gateway/test_eras.py::test_semantic_faults_are_200_in_both_eras_p69_p97
    mcp_gateway/test_resource_reading.py::test_an_unforeseen_failure_says_only_where_to_look_p69_p97
    by D15, K30
P70 A result of the old era carries no stamp of the new one.
    mcp_gateway/test_answers.py::test_a_handshake_result_is_framed_as_it_is_p70
    mcp_gateway/test_eras.py::test_a_handshake_result_carries_no_stamp_p70
    mcp_gateway/test_resources.py::test_a_list_is_stamped_in_the_stateless_era_only_p70_p77
    mcp_gateway/test_resources.py::test_a_document_is_stamped_in_the_stateless_era_only_p70_p77
P71 An unknown URI is -32002 in the old era, with the URI.
    mcp_gateway/test_resource_uris.py::test_every_other_spelling_leads_nowhere_p71_p150_p152
P72 A destructive tool is confirmation_required in the old era, whatever initialize declared.
    mcp_gateway/test_bank_orders.py::test_who_cannot_ask_sends_nothing_p72
    mcp_gateway/test_confirmation.py::test_the_old_era_cannot_delete_p72_p145
    mcp_gateway/test_confirmation.py::test_no_tool_that_always_asks_runs_without_an_answer_p72
    mcp_gateway/test_protocol.py::test_the_handshake_era_remembers_no_capabilities_p72
    mcp_gateway/test_settling.py::test_who_cannot_ask_cannot_settle_p72
P73 Mcp-Method and Mcp-Name mean nothing in the old era, even wrong.
    mcp_gateway/test_eras.py::test_routing_headers_mean_nothing_in_the_old_era_p73
    mcp_gateway/test_resource_uris.py::test_in_the_old_era_the_header_means_nothing_p73
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
P74 Both handshake versions get the same lists.
    mcp_gateway/test_eras.py::test_both_handshake_versions_list_the_same_p74
P75 server/discover is the one of the page.
    mcp_gateway/test_answers.py::test_discovery_is_the_one_of_the_page_p75
    mcp_gateway/test_eras.py::test_discovery_p75
    by D28, D32
P76 Every result of the new era carries resultType and the server in _meta.
    mcp_gateway/test_answers.py::test_a_question_keeps_its_type_and_is_never_cached_p76_p128
    mcp_gateway/test_answers.py::test_the_server_joins_what_meta_already_says_p76
    mcp_gateway/test_eras.py::test_a_stateless_call_is_stamped_but_never_cached_p76_p78
P77 The six lists and reads carry ttlMs 0 and cacheScope private.
    mcp_gateway/test_answers.py::test_a_stateless_list_may_be_neither_kept_nor_shared_p77
    mcp_gateway/test_prompt_requests.py::test_a_list_is_stamped_in_the_stateless_era_only_p77
    mcp_gateway/test_resources.py::test_a_list_is_stamped_in_the_stateless_era_only_p70_p77
    mcp_gateway/test_resources.py::test_a_document_is_stamped_in_the_stateless_era_only_p70_p77
P78 tools/call, prompts/get and completion/complete carry neither.
    mcp_gateway/test_answers.py::test_a_stateless_call_says_nothing_of_caching_p78
    mcp_gateway/test_completions.py::test_a_suggestion_is_stamped_but_never_cached_p78
    mcp_gateway/test_eras.py::test_a_stateless_call_is_stamped_but_never_cached_p76_p78
    mcp_gateway/test_prompt_requests.py::test_a_script_is_stamped_but_never_cached_p78
P79 clientCapabilities that are missing or no object are -32602.
    mcp_gateway/test_protocol_headers.py::test_the_first_failed_rung_answers
P80 clientInfo may be missing.
    mcp_gateway/test_eras.py::test_what_an_envelope_need_not_hold_is_ignored_p80_p83
    mcp_gateway/test_protocol_headers.py::test_the_first_failed_rung_answers
P81 A malformed clientInfo is ignored and never trusted.
    mcp_gateway/test_eras.py::test_who_the_client_says_it_is_changes_nothing_p81_p180
    mcp_gateway/test_protocol_headers.py::test_only_a_well_formed_client_is_known_by_name_p81
    mcp_gateway/test_protocol_headers.py::test_the_first_failed_rung_answers
    by D16
P82 Other members of _meta are ignored.
    mcp_gateway/test_eras.py::test_what_else_an_envelope_holds_is_ignored_p82
    mcp_gateway/test_protocol_headers.py::test_the_first_failed_rung_answers
    by D17
P83 Unknown capabilities are ignored.
    mcp_gateway/test_eras.py::test_what_an_envelope_need_not_hold_is_ignored_p80_p83
    mcp_gateway/test_protocol_headers.py::test_the_first_failed_rung_answers
P84 A missing or different Mcp-Method is -32020, beginning with Header mismatch.
    mcp_gateway/test_headers_on_the_wire.py::test_another_method_in_the_header_runs_nothing_p84
    mcp_gateway/test_protocol_headers.py::test_every_mismatch_begins_with_the_same_words_p84
    mcp_gateway/test_protocol_headers.py::test_the_first_failed_rung_answers
P85 Header names have no case, outer blanks no meaning.
    mcp_gateway/test_headers_on_the_wire.py::test_names_have_no_case_and_outer_blanks_no_meaning_p85
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
    mcp_gateway/test_protocol_headers.py::test_the_first_failed_rung_answers
P86 A missing or different Mcp-Name on tools/call is -32020.
    mcp_gateway/test_headers_on_the_wire.py::test_another_name_in_the_header_runs_nothing_p86_p88_p89
    mcp_gateway/test_protocol_headers.py::test_the_first_failed_rung_answers
P87 Mcp-Name may be standard base64 of UTF-8 between its markers.
    mcp_gateway/test_headers_on_the_wire.py::test_a_name_may_be_encoded_and_other_headers_mean_nothing_p87_p96
    mcp_gateway/test_protocol_headers.py::test_empty_text_has_an_encoded_form_p87
    mcp_gateway/test_protocol_headers.py::test_the_first_failed_rung_answers
P88 Base64 that is not canonical, or no UTF-8, agrees with nothing; the markers have a case.
    mcp_gateway/test_headers_on_the_wire.py::test_another_name_in_the_header_runs_nothing_p86_p88_p89
    mcp_gateway/test_protocol_headers.py::test_overlapping_markers_are_a_literal_p88
    mcp_gateway/test_protocol_headers.py::test_the_first_failed_rung_answers
P89 Base64 without its markers is a literal.
    mcp_gateway/test_headers_on_the_wire.py::test_another_name_in_the_header_runs_nothing_p86_p88_p89
    mcp_gateway/test_protocol_headers.py::test_the_first_failed_rung_answers
P90 A tools/call without a name is -32602 in a 200, whatever the header says.
    mcp_gateway/test_tools_call.py::test_a_call_without_a_name_is_a_broken_request_p90_p114
    mcp_gateway/test_protocol_headers.py::test_the_first_failed_rung_answers
P91 Mcp-Name may repeat the URI of a read and the name of a prompt, raw or encoded.
    mcp_gateway/test_prompt_requests.py::test_a_header_may_repeat_the_name_and_must_agree_p91_p93
    mcp_gateway/test_resource_uris.py::test_a_header_may_repeat_the_uri_p91
    mcp_gateway/test_resource_uris.py::test_a_header_repeats_what_is_beyond_ascii_in_base64_p91
    mcp_gateway/test_protocol_headers.py::test_the_first_failed_rung_answers
    by D2
P92 There it may be left out.
    mcp_gateway/test_resource_uris.py::test_the_header_may_be_left_out_p92
    mcp_gateway/test_protocol_headers.py::test_the_first_failed_rung_answers
    by D2
P93 There a different one is -32020.
    mcp_gateway/test_prompt_requests.py::test_a_header_may_repeat_the_name_and_must_agree_p91_p93
    mcp_gateway/test_resource_uris.py::test_a_header_of_another_uri_reads_nothing_p93
    mcp_gateway/test_protocol_headers.py::test_the_first_failed_rung_answers
    by D2
P94 Mcp-Name on any other method is ignored.
    mcp_gateway/test_protocol_headers.py::test_the_first_failed_rung_answers
P95 A routing header sent twice is 400.
    mcp_gateway/test_headers_on_the_wire.py::test_a_header_sent_twice_agrees_with_nothing_p95
    mcp_gateway/test_resource_uris.py::test_the_header_twice_agrees_with_nothing_p95
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
    mcp_gateway/test_protocol_headers.py::test_the_first_failed_rung_answers
P96 Mcp-Param headers are ignored.
    mcp_gateway/test_headers_on_the_wire.py::test_a_name_may_be_encoded_and_other_headers_mean_nothing_p87_p96
    by D18
P97 -32602 and -32603 of an unknown tool, prompt, resource, argument or cursor are a 200.
    mcp_gateway/test_eras.py::test_semantic_faults_are_200_in_both_eras_p69_p97
    mcp_gateway/test_prompt_requests.py::test_an_unknown_prompt_is_a_broken_request_p97_p153
    mcp_gateway/test_resource_reading.py::test_an_unforeseen_failure_says_only_where_to_look_p69_p97
    by D15, K30
P98 The new era is never sent -32002, nor a code of other revisions.
    mcp_gateway/test_answers.py::test_codes_of_other_revisions_are_never_sent_in_the_stateless_era_p98
    by D19
P99 An error with a readable id carries that id.
    mcp_gateway/test_answers.py::test_a_fault_is_framed_without_null_data_p99
    mcp_gateway/test_json_shape.py::test_a_readable_id_is_echoed_p35_p36_p41_p99
    mcp_gateway/test_any_request.py::test_any_request_gets_one_of_the_answers_and_runs_only_what_it_may
P100 Ids are not remembered: twins are both served.
    mcp_gateway/test_eras.py::test_ids_are_not_remembered_p100
P101 A notification is 202 and empty, and runs nothing, a tools/call included.
    mcp_gateway/test_notifications.py::test_a_notification_is_accepted_without_a_word_p101_p102
    mcp_gateway/test_notifications.py::test_a_call_without_an_id_runs_no_tool_p101
    mcp_gateway/test_protocol_headers.py::test_the_first_failed_rung_answers
P102 In the new era it needs no envelope.
    mcp_gateway/test_notifications.py::test_a_notification_is_accepted_without_a_word_p101_p102
    mcp_gateway/test_protocol_headers.py::test_the_first_failed_rung_answers
    by D20
P103 An unspoken version on it is -32022 without an id.
    mcp_gateway/test_notifications.py::test_a_version_that_is_not_spoken_is_refused_p103
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
    by D20
P104 A different Mcp-Method on it is -32020; none is fine.
    mcp_gateway/test_notifications.py::test_a_method_header_must_agree_where_it_is_sent_p104
    mcp_gateway/test_protocol_headers.py::test_the_first_failed_rung_answers
P105 It wants a token.
    mcp_gateway/test_notifications.py::test_a_notification_wants_a_token_p105
    mcp_gateway/test_order_of_checks.py::test_not_even_a_notification_is_taken_without_a_token_p4_p105
P106 A malformed one is -32600 without an id.
    mcp_gateway/test_notifications.py::test_a_malformed_notification_is_refused_p106
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
"""
)
