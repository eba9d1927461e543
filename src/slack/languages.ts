import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type Language, languageOf, languages } from '../domain/language.ts';
import { unlessFailing } from '../domain/outward-failure.ts';
import type { Haste } from '../use-cases/chat-ports.ts';
import { type ReadAccount, timeZone } from './accounts.ts';
import { type Texts, textsFor } from './texts/texts.ts';

/** Who reads: in which language, and on which clock. */
export interface Reader {
  readonly language: Language;
  readonly texts: Texts;
  /** IANA name; null where Slack did not tell it in time. */
  readonly timeZone: string | null;
}

/** Who reads which language. */
export type Languages = ReturnType<typeof createLanguages>;

export interface LanguagesSettings {
  readonly workspace: Language;
  /** Slack ids of those whom people are told to ask. */
  readonly admins: readonly string[];
  readonly now: () => Date;
  /** Resolves after so many milliseconds. */
  readonly wait: (ms: number) => Promise<undefined>;
}

const patienceMs = 700;
const rememberedMs = 60 * 60_000;
/** After a failure, so that a slow or limited Slack is not asked again at every click. */
const pauseMs = 30_000;

const withLocale = z.object({ locale: z.string().nullish(), tz: timeZone });

type Spoken = Pick<Reader, 'language' | 'timeZone'>;

/**
 * How a reader is kept in a form, so that its submission asks nobody; null in forms of versions
 * that did not keep it.
 */
export const spokenMemory = z
  .object({ language: z.enum(languages), timeZone: z.string().nullable() })
  .nullable()
  .default(null) satisfies z.ZodType<Spoken | null>;

/**
 * From the accounts in Slack, which tell the locale where it is asked for (slack.md; scope
 * users:read).
 */
export function createLanguages(account: ReadAccount, settings: LanguagesSettings) {
  const unknown: Spoken = { language: settings.workspace, timeZone: null };
  const texts = { en: textsFor('en', settings.admins), de: textsFor('de', settings.admins) };

  function spokenIn(account: unknown): Spoken {
    const { locale, tz = null } = withLocale.safeParse(account).data ?? {};
    return { language: languageOf(locale, settings.workspace), timeZone: tz };
  }

  const known = new LRUCache<string, Spoken>({
    max: 10_000,
    ttl: rememberedMs,
    ttlResolution: 0,
    perf: { now: () => settings.now().getTime() },
  });

  /** What to go by while Slack does not answer. */
  const lastOf = (slackUserId: string) => known.peek(slackUserId, { allowStale: true }) ?? unknown;

  /** What is read is heard; where nothing can be, Slack is left alone for a while. */
  const ask = (slackUserId: string, haste: Haste) =>
    unlessFailing(account(slackUserId, haste), (err) => {
      if (haste === 'in-turn' && err.kind === 'rate-limited') throw err;
      known.set(slackUserId, lastOf(slackUserId), { ttl: pauseMs });
    });

  async function spokenBy(slackUserId: string): Promise<Spoken> {
    if (!known.has(slackUserId))
      await Promise.race([ask(slackUserId, 'recent'), settings.wait(patienceMs)]);
    return lastOf(slackUserId);
  }

  function readerFrom(kept: Spoken | null): Reader {
    const { language, timeZone } = kept ?? unknown;
    return { language, timeZone, texts: texts[language] };
  }

  return {
    /** What many read: cards and threads in channels. */
    workspace: texts[settings.workspace],
    /**
     * What one person reads: in the language of their Slack, else in the workspace's. Never throws,
     * and answers within `patienceMs`, so that a trigger, which lives 3 s, is never spent on
     * waiting for it.
     */
    textsOf: async (slackUserId: string) => texts[(await spokenBy(slackUserId)).language],
    /**
     * As `textsOf`, in its turn among what jobs ask: throws the rate limit that says when to come
     * back.
     */
    async textsInTurn(slackUserId: string) {
      if (!known.has(slackUserId)) await ask(slackUserId, 'in-turn');
      return texts[lastOf(slackUserId).language];
    },
    /** Remembers what an account says that was read for something else. */
    heard: (slackUserId: string, account: unknown) =>
      void known.set(slackUserId, spokenIn(account)),
    /** As `textsOf` by what was told before; asks nobody. */
    rememberedTextsOf: (slackUserId: string) => texts[lastOf(slackUserId).language],
    /**
     * Whoever was known when something was kept; who reads as the workspace does where nobody was.
     * Asks nobody.
     */
    readerFrom,
    /** As `textsOf`, with the person's time zone. */
    readerOf: async (slackUserId: string) => readerFrom(await spokenBy(slackUserId)),
  };
}
