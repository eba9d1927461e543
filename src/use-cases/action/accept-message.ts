import type { Place } from '../../domain/message/place.ts';
import type { LocalDeps } from '../deps.ts';
import { type Accepted, type ActionClick, keepAction } from './accept-action.ts';

/** How often a message can be added, where it came to nothing each time before. */
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
    const first = `message:${channel}:${ts}:${click.requestId}`;
    let key = first;
    for (let tries = 2; tries <= mostTries; tries += 1) {
      const earlier = await tx.actions.find(key);
      if (earlier === null || earlier.state !== 'refused') break;
      key = `${first}:${tries}`;
    }
    return keepAction(tx, deps, { ...click, verb: 'comment', key });
  });
}
