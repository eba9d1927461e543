import { z } from 'zod';
import type { Standing } from '../../../domain/action/holder-action.ts';
import { isConfidential, taskLink } from '../../../domain/settings/access-settings.ts';
import { standingWords } from '../../../slack/home/standing.ts';
import type { Languages, Reader } from '../../../slack/people/languages.ts';
import { link, section } from '../../../slack/platform/text.ts';
import { textsOfExtra } from '../../../slack/texts.ts';
import {
  holderRequests,
  shownRequests,
  whatHolderMay,
} from '../../../use-cases/access/holder-requests.ts';
import { cardFor } from '../../../use-cases/card/card-model.ts';
import type { LocalDeps } from '../../../use-cases/deps.ts';
import type { HomeRequest } from '../../../use-cases/ports/home-contents.ts';
import type { HolderRow } from '../../../use-cases/ports/rows/subject-rows.ts';
import { plainWords } from './plain-words.ts';
import { type Caller, type JsonValue, readOnly, type Tool, type ToolAnswer } from './tool.ts';

export interface OwnRequestsPorts extends LocalDeps {
  readonly languages: Pick<Languages, 'readerOf'>;
}

/** How one of the person's own requests stands. */
export const requestOutput = z.object({
  id: z.string(),
  number: z.string().nullable().describe('As people call it, like 1042'),
  app: z.string(),
  access: z.string(),
  standing: z.enum(['open', 'active', 'sent', 'ended']),
  says: z.string().describe('How it stands, in the language of the person'),
  reason: z.string(),
  askedAt: z.string(),
  endsAt: z.string().nullable().describe('When granted access ends; null: never, or not known'),
  link: z.string().nullable(),
});

const output = z.object({
  requests: z.array(requestOutput),
  leftOut: z.number().describe('How many there are beside these'),
});

/** What the person asked for, and others for them. */
export function myRequests(ports: OwnRequestsPorts): Tool {
  return {
    name: 'my_requests',
    title: 'My access requests',
    description:
      'Lists the access requests that the person you act for made, or that others made for them, with how each one stands and a link to it.',
    annotations: readOnly,
    input: z.object({
      which: z
        .enum(['open', 'all'])
        .default('open')
        .describe('open: those still under way; all: granted and ended ones, too'),
    }),
    output,
    async call(caller, input) {
      const which = whichOf(input);
      const standings = which === 'all' ? undefined : (['open', 'sent'] as const);
      return listOf(ports, caller, { standings }, (words) => words.noRequests);
    },
  };
}

function whichOf(input: unknown): 'open' | 'all' {
  return z.object({ which: z.literal('all') }).safeParse(input).success ? 'all' : 'open';
}

/** What the person has through requests; nothing that they asked for on behalf of others. */
export function myAccess(ports: OwnRequestsPorts): Tool {
  return {
    name: 'my_access',
    title: 'My access',
    description:
      'Lists the access that the person you act for has through requests, with when it ends and a link. What they were given elsewhere is on the app’s Home tab in Slack.',
    annotations: readOnly,
    input: z.object({}),
    output,
    async call(caller) {
      return listOf(
        ports,
        caller,
        { standings: ['active'], isOwn: true },
        (words) => words.noAccess,
      );
    },
  };
}

async function listOf(
  ports: OwnRequestsPorts,
  { person }: Caller,
  {
    standings,
    isOwn,
  }: { readonly standings?: readonly Standing[] | undefined; readonly isOwn?: boolean },
  nothing: (words: ReturnType<typeof ownWords>) => string,
): Promise<ToolAnswer> {
  const { userId } = person;
  const reader = await ports.languages.readerOf(userId);
  const words = ownWords(reader.texts);
  const page = await holderRequests(ports, userId, shownRequests.message, standings, isOwn);
  const { left, at } = page;
  const entries = page.shown.map((entry) => withoutReviewers(ports, entry));
  const links = await linksOf(ports, userId, entries);
  const leftOut = Object.values(left).reduce((sum, count) => sum + count, 0);
  const lines = entries.map((entry) => wordsOf(reader, userId, entry, at));
  const requests = entries.map((entry, place) => {
    const [, says = ''] = (lines[place] ?? '').split('\n');
    return requestOf(entry, says, links.get(entry.request.id) ?? null);
  });
  const listed = lines.map((line, place) => {
    const link = requests[place]?.link ?? null;
    const all = link === null ? line : `${line}\n${link}`;
    return `- ${all.replaceAll('\n', '\n  ')}`;
  });
  const more = leftOut === 0 ? [] : [words.more({ count: leftOut })];
  const text = [...(listed.length === 0 ? [nothing(words)] : listed), ...more].join('\n');
  const blocks = entries.map((entry, place) => {
    const line = standingWords(reader.texts, userId, entry, at);
    const url = requests[place]?.link ?? null;
    return section(url === null ? line : `${line}\n${link(url, words.open)}`);
  });
  const below = more.map((line) => section(line));
  return {
    structured: { requests, leftOut },
    text,
    ...(blocks.length === 0 ? {} : { blocks: [...blocks, ...below] }),
  };
}

/** Of a confidential app, an agent does not learn who decides: it may repeat that anywhere. */
function withoutReviewers(
  { settings }: Pick<OwnRequestsPorts, 'settings'>,
  entry: HomeRequest,
): HomeRequest {
  const { request, task } = entry;
  if (task === null || !isConfidential(settings, request.appId)) return entry;
  const stepApprovers = task.stepApprovers.map((one) => ({ ...one, name: one.id, email: null }));
  return { ...entry, task: { ...task, stepApprovers } };
}

function wordsOf(reader: Reader, userId: string, entry: HomeRequest, at: Date): string {
  return plainWords(standingWords(reader.texts, userId, entry, at), reader);
}

interface ToldRequest {
  readonly says: string;
  readonly link: string | null;
  readonly [key: string]: JsonValue;
}

/** One of them, as the lists tell it. */
export async function toldRequest(
  ports: OwnRequestsPorts,
  reader: Reader,
  userId: string,
  row: HolderRow,
): Promise<ToldRequest> {
  const entry = withoutReviewers(ports, {
    ...row,
    consoleUrl: taskLink(ports.settings.governance, row.task),
    can: whatHolderMay(ports, userId, row),
    nudge: null,
    leaving: null,
    alsoWithdraws: false,
    isForMoreTime: false,
    isUndelivered: false,
    progress: null,
  });
  const links = await linksOf(ports, userId, [entry]);
  const [, says = ''] = wordsOf(reader, userId, entry, ports.world.now()).split('\n');
  return requestOf(entry, says, links.get(row.request.id) ?? null);
}

function requestOf(
  { request, task, grant, standing }: HomeRequest,
  says: string,
  link: string | null,
): ToldRequest {
  return {
    id: request.id,
    number: task?.numericId ?? null,
    app: request.appName,
    access: request.entitlementName,
    standing,
    says,
    reason: request.justification,
    askedAt: request.createdAt.toISOString(),
    endsAt: grant?.endsAt?.toISOString() ?? null,
    link,
  };
}

/** To the card that the person can read, else to the service's console. */
async function linksOf(
  { store }: OwnRequestsPorts,
  userId: string,
  shown: readonly HomeRequest[],
): Promise<ReadonlyMap<string, string | null>> {
  return store.transaction(async (tx) => {
    const links = new Map<string, string | null>();
    for (const { request, consoleUrl } of shown) {
      const card = cardFor(await tx.cards.ofRequest(request.id), userId);
      links.set(request.id, card?.permalink ?? consoleUrl);
    }
    return links;
  });
}

const ownWords = textsOfExtra({
  noRequests: ['There are no such requests.', 'Es gibt keine solchen Anfragen.'],
  noAccess: [
    'There is no access that was asked for here. What was given elsewhere is on Home in Slack.',
    'Es gibt keinen Zugriff, der hier angefragt wurde. Was woanders gewährt wurde, steht auf Home in Slack.',
  ],
  open: ['Open', 'Öffnen'],
  more: { one: ['… 1 more', '… 1 weitere'], other: ['… {count} more', '… {count} weitere'] },
} as const);
