import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { type Language, languageOf } from '../domain/language.ts';
import { type Texts, textsFor } from './texts/texts.ts';
import { calling } from './web-api-failure.ts';

/** Who reads which language. */
export interface Languages {
  /** What many read: cards and threads in channels. */
  readonly workspace: Texts;
  /**
   * What one person reads: in the language of their Slack, else in the workspace's. Never throws, and answers within
   * `patienceMs`, so that a trigger, which lives 3 s, is never spent on waiting for it.
   */
  textsOf(slackUserId: string): Promise<Texts>;
}

export interface LanguagesSettings {
  readonly workspace: Language;
  readonly now: () => Date;
  /** Resolves after so many milliseconds. */
  readonly wait: (ms: number) => Promise<unknown>;
}

export const patienceMs = 700;
const rememberedMs = 60 * 60_000;
/** After a failure, so that a slow or limited Slack is not asked again at every click. */
const pauseMs = 30_000;
const mostRemembered = 10_000;

const withLocale = z.object({ locale: z.string().nullish() });

interface Known {
  readonly language: Language;
  readonly untilMs: number;
}

/** From `users.info`, which tells the locale where it is asked for (slack.md; scope users:read). */
export function createLanguages(client: Pick<WebClient, 'users'>, settings: LanguagesSettings): Languages {
  const known = new Map<string, Known>();
  const asking = new Map<string, Promise<Language>>();

  function remember(slackUserId: string, language: Language, forMs: number): Language {
    known.delete(slackUserId);
    known.set(slackUserId, { language, untilMs: settings.now().getTime() + forMs });
    const [oldest] = known.keys();
    if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest);
    return language;
  }

  async function askSlack(slackUserId: string, otherwise: Language): Promise<Language> {
    try {
      const answer = await calling('users.info', () => client.users.info({ user: slackUserId, include_locale: true }));
      const account = withLocale.safeParse(answer.ok ? answer.value.user : null);
      const locale = account.success ? account.data.locale : null;
      return remember(slackUserId, languageOf(locale, settings.workspace), rememberedMs);
    } catch {
      // Whatever it is, the call that the person waits for says it too.
      return remember(slackUserId, otherwise, pauseMs);
    } finally {
      asking.delete(slackUserId);
    }
  }

  async function languageOfPerson(slackUserId: string): Promise<Language> {
    const last = known.get(slackUserId);
    if (last !== undefined && settings.now().getTime() < last.untilMs) return last.language;
    const otherwise = last?.language ?? settings.workspace;
    const answer = asking.get(slackUserId) ?? askSlack(slackUserId, otherwise);
    if (!asking.has(slackUserId)) asking.set(slackUserId, answer);
    return Promise.race([answer, settings.wait(patienceMs).then(() => otherwise)]);
  }

  return {
    workspace: textsFor(settings.workspace),
    textsOf: async (slackUserId) => textsFor(await languageOfPerson(slackUserId)),
  };
}
