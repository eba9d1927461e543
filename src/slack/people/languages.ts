import type { WebClient } from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import { IANAZone } from 'luxon';
import { z } from 'zod';
import { OutwardFailure, unlessFailing } from '../../domain/outward/outward-failure.ts';
import { type Language, languageOf, languages } from '../../domain/text/sentence.ts';
import type { LookupPriority } from '../../use-cases/ports/chat-ports.ts';
import { entries, rememberAnswers } from '../../use-cases/ports/remember-answers.ts';
import type { Pacer, Turn } from '../platform/pacer.ts';
import { askingAbout } from '../platform/web-api-failure.ts';
import { type Texts, textsFor } from '../texts.ts';

/**
 * An account as Slack sends it, with its locale; null for an id that Slack does not know. Throws as
 * `ChatDirectory.person` does.
 */
export type ReadAccount = (slackUserId: string, priority: LookupPriority) => Promise<unknown>;

/** IANA name; null if Slack sends no valid one. */
export const timeZone = z
  .string()
  .nullish()
  .transform((tz) => (tz && IANAZone.isValidZone(tz) ? tz : null));

/**
 * The rate limit of `users.info`. Jobs leave a part of the burst to calls that people wait for
 * (docs/spec/slack.md#rate-limits).
 */
const budget = { perMinute: 100, burst: 70 };
/** A command asks for the language, then for the identity: one call serves both. */
const recentMs = 3_000;
/**
 * `acted`: an account that was read within this time is used again for a person who has just acted,
 * because the signed payload shows that the account still exists.
 */
const lastRead = { ...entries(1_000), ttl: 10 * 60_000 } as const;

/**
 * `users.info`: the person, their language and their clock. `heard` gets every account that was
 * read.
 */
export function createAccounts(
  client: Pick<WebClient, 'users'>,
  {
    pacer,
    now,
    heard,
  }: { pacer: Pacer; now: () => Date; heard?: (slackUserId: string, account: unknown) => void },
): ReadAccount {
  const accounts = new LRUCache<string, { readonly account: unknown }>({
    ...lastRead,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  });
  async function read(user: string, turn: Turn): Promise<unknown> {
    await pacer.turn('users.info', { ...budget, ...turn });
    const asking = () => client.users.info({ user, include_locale: true });
    const answer = await askingAbout('users.info', asking, user);
    const account = answer === null ? null : accountOf(user, answer.user);
    heard?.(user, account);
    accounts.set(user, { account });
    return account;
  }
  const fresh = (user: string) => read(user, { isAtOnce: true });
  const recent = rememberAnswers(fresh, { forMs: recentMs, now });
  const inTurn = (user: string) => read(user, { ticket: user });
  const acted = (user: string) => {
    const last = accounts.get(user);
    return last === undefined ? inTurn(user) : Promise.resolve(last.account);
  };
  const ways = { fresh, recent, 'in-turn': inTurn, acted };
  return (user, priority) => ways[priority](user);
}

const withId = z.object({ id: z.string() });

/**
 * The account in an answer. An answer about another account is a failure: its email would give one
 * person the identity, and so the rights, of another.
 */
function accountOf(slackUserId: string, answer: unknown): unknown {
  const { id } = withId.safeParse(answer).data ?? {};
  if (id === undefined || id === slackUserId) return answer;
  throw new OutwardFailure({
    system: 'slack',
    kind: 'decode',
    message: `users.info: asked for ${slackUserId}, told of ${id}`,
    certainlyNotDone: true,
  });
}

/** The language and the clock of a person who reads. */
export interface Reader {
  readonly language: Language;
  readonly texts: Texts;
  /** IANA name; null if Slack did not answer in time. */
  readonly timeZone: string | null;
}

/** The language of each reader. */
export interface Languages {
  /** For texts that many people read: cards and threads in channels. */
  readonly workspace: Texts;
  /**
   * For one person: the language of their Slack, else the workspace's. Never throws, and answers
   * within `patienceMs`: a trigger lives 3 s, and waiting must not use that up.
   */
  readonly textsOf: (slackUserId: string) => Promise<Texts>;
  /**
   * As `textsOf`, for jobs: in turn with their other calls. Throws the rate limit that says when to
   * come back.
   */
  readonly textsInTurn: (slackUserId: string) => Promise<Texts>;
  /** Remembers the language of an account that was read for another purpose. */
  readonly heard: (slackUserId: string, account: unknown) => void;
  /** As `textsOf`, from memory: asks nobody. */
  readonly rememberedTextsOf: (slackUserId: string) => Texts;
  /** The reader who was stored in a form; without one, the workspace's. Asks nobody. */
  readonly readerFrom: (kept: Spoken | null) => Reader;
  /** As `textsOf`, with the person's time zone. */
  readonly readerOf: (slackUserId: string) => Promise<Reader>;
}

export interface LanguagesSettings {
  readonly workspace: Language;
  /** Slack ids of the administrators that texts name as helpers. */
  readonly admins: readonly string[];
  readonly now: () => Date;
  /** Resolves after that many milliseconds. */
  readonly wait: (ms: number) => Promise<undefined>;
}

const patienceMs = 700;
const rememberedMs = 60 * 60_000;
/** After a failure, so that a slow or limited Slack is not asked again at every click. */
const pauseMs = 30_000;

const withLocale = z.object({ locale: z.string().nullish(), tz: timeZone });

type Spoken = Pick<Reader, 'language' | 'timeZone'>;

/** The reader, stored in a form: its submission asks nobody. */
export const spokenMemory = z.object({
  language: z.enum(languages),
  timeZone: z.string().nullable(),
}) satisfies z.ZodType<Spoken>;

/**
 * Reads languages from Slack accounts, with their locale (docs/spec/slack.md#accounts; scope
 * users:read).
 */
export function createLanguages(account: ReadAccount, settings: LanguagesSettings): Languages {
  const unknown: Spoken = { language: settings.workspace, timeZone: null };
  const texts = { en: textsFor('en', settings.admins), de: textsFor('de', settings.admins) };

  function spokenIn(account: unknown): Spoken {
    const { locale, tz = null } = withLocale.safeParse(account).data ?? {};
    return { language: languageOf(locale, settings.workspace), timeZone: tz };
  }

  const languages = new LRUCache<string, Spoken>({
    ...entries(10_000),
    ttl: rememberedMs,
    ttlResolution: 0,
    perf: { now: () => settings.now().getTime() },
  });

  /** The last known language, also while Slack does not answer. */
  const lastOf = (slackUserId: string) =>
    languages.peek(slackUserId, { allowStale: true }) ?? unknown;

  /** Reads the account, which calls `heard`. After a failure Slack is not asked for a while. */
  const ask = (slackUserId: string, priority: LookupPriority) =>
    unlessFailing(account(slackUserId, priority), (err) => {
      if (priority === 'in-turn' && err.kind === 'rate-limited') throw err;
      languages.set(slackUserId, lastOf(slackUserId), { ttl: pauseMs });
    });

  async function spokenBy(slackUserId: string): Promise<Spoken> {
    if (!languages.has(slackUserId))
      await Promise.race([ask(slackUserId, 'recent'), settings.wait(patienceMs)]);
    return lastOf(slackUserId);
  }

  function readerFrom(kept: Spoken | null): Reader {
    const { language, timeZone } = kept ?? unknown;
    return { language, timeZone, texts: texts[language] };
  }

  return {
    workspace: texts[settings.workspace],
    textsOf: async (slackUserId) => texts[(await spokenBy(slackUserId)).language],
    async textsInTurn(slackUserId) {
      if (!languages.has(slackUserId)) await ask(slackUserId, 'in-turn');
      return texts[lastOf(slackUserId).language];
    },
    heard: (slackUserId, account) => void languages.set(slackUserId, spokenIn(account)),
    rememberedTextsOf: (slackUserId) => texts[lastOf(slackUserId).language],
    readerFrom,
    readerOf: async (slackUserId) => readerFrom(await spokenBy(slackUserId)),
  };
}
