import type { Selectable } from 'kysely';
import type { AccessRequest } from '../../domain/access-request.ts';
import type { RequestsTable } from '../tables.ts';

export function toRequest(row: Selectable<RequestsTable>): AccessRequest {
  return {
    id: row.id,
    requester: { userId: row.requester_slack_id, userName: row.requester_slack_name, teamId: row.team_id },
    appId: row.app_id,
    appName: row.app_name,
    entitlementId: row.entitlement_id,
    entitlementName: row.entitlement_name,
    justification: row.justification,
    durationSeconds: row.duration_seconds,
    timeText: row.time_text,
    emergency: row.emergency,
    targetSlackId: row.target_slack_id,
    requestData: row.request_data,
    groupId: row.group_id,
    extendsRequestId: row.extends_request_id,
    conversationId: row.conversation_id,
    conversationUrl: row.conversation_url,
    messageAuthor: row.message_author,
    state: row.state,
    refusal: row.refusal,
    identityUserId: row.identity_user_id,
    taskId: row.task_id,
    createdAt: row.created_at,
  };
}
