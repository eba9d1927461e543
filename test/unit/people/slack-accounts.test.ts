import { expect, it } from 'vitest';
import { createAccounts, createLanguages } from '../../../src/slack/people/languages.ts';
import { Pacer } from '../../../src/slack/platform/pacer.ts';
import { FakeWorld } from '../../support/fakes.ts';
import { startSlackServer } from '../../support/slack-server.ts';

async function slackAccounts() {
  const world = new FakeWorld();
  const slack = await startSlackServer();
  slack.answer((_method, args) => ({
    body: { ok: true, user: { id: args.get('user'), locale: 'de-DE' } },
  }));
  const pacer = new Pacer({ spacingMs: 1_000, now: world.now, sleep: async () => undefined });
  const heard: (readonly [string, unknown])[] = [];
  const account = createAccounts(slack.client, {
    pacer,
    now: world.now,
    heard: (...read) => void heard.push(read),
  });
  const ask = (id: string, priority: 'fresh' | 'recent' | 'in-turn') =>
    account(id, priority).then(
      () => 'asked',
      (err: unknown) => err,
    );
  return { ...slack, slack, world, account, ask, heard };
}

it('a command is one look at Slack: for the language and for who it is', async () => {
  await using slack = await slackAccounts();
  const settings = {
    workspace: 'en',
    admins: [],
    now: slack.world.now,
    wait: () => new Promise<undefined>(() => {}),
  } as const;
  const languages = createLanguages(slack.account, settings);
  await languages.readerOf('U0JONAS');
  await slack.account('U0JONAS', 'recent');
  expect(slack.calls.map(({ method, args }) => [method, args.get('include_locale')])).toEqual([
    ['users.info', 'true'],
  ]);
  expect(slack.heard).toEqual([['U0JONAS', { id: 'U0JONAS', locale: 'de-DE' }]]);
});

it('jobs wait for their turn, and leave a part of what Slack takes to people', async () => {
  await using slack = await slackAccounts();
  const people = (from: number, count: number) =>
    Array.from({ length: count }, (_none, number) => `U${from + number}`);
  const inTurn = await Promise.all(people(0, 100).map((id) => slack.ask(id, 'in-turn')));
  expect(inTurn.filter((one) => one === 'asked')).toHaveLength(73);
  expect(inTurn.at(-1)).toMatchObject({ kind: 'rate-limited', certainlyNotDone: true });
  const waited = await Promise.all(people(100, 25).map((id) => slack.ask(id, 'recent')));
  expect(new Set(waited)).toEqual(new Set(['asked']));
  expect(slack.calls).toHaveLength(98);
});

it('looks up a person who decides at once and without the cache, before queued lookups', async () => {
  await using slack = await slackAccounts();
  for (let number = 0; number < 100; number += 1) await slack.ask(`U${number}`, 'in-turn');
  const before = slack.calls.length;
  expect(await slack.ask('U0', 'recent')).toBe('asked');
  expect(await slack.ask('U0', 'fresh')).toBe('asked');
  expect(slack.calls.slice(before).map(({ args }) => args.get('user'))).toEqual(['U0', 'U0']);
});

it('what people wait for takes its slots from the jobs', async () => {
  await using slack = await slackAccounts();
  for (let number = 0; number < 100; number += 1) await slack.ask(`U${number}`, 'fresh');
  expect(await slack.ask('U200', 'in-turn')).toMatchObject({ kind: 'rate-limited' });
});

it('knows a person who has just acted from the last minutes, without another call', async () => {
  await using slack = await slackAccounts();
  await slack.ask('U0', 'recent');
  slack.world.pass(9 * 60_000);
  expect(await slack.account('U0', 'acted')).toMatchObject({ id: 'U0' });
  expect(slack.calls).toHaveLength(1);
  slack.world.pass(2 * 60_000);
  await slack.account('U0', 'acted');
  expect(slack.calls).toHaveLength(2);
});

it('an answer about another account is a failure, not that person', async () => {
  await using slack = await slackAccounts();
  slack.slack.answer(() => ({ body: { ok: true, user: { id: 'U0ANA', locale: 'de-DE' } } }));
  const failure = { system: 'slack', kind: 'decode', certainlyNotDone: true };
  for (const priority of ['fresh', 'recent', 'in-turn'] as const) {
    expect(await slack.ask('U0BEN', priority)).toMatchObject(failure);
  }
  expect(slack.heard).toEqual([]);
});
