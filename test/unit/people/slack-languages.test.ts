import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Language, languageOf } from '../../../src/domain/text/sentence.ts';
import {
  createAccounts,
  createLanguages,
  type Languages,
} from '../../../src/slack/people/languages.ts';
import { Pacer } from '../../../src/slack/platform/pacer.ts';
import { FakeWorld } from '../../support/fakes.ts';
import { type SlackServer, startSlackServer } from '../../support/slack-server.ts';

const hourMs = 60 * 60_000;
let slack: SlackServer;
let world: FakeWorld;
let pacer: Pacer;
/** Ends the wait of every waiting caller. */
let runOut: () => void;
beforeEach(async () => {
  slack = await startSlackServer();
  world = new FakeWorld();
});
afterEach(async () => {
  await slack[Symbol.asyncDispose]();
});

function reading(workspace: Language): Languages {
  const wait = () =>
    new Promise<undefined>((resolve) => {
      runOut = () => resolve(undefined);
    });
  pacer = new Pacer({ spacingMs: 1_000, now: world.now, sleep: async () => undefined });
  const account = createAccounts(slack.client, {
    pacer,
    now: world.now,
    heard: (...read) => languages.heard(...read),
  });
  const languages = createLanguages(account, { workspace, admins: [], now: world.now, wait });
  return languages;
}

const speaking = (locale: string | null) =>
  slack.answer((_method, args) => ({
    body: {
      ok: true,
      user: { id: args.get('user'), ...(args.get('include_locale') === 'true' ? { locale } : {}) },
    },
  }));

describe('the language of a locale', () => {
  it.each([
    ['de-DE', 'de'],
    ['de-AT', 'de'],
    ['de', 'de'],
    ['DE_ch', 'de'],
    ['en-GB', 'en'],
    ['en-US', 'en'],
  ] as const)('%s is %s', (locale, language) => {
    expect(languageOf(locale, language === 'de' ? 'en' : 'de')).toBe(language);
  });

  it.each(['', 'fr-FR', 'den', '-de', null, undefined])(
    'of %j is not known, so the fallback is',
    (locale) => {
      expect([languageOf(locale, 'en'), languageOf(locale, 'de')]).toEqual(['en', 'de']);
    },
  );
});

describe('what a person reads', () => {
  it('is in the language of their Slack, and what many read in the workspace’s', async () => {
    speaking('de-DE');
    const languages = reading('en');
    expect(await languages.textsOf('U0JONAS')).toHaveProperty('home.title', 'Zugriffsanfragen');
    expect(languages.workspace).toHaveProperty('home.title', 'Access requests');
    expect(slack.calls.map(({ method, args }) => [method, args.get('user')])).toEqual([
      ['users.info', 'U0JONAS'],
    ]);
  });

  it.each([['fr-FR'], [null]])(
    'is in the workspace’s language when theirs is %j',
    async (locale) => {
      speaking(locale);
      expect(await reading('de').textsOf('U0ANA')).toHaveProperty('home.title', 'Zugriffsanfragen');
    },
  );

  it('is remembered for an hour, each person for themselves', async () => {
    speaking('de-DE');
    const languages = reading('en');
    await languages.textsOf('U0JONAS');
    world.pass(hourMs);
    await languages.textsOf('U0JONAS');
    await languages.textsOf('U0ANA');
    expect(slack.calls.map(({ args }) => args.get('user'))).toEqual(['U0JONAS', 'U0ANA']);
    world.pass(1);
    speaking('en-GB');
    expect(await languages.textsOf('U0JONAS')).toHaveProperty('home.title', 'Access requests');
  });

  it('is asked for once, however many want to know it at the same time', async () => {
    speaking('de-DE');
    const languages = reading('en');
    const both = await Promise.all([languages.textsOf('U0JONAS'), languages.textsOf('U0JONAS')]);
    expect(both.map(({ home }) => home.title)).toEqual(['Zugriffsanfragen', 'Zugriffsanfragen']);
    expect(slack.calls).toHaveLength(1);
  });

  it('is not waited for when Slack is slow; the late answer counts the next time', async () => {
    const asked = Promise.withResolvers<() => void>();
    slack.answer(() => (response) => {
      asked.resolve(() => response.end(JSON.stringify({ ok: true, user: { locale: 'de-DE' } })));
    });
    const languages = reading('en');
    const first = languages.textsOf('U0JONAS');
    const answerNow = await asked.promise;
    runOut();
    expect(await first).toHaveProperty('home.title', 'Access requests');
    const second = languages.textsOf('U0JONAS');
    answerNow();
    expect(await second).toHaveProperty('home.title', 'Zugriffsanfragen');
    expect(slack.calls).toHaveLength(1);
  });

  it.each([
    ['fails', { status: 500, body: 'no' }],
    ['limits', { status: 429, headers: { 'retry-after': '30' }, body: '' }],
    ['refuses', { body: { ok: false, error: 'user_not_found' } }],
    ['answers something else', { body: { ok: true, user: 'jonas' } }],
  ])(
    'is in the workspace’s language when Slack %s, and Slack is left alone for a while',
    async (_what, answer) => {
      slack.answer(() => answer);
      const languages = reading('de');
      expect(await languages.textsOf('U0ANA')).toHaveProperty('home.title', 'Zugriffsanfragen');
      expect(await languages.textsOf('U0ANA')).toHaveProperty('home.title', 'Zugriffsanfragen');
      expect(slack.calls).toHaveLength(1);
    },
  );

  it('stays in their language when Slack fails an hour later', async () => {
    speaking('de-DE');
    const languages = reading('en');
    await languages.textsOf('U0JONAS');
    world.pass(hourMs + 1);
    slack.answer(() => ({ status: 500, body: 'no' }));
    expect(await languages.textsOf('U0JONAS')).toHaveProperty('home.title', 'Zugriffsanfragen');
    world.pass(30_001);
    speaking('en-GB');
    expect(await languages.textsOf('U0JONAS')).toHaveProperty('home.title', 'Access requests');
  });

  it('in a job waits for its turn, which says when to come back', async () => {
    speaking('de-DE');
    const languages = reading('en');
    for (let count = 0; count < 75; count += 1)
      await pacer.turn('users.info', { perMinute: 100, isAtOnce: true });
    await expect(languages.textsInTurn('U0JONAS')).rejects.toMatchObject({ kind: 'rate-limited' });
    world.pass(60_000);
    expect(await languages.textsInTurn('U0JONAS')).toHaveProperty('home.title', 'Zugriffsanfragen');
    expect(await languages.textsOf('U0JONAS')).toHaveProperty('home.title', 'Zugriffsanfragen');
    expect(slack.calls).toHaveLength(1);
  });

  it('in a job is in the workspace’s language when Slack cannot be asked', async () => {
    slack.answer(() => ({ status: 500, body: 'no' }));
    expect(await reading('de').textsInTurn('U0ANA')).toHaveProperty(
      'home.title',
      'Zugriffsanfragen',
    );
  });
});
