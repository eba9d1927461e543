import { afterEach, beforeEach, expect, it } from 'vitest';
import { createChat } from '../../src/slack/chat.ts';
import { createLanguages } from '../../src/slack/languages.ts';
import { Pacer } from '../../src/slack/pacer.ts';
import { cardModel, noon } from '../support/samples.ts';
import { type SlackServer, startSlackServer } from '../support/slack-server.ts';

let slack: SlackServer;
beforeEach(async () => {
  slack = await startSlackServer();
});
afterEach(() => slack[Symbol.asyncDispose]());

it('a card is updated while posts to its channel wait for their turn', async () => {
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
  const languages = createLanguages(slack.client, { workspace: 'en', now: () => noon, wait: async () => undefined });
  const chat = createChat(slack.client, pacer, languages, () => noon);
  await chat.postCard('C0REVIEWS', cardModel({ cardId: 'card-1' }), null);
  void chat.postCard('C0REVIEWS', cardModel({ cardId: 'card-2' }), null);
  expect(await chat.updateCard({ channel: 'C0REVIEWS', ts: '1772452800.000100' }, cardModel())).toMatchObject({
    ok: true,
  });
  expect([...sleeping]).toEqual([1_000]);
  expect(slack.calls.map((call) => call.method)).toEqual(['chat.postMessage', 'chat.update']);
});
