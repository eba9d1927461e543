/** Who asked for access, and who would have it, as messages name them. */
import { holderOf, requesterName } from '../../domain/holder-action.ts';
import type { Subject } from '../../domain/subject.ts';
import type { Texts } from '../texts/texts.ts';
import { mention, name } from './text.ts';

/** A mention, or the service's name for the person who asked elsewhere. */
export function requesterWords({ card }: Texts, subject: Subject): string {
  if (subject.requester !== null) return mention(subject.requester.userId);
  return name(requesterName(subject, null) || card.somebodyElse, 80);
}

/** A mention where the person is known in Slack. */
export function holderWords({ card }: Texts, subject: Subject): string {
  const slackUserId = holderOf(subject);
  return slackUserId === null ? card.somebodyElse : mention(slackUserId);
}

/** Whether the access is for the person who asked for it, by their Slack accounts. */
export function isForThemselves(subject: Subject): boolean {
  return subject.requester !== null && holderOf(subject) === subject.requester.userId;
}
