import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import { type Language, languageOf, languages } from '../../domain/text/language.ts';
import type { LookupPriority } from '../../use-cases/ports/chat-ports.ts';
import { entries } from '../../use-cases/ports/remember-answers.ts';
import { type Texts, textsFor } from '../texts.ts';
import { type ReadAccount, timeZone } from './slack-accounts.ts';

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
