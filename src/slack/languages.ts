import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { type Language, languageOf } from '../domain/language.ts';
import { type Texts, textsFor } from './texts/texts.ts';
import { calling } from './web-api-failure.ts';

/** Who reads: in which language, and on which clock. */
export interface Reader {
  readonly language: Language;
  readonly texts: Texts;
  /** IANA name; null where Slack did not tell it in time. */
  readonly timeZone: string | null;
}

/** Who reads which language. */
export interface Languages {
  /** What many read: cards and threads in channels. */
  readonly workspace: Texts;
  /**
   * What one person reads: in the language of their Slack, else in the workspace's. Never throws, and answers within
   * `patienceMs`, so that a trigger, which lives 3 s, is never spent on waiting for it.
   */
  textsOf(slackUserId: string): Promise<Texts>;
  /** As `textsOf`, with the person's time zone. */
  readerOf(slackUserId: string): Promise<Reader>;
}

export interface LanguagesSettings {
  readonly workspace: Language;
  readonly now: () => Date;
  /** Resolves after so many milliseconds. */
  readonly wait: (ms: number) => Promise<unknown>;
}

const patienceMs = 700;
const rememberedMs = 60 * 60_000;
/** After a failure, so that a slow or limited Slack is not asked again at every click. */
const pauseMs = 30_000;
const mostRemembered = 10_000;

const withLocale = z.object({ locale: z.string().nullish(), tz: z.string().nullish() });

interface Spoken {
  readonly language: Language;
  readonly timeZone: string | null;
}

interface Known extends Spoken {
  readonly untilMs: number;
}

/** From `users.info`, which tells the locale where it is asked for (slack.md; scope users:read). */
export function createLanguages(client: Pick<WebClient, 'users'>, settings: LanguagesSettings): Languages {
  const known = new Map<string, Known>();
  const asking = new Map<string, Promise<Spoken>>();

  function remember(slackUserId: string, { language, timeZone }: Spoken, forMs: number): Spoken {
    known.delete(slackUserId);
    known.set(slackUserId, { language, timeZone, untilMs: settings.now().getTime() + forMs });
    const [oldest] = known.keys();
    if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest);
    return { language, timeZone };
  }

  async function askSlack(slackUserId: string, otherwise: Spoken): Promise<Spoken> {
    try {
      const answer = await calling('users.info', () => client.users.info({ user: slackUserId, include_locale: true }));
      const account = withLocale.safeParse(answer.ok ? answer.value.user : null);
      const { locale, tz } = account.data ?? {};
      const spoken = { language: languageOf(locale, settings.workspace), timeZone: tz || null };
      return remember(slackUserId, spoken, rememberedMs);
    } catch {
      // Whatever it is, the call that the person waits for says it too.
      return remember(slackUserId, otherwise, pauseMs);
    } finally {
      asking.delete(slackUserId);
    }
  }

  async function spokenBy(slackUserId: string): Promise<Spoken> {
    const last = known.get(slackUserId);
    if (last !== undefined && settings.now().getTime() < last.untilMs) return last;
    const otherwise = last ?? { language: settings.workspace, timeZone: null };
    const answer = asking.get(slackUserId) ?? askSlack(slackUserId, otherwise);
    if (!asking.has(slackUserId)) asking.set(slackUserId, answer);
    return Promise.race([answer, settings.wait(patienceMs).then(() => otherwise)]);
  }

  return {
    workspace: textsFor(settings.workspace),
    textsOf: async (slackUserId) => textsFor((await spokenBy(slackUserId)).language),
    async readerOf(slackUserId) {
      const { language, timeZone } = await spokenBy(slackUserId);
      return { language, timeZone, texts: textsFor(language) };
    },
  };
}
