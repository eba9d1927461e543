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

it('a window is updated in the version that was clicked', async () => {
  slack.answer(() => ({ body: { ok: true, view: { hash: 'version 2' } } }));
  expect(await updateWindow(slack.client, 'V1', view)).toBe('version 2');
  expect(slack.calls.at(-1)?.args.get('hash')).toBeNull();
  await updateWindow(slack.client, 'V1', view, 'version 1');
  const sent = slack.calls.at(-1)?.args;
  expect([sent?.get('view_id'), sent?.get('hash')]).toEqual(['V1', 'version 1']);
});

it('a window that was turned over since is left alone', async () => {
  slack.answer(() => ({ body: { ok: false, error: 'hash_conflict' } }));
  expect(await updateWindow(slack.client, 'V1', view, 'version 1')).toBeNull();
});
