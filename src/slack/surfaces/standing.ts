import type { KnownBlock } from '@slack/types';
import { isOpen } from '../../domain/task-snapshot.ts';
import type { HomeRequest } from '../../use-cases/chat-ports.ts';
import { limits } from '../limits.ts';
import type { Texts } from '../texts/texts.ts';
import type { RenderedMessage } from './task-card.ts';
import { countedNames, outcomeWords, taskNumber } from './task-words.ts';
import { cutMarked, marked, mention, moment, name } from './text.ts';

/** Whether something is being decided or set up, is there, or is over. */
export function standingOf({ request, task, grant }: HomeRequest): 'open' | 'active' | 'ended' {
  if (grant !== null) return grant.endedAt === null ? 'active' : 'ended';
  if (task !== null) return isOpen(task) ? 'open' : 'ended';
  return request.state === 'refused' || request.state === 'abandoned' ? 'ended' : 'open';
}

/** A request and where it stands, in two lines. */
export function standingWords(texts: Texts, readerId: string, entry: HomeRequest): string {
  const { home } = texts;
  const { request, task } = entry;
  const what = `*${name(`${request.appName} · ${request.entitlementName}`, 200)}*`;
  const number = task === null || taskNumber(task) === '' ? '' : ` (${name(taskNumber(task))})`;
  const parts = [stateWords(texts, entry), ...whomWords(texts, readerId, entry)];
  if (task !== null && isOpen(task) && task.stepApprovers.length > 0) {
    parts.push(
      countedNames(
        texts,
        task.stepApprovers.map((person) => person.name),
        'or',
      ),
    );
  }
  parts.push(home.asked({ when: moment(texts, request.createdAt) }));
  return `${what}${number}\n${parts.join(' · ')}`;
}

function whomWords({ home }: Texts, readerId: string, { request }: HomeRequest): string[] {
  if (request.requester.userId !== readerId) return [home.bySomebody({ who: mention(request.requester.userId) })];
  const { targetSlackId } = request;
  return targetSlackId === null || targetSlackId === readerId
    ? []
    : [home.forSomebody({ who: mention(targetSlackId) })];
}

function stateWords(texts: Texts, { request, task, grant }: HomeRequest): string {
  const { home } = texts;
  if (grant !== null) {
    if (grant.endedAt === null) {
      return grant.endsAt === null ? home.untilRevoked : home.until({ when: moment(texts, grant.endsAt) });
    }
    const when = moment(texts, grant.endedAt);
    if (grant.endedBy === 'extended') return home.prolonged;
    return grant.endedBy === 'given-back' ? home.givenBackAt({ when }) : home.endedAt({ when });
  }
  if (task !== null) {
    if (!isOpen(task)) return name(outcomeWords(texts, task.outcome));
    return task.stepApprovers.length > 0 ? home.waitingForReview : home.beingSetUp;
  }
  switch (request.state) {
    case 'submitted':
    case 'sending':
    case 'created':
      return home.onItsWay;
    case 'refused':
      return home.notSentOn;
    case 'uncertain':
      return home.unclear;
    case 'abandoned':
      return home.left;
  }
}

/** The answer to `status`, what is under way, and to `list`, everything: seen by one person only. */
export function standingMessage(
  texts: Texts,
  readerId: string,
  requests: readonly HomeRequest[],
  which: 'status' | 'list',
): RenderedMessage {
  const shown = requests.filter((entry) => which === 'list' || standingOf(entry) === 'open');
  const nothing = which === 'list' ? texts.home.nothingListed : texts.home.nothingOpen;
  const lines = shown.length === 0 ? [nothing] : shown.map((entry) => standingWords(texts, readerId, entry));
  const blocks: KnownBlock[] = lines.map((line) => ({ type: 'section', text: marked(line) }));
  return { text: cutMarked(lines.join('\n'), limits.sectionText), blocks };
}
