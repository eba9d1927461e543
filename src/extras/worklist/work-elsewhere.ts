/** What waits for the reader in the service, as lines with links. */

import type { KnownBlock } from '@slack/types';
import { taskLink } from '../../domain/settings/access-settings.ts';
import { known } from '../../slack/card/task-words.ts';
import type { ShownSection } from '../../slack/home/home.ts';
import { limits } from '../../slack/platform/limits.ts';
import { cut, link, marked, moment, name, plain, section } from '../../slack/platform/text.ts';
import { type Texts, textsOfExtra } from '../../slack/texts.ts';
import type { LocalDeps } from '../../use-cases/deps.ts';
import type { HomeSection } from '../../use-cases/ports/home-contents.ts';
import { workForHome } from './read-work.ts';
import type { WorkLine } from './rules/reviewer-work.ts';

type Line = HomeWork['shown'][number];

/** The part of Home that shows it. */
export function workSection(deps: LocalDeps): HomeSection<ShownSection> {
  return {
    reading: workForHome.of.job,
    async show(slackUserId) {
      const work = await workOnHome(deps, slackUserId);
      if (work === null) return null;
      return { place: 'waiting', blocks: (texts) => workBlocks(texts, work) };
    },
  };
}

/** Two or three blocks, however many lines there are. */
export function workBlocks(texts: Texts, work: HomeWork): KnownBlock[] {
  const { title } = workTexts(texts);
  const more = work.isCut ? texts.lists.andMore : texts.lists.moreLeftOut({ count: work.left });
  const isMore = work.left > 0 || work.isCut;
  return [
    { type: 'header', text: plain(title, limits.headerText) },
    section(work.shown.map((one) => `• ${lineWords(texts, one)}`).join('\n')),
    ...(isMore ? [{ type: 'context' as const, elements: [marked(more)] }] : []),
  ];
}

function lineWords(
  texts: Texts,
  { kind, name: lineName, instructions, count, dueAt, url }: Line,
): string {
  const { kinds, tasks, due, unnamed } = workTexts(texts);
  const title = cut(lineName, 120) || unnamed;
  const parts = [
    `${known(kinds, kind) ?? kinds.other}: ${url === null ? name(title) : link(url, title)}`,
    ...(instructions === '' ? [] : [name(instructions, 200)]),
    ...(count === 1 ? [] : [tasks({ count })]),
    ...(dueAt === null ? [] : [due({ when: moment(new Date(dueAt)) })]),
  ];
  return parts.join(' · ');
}

/** What waits for somebody in the service and is not decided in Slack. */
const workTexts = textsOfExtra({
  title: ['Waiting for me in the console', 'Wartet in der Zugriffsverwaltung auf mich'],
  /** By the kind of task. */
  kinds: {
    grant: ['Request', 'Anfrage'],
    revoke: ['Removal of access', 'Entzug von Zugriff'],
    'set-up': ['To set up by hand', 'Von Hand einzurichten'],
    certify: ['Access review', 'Zugriffsprüfung'],
    offboarding: ['Offboarding', 'Austritt'],
    finding: ['Finding', 'Befund'],
    action: ['Action', 'Aktion'],
    other: ['To do', 'Zu erledigen'],
  },
  unnamed: ['without a name', 'ohne Namen'],
  tasks: ['{count} open', '{count} offen'],
  due: ['due {when}', 'fällig {when}'],
} as const);

/** What waits for somebody in the service and is not decided here. */
interface HomeWork {
  readonly shown: readonly (WorkLine & {
    /** In the service's console; null where no link is configured. */
    readonly url: string | null;
  })[];
  /** How many there are beside those shown. */
  readonly left: number;
  /** Whether there is more than was read. */
  readonly isCut: boolean;
}

/** More of them never fit on a Home. */
const mostShown = 8;

/** What waits for somebody in the service, by the last reading; null where nothing was read. */
export async function workOnHome(deps: LocalDeps, slackUserId: string): Promise<HomeWork | null> {
  const reading = await deps.store.transaction((tx) => workForHome.onHome(tx, slackUserId));
  if (reading === null || reading.lines.length === 0) return null;
  const { lines, isCut } = reading;
  return {
    shown: lines
      .slice(0, mostShown)
      .map((line) => ({ ...line, url: taskLink(deps.settings.governance, line) })),
    left: Math.max(0, lines.length - mostShown),
    isCut,
  };
}
