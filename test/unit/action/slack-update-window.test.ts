import { afterEach, beforeEach, expect, it } from 'vitest';
import { updateWindow } from '../../../src/slack/action/say-to-clicker.ts';
import { modal } from '../../../src/slack/modals.ts';
import { section } from '../../../src/slack/platform/text.ts';
import { type SlackServer, startSlackServer } from '../../support/slack-server.ts';

let slack: SlackServer;
beforeEach(async () => {
  slack = await startSlackServer();
});
afterEach(async () => {
  await slack[Symbol.asyncDispose]();
});

const view = modal('Request', 'Close', [section('what it shows')]);
const said = { words: 'Your click was not carried out.', hash: 'version 1' };

it('an answer to a click stands above what the window shows, in the version that was clicked', async () => {
  slack.answer(() => ({ body: { ok: true, view: { hash: 'version 2' } } }));
  expect(await updateWindow(slack.client, 'V1', view)).toBe('version 2');
  expect(slack.calls.at(-1)?.args.get('hash')).toBeNull();
  expect(await updateWindow(slack.client, 'V1', view, said)).toBe('version 2');
  const sent = slack.calls.at(-1)?.args;
  expect([sent?.get('view_id'), sent?.get('hash')]).toEqual(['V1', 'version 1']);
  expect(sent?.get('view')).toMatch(/not carried out.*what it shows/);
});

it('a window shows what came of a click without a word above it', async () => {
  slack.answer(() => ({ body: { ok: true, view: { hash: 'version 2' } } }));
  await updateWindow(slack.client, 'V1', view, { words: '', hash: 'version 1' });
  const sent = slack.calls.at(-1)?.args;
  expect(sent?.get('hash')).toBe('version 1');
  expect(JSON.parse(sent?.get('view') ?? '')).toEqual(view);
});

it('an answer to a click is left out where the window was turned over since', async () => {
  slack.answer(() => ({ body: { ok: false, error: 'hash_conflict' } }));
  expect(await updateWindow(slack.client, 'V1', view, said)).toBeNull();
});
