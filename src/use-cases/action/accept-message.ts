import type { Place } from '../../domain/message/place.ts';
import type { LocalDeps } from '../deps.ts';
import { type Accepted, type ActionClick, keepAction } from './accept-action.ts';

/**
 * How often one person can add a message, where it came to nothing each time before. Those who may
 * not comment use up nobody else's tries.
 */
const mostTries = 20;

/**
 * Keeps a message as a comment on a request: once, whoever adds it, and however often. One that
 * came to nothing can be added again.
 */
export async function acceptMessage(
  deps: LocalDeps,
  { channel, ts }: Place,
  click: Omit<ActionClick, 'verb' | 'key'>,
): Promise<Accepted> {
  return deps.store.transaction(async (tx) => {
    const { requestId, by } = click;
    const first = `message:${channel}:${ts}:${requestId}`;
    const tries = await tx.actions.triesOf(first, { requestId, slackUserId: by.userId });
    if (tries.own >= mostTries) return 'repeated';
    const next = tries.all === 0 ? first : `${first}:${tries.all + 1}`;
    const key = tries.standing ?? next;
    return keepAction(tx, deps, { ...click, verb: 'comment', key });
  });
}
