"""The checklist of the protocol, 148 to 184: documents, scripts, suggestions; access; security."""

from tests.spec.manifest import read

ACCESS = read(
    """
P148 Documents, templates and prompts are filtered like tools, and say what they are.
    mcp_gateway/test_prompts.py::test_a_prompt_in_the_list_says_what_it_is_p148
    mcp_gateway/test_prompts.py::test_no_cursor_was_issued_for_the_list_p148
    mcp_gateway/test_prompt_requests.py::test_a_prompt_says_what_it_is_and_what_it_takes_p148
    mcp_gateway/test_prompt_requests.py::test_whatever_prompts_there_are_say_what_they_are_p148
    mcp_gateway/test_prompt_requests.py::test_a_prompt_is_for_whoever_has_every_tool_it_names_p148_k35
    mcp_gateway/test_resources.py::test_an_entry_says_what_it_is_p148
    mcp_gateway/test_resources.py::test_what_the_caller_may_not_read_does_not_exist_p148_p150
    mcp_gateway/test_resources.py::test_who_is_no_active_member_is_offered_nothing_p148
P149 A read gives the URI asked for, a media type and the text.
    mcp_gateway/test_resources.py::test_a_document_has_the_bytes_of_its_tool_p149
    mcp_gateway/test_resources.py::test_a_record_has_the_bytes_of_its_tool_p149
P150 A URI that leads nowhere, or to another workspace, is not found with the code of its era.
    mcp_gateway/test_answers.py::test_a_missing_resource_is_named_in_the_data_p150
    mcp_gateway/test_resource_uris.py::test_every_other_spelling_leads_nowhere_p71_p150_p152
    mcp_gateway/test_resource_uris.py::test_a_uri_of_odd_characters_comes_back_as_it_was_sent_p45_p150
    mcp_gateway/test_resource_uris.py::test_an_id_that_is_nobodys_is_answered_the_same_on_every_replica_p150
    mcp_gateway/test_resources.py::test_what_the_caller_may_not_read_does_not_exist_p148_p150
    mcp_gateway/test_resources.py::test_another_workspaces_record_is_answered_as_one_that_never_was_p150_p181
    by K34: what may not be read is not found either
P151 A uri that is missing or no string is -32602.
    mcp_gateway/test_resource_reading.py::test_a_uri_must_be_a_text_p151
P152 A URI has one normal form; any other is not found.
    mcp_gateway/test_resource_uris.py::test_every_other_spelling_leads_nowhere_p71_p150_p152
    mcp_gateway/test_resource_uris.py::test_the_same_text_may_be_escaped_in_json_p152
P153 An unknown prompt, or arguments that are not its own, are -32602.
    mcp_gateway/test_prompts.py::test_what_is_no_call_of_a_prompt_is_refused_p153
    mcp_gateway/test_prompt_requests.py::test_an_unknown_prompt_is_a_broken_request_p97_p153
    mcp_gateway/test_prompt_requests.py::test_arguments_that_are_none_of_the_prompts_are_a_broken_request_p153
    by D31
P154 Completion gives at most a hundred strings, filtered by what the caller may list.
    mcp_gateway/test_completions.py::test_nobody_elses_records_are_suggested_p154_p181
    mcp_gateway/test_completions.py::test_who_may_not_list_the_records_is_suggested_none_p154
    mcp_gateway/test_completions.py::test_the_arguments_of_a_prompt_are_completed_by_their_kind_p154
    mcp_gateway/test_completions.py::test_a_prompt_that_is_not_offered_is_not_completed_p154_p155
    by K36
P155 A reference or argument that does not exist, or a value that is no string, is -32602.
    mcp_gateway/test_completions.py::test_a_reference_to_nothing_is_a_broken_request_p155
    mcp_gateway/test_completions.py::test_an_argument_that_is_none_is_a_broken_request_p155
    mcp_gateway/test_completions.py::test_a_value_must_be_a_text_p155
    mcp_gateway/test_completions.py::test_a_prompt_that_is_not_offered_is_not_completed_p154_p155
    by D31
P156 A context is used or ignored, never an error.
    mcp_gateway/test_completions.py::test_a_context_is_used_or_ignored_but_never_an_error_p156
P157 Without a token the challenge names metadata and scope, and no error.
    mcp_gateway/test_challenge.py::test_without_a_token_the_challenge_leads_to_the_metadata_p157
P158 A token that is no good is 401 with invalid_token.
    mcp_gateway/test_challenge.py::test_a_token_that_is_no_good_is_challenged_p158
P159 An expired token that also lacks scope is 401.
    mcp_gateway/test_challenge.py::test_a_token_that_is_no_good_is_challenged_p158
P160 A token in the query or the body is none.
    mcp_gateway/test_challenge.py::test_a_token_counts_only_in_its_header_p160
P161 The scheme has no case, blanks no number; other schemes are no token.
    mcp_gateway/test_challenge.py::test_the_scheme_is_read_leniently_p161
    mcp_gateway/test_challenge.py::test_another_scheme_is_no_token_p161
P162 The metadata can be read by anyone, with the canonical resource and its scopes.
    mcp_gateway/test_challenge.py::test_the_metadata_can_be_read_by_anyone_p162_p163
    mcp_gateway/test_challenge.py::test_the_metadata_may_be_asked_for_with_any_header_p162
    oauth/test_metadata.py::test_the_resource_leads_to_the_issuer
P163 It answers with a query, a final slash and the endpoint's path, and never redirects.
    mcp_gateway/test_challenge.py::test_the_metadata_can_be_read_by_anyone_p162_p163
P164 Addresses come from the settings, never from the request.
    mcp_gateway/test_challenge.py::test_addresses_come_from_the_settings_p164
P165 Other well-known places are not on this host.
    mcp_gateway/test_http_layer.py::test_other_known_places_are_not_here_p165
    by K12: the answers of our own server will be under /oauth
P166 A token minted for the address with or without a final slash is accepted.
    oauth/test_tokens.py::test_the_resource_is_named_again_for_a_code
    oauth/test_asking.py::test_a_fault_is_told_to_the_client
P167 A read token that calls a write tool is told insufficient_scope in the result.
    mcp_gateway/test_challenge.py::test_a_read_token_is_told_the_scope_it_lacks_p167
    by D21
P168 Tokens are good for one audience only, and never passed on.
    mcp_gateway/test_challenge.py::test_tokens_are_good_for_one_audience_only_p168
P169 RFC 8414 metadata whose issuer is the one named.
    oauth/test_metadata.py::test_the_resource_leads_to_the_issuer
P170 S256 only; plain is refused.
    oauth/test_metadata.py::test_the_document_says_what_the_server_does
    oauth/test_asking.py::test_a_fault_is_told_to_the_client
P171 iss in every answer of authorization, errors too.
    oauth/test_asking.py::test_a_yes_is_answered_with_a_code_state_and_issuer
    oauth/test_asking.py::test_a_no_is_told_to_the_client
    oauth/test_asking.py::test_a_fault_is_told_to_the_client
P172 resource is required, and an unknown one is invalid_target.
    oauth/test_tokens.py::test_the_resource_is_named_again_for_a_code
    oauth/test_asking.py::test_a_fault_is_told_to_the_client
P173 Redirects match exactly, but for the port of a loopback address.
    oauth/test_asking.py::test_a_request_of_nobody_known_is_sent_nowhere
    oauth/test_asking.py::test_the_port_of_a_loopback_address_is_free
    oauth/test_asking.py::test_the_port_of_any_other_address_is_not
P174 Client id metadata documents, fetched safely; dynamic registration beside them.
    oauth/test_registration.py::test_a_client_may_be_a_document
    oauth/test_registration.py::test_a_document_that_does_not_fit_is_no_client
    oauth/test_registration.py::test_no_private_address_is_fetched
P175 A scope that is not granted is narrowed, not refused.
    oauth/test_tokens.py::test_writes_asked_for_are_narrowed_to_reads
    oauth/test_tokens.py::test_without_a_scope_a_client_may_read
P176 Refresh tokens rotate, and reuse revokes the family.
    oauth/test_tokens.py::test_a_refresh_replaces_both_tokens
    oauth/test_tokens.py::test_a_refresh_token_used_twice_ends_the_connection
P177 Consent names client and redirect host, cannot be framed, and has a state used once.
    oauth/test_pages.py::test_the_consent_names_the_client_and_where_the_answer_goes
    oauth/test_pages.py::test_no_page_can_be_framed_or_scripted_or_kept
    oauth/test_pages.py::test_no_form_can_be_sent_by_another_page
P178 Origins are compared whole, and denied by default.
    mcp_gateway/test_origins.py::test_a_page_off_the_list_may_not_even_ask_p12
    mcp_gateway/test_origins.py::test_a_page_off_the_list_runs_nothing_p14
P179 No cookie or session authenticates the endpoint.
    mcp_gateway/test_challenge.py::test_a_session_is_no_token_p179
P180 No decision rests on clientInfo.
    mcp_gateway/test_eras.py::test_who_the_client_says_it_is_changes_nothing_p81_p180
P181 Ids, cursors and states of one person are not found or invalid for another.
    mcp_gateway/test_completions.py::test_nobody_elses_records_are_suggested_p154_p181
    mcp_gateway/test_resources.py::test_another_workspaces_record_is_answered_as_one_that_never_was_p150_p181
    finance_api/rest/test_cursors.py::test_a_cursor_of_another_person_or_workspace_is_no_cursor
    mcp_gateway/test_confirmation_state.py::test_another_persons_state_is_no_state_p136
    surface/test_isolation.py::test_a_foreign_id_in_a_path_answers_as_one_that_never_was
P182 Input is validated everywhere, and every method spends the budget of messages.
    mcp_gateway/test_message_budget.py::test_every_method_counts_p182
    surface/test_envelope.py::test_no_strange_value_in_any_field_is_a_fault_of_ours
    by K31
P183 The log holds who did what and how it ended, and never tokens, states or values.
    mcp_gateway/test_journal.py::test_a_call_writes_one_line
    mcp_gateway/test_journal.py::test_the_status_says_how_the_call_ended
    mcp_gateway/test_journal.py::test_nothing_that_was_sent_is_in_the_log
P184 Nothing that was sent is reflected in errors or metadata.
    mcp_gateway/test_protocol.py::test_a_fault_repeats_nothing_of_the_request_p184
    mcp_gateway/test_challenge.py::test_addresses_come_from_the_settings_p164
    mcp_gateway/test_workspace_choice.py::test_a_malformed_default_is_refused
"""
)
