"""The page on errors, sentence by sentence. It exists in Portuguese only."""

from tests.spec.manifest import read

ERRORS = read(
    """
E1 A failure the caller can act on is a successful answer marked isError with the envelope.
    mcp_gateway/test_tools_call.py::test_failure_is_the_apis_envelope_as_one_text_p122
E2 VALIDATION_ERROR names each field in details.issues; misplaced list arguments too.
    mcp_gateway/test_tools_call.py::test_arguments_off_the_schema_are_all_named_p118
E3 BAD_REQUEST: unknown filter, operator or field.
    mcp_gateway/test_tools_call.py::test_an_unknown_filter_or_operator_is_the_apis_to_refuse_k33
    mcp_gateway/test_tools_call.py::test_an_unknown_field_is_the_apis_to_refuse
E4 NOT_FOUND: absent, or of another workspace.
    mcp_gateway/test_tools_call.py::test_another_workspaces_record_does_not_exist_p122
    surface/test_isolation.py::test_a_foreign_id_in_a_path_answers_as_one_that_never_was
E5 CONFLICT: a duplicate, or a record still in use.
    finance_api/parties/test_company_uniqueness.py
    finance_api/parties/test_company_deletion.py
E6 UNPROCESSABLE_ENTITY: a category with children, settling without an account.
    finance_api/classification/test_category_deletion.py
    finance_api/titles/test_settling.py
E7 SECURITY_BLOCKED: the security tab forbids the action on this channel.
    surface/test_refusals.py::test_a_blocked_action_is_refused_on_its_channel_only
E8 RATE_LIMITED: the person's budget is spent.
    finance_api/rest/test_budgets.py::test_rest_and_mcp_spend_the_same_budget
    finance_api/rest/test_budgets.py::test_every_answer_says_what_is_left_and_the_next_one_is_refused
E9 The codes are the API's own, unchanged.
    surface/test_parity.py::test_a_refusal_gives_the_same_bytes_through_both_doors
    mcp_gateway/test_tools_call.py::test_failure_is_the_apis_envelope_as_one_text_p122
E10 insufficient_scope: the token does not reach; it names what is needed.
    surface/test_refusals.py::test_a_token_without_the_scope_is_told_which_one
    mcp_gateway/test_challenge.py::test_a_read_token_is_told_the_scope_it_lacks_p167
E11 A personal token may carry write access; what OAuth grants is read-only.
    finance_api/dashboard/test_tokens.py::test_all_writing_is_for_mcp_alone
    oauth/test_tokens.py::test_writes_asked_for_are_narrowed_to_reads
    oauth/test_asking.py::test_an_installation_may_open_writes_but_never_money_k10
E12 insufficient_permission names the permission an admin grants.
    surface/test_refusals.py::test_a_person_without_the_permission_is_told_which_one
E13 workspace_access_denied: not reached, or does not exist.
    surface/test_refusals.py::test_a_workspace_that_is_not_granted_is_refused
E14 membership_inactive: no permission mends it.
    surface/test_refusals.py::test_an_inactive_member_is_refused_before_anything_else
E15 The four are told apart, in one order, because each is another person's to mend.
    mcp_gateway/test_refusal_order.py::test_each_reason_hides_those_that_come_after_it_k7
    mcp_gateway/test_refusal_order.py::test_each_refusal_says_whom_to_ask_k7
    mcp_gateway/test_refusal_order.py::test_a_blocked_channel_blocks_that_channel_only_k14
    mcp_gateway/test_refusal_order.py::test_rights_come_before_what_the_body_says
E16 workspace_required: several are reached and none was named.
    mcp_gateway/test_workspace_choice.py::test_one_of_several_must_be_named
E17 The agent lists the workspaces and repeats the call with an id.
    mcp_gateway/test_workspace_choice.py::test_the_list_of_workspaces_needs_none
    mcp_gateway/test_workspace_choice.py::test_the_argument_says_where
E18 confirmation_required: the client cannot ask; nothing was changed.
    mcp_gateway/test_confirmation.py::test_the_old_era_cannot_delete_p72_p145
    mcp_gateway/test_confirmation.py::test_a_client_that_shows_no_form_cannot_delete_p127
E19 USER_DECLINED: the person refused or cancelled; nothing was changed.
    mcp_gateway/test_confirmation.py::test_a_no_changes_nothing_and_burns_nothing_p130
E20 confirmation_replayed: it already ran once.
    mcp_gateway/test_confirmation_once.py::test_twenty_yeses_at_once_run_once_p140
E21 Called again without requestState, it asks again.
    mcp_gateway/test_confirmation.py::test_half_an_answer_is_a_first_call_p132
E22 confirmation_unavailable: it could not be secured; nothing was changed.
    mcp_gateway/test_confirmation_once.py::test_a_claim_that_cannot_be_made_in_time_changes_nothing_p142
E23 input_required is no error: the client asks and sends the same call again.
    mcp_gateway/test_confirmation.py::test_a_delete_asks_first_and_runs_once_when_a_person_confirms_p129_p140
    journeys/test_curl.py::test_a_person_confirms_what_the_agent_settles
    journeys/test_mcp_2.py::test_it_reads_and_writes_and_settles_when_a_person_says_so
E24 -32700: the body is not JSON.
    mcp_gateway/test_json_shape.py::test_what_is_no_message_has_no_id_p30_p34_p37_p38_p40_p43
E25 -32600: no JSON-RPC object, or an array.
    mcp_gateway/test_json_shape.py::test_a_batch_is_refused_in_every_version_p33
E26 -32601: method not found.
    mcp_gateway/test_eras.py::test_an_unknown_method_keeps_a_handshake_alive_p68
E27 -32602: unknown tool or argument shape, name missing.
    mcp_gateway/test_tools_call.py::test_an_unknown_tool_is_a_broken_request_p114
    mcp_gateway/test_tools_call.py::test_a_call_without_a_name_is_a_broken_request_p90_p114
E28 -32602: unknown prompt, or an argument that is not its own.
    mcp_gateway/test_prompt_requests.py::test_an_unknown_prompt_is_a_broken_request_p97_p153
    mcp_gateway/test_prompt_requests.py::test_arguments_that_are_none_of_the_prompts_are_a_broken_request_p153
E29 -32002 or -32602: resource not found, by era.
    mcp_gateway/test_resource_uris.py::test_every_other_spelling_leads_nowhere_p71_p150_p152
    mcp_gateway/test_resources.py::test_another_workspaces_record_is_answered_as_one_that_never_was_p150_p181
E30 -32603: an unexpected failure of a tool.
    mcp_gateway/test_tools_call.py::test_an_unforeseen_failure_says_only_where_to_look_p123
E31 -32020 and -32022 are HTTP 400.
    mcp_gateway/test_protocol.py::test_the_first_failed_rung_answers
    mcp_gateway/test_answers.py::test_an_unspoken_version_is_answered_as_on_the_page_p56
E32 Refusals before the message is read are plain HTTP: token, workspace, origin, size, 503.
    mcp_gateway/test_workspace_choice.py::test_a_default_out_of_reach_is_refused_before_any_message
    mcp_gateway/test_order_of_checks.py::test_the_origin_comes_before_the_token_p1
    mcp_gateway/test_unavailable.py::test_a_database_that_cannot_answer_is_503_with_a_time_to_wait_p28
    mcp_gateway/test_challenge.py::test_a_token_that_is_no_good_is_challenged_p158
    mcp_gateway/test_challenge.py::test_tokens_are_good_for_one_audience_only_p168
    mcp_gateway/test_body_cap.py::test_a_declared_length_over_the_cap_is_refused_unread
E33 The protocol's own rate limit is plain HTTP too.
    mcp_gateway/test_message_budget.py::test_a_message_too_many_is_told_when_to_come_again_p28
    mcp_gateway/test_message_budget.py::test_nothing_runs_for_a_message_too_many
    finance_api/rest/test_budgets.py::test_a_token_has_so_many_messages_a_minute_p_order
E34 If the caller can act it is a result; if the request is broken it is an error.
    journeys/test_mcp_2.py::test_faults_reach_the_agent_as_results_and_as_errors
E35 Each tools/call writes one line: tool, workspace, person, token kind, status, duration.
    mcp_gateway/test_journal.py::test_a_call_writes_one_line
    mcp_gateway/test_journal.py::test_the_status_says_how_the_call_ended
E36 Writes keep the channel mcp and the token's person, beside those of people.
    surface/test_channels.py::test_a_change_is_stamped_and_logged_with_before_and_after
    finance_api/dashboard/test_log.py
"""
)
