import { enumeration } from '../field.ts';

/** Values of the document's lists, each written with the prefix that it says they carry. */
function prefixed(prefix: string, names: string): readonly string[] {
  return names.split(' ').map((name) => `${prefix}${name}`);
}

export const taskActionType = enumeration(
  'TaskActionType',
  'TASK_ACTION_TYPE_UNSPECIFIED',
  ...prefixed(
    'TASK_ACTION_TYPE',
    '_CLOSE _APPROVE _DENY _COMMENT _DELETE _REASSIGN _RESTART _SEND_REMINDER _PROVISION_COMPLETE _PROVISION_CANCELLED ' +
      '_PROVISION_ERRORED _ROLLBACK_SKIPPED _PROVISION_APP_USER_TARGET_CREATED _HARD_RESET _ESCALATE_TO_EMERGENCY_ACCESS ' +
      '_CHANGE_POLICY _RECALCULATE_DENIAL_FROM_BASE_POLICY_DECISIONS _SET_INSIGHTS_AND_RECOMMENDATION _SET_ANALYSIS_ID ' +
      '_RECALCULATE_APPROVERS_LIST _PROCESS_NOW _APPROVE_WITH_STEP_UP _SKIP_STEP _ROLLBACK_CANCELLED ' +
      '_UPDATE_REQUEST_DATA _UPDATE_GRANT_DURATION _RETRY_PROVISIONING',
  ),
);

export const taskOrigin = enumeration(
  'Task.origin',
  'TASK_ORIGIN_UNSPECIFIED',
  ...prefixed(
    'TASK_ORIGIN',
    '_PROFILE_MEMBERSHIP_AUTOMATION _CHATAPP _API _TICKETING _ASSISTANT _WEBAPP _TIME_REVOKE _NON_USAGE_REVOKE ' +
      '_PROFILE_MEMBERSHIP_MANUAL _PROFILE_MEMBERSHIP _AUTOMATION _ACCESS_REVIEW _CASCADE_DELETE',
  ),
);

export const taskRecommendation = enumeration(
  'Task.recommendation',
  'INSIGHT_RECOMMENDATION_UNSPECIFIED',
  ...prefixed('INSIGHT_RECOMMENDATION', '_APPROVE _DENY _REVIEW'),
);

export const taskState = enumeration(
  'Task.state',
  'TASK_STATE_UNSPECIFIED',
  ...prefixed('TASK_STATE', '_OPEN _CLOSED'),
);

export const taskProcessing = enumeration(
  'Task.processing',
  'TASK_PROCESSING_TYPE_UNSPECIFIED',
  ...prefixed('TASK_PROCESSING_TYPE', '_PROCESSING _WAITING _DONE'),
);

/** The document lists these two without a prefix. */
export const externalRefSource = enumeration(
  'ExternalRef.externalRefSource',
  'UNSPECIFIED',
  'TICKETING',
);

/**
 * What TaskExpandMask.paths may hold beside `*`, and the path fields of TaskView that each fills.
 */
export const taskExpandEntries = {
  access_review_id: ['accessReviewPath'],
  user_id: ['userPath'],
  created_by_user_id: ['createdByUserPath'],
  app_id: ['appPath'],
  app_user_id: ['appUserPath'],
  app_entitlement_ids: ['entitlementsPath'],
  step_approver_ids: ['stepApproversPath'],
  approver_ids: ['approversPath'],
  identity_user_id: ['identityUserPath'],
  insight_ids: ['insightsPath'],
  app_user_last_usage: ['appUserLastUsagePath'],
  entitlement_scope_bindings: ['resourceBindingsPath'],
  scope_role_resources: ['scopeResourcePath', 'roleResourcePath'],
  resource: ['principalResourcePath'],
} as const;
