import type { ShownMessage } from '../../sandbox/workspace/client.ts';
import { actionsBlockOf } from './asking.ts';
import type { BotWorld } from './bot-world.ts';
import { signedHeaders } from './signed-headers.ts';

/** What Slack would sign, whatever a client made it of. Returns the status of the answer. */
export async function signedPayload(world: BotWorld, payload: object): Promise<number> {
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const answer = await fetch(world.eventsUrl, {
    method: 'POST',
    headers: signedHeaders(body),
    body,
  });
  return answer.status;
}

/** A click on a card's button as Slack would send it, of somebody who cannot click it there. */
export function signedClick(
  world: BotWorld,
  userId: string,
  card: ShownMessage,
  change: object = { action_id: 'review.approve' },
  teamId = 'T0ACME',
): Promise<number> {
  const block = actionsBlockOf(card);
  const button = block.elements.find(
    (element) => 'action_id' in element && element.action_id === 'review.approve',
  );
  const name = userId.toLowerCase();
  const action = { ...button, block_id: block.block_id, action_ts: '1772452900.000100', ...change };
  return signedPayload(world, {
    type: 'block_actions',
    user: { id: userId, username: name, name, team_id: teamId },
    team: { id: teamId, domain: 'acme' },
    container: {
      type: 'message',
      message_ts: card.ts,
      channel_id: card.conversationId,
      is_ephemeral: false,
    },
    channel: { id: card.conversationId, name: 'harbour-ops' },
    trigger_id: `1.2.${userId}`,
    response_url: `${world.slack.apiUrl}nowhere`,
    actions: [action],
  });
}
