/** A channel or direct message as `conversations.*` shows it. */
import { type Conversation, team } from '../state/directory.ts';

export function conversationShape(conversation: Conversation): Record<string, unknown> {
  if (conversation.kind === 'dm') {
    return {
      id: conversation.id,
      created: 0,
      is_im: true,
      is_org_shared: false,
      is_archived: false,
      user: conversation.memberIds[0],
      is_user_deleted: false,
      is_open: true,
      context_team_id: team.id,
    };
  }
  return {
    id: conversation.id,
    name: conversation.name,
    name_normalized: conversation.name,
    is_channel: !conversation.isPrivate,
    is_group: conversation.isPrivate,
    is_im: false,
    is_mpim: false,
    is_private: conversation.isPrivate,
    is_archived: conversation.archived,
    is_general: conversation.id === 'C0GENERAL',
    is_member: conversation.hasBot,
    is_shared: conversation.shared === 'company' || conversation.shared === 'organisation',
    is_ext_shared: conversation.shared === 'company',
    is_pending_ext_shared: conversation.shared === 'invited',
    is_org_shared: conversation.shared === 'organisation',
    created: 0,
    creator: 'U0MARISOL',
    context_team_id: team.id,
    topic: { value: conversation.topic, creator: 'U0MARISOL', last_set: 0 },
    purpose: { value: '', creator: '', last_set: 0 },
    previous_names: [],
    num_members: conversation.memberIds.length + (conversation.hasBot ? 1 : 0),
  };
}
