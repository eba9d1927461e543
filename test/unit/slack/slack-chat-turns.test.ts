import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createChat, type SlackChat } from '../../../src/slack/chat.ts';
import { createLanguages } from '../../../src/slack/people/languages.ts';
import { Pacer } from '../../../src/slack/platform/pacer.ts';
import {
  accessRequest,
  cardModel,
  homeModel,
  noon,
  noticeContext,
  reviewRecord,
  snapshot,
} from '../../support/samples.ts';
import { type SlackServer, startSlackServer } from '../../support/slack-server.ts';

let slack: SlackServer;
beforeEach(async () => {
  slack = await startSlackServer();
});
afterEach(() => slack[Symbol.asyncDispose]());

const place = { channel: 'C0REVIEWS', ts: '1772452800.000100' };

/** A channel whose next card waits for its turn. */
async function busyChannel(isConfidential = () => false) {
  slack.answer(() => ({ body: { ok: true, channel: 'C0REVIEWS', ts: '1772452800.000100' } }));
  const sleeping = new Set<number>();
  let now = noon;
  const pass = (ms: number) => {
    now = new Date(now.getTime() + ms);
  };
  const pacer = new Pacer({
    spacingMs: 1_000,
    now: () => now,
    sleep(ms) {
      sleeping.add(ms);
      return new Promise(() => undefined);
    },
  });
  const hastes: string[] = [];
  const account = async (_id: string, priority: string) => void hastes.push(priority);
  const languages = createLanguages(account, {
    workspace: 'en',
    admins: [],
    now: () => noon,
    wait: async () => undefined,
  });
  const chat = createChat(slack.client, { pacer, languages, now: () => noon, isConfidential });
  await chat.postCard('C0REVIEWS', cardModel({ cardId: 'card-1' }), null);
  void chat.postCard('C0REVIEWS', cardModel({ cardId: 'card-2' }), null);
  return { chat, sleeping, hastes, pass };
}

it('a card is updated while posts to its channel wait for their turn', async () => {
  const { chat, sleeping } = await busyChannel();
  expect(
    await chat.updateCard({ channel: 'C0REVIEWS', ts: '1772452800.000100' }, cardModel()),
  ).toMatchObject({
    ok: true,
  });
  expect([...sleeping]).toEqual([1_000]);
  expect(slack.calls.map((call) => call.method)).toEqual(['chat.postMessage', 'chat.update']);
});

it('posts an emergency before other messages queued for the channel', async () => {
  const { chat, sleeping } = await busyChannel();
  const request = accessRequest({ emergency: true });
  expect(
    await chat.postCard('C0REVIEWS', cardModel({ cardId: 'card-3', request }), null),
  ).toMatchObject({ ok: true });
  expect([...sleeping]).toEqual([1_000]);
  expect(slack.calls.map((call) => call.method)).toEqual(['chat.postMessage', 'chat.postMessage']);
});

/** docs/spec/slack.md#rate-limits: what Slack takes of each method in a minute. */
it.each<[method: string, aMinute: number, call: (chat: SlackChat, ts: string) => Promise<unknown>]>(
  [
    ['chat.delete', 50, (chat, ts) => chat.deleteMessage({ channel: 'C0REVIEWS', ts })],
    [
      'views.publish',
      100,
      (chat, ts) => chat.publishHome(ts, homeModel({ slackUserId: ts }), 'before'),
    ],
    ['chat.getPermalink', 300, (chat, ts) => chat.permalink({ channel: 'C0REVIEWS', ts })],
  ],
)('%s: the next after %i in a minute waits for its turn', async (method, aMinute, call) => {
  const { chat, sleeping } = await busyChannel();
  for (let count = 0; count < aMinute; count += 1) await call(chat, `${count}.1`);
  expect([...sleeping]).toEqual([1_000]);
  void call(chat, 'next.1');
  await expect.poll(() => [...sleeping]).toEqual([1_000, 60_000 / aMinute]);
  expect(slack.calls.filter((one) => one.method === method)).toHaveLength(aMinute);
});

it('reserves some updates a minute for decisions; the next ordinary one comes back later and holds up no job', async () => {
  const { chat, sleeping } = await busyChannel();
  for (let count = 0; count < 40; count += 1)
    await chat.updateCard({ ...place, ts: `${count}.1` }, cardModel());
  await expect(chat.updateCard({ ...place, ts: 'next.1' }, cardModel())).rejects.toMatchObject({
    kind: 'rate-limited',
    retryAfterMs: 1_200,
  });
  // Only the card that waits for its turn in the channel.
  expect([...sleeping]).toEqual([1_000]);
});

it('shows that somebody is deciding at once, behind a flood of posts and of updates', async () => {
  const { chat, sleeping } = await busyChannel();
  for (let count = 0; count < 40; count += 1)
    await chat.updateCard({ ...place, ts: `${count}.1` }, cardModel());
  const reviews = [reviewRecord({ state: 'accepted' })];
  for (let click = 0; click < 6; click += 1) {
    const deciding = chat.updateCard({ ...place, ts: `click ${click}` }, cardModel({ reviews }));
    expect(await deciding).toMatchObject({ ok: true });
  }
  expect([...sleeping]).toEqual([1_000]);
});

it('what an emergency shows does not wait behind a flood of the same method', async () => {
  const { chat } = await busyChannel();
  const request = accessRequest({ emergency: true });
  for (let count = 0; count < 40; count += 1) await chat.updateCard(place, cardModel());
  expect(await chat.updateCard(place, cardModel({ request }))).toMatchObject({ ok: true });
});

it('a reader’s language is asked for in turn, but for a Home that was just opened', async () => {
  const { chat, hastes } = await busyChannel();
  await chat.publishHome('U0CHO', homeModel({ slackUserId: 'U0CHO' }), 'before');
  await chat.publishHome('U0DEE', homeModel({ slackUserId: 'U0DEE' }), null);
  expect(hastes).toEqual(['in-turn', 'recent']);
});

it('shows the people of a tier only the place of a confidential app’s request', async () => {
  const { chat } = await busyChannel(() => true);
  const group = [{ request: accessRequest(), task: snapshot(), url: 'https://acme.slack.com/p1' }];
  const body = { kind: 'overdue', about: [], group: null, at: '2026-03-02T16:00:00.000Z' } as const;
  const spot = { kind: 'direct', slackUserId: 'U0LEAD' } as const;
  await chat.sendNotice(spot, noticeContext({ body, group }), false);
  const overdue = [...(slack.calls.at(-1)?.args.values() ?? [])].join('\n');
  expect(overdue).toContain('GitHub: Waiting for a decision');
  expect(overdue).toContain('https://acme.slack.com/p1');
  expect(overdue).not.toMatch(/Platform|write|Ben|Ana|timetable/);
});

/** Slack answers as for a reply, or as for the message in the channel that it makes of one. */
async function replied(
  message: object,
  isConfidential?: () => boolean,
  card = cardModel(),
  callsOnCall = false,
) {
  const { chat } = await busyChannel(isConfidential);
  slack.answer(() => ({
    body: { ok: true, channel: 'C0OTHER', ts: '1772452800.000900', message },
  }));
  const silent = { callsReviewers: false, callsOnCall };
  const line = { key: 'deed ask', says: [], by: 'U0ANA', alsoTells: [], ...silent };
  const quote = { kind: 'question', text: 'Why because?' } as const;
  const emergency = { channel: null, onCall: null };
  const cardUrl = 'https://acme.slack.com/p1';
  return chat.postLine(
    { ...place, channel: 'C0OTHER' },
    { line: { ...line, quote }, card, actorNames: new Map(), cardUrl, emergency },
    'claim-1 deed ask',
  );
}

it.each(['post', 'line'] as const)(
  'a %s that waited for its turn is not put behind the others when it is back',
  async (what) => {
    const { chat, pass } = await busyChannel();
    const { ts } = place;
    const message = { text: 'x', ...(what === 'line' ? { thread_ts: ts } : {}) };
    const channel = what === 'line' ? 'C0OTHER' : 'D0BEN';
    slack.answer(() => ({ body: { ok: true, channel, ts, message } }));
    const empty = { mentions: new Map<string, string>(), away: new Set<string>(), sections: [] };
    const emergency = { channel: null, onCall: null };
    const reader = { readerId: 'U0BEN', reader: 'requester', emergency, list: null } as const;
    const rendered = await chat.renderPost({ ...empty, ...reader });
    const silent = { callsReviewers: false, callsOnCall: false };
    const line = { ...silent, says: [], quote: null, by: 'U0ANA', alsoTells: [] };
    const sends = (about: string, claim: string) =>
      what === 'post'
        ? chat.sendPost({ askingId: about, readerId: 'U0BEN', isUrgent: false, claim }, rendered)
        : chat.postLine(
            { channel, ts },
            {
              line: { ...line, key: about },
              card: cardModel(),
              actorNames: new Map(),
              cardUrl: null,
              emergency,
            },
            claim,
          );
    await sends('a', 'claim-1');
    void sends('b', 'claim-2');
    void sends('c', 'claim-3');
    await expect(sends('d', 'claim-4')).rejects.toMatchObject({ retryAfterMs: 3_000 });
    await expect(sends('e', 'claim-5')).rejects.toMatchObject({ retryAfterMs: 4_000 });
    await expect(sends('f', 'claim-6')).rejects.toMatchObject({ retryAfterMs: 5_000 });
    pass(3_000);
    expect(await sends('d', 'claim-7')).toMatchObject({ ok: true });
  },
);

describe('a line in the thread of a card', () => {
  const inThread = { text: 'x', thread_ts: place.ts };
  const sent = () => [...(slack.calls.at(-1)?.args.values() ?? [])].join('\n');

  it('of a confidential app says no more than its card', async () => {
    await replied(inThread, () => true);
    expect(sent()).toContain(
      '🔒 #1042 · GitHub: Waiting for a decision · <https://acme.slack.com/p1',
    );
    expect(sent()).not.toMatch(/Platform|write|Ben|Ana|timetable|because/);
  });

  it.each([
    [true, 'S0ONCALL', true],
    [true, null, false],
    [false, 'S0ONCALL', false],
  ] as const)(
    'calls on-call where it is to, also secretly: %s %s',
    async (calls, onCall, isCalled) => {
      for (const isConfidential of [true, false]) {
        await replied(inThread, () => isConfidential, cardModel({ onCall }), calls);
        expect(sent().includes('<!subteam^S0ONCALL>: ')).toBe(isCalled);
      }
    },
  );

  it('is found by its claim in the thread alone, where its post may have been cut off', async () => {
    const { chat } = await busyChannel();
    const metadata = { event_payload: { notice_id: 'claim-1 deed ask' } };
    const answers: Record<string, object> = {
      'conversations.replies': { ok: true, messages: [{ ts: '1772452800.000900', metadata }] },
    };
    const headers = { 'x-oauth-scopes': 'chat:write,channels:history' };
    slack.answer((method) => ({ headers, body: answers[method] ?? { ok: true } }));
    const find = (claim: string) => chat.findLine(place, { claim, since: noon });
    expect(await find('claim-1 deed ask')).toEqual({
      ok: true,
      value: { ...place, ts: '1772452800.000900' },
    });
    expect(await find('claim-2 deed ask')).toBeNull();
  });

  it('is noticed by the missing thread_ts where its card was deleted, with its place', async () => {
    const stray = { channel: 'C0OTHER', ts: '1772452800.000900' };
    expect(await replied({ text: 'x' })).toMatchObject({
      ok: false,
      refusal: { kind: 'thread-gone', place: stray },
    });
  });

  it('is posted once it is in the thread', async () => {
    expect(await replied(inThread)).toMatchObject({ ok: true });
  });
});
