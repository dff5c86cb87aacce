"""The checklist of the protocol, 1 to 46: order of checks, HTTP, JSON and JSON-RPC shape."""

from tests.spec.manifest import read

MESSAGES = read(
    """
P1 A bad Origin without a token is 403, not 401.
    mcp_gateway/test_order_of_checks.py::test_the_origin_comes_before_the_token_p1
P2 A declared length over the cap without a token is 413, not 401.
    mcp_gateway/test_body_cap.py::test_a_declared_length_over_the_cap_is_refused_unread
P3 A body that is no JSON without a token is 401, not 400.
    mcp_gateway/test_order_of_checks.py::test_the_token_comes_before_the_body_p3
P4 No method, known or not, answers without a token.
    mcp_gateway/test_order_of_checks.py::test_no_method_answers_without_a_token_p4
    mcp_gateway/test_order_of_checks.py::test_not_even_a_notification_is_taken_without_a_token_p4_p105
P5 A version of a later revision is -32022 even without capabilities, so that it can negotiate.
    mcp_gateway/test_order_of_checks.py::test_the_version_comes_before_the_envelope_p5
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
P6 A wrong Mcp-Method on an unknown method is -32020, not 404.
    mcp_gateway/test_order_of_checks.py::test_the_method_header_comes_before_the_method_p6
    mcp_gateway/test_protocol_headers.py::test_the_first_failed_rung_answers
P7 A wrong Mcp-Name on an unknown tool is -32020, not -32602.
    mcp_gateway/test_order_of_checks.py::test_the_name_header_comes_before_the_tool_p7
    mcp_gateway/test_protocol_headers.py::test_the_first_failed_rung_answers
P8 A valid request is 200 in JSON, no-store, with the version in use and no session.
    mcp_gateway/test_http_layer.py::test_a_valid_request_is_answered_in_json_with_its_version_p8
    mcp_gateway/test_any_request.py::test_any_request_gets_one_of_the_answers_and_runs_only_what_it_may
P9 GET is 405 with Allow and nothing else, at once, whatever it accepts or carries.
    mcp_gateway/test_http_layer.py::test_get_opens_no_stream_p9
    by K5: at the root a client that accepts text/html gets a page for people
P10 DELETE, PUT, PATCH and HEAD are 405 the same way.
    mcp_gateway/test_http_layer.py::test_other_methods_are_refused_the_same_way_p10
P11 A preflight of an allowed page is 204 with methods, headers and Vary, and no credentials.
    mcp_gateway/test_origins.py::test_an_allowed_page_may_ask_before_it_sends_p11
P12 A preflight of a page off the list is 403 without a CORS header.
    mcp_gateway/test_origins.py::test_a_page_off_the_list_may_not_even_ask_p12
P13 An allowed page may read the answer of every status.
    mcp_gateway/test_origins.py::test_an_allowed_page_may_read_every_answer_p13
P14 A page off the list, of origin null, of another port or scheme runs nothing: 403.
    mcp_gateway/test_origins.py::test_a_page_off_the_list_runs_nothing_p14
P15 A request without Origin is served.
    mcp_gateway/test_origins.py::test_a_client_that_is_no_page_is_served_p15
P16 A Host that is not ours is refused in JSON without an echo.
    mcp_gateway/test_http_layer.py::test_a_host_that_is_not_ours_is_refused_without_an_echo_p16
P17 A declared length over the cap is the exact 413 of the page.
    mcp_gateway/test_answers.py::test_a_body_too_large_is_answered_byte_for_byte_p17
    mcp_gateway/test_body_cap.py::test_a_declared_length_over_the_cap_is_refused_unread
P18 A body of exactly the cap passes.
    mcp_gateway/test_body_cap.py::test_a_body_of_exactly_the_cap_is_read_p18
    mcp_gateway/test_body_cap.py::test_a_chunked_body_of_exactly_the_cap_is_read_p18
P19 A chunked body is cut at the cap; a declared length ends the body; two readings never run.
    mcp_gateway/test_body_cap.py::test_a_chunked_body_is_cut_at_the_cap_p19
    mcp_gateway/test_body_cap.py::test_a_body_longer_than_declared_ends_where_it_was_declared_p19
    mcp_gateway/test_body_cap.py::test_a_body_with_two_readings_of_its_length_never_runs_p19
    mcp_gateway/test_body_cap.py::test_a_broken_chunk_is_a_fault_of_the_caller_p19
    by D26
P20 A small chunked body is served.
    mcp_gateway/test_body_cap.py::test_a_small_chunked_body_is_served_p20
    by D26
P21 Parameters and capitals of the media type mean nothing.
    mcp_gateway/test_http_layer.py::test_the_media_type_is_json_whatever_its_parameters_p21
P22 Another media type, or none, is 415 and never runs.
    mcp_gateway/test_http_layer.py::test_another_media_type_never_runs_p22
    by D9
P23 Accept never matters, and 406 is never answered.
    mcp_gateway/test_http_layer.py::test_accept_never_matters_p23
    by D8
P24 Session and resumption headers are ignored and not echoed.
    mcp_gateway/test_http_layer.py::test_sessions_and_resumption_are_ignored_p24
P25 ?workspace_id= on the URL is served without a redirect.
    mcp_gateway/test_http_layer.py::test_every_spelling_of_the_path_answers_without_a_redirect_p25_p26
    mcp_gateway/test_workspace_choice.py::test_the_url_is_the_default_of_the_connection_p25
P26 Every documented path answers alike with and without a final slash.
    mcp_gateway/test_http_layer.py::test_every_spelling_of_the_path_answers_without_a_redirect_p25_p26
P27 Every status carries Cache-Control: no-store.
    mcp_gateway/test_http_layer.py::test_no_answer_may_be_stored_p27
P28 429 and 503 carry whole seconds in Retry-After and a code in JSON, and run nothing.
    mcp_gateway/test_http_layer.py::test_who_must_wait_is_told_how_long_p28
    mcp_gateway/test_message_budget.py::test_a_message_too_many_is_told_when_to_come_again_p28
    mcp_gateway/test_unavailable.py::test_a_database_that_cannot_answer_is_503_with_a_time_to_wait_p28
    oauth/test_remote.py::test_whatever_is_no_clear_answer_is_503_and_asked_again_p28
    oauth/test_remote.py::test_a_server_that_is_down_or_slow_is_503_within_its_time_p28
    finance_api/rest/test_budgets.py::test_a_token_has_so_many_messages_a_minute_p_order
    by K31
P29 Whatever goes wrong in the stack is JSON or empty, never a page.
    mcp_gateway/test_http_layer.py::test_every_answer_is_json_or_empty_p29
    mcp_gateway/test_http_layer.py::test_an_unknown_path_is_no_page_p29
    mcp_gateway/test_http_layer.py::test_a_url_of_any_kind_is_answered_in_json_p29
    mcp_gateway/test_any_request.py::test_any_request_gets_one_of_the_answers_and_runs_only_what_it_may
P30 An open, empty or wrong text, or garbage behind it, is -32700 without an id.
    mcp_gateway/test_json_shape.py::test_what_is_no_message_has_no_id_p30_p34_p37_p38_p40_p43
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
P31 Invalid UTF-8, UTF-16, NaN and infinities are -32700.
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
    mcp_gateway/test_json_shape.py::test_what_is_no_message_has_no_id_p30_p34_p37_p38_p40_p43
P32 Deep nesting and endless integers are -32700, never a crash.
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
    mcp_gateway/test_json_shape.py::test_what_is_no_message_has_no_id_p30_p34_p37_p38_p40_p43
P33 An array is 400 in every version.
    mcp_gateway/test_json_shape.py::test_a_batch_is_refused_in_every_version_p33
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
    by D1
P34 Null, a number, a string, a boolean are -32600.
    mcp_gateway/test_json_shape.py::test_what_is_no_message_has_no_id_p30_p34_p37_p38_p40_p43
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
P35 A missing or wrong jsonrpc is -32600, with the id if it is a valid one.
    mcp_gateway/test_json_shape.py::test_a_readable_id_is_echoed_p35_p36_p41_p99
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
    by D12
P36 A missing, empty or wrong method is -32600.
    mcp_gateway/test_json_shape.py::test_a_readable_id_is_echoed_p35_p36_p41_p99
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
P37 A null id is -32600 and no notification.
    mcp_gateway/test_json_shape.py::test_what_is_no_message_has_no_id_p30_p34_p37_p38_p40_p43
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
    by D10
P38 An id that is neither a string nor an integer is -32600, a fraction such as 1.0 included.
    mcp_gateway/test_json_shape.py::test_what_is_no_message_has_no_id_p30_p34_p37_p38_p40_p43
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
    by D11
P39 Any other id comes back with the same value and type.
    mcp_gateway/test_json_shape.py::test_an_id_comes_back_as_it_was_sent_p39_p44
    mcp_gateway/test_protocol.py::test_an_id_keeps_its_value_and_type_p39
P40 A response is -32600 in either era.
    mcp_gateway/test_json_shape.py::test_what_is_no_message_has_no_id_p30_p34_p37_p38_p40_p43
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
    by D13
P41 Params that are no object are -32600.
    mcp_gateway/test_json_shape.py::test_a_readable_id_is_echoed_p35_p36_p41_p99
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
P42 Params null or absent are empty.
    mcp_gateway/test_json_shape.py::test_params_that_are_not_there_are_empty_p42
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
P43 A member name twice, at any level, is -32600.
    mcp_gateway/test_json_shape.py::test_what_is_no_message_has_no_id_p30_p34_p37_p38_p40_p43
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
    by D14
P44 Extra members at the top are ignored.
    mcp_gateway/test_json_shape.py::test_an_id_comes_back_as_it_was_sent_p39_p44
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
P45 Text that cannot be stored is a faulty argument, an unknown name or address, never a crash.
    finance_api/core/test_strict_json.py::test_strings_the_database_cannot_store_are_found_by_path_p45
    mcp_gateway/test_completions.py::test_a_prefix_is_text_and_no_pattern_k36_p45
    mcp_gateway/test_json_shape.py::test_text_that_cannot_be_stored_is_a_faulty_argument_p45
    mcp_gateway/test_json_shape.py::test_text_that_cannot_be_stored_names_no_tool_p45
    mcp_gateway/test_json_shape.py::test_text_that_cannot_be_stored_is_no_confirmation_p45
    mcp_gateway/test_resource_uris.py::test_a_uri_of_odd_characters_comes_back_as_it_was_sent_p45_p150
P46 A message without an id is a notification.
    mcp_gateway/test_notifications.py::test_a_notification_is_accepted_without_a_word_p101_p102
"""
)
