import { afterEach, beforeEach, expect, it } from 'vitest';
import { createChat } from '../../src/slack/chat.ts';
import { createLanguages } from '../../src/slack/languages.ts';
import { Pacer } from '../../src/slack/pacer.ts';
import { accessRequest, cardModel, homeModel, noon, noticeContext, snapshot } from '../support/samples.ts';
import { type SlackServer, startSlackServer } from '../support/slack-server.ts';

let slack: SlackServer;
beforeEach(async () => {
  slack = await startSlackServer();
});
afterEach(() => slack[Symbol.asyncDispose]());

/** A channel whose next card waits for its turn. */
async function busyChannel(isConfidential = () => false) {
  slack.answer(() => ({ body: { ok: true, channel: 'C0REVIEWS', ts: '1772452800.000100' } }));
  const sleeping = new Set<number>();
  const pacer = new Pacer({
    spacingMs: 1_000,
    now: () => noon,
    sleep(ms) {
      sleeping.add(ms);
      return new Promise(() => undefined);
    },
  });
  const hastes: string[] = [];
  const account = async (_id: string, haste: string) => void hastes.push(haste);
  const languages = createLanguages(account, {
    workspace: 'en',
    admins: [],
    now: () => noon,
    wait: async () => undefined,
  });
  const chat = createChat(slack.client, pacer, languages, () => noon, isConfidential);
  await chat.postCard('C0REVIEWS', cardModel({ cardId: 'card-1' }), null);
  void chat.postCard('C0REVIEWS', cardModel({ cardId: 'card-2' }), null);
  return { chat, sleeping, hastes };
}

it('a card is updated while posts to its channel wait for their turn', async () => {
  const { chat, sleeping } = await busyChannel();
  expect(await chat.updateCard({ channel: 'C0REVIEWS', ts: '1772452800.000100' }, cardModel())).toMatchObject({
    ok: true,
  });
  expect([...sleeping]).toEqual([1_000]);
  expect(slack.calls.map((call) => call.method)).toEqual(['chat.postMessage', 'chat.update']);
});

it('an emergency goes before whatever waits for its turn in the channel', async () => {
  const { chat, sleeping } = await busyChannel();
  const request = accessRequest({ emergency: true });
  expect(await chat.postCard('C0REVIEWS', cardModel({ cardId: 'card-3', request }), null)).toMatchObject({ ok: true });
  expect([...sleeping]).toEqual([1_000]);
  expect(slack.calls.map((call) => call.method)).toEqual(['chat.postMessage', 'chat.postMessage']);
});

it('a reader’s language is asked for in turn, but for a Home that was just opened', async () => {
  const { chat, hastes } = await busyChannel();
  await chat.postCard('U0BEN', cardModel({ cardId: 'card-4', readerId: 'U0BEN' }), null);
  await chat.publishHome('U0CHO', homeModel({ slackUserId: 'U0CHO' }), 'before');
  await chat.publishHome('U0DEE', homeModel({ slackUserId: 'U0DEE' }), null);
  expect(hastes).toEqual(['in-turn', 'in-turn', 'recent']);
});

it('of a confidential app its reviewers are shown what waits, and whom a tier names only where it is', async () => {
  const { chat } = await busyChannel(() => true);
  const group = [{ request: accessRequest(), task: snapshot(), url: 'https://acme.slack.com/p1' }];
  const told = [
    ['reminder', 'U0ANA'],
    ['overdue', 'U0LEAD'],
  ] as const;
  for (const [kind, slackUserId] of told) {
    const body = { kind, about: [{ requestId: 'request-1', stepId: 'step-1' }], group: null } as const;
    await chat.sendNotice({ kind: 'direct', slackUserId }, noticeContext({ body, group }), false);
  }
  const [reminder, overdue] = slack.calls.slice(-2).map(({ args }) => [...args.values()].join('\n'));
  expect(reminder).toContain('Platform: write');
  expect(overdue).toContain('GitHub: Waiting for a decision');
  expect(overdue).toContain('https://acme.slack.com/p1');
  expect(overdue).not.toMatch(/Platform|write|Ben|Ana|timetable/);
});
