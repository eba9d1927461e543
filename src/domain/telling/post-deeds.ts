/** What somebody did with a request, as one of its parties reads it. */

import type { Action } from '../action/action.ts';
import { actedSentences } from '../message/kinds/action-messages.ts';
import { decidedSentences } from '../message/kinds/decision-messages.ts';
import { messageReader } from '../message/message-context.ts';
import { type Phrase, say } from '../message/phrase.ts';
import type { SeenRequest } from './post-parts.ts';
import { postSentences } from './post-sentences.ts';
import { isAnswered, type ToldRequest } from './told-request.ts';

export function deedPhrase(deed: Action, seen: SeenRequest): Phrase {
  const { verb, by } = deed;
  const who = by.userId;
  const { acts, answeredQuestion } = actedSentences;
  if (verb === 'approve') return say(decidedSentences.approved, { who });
  if (verb === 'deny') return say(decidedSentences.denied, { who });
  if (verb === 'answer') return say(postSentences.answered, { who }, ownRequestOf(who, seen));
  if (verb === 'comment') return say(postSentences.commented, { who }, ownRequestOf(who, seen));
  if (verb === 'ask' && isAnswered(seen, deed)) return say(answeredQuestion, { who });
  return verb === 'give-back'
    ? say(postSentences.givenBackNow)
    : say(acts[verb], { who }, ownRequestOf(who, seen));
}

export function withdrawalPhrase({ by }: Action, seen: SeenRequest): Phrase {
  const { isCorrected, lapse, readerId, reader } = seen;
  const { insteadOfWithdrawn, ownActs, acts } = actedSentences;
  const isGivenBack = lapse === 'given-back';
  const instead = isCorrected
    ? insteadOfWithdrawn.corrected
    : isGivenBack
      ? insteadOfWithdrawn.givenBack
      : null;
  if (by.userId === readerId && reader !== 'anybody') return say(instead?.own ?? ownActs.withdraw);
  return say(instead?.others ?? acts.withdraw, { who: by.userId }, ownRequestOf(by.userId, seen));
}

/** "@ben withdrew the request by @ben" would name them twice. */
function ownRequestOf(who: string, { request }: ToldRequest): { readonly request?: 'ownRequest' } {
  return messageReader(request, who) === 'requester' ? { request: 'ownRequest' } : {};
}
