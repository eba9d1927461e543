/** What the reader asked for in the service, or others asked for them there. */
import type { KnownBlock } from '@slack/types';
import type { Transaction } from 'kysely';
import { callNameOf } from '../../domain/people/identity-person.ts';
import type { TaskElsewhere } from '../../domain/request/subject.ts';
import { taskLink } from '../../domain/settings/access-settings.ts';
import { isFor, type TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import { standsWords } from '../../slack/card/standing-words.ts';
import { consoleWords, titleWords } from '../../slack/card/task-words.ts';
import type { ShownSection } from '../../slack/home/home.ts';
import { limits } from '../../slack/platform/limits.ts';
import { marked, moment, name, plain, section } from '../../slack/platform/text.ts';
import { type Texts, textsOfExtra } from '../../slack/texts.ts';
import type { Tables } from '../../store/platform/tables.ts';
import { toTaskElsewhere } from '../../store/request/subjects.ts';
import { total } from '../../store/task/tasks.ts';
import { rowsOfExtra } from '../../store/transaction.ts';
import type { LocalDeps } from '../../use-cases/deps.ts';
import type { HomeSection } from '../../use-cases/ports/home-contents.ts';

/** Open requests that were made elsewhere, by the person or for them. */
export interface HomeElsewhere {
  readonly shown: readonly RequestElsewhere[];
  /** How many there are beside those shown. */
  readonly left: number;
}

export interface RequestElsewhere {
  readonly subject: TaskElsewhere;
  readonly task: TaskSnapshot;
  /** Whether the reader made it. */
  readonly isOwn: boolean;
  /** Whether the reader is to have the access. */
  readonly isForReader: boolean;
  /** Link to the task in the service's own console; null where there is none. */
  readonly consoleUrl: string | null;
}

const elsewhereTexts = textsOfExtra({
  title: ['Asked for elsewhere', 'Woanders angefragt'],
} as const);

/** The part of Home that shows them. */
export function elsewhereSection(deps: LocalDeps): HomeSection<ShownSection> {
  return {
    reading: () => null,
    async show(slackUserId) {
      const elsewhere = await askedElsewhere(deps, slackUserId);
      return { place: 'open', blocks: (texts) => elsewhereBlocks(texts, elsewhere) };
    },
  };
}

/** Nothing where nothing is open. Two or three blocks, however many there are. */
export function elsewhereBlocks(texts: Texts, { shown, left }: HomeElsewhere): KnownBlock[] {
  if (shown.length === 0) return [];
  const more = texts.lists.moreLeftOut({ count: left });
  return [
    { type: 'header', text: plain(elsewhereTexts(texts).title, limits.headerText) },
    section(shown.map((one) => `• ${requestWords(texts, one)}`).join('\n')),
    ...(left === 0 ? [] : [{ type: 'context' as const, elements: [marked(more)] }]),
  ];
}

/** The access, then what it waits for and whom it concerns. */
function requestWords(texts: Texts, one: RequestElsewhere): string {
  const { home } = texts;
  const { subject, task, isOwn, isForReader, consoleUrl } = one;
  const by = subject.elsewhere.requesterName;
  const target = task.target === null ? null : callNameOf(task.target);
  const parts = [
    // The link stands at the end of the line.
    standsWords(texts, { request: subject, task, consoleUrl: null }),
    ...(isOwn || by === null ? [] : [home.bySomebody({ who: name(by, 80) })]),
    ...(isForReader || target === null ? [] : [home.forSomebody({ who: name(target, 80) })]),
    home.asked({ when: moment(subject.createdAt) }),
    ...(consoleUrl === null ? [] : [consoleWords(texts, consoleUrl)]),
  ];
  return `${titleWords({ request: subject, task })} · ${parts.join(' · ')}`;
}

/** More of them never fit on a Home. */
const mostShown = 5;

/**
 * Open requests for access that somebody made elsewhere, or that others made there for them, as far
 * as the bot knows of them.
 */
export async function askedElsewhere(deps: LocalDeps, slackUserId: string): Promise<HomeElsewhere> {
  const nothing: HomeElsewhere = { shown: [], left: 0 };
  return deps.store.transaction(async (tx) => {
    const readerId = (await tx.identities.find(slackUserId))?.person.id;
    if (readerId === undefined) return nothing;
    const { rows, total } = await rowsOfExtra(tx, (trx) => openElsewhereOf(trx, readerId));
    const all = rows.map(({ subject, task }) => ({
      subject,
      task,
      isOwn: subject.requesterIdentityId === readerId,
      isForReader: isFor(task, readerId),
      consoleUrl: taskLink(deps.settings.governance, task),
    }));
    // An answer that names several people may be about somebody else.
    const ownRequests = all.filter(({ isOwn, isForReader }) => isOwn || isForReader);
    return { shown: ownRequests, left: total - all.length };
  });
}

/**
 * Open requests for access that were made elsewhere, by this identity or for it, newest first.
 * Without what came of an access profile, which is shown with the profile.
 */
async function openElsewhereOf(trx: Transaction<Tables>, identityUserId: string) {
  const rows = await trx
    .selectFrom('tasksElsewhere')
    .innerJoin('tasks', 'tasks.id', 'tasksElsewhere.taskId')
    .selectAll('tasksElsewhere')
    .select(['tasks.snapshot as task', total])
    .where('tasks.isOpen', '=', true)
    .where('tasksElsewhere.kind', '=', 'grant')
    .where((where) =>
      where.or([
        where('tasksElsewhere.requesterIdentityId', '=', identityUserId),
        where('tasksElsewhere.identityUserId', '=', identityUserId),
      ]),
    )
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('profileTasks')
            .select('profileTasks.taskId')
            .whereRef('profileTasks.taskId', '=', 'tasks.id'),
        ),
      ),
    )
    .orderBy('tasksElsewhere.createdAt', 'desc')
    .orderBy('tasksElsewhere.id')
    .limit(mostShown)
    .execute();
  return {
    rows: rows.map(({ task, total: _total, ...columns }) => ({
      subject: toTaskElsewhere(columns),
      task,
    })),
    /** Those beyond the limit included. */
    total: rows[0]?.total ?? 0,
  };
}
