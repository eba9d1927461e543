/**
 * Messages about a request that the service has not taken. Long because each stands here with its words and what leads
 * to it.
 */

import type { Refusal } from '../../refusals/refusals.ts';
import type { GrantPart } from '../../task/task-snapshot.ts';
import { entry } from '../fact-object.ts';

export const unsentFacts = {
  'request.refused': entry<{ refusal: Refusal }>({ event: 'was refused by the service' }),
  'request.uncertain': entry({ event: 'was sent, and the service did not answer' }),
  'request.sent-again': entry({ deed: 'sent again' }),
  'request.abandoned': entry({ deed: 'gave up', event: 'was given up' }),
  /** The service told of a task about something else than was asked for; `told`: what it said. */
  'request.answer-disagrees': entry<{ parts: readonly GrantPart[]; told: object }>({
    event: 'was answered by the service with something else',
  }),
};
