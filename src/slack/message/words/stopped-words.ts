/** Why a request went no further before it had a task. */
import type { RequestRefusal } from '../../../domain/request/access-request.ts';
import { actionRefusalWords, identityRefusalWords } from '../../action/refusal-words.ts';
import { numbered } from '../../card/task-words.ts';
import { listed } from '../../platform/text.ts';
import type { Texts } from '../../texts.ts';
import type { Body, Speech } from '../speech.ts';

type Stopped = Body<'grant-stopped'>['refusal'];
type Disagreement = Extract<RequestRefusal, { kind: 'answer-disagrees' }>;

/** To the requester. */
export function requestRefusedWords({ texts, parts }: Speech, refusal: RequestRefusal): string {
  const { notices } = texts;
  if (refusal.kind === 'answer-disagrees') {
    return notices.answerDisagrees.toRequester({ ...parts, ...disagreementParts(texts, refusal) });
  }
  const words = actionRefusalWords(texts, refusal);
  if (refusal.kind === 'service' && refusal.refusal.kind === 'duplicate') {
    // The sentence says "this", because each request of a group has its own message.
    return notices.aboutRequest({ what: parts.whatForWhom, said: words });
  }
  const isPerhapsThere = refusal.kind === 'identity' && refusal.isPerhapsThere === true;
  return (isPerhapsThere ? notices.notSentAgain : notices.refused)({ ...parts, refusal: words });
}

/** To the administrators. */
export function grantStoppedWords({ texts, parts, context }: Speech, refusal: Stopped): string {
  const { notices } = texts;
  if (refusal.kind === 'answer-disagrees') {
    return notices.answerDisagrees.toAdministrators({
      ...parts,
      ...disagreementParts(texts, refusal),
    });
  }
  const aboutId = refusal.slackUserId ?? context.request.requester?.userId ?? '';
  const words = identityRefusalWords(texts, refusal.refusal, aboutId);
  const isPerhapsThere = refusal.isPerhapsThere === true;
  return (isPerhapsThere ? notices.notSentAgain : notices.notSent)({ ...parts, refusal: words });
}

function disagreementParts(texts: Texts, { parts, taskNumber: numericId }: Disagreement) {
  const others = parts.map((part) => texts.notices.answerDisagrees.parts[part]);
  return { number: numbered({ numericId }), others: listed(texts, others, 'and') };
}
