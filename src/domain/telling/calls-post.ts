/** What its requester reads while nobody decides: who was called, and for an emergency who is next. */

import { emergencyOffer, isNobody, nextCallPhrase } from '../message/kinds/undecided-messages.ts';
import { inLines, inOneLine, type Phrase, say } from '../message/phrase.ts';
import { isDecisionUntold } from '../request/awaited-decision.ts';
import type { Headline, SeenRequest } from './post-parts.ts';
import { postSentences } from './post-sentences.ts';

const hourMs = 3_600_000;
/** Hours after which the requester of a waiting emergency is told again. */
const toldAfterHours = [1, 12] as const;

/** Why a decision is missing, as a piece of news; null while it is not late. */
export function lateHeadline({ watch, reader, now }: SeenRequest): Headline | null {
  if (watch === null || reader !== 'requester') return null;
  const { stepId, occurrence: begun, emergency, beganMs, tiersTold, calls } = watch;
  const headline = { kind: 'late', notBefore: null } as const;
  if (emergency) {
    const hours = toldAfterHours.findLast((one) => now.getTime() >= beganMs + one * hourMs);
    if (hours === undefined) return null;
    const since = new Date(beganMs + hours * hourMs);
    return { ...headline, occurrence: `${stepId}:${begun}:${hours}h`, since };
  }
  if (tiersTold === 0) return null;
  const last = calls?.made.findLast(({ kind }) => kind === 'told');
  const since = last === undefined ? null : new Date(last.atMs);
  return { ...headline, occurrence: `${stepId}:${begun}:${tiersTold}`, since };
}

/** When the passing of time alone makes it late; null if never. */
export function lateLookAt({ watch, reader, now }: SeenRequest): Date | null {
  if (watch === null || !watch.emergency || reader !== 'requester') return null;
  const hours = toldAfterHours.find((one) => now.getTime() < watch.beganMs + one * hourMs);
  return hours === undefined ? null : new Date(watch.beganMs + hours * hourMs);
}

/** The opening once it is late, in place of "is with the reviewers". */
export function latePhrase({ task }: SeenRequest): Phrase {
  const isUntold = task !== null && isDecisionUntold(task);
  return say(isUntold ? postSentences.late.untold : postSentences.late.undecided);
}

/** Who was called, a line each, and what its requester can do meanwhile. */
export function callsPhrase(seen: SeenRequest): Phrase | null {
  const { watch, reader } = seen;
  const calls = watch?.calls;
  if (watch === null || calls === undefined || reader !== 'requester') return null;
  const { late } = postSentences;
  const { emergency, tiersTold } = watch;
  // The last of the reminders says enough.
  const last = emergency ? calls.made.findLast(({ kind }) => kind === 'reminded') : undefined;
  const visible = calls.made.filter(
    (one) => one === last || (one.kind === 'told' && !isNobody(one)),
  );
  const lines = visible.map((one) =>
    say(late.called[one.kind], { when: new Date(one.atMs), people: one }),
  );
  if (emergency) {
    const next = nextCallPhrase(calls.next);
    const then = next === null ? say(late.nobodyNext) : inOneLine(next, say(late.meanwhile));
    const isSilent = lines.length === 0 && lateHeadline(seen) === null;
    return isSilent ? null : inLines(...lines, then);
  }
  if (tiersTold === 0) return null;
  const { offersEmergency } = calls;
  const nobody = lines.length > 0 || offersEmergency ? null : say(late.nobodyToTell);
  return inLines(...lines, nobody, offersEmergency ? say(emergencyOffer) : null);
}
