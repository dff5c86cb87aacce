"""The page on errors, sentence by sentence."""

from tests.spec.manifest import BUDGETS, RESOURCES, Promise

_GW = "mcp_gateway"

ERRORS: dict[str, Promise] = {
    "E1": Promise(
        "A failure the caller can act on is a successful answer marked isError with the envelope.",
        (f"{_GW}/test_tools_call.py::test_failure_is_the_apis_envelope_as_one_text_p122",),
    ),
    "E2": Promise(
        "VALIDATION_ERROR names each field in details.issues; misplaced list arguments too.",
        (f"{_GW}/test_tools_call.py::test_arguments_off_the_schema_are_all_named_p118",),
    ),
    "E3": Promise(
        "BAD_REQUEST: unknown filter, operator or field.",
        (
            f"{_GW}/test_tools_call.py::test_an_unknown_filter_or_operator_is_the_apis_to_refuse_k33",
            f"{_GW}/test_tools_call.py::test_an_unknown_field_is_the_apis_to_refuse",
        ),
    ),
    "E4": Promise(
        "NOT_FOUND: absent, or of another workspace.",
        (
            f"{_GW}/test_tools_call.py::test_another_workspaces_record_does_not_exist_p122",
            "surface/test_isolation.py::test_a_foreign_id_in_a_path_answers_as_one_that_never_was",
        ),
    ),
    "E5": Promise(
        "CONFLICT: a duplicate, or a record still in use.",
        (
            "finance_api/parties/test_company_uniqueness.py",
            "finance_api/parties/test_company_deletion.py",
        ),
    ),
    "E6": Promise(
        "UNPROCESSABLE_ENTITY: a category with children, settling without an account.",
        (
            "finance_api/classification/test_category_deletion.py",
            "finance_api/titles/test_settling.py",
        ),
    ),
    "E7": Promise(
        "SECURITY_BLOCKED: the security tab forbids the action on this channel.",
        ("surface/test_refusals.py::test_a_blocked_action_is_refused_on_its_channel_only",),
    ),
    "E8": Promise("RATE_LIMITED: the person's budget is spent.", later=BUDGETS),
    "E9": Promise(
        "insufficient_scope: the token does not reach; it names what is needed.",
        (
            "surface/test_refusals.py::test_a_token_without_the_scope_is_told_which_one",
            f"{_GW}/test_challenge.py::test_a_read_token_is_told_the_scope_it_lacks_p167",
        ),
    ),
    "E10": Promise(
        "insufficient_permission names the permission an admin grants.",
        ("surface/test_refusals.py::test_a_person_without_the_permission_is_told_which_one",),
    ),
    "E11": Promise(
        "workspace_access_denied: not reached, or does not exist.",
        ("surface/test_refusals.py::test_a_workspace_that_is_not_granted_is_refused",),
    ),
    "E12": Promise(
        "membership_inactive: no permission mends it.",
        ("surface/test_refusals.py::test_an_inactive_member_is_refused_before_anything_else",),
    ),
    "E13": Promise(
        "workspace_required: several are reached and none was named.",
        (f"{_GW}/test_workspace_choice.py::test_one_of_several_must_be_named",),
    ),
    "E14": Promise(
        "confirmation_required: the client cannot ask; nothing was changed.",
        (
            f"{_GW}/test_confirmation.py::test_the_old_era_cannot_delete_p72_p145",
            f"{_GW}/test_confirmation.py::test_a_client_that_shows_no_form_cannot_delete_p127",
        ),
    ),
    "E15": Promise(
        "USER_DECLINED: the person refused or cancelled; nothing was changed.",
        (f"{_GW}/test_confirmation.py::test_a_no_changes_nothing_and_burns_nothing_p130",),
    ),
    "E16": Promise(
        "confirmation_replayed: it already ran once.",
        (f"{_GW}/test_confirmation_once.py::test_twenty_yeses_at_once_run_once_p140",),
    ),
    "E17": Promise(
        "confirmation_unavailable: it could not be secured; nothing was changed.",
        (
            f"{_GW}/test_confirmation_once.py::test_a_claim_that_cannot_be_made_in_time_changes_nothing_p142",
        ),
    ),
    "E18": Promise(
        "input_required is no error: the client asks and sends the same call again.",
        (
            f"{_GW}/test_confirmation.py::test_a_delete_asks_first_and_runs_once_when_a_person_confirms_p129_p140",
            "journeys/test_mcp_2.py::test_a_person_confirms_what_the_agent_settles",
        ),
    ),
    "E19": Promise(
        "-32700: the body is not JSON.",
        (f"{_GW}/test_json_shape.py::test_what_is_no_message_has_no_id",),
    ),
    "E20": Promise(
        "-32600: no JSON-RPC object, or an array.",
        (f"{_GW}/test_json_shape.py::test_a_batch_is_refused_in_every_version_p33",),
    ),
    "E21": Promise(
        "-32601: method not found.",
        (f"{_GW}/test_eras.py::test_an_unknown_method_keeps_a_handshake_alive_p68",),
    ),
    "E22": Promise(
        "-32602: unknown tool or argument shape, name missing.",
        (
            f"{_GW}/test_tools_call.py::test_an_unknown_tool_is_a_broken_request_p114",
            f"{_GW}/test_tools_call.py::test_a_call_without_a_name_is_a_broken_request_p90_p114",
        ),
    ),
    "E23": Promise("-32002 or -32602: resource not found, by era.", later=RESOURCES),
    "E24": Promise(
        "-32603: an unexpected failure of a tool.",
        (f"{_GW}/test_tools_call.py::test_an_unforeseen_failure_says_only_where_to_look_p123",),
    ),
    "E25": Promise(
        "-32020 and -32022 are HTTP 400.",
        (
            f"{_GW}/test_protocol.py::test_the_first_failed_rung_answers",
            f"{_GW}/test_answers.py::test_an_unspoken_version_is_answered_as_on_the_page_p56",
        ),
    ),
    "E26": Promise(
        "Refusals before the message is read are plain HTTP: token, workspace, origin, size, 503.",
        (
            f"{_GW}/test_workspace_choice.py::test_a_default_out_of_reach_is_refused_before_any_message",
            f"{_GW}/test_order_of_checks.py::test_the_origin_comes_before_the_token_p1",
            f"{_GW}/test_unavailable.py::test_a_database_that_cannot_answer_is_503_with_a_time_to_wait_p28",
        ),
    ),
    "E27": Promise("The protocol's own rate limit is plain HTTP too.", later=BUDGETS),
    "E28": Promise(
        "Each tools/call writes one line: tool, workspace, person, token kind, status, duration.",
        (
            f"{_GW}/test_journal.py::test_a_call_writes_one_line",
            f"{_GW}/test_journal.py::test_the_status_says_how_the_call_ended",
        ),
    ),
    "E29": Promise(
        "Writes keep the channel mcp and the token's person, beside those of people.",
        (
            "surface/test_channels.py::test_a_change_is_stamped_and_logged_with_before_and_after",
            "finance_api/dashboard/test_log.py",
        ),
    ),
}
