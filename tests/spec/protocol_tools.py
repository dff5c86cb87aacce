"""The checklist of the protocol, 107 to 147: tools, calls and their confirmation."""

from tests.spec.manifest import read

TOOLS = read(
    """
P107 tools/list holds only what scope and permission reach, always in one order.
    mcp_gateway/test_tools_list.py::test_a_person_who_may_do_everything_sees_every_tool_p107
    mcp_gateway/test_tools_list.py::test_the_order_is_the_same_on_every_call_and_replica_p107
    mcp_gateway/test_tools_list.py::test_a_read_token_sees_only_what_it_may_read_p107
    mcp_gateway/test_tools_list.py::test_a_person_who_only_views_sees_only_what_reads_p107
    mcp_gateway/test_tools_list.py::test_a_person_who_is_no_active_member_sees_no_tool_p107
    mcp_gateway/test_tools_list.py::test_a_stranger_to_the_organization_sees_no_tool_p107
P108 A tool has a portable name, a title, a description, a schema and the four hints.
    mcp_gateway/test_portability.py::test_a_tool_says_what_it_is_p108
    mcp_gateway/test_portability.py::test_a_tool_gives_every_hint_p108
P109 The root of a schema is a plain object without combinators.
    mcp_gateway/test_portability.py::test_the_root_is_a_plain_closed_object_p109
P110 A whole schema is portable: no references, boolean schemas, type arrays or consts.
    mcp_gateway/test_portability.py::test_every_schema_within_is_portable_p110
    mcp_gateway/test_portability.py::test_every_argument_is_described_p110
P111 No member of the answer is null.
    mcp_gateway/test_portability.py::test_no_member_is_null_p111
P112 The widest list has at most 128 tools and 256 KiB.
    mcp_gateway/test_tools_list.py::test_the_whole_list_is_of_a_size_clients_take_p112
P113 A list is one page; a cursor is -32602, for none was issued.
    mcp_gateway/test_prompt_requests.py::test_there_is_one_page_and_no_other_p113
    mcp_gateway/test_resources.py::test_there_is_one_page_and_no_other_p113
    mcp_gateway/test_tools_list.py::test_there_is_one_page_and_no_other_p113
    by G6: every list is one page
P114 An unknown tool, or a name that is no string, is -32602.
    mcp_gateway/test_tools_call.py::test_an_unknown_tool_is_a_broken_request_p114
    mcp_gateway/test_tools_call.py::test_a_call_without_a_name_is_a_broken_request_p90_p114
P115 A tool out of reach is a result with insufficient_scope or insufficient_permission.
    mcp_gateway/test_challenge.py::test_a_read_token_is_told_the_scope_it_lacks_p167
    surface/test_refusals.py::test_a_token_without_the_scope_is_told_which_one
    surface/test_refusals.py::test_a_person_without_the_permission_is_told_which_one
    by D21, K7
P116 Arguments absent or null are empty.
    mcp_gateway/test_tools_call.py::test_no_arguments_are_empty_arguments_p116
P117 Arguments that are no object are -32602.
    mcp_gateway/test_tools_call.py::test_arguments_must_be_an_object_p117
P118 Arguments off the schema are VALIDATION_ERROR, naming each field.
    mcp_gateway/test_tools_call.py::test_arguments_off_the_schema_are_all_named_p118
    by D22
P119 JSON in a string is not unpacked; the words say what was expected.
    mcp_gateway/test_tools_call.py::test_json_in_a_string_is_not_unpacked_p119
    by D22
P120 Members that automation adds are named and nothing is written.
    mcp_gateway/test_tools_call.py::test_what_automation_adds_is_refused_by_name_p120
    by D22
P121 Success is one text block of the endpoint's JSON.
    mcp_gateway/test_tools_call.py::test_success_is_the_endpoints_json_as_one_text_p121
    mcp_gateway/test_tools_call.py::test_filters_reach_the_endpoint_p121
P122 A failure the caller can act on is isError with the API's envelope.
    mcp_gateway/test_tools_call.py::test_failure_is_the_apis_envelope_as_one_text_p122
    mcp_gateway/test_tools_call.py::test_another_workspaces_record_does_not_exist_p122
P123 An unforeseen failure is -32603 in general words, with a reference at most.
    mcp_gateway/test_answers.py::test_an_internal_error_says_only_where_to_look_p123
    mcp_gateway/test_tools_call.py::test_an_unforeseen_failure_says_only_where_to_look_p123
P124 A client that hangs up leaves no half state.
    mcp_gateway/test_tools_call.py::test_a_client_that_hangs_up_leaves_no_half_state_p124
P125 The instructions are the same in both eras, and warn of what third parties wrote.
    mcp_gateway/test_words.py::test_the_instructions_are_short_and_name_what_there_is_p125
    mcp_gateway/test_eras.py::test_the_instructions_warn_of_what_third_parties_wrote_p125
P126 A client that shows forms is asked.
    mcp_gateway/test_confirmation.py::test_a_client_that_shows_forms_is_asked_p126
    mcp_gateway/test_protocol_headers.py::test_a_form_can_be_shown_p126
P127 A client that shows none is confirmation_required, and nothing changes.
    mcp_gateway/test_confirmation.py::test_a_client_that_shows_no_form_cannot_delete_p127
    mcp_gateway/test_protocol_headers.py::test_no_form_can_be_shown_p127
    mcp_gateway/test_protocol_headers.py::test_a_client_that_declares_nothing_shows_no_form_p127
    by D19
P128 The question is one form of one boolean, its text safe from what records hold.
    mcp_gateway/test_answers.py::test_a_question_keeps_its_type_and_is_never_cached_p76_p128
    mcp_gateway/test_confirmation.py::test_the_question_has_the_shape_of_a_form_p128
    mcp_gateway/test_confirmation.py::test_what_third_parties_wrote_cannot_shape_the_question_p128
    mcp_gateway/test_settling.py::test_what_a_supplier_wrote_cannot_speak_in_the_question_p128
P129 A yes runs the tool once.
    mcp_gateway/test_confirmation.py::test_a_delete_asks_first_and_runs_once_when_a_person_confirms_p129_p140
    mcp_gateway/test_settling.py::test_settling_asks_and_runs_once_when_confirmed_p129
P130 A no, or a cancelled question, is USER_DECLINED.
    mcp_gateway/test_confirmation.py::test_a_no_changes_nothing_and_burns_nothing_p130
    mcp_gateway/test_settling.py::test_a_no_settles_nothing_p130
P131 A yes that says nothing is asked again.
    mcp_gateway/test_confirmation.py::test_a_yes_that_says_nothing_is_asked_again_p131
P132 Half an answer is a first call.
    mcp_gateway/test_confirmation.py::test_half_an_answer_is_a_first_call_p132
P133 What nobody asked for is ignored.
    mcp_gateway/test_confirmation.py::test_what_nobody_asked_for_is_ignored_p133
P134 An answer of a wrong shape is -32602.
    mcp_gateway/test_confirmation.py::test_an_answer_of_a_wrong_shape_is_a_broken_request_p134
    mcp_gateway/test_confirmation.py::test_members_of_a_wrong_type_are_a_broken_request_p134
P135 A forged, cut or foreign state is -32602, with no hint which.
    mcp_gateway/test_confirmation_state.py::test_a_state_with_any_byte_changed_is_no_state_p135
    mcp_gateway/test_confirmation_state.py::test_a_state_of_another_deployment_is_no_state_p135
P136 A state of another person or organization is none.
    mcp_gateway/test_confirmation_state.py::test_another_persons_state_is_no_state_p136
    mcp_gateway/test_confirmation_state.py::test_a_state_of_another_organization_is_no_state_p136
P137 A state of another tool, other arguments or another workspace is none.
    mcp_gateway/test_confirmation_state.py::test_a_state_of_another_tool_is_no_state_p137
    mcp_gateway/test_confirmation_state.py::test_a_state_of_other_arguments_is_no_state_p137
    mcp_gateway/test_confirmation_state.py::test_a_state_of_another_workspace_is_no_state_p137
P138 A state lives ten minutes.
    mcp_gateway/test_confirmation_state.py::test_a_question_lives_ten_minutes_p138
    by K23: ten minutes
P139 A state is bound to no token, connection, replica or spelling.
    mcp_gateway/test_confirmation_state.py::test_a_state_is_bound_to_no_token_connection_or_spelling_p139
P140 One yes runs once, however often and wherever it is sent.
    mcp_gateway/test_confirmation.py::test_a_delete_asks_first_and_runs_once_when_a_person_confirms_p129_p140
    mcp_gateway/test_confirmation_once.py::test_twenty_yeses_at_once_run_once_p140
    mcp_gateway/test_confirmation_once.py::test_eight_questions_at_once_are_eight_answers_but_one_deletion_p140
P141 A yes whose call failed by a rule is spent.
    mcp_gateway/test_confirmation_once.py::test_a_yes_whose_call_failed_by_a_rule_is_spent_p141
    mcp_gateway/test_confirmation_once.py::test_a_yes_whose_call_failed_by_our_fault_can_be_sent_again_p141
    by K23: a fault of ours is no run, and the same answer can be sent again
P142 A claim that cannot be made is confirmation_unavailable, and nothing changes.
    mcp_gateway/test_confirmation_once.py::test_a_claim_that_cannot_be_made_in_time_changes_nothing_p142
    mcp_gateway/test_confirmation_once.py::test_a_database_lost_while_claiming_changes_nothing_p142
    by K23: the claim is in the database of the effect; there is no other store
P143 Rights and record are judged again; what the question showed and changed is asked again.
    mcp_gateway/test_bank_orders.py::test_another_destination_is_asked_about_again_p143
    mcp_gateway/test_confirmation_changes.py::test_a_record_that_changed_is_asked_about_again_p143
    mcp_gateway/test_confirmation_changes.py::test_a_change_the_question_did_not_show_is_no_reason_to_ask_again_p143
    mcp_gateway/test_confirmation_changes.py::test_a_record_that_is_gone_is_not_found_p143
    mcp_gateway/test_confirmation_changes.py::test_a_right_that_was_lost_is_missed_p143
    mcp_gateway/test_settling.py::test_a_change_of_what_was_shown_is_asked_about_again_p143
    mcp_gateway/test_settling.py::test_what_was_settled_in_between_is_not_settled_twice_p143
P144 Arguments and rules are judged before anybody is asked.
    mcp_gateway/test_confirmation.py::test_arguments_are_judged_before_anybody_is_asked_p144
    mcp_gateway/test_confirmation_changes.py::test_a_rule_that_refuses_is_heard_before_anybody_is_asked_p144
    mcp_gateway/test_settling.py::test_a_rule_is_heard_before_anybody_is_asked_p144
    by K24
P145 A tool that asks nothing, and the old era, ignore answers.
    mcp_gateway/test_confirmation.py::test_the_old_era_cannot_delete_p72_p145
    mcp_gateway/test_confirmation.py::test_a_tool_that_asks_nothing_takes_no_answer_p145
P146 Only calls ask.
    mcp_gateway/test_confirmation.py::test_only_calls_ask_p146
P147 A state says nothing to its carrier, and keys rotate.
    mcp_gateway/test_confirmation_state.py::test_keys_can_be_rotated_p147
    mcp_gateway/test_confirmation_state.py::test_a_state_says_nothing_to_whoever_carries_it_p147
"""
)
