/** Who asked for access, and who would have it, as messages name them. */
import { holderOf, requesterName } from '../../domain/action/holder-action.ts';
import type { Drafter } from '../../domain/request/access-request.ts';
import type { Subject } from '../../domain/request/subject.ts';
import type { TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import { mention, name } from '../platform/text.ts';
import type { Texts } from '../texts.ts';

/** A mention, or the service's name for the person who asked elsewhere. */
export function requesterWords({ card }: Texts, subject: Subject): string {
  if (subject.requester !== null) return mention(subject.requester.userId);
  return name(requesterName(subject, null) || card.somebodyElse, 80);
}

/** A mention where the person is known in Slack, else the service's name for them. */
export function holderWords(
  { card }: Texts,
  subject: Subject,
  task: Pick<TaskSnapshot, 'target'> | null,
): string {
  const slackUserId = holderOf(subject);
  if (slackUserId !== null) return mention(slackUserId);
  return name(task?.target?.name ?? card.somebodyElse, 80);
}

/** Which agent drafted it; empty where the person wrote it. */
export function draftedWords({ card }: Texts, drafter: Drafter | null): string {
  if (drafter === null) return '';
  return drafter.kind === 'slackbot' ? card.drafted.slackbot : card.drafted.agent(drafter);
}
