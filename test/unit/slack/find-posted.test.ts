import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPosted } from '../../../src/slack/message/find-posted.ts';
import { noon } from '../../support/samples.ts';
import {
  type SlackAnswer,
  type SlackServer,
  startSlackServer,
} from '../../support/slack-server.ts';

let slack: SlackServer;
beforeEach(async () => {
  slack = await startSlackServer();
});
afterEach(() => slack[Symbol.asyncDispose]());

const channel = 'C0REVIEWS';
const carried = { card_id: 'card-1' };
const found = { place: { channel, ts: '1772452800.000900' }, isAstray: false };

/** A channel that was busy since: the card stands on this page, counted from 0. */
function busyChannel(pageOfCard: number, limitedFrom = Number.POSITIVE_INFINITY): void {
  const card = { ts: '1772452800.000900', metadata: { event_payload: carried } };
  slack.answer((method, args): SlackAnswer => {
    if (method === 'auth.test')
      return { headers: { 'x-oauth-scopes': 'chat:write,channels:history' }, body: { ok: true } };
    const page = Number(args.get('cursor') ?? 0);
    if (page >= limitedFrom) return { status: 429, headers: { 'retry-after': '30' }, body: '' };
    const messages = page === pageOfCard ? [{ ts: '1772452801.000100' }, card] : [{ text: 'x' }];
    return {
      body: { ok: true, messages, response_metadata: { next_cursor: String(page + 1) } },
    };
  });
}

/** Each look at the clock takes so long. */
function search(aLookMs = 0) {
  let atMs = noon.getTime();
  const now = () => {
    atMs += aLookMs;
    return new Date(atMs);
  };
  return findPosted(slack.client, { now, channel, carried, since: noon, threadTs: null });
}

const pagesRead = () => slack.calls.filter(({ method }) => method === 'conversations.history');

describe('a post whose answer was lost', () => {
  it('is found behind many newer messages', async () => {
    busyChannel(7);
    expect(await search()).toEqual(found);
  });

  it.each([
    ['20 pages', 0, 20],
    ['20 seconds', 5_000, 4],
  ])('is looked for within %s, and then nobody knows', async (_bound, aLookMs, pages) => {
    busyChannel(Number.POSITIVE_INFINITY);
    expect(await search(aLookMs)).toBe('cannot-look');
    expect(pagesRead().length).toBeLessThanOrEqual(pages);
  });

  it('is looked for no further where Slack limits the search', async () => {
    busyChannel(7, 3);
    expect(await search()).toBe('cannot-look');
    expect(pagesRead()).toHaveLength(4);
  });

  it('is not looked for where the history scope does not cover the conversation', async () => {
    slack.answer((method) => ({
      headers: { 'x-oauth-scopes': 'chat:write,channels:history' },
      body: method === 'auth.test' ? { ok: true } : { ok: false, error: 'missing_scope' },
    }));
    expect(await search()).toBe('cannot-look');
  });
});
