import { OutwardFailure } from '../domain/outward-failure.ts';

/** What hangs in the thread of a card waits until the card is there. */
export function notPostedYet(cardId: string): OutwardFailure {
  return new OutwardFailure({
    system: 'slack',
    kind: 'network',
    message: `card ${cardId} is not posted yet`,
    certainlyNotDone: true,
  });
}
