import { WebClient } from '@slack/web-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OutwardFailure } from '../../../src/domain/outward/outward-failure.ts';
import { askingAbout, calling } from '../../../src/slack/platform/web-api-failure.ts';
import { backgroundClient, interactiveOptions } from '../../../src/slack/platform/web-clients.ts';
import { slackLogger } from '../../../src/slack/receiving/bolt-app.ts';
import { FakeWorld } from '../../support/fakes.ts';
import {
  type SlackAnswer,
  type SlackServer,
  startSlackServer,
} from '../../support/slack-server.ts';

let slack: SlackServer;
beforeEach(async () => {
  slack = await startSlackServer();
});
afterEach(async () => {
  await slack[Symbol.asyncDispose]();
});

const call = (client: WebClient = slack.client) =>
  calling('chat.postMessage', () =>
    client.chat.postMessage({ channel: 'C0REVIEWS', text: 'A card' }),
  );

async function failure(answer: SlackAnswer, client?: WebClient): Promise<OutwardFailure> {
  slack.answer(() => answer);
  const thrown: unknown = await call(client).then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof OutwardFailure)) throw new Error(`no failure but ${String(thrown)}`);
  expect(thrown.system).toBe('slack');
  expect(thrown.message).toMatch(/^chat\.postMessage: /);
  expect(thrown.cause).toBeDefined();
  return thrown;
}

const refused = (error: string, messages?: readonly string[]): SlackAnswer => ({
  body: {
    ok: false,
    error,
    ...(messages === undefined ? {} : { response_metadata: { messages } }),
  },
});

describe('what Slack refuses', () => {
  it.each([
    ['channel_not_found', { kind: 'rejected', code: 'channel_not_found' }],
    ['not_in_channel', { kind: 'rejected', code: 'not_in_channel' }],
    ['is_archived', { kind: 'rejected', code: 'is_archived' }],
    ['message_not_found', { kind: 'message-gone', code: 'message_not_found' }],
    ['cant_update_message', { kind: 'message-fixed', code: 'cant_update_message' }],
    ['user_not_found', { kind: 'rejected', code: 'user_not_found' }],
    ['users_not_found', { kind: 'rejected', code: 'users_not_found' }],
    ['cannot_dm_bot', { kind: 'rejected', code: 'cannot_dm_bot' }],
  ])('%s is final, and no failure', async (code, refusal) => {
    slack.answer(() => refused(code));
    expect(await call()).toEqual({ ok: false, refusal });
    expect(slack.calls).toHaveLength(1);
  });

  it('a payload that Slack finds wrong says where', async () => {
    slack.answer(() =>
      refused('invalid_blocks', [
        'must be less than 151 characters [json-pointer:/blocks/0/text/text]',
      ]),
    );
    expect(await call()).toEqual({
      ok: false,
      refusal: {
        kind: 'rejected',
        code: 'invalid_blocks: must be less than 151 characters [json-pointer:/blocks/0/text/text]',
      },
    });
  });

  it('an answer is an answer', async () => {
    slack.answer(() => ({ body: { ok: true, channel: 'C0REVIEWS', ts: '1.2' } }));
    expect(await call()).toMatchObject({ ok: true, value: { channel: 'C0REVIEWS', ts: '1.2' } });
  });
});

describe('a code that is in no list', () => {
  it('did nothing, may pass, and is about the narrowest subject', async () => {
    slack.answer(() => refused('org_login_required'));
    const asked = calling(
      'chat.postMessage',
      () => slack.client.chat.postMessage({ channel: 'C0REVIEWS', text: 'A card' }),
      'C0REVIEWS',
    );
    await expect(asked).rejects.toMatchObject({
      kind: 'refused',
      certainlyNotDone: true,
      unlisted: 'C0REVIEWS',
    });
  });
});

describe('a question about somebody', () => {
  const ask = () =>
    askingAbout('users.info', () => slack.client.users.info({ user: 'U0BEN' }), 'U0BEN');

  it.each(['user_not_found', 'users_not_found', 'user_not_visible'])(
    'is answered by %s: Slack knows nobody',
    async (code) => {
      slack.answer(() => refused(code));
      expect(await ask()).toBeNull();
    },
  );

  it.each(['org_login_required', 'channel_not_found', 'invalid_arguments'])(
    'stays open where Slack refuses it with %s',
    async (code) => {
      slack.answer(() => refused(code));
      await expect(ask()).rejects.toMatchObject({ kind: 'refused', certainlyNotDone: true });
    },
  );
});

describe('what failed', () => {
  it.each([
    'internal_error',
    'fatal_error',
    'service_unavailable',
    'request_timeout',
    'team_added_to_org',
  ])('Slack’s own trouble (%s) may have been carried out, and passes', async (code) => {
    expect(await failure(refused(code))).toMatchObject({
      kind: 'http',
      certainlyNotDone: false,
      retryAfterMs: null,
    });
  });

  it.each(['invalid_auth', 'token_revoked', 'token_expired', 'account_inactive', 'not_authed'])(
    'a refused token (%s) did nothing, and passes when the operator has mended it',
    async (code) => {
      expect(await failure(refused(code))).toMatchObject({
        kind: 'unauthorized',
        certainlyNotDone: true,
      });
    },
  );

  it('a missing scope did nothing, and is told from a refused token', async () => {
    expect(await failure(refused('missing_scope'))).toMatchObject({
      kind: 'out-of-scope',
      certainlyNotDone: true,
    });
  });

  it('a 429 did nothing and says how long to wait', async () => {
    const answer = {
      status: 429,
      headers: { 'retry-after': '30' },
      body: { ok: false, error: 'ratelimited' },
    };
    expect(await failure(answer)).toMatchObject({
      kind: 'rate-limited',
      certainlyNotDone: true,
      retryAfterMs: 30_000,
      httpStatus: 429,
    });
    expect(slack.calls).toHaveLength(1);
  });

  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['a date', { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }],
    ['nonsense', { 'retry-after': '-5' }],
  ])('a 429 that says %s about how long is a 429 all the same', async (_what, headers) => {
    expect(await failure({ status: 429, headers, body: 'slow down' })).toMatchObject({
      kind: 'rate-limited',
      certainlyNotDone: true,
      retryAfterMs: 1_000,
    });
  });

  it.each(['ratelimited', 'rate_limited'])(
    'a rate limit in words (%s) is one too',
    async (code) => {
      expect(await failure(refused(code))).toMatchObject({
        kind: 'rate-limited',
        certainlyNotDone: true,
      });
    },
  );

  it.each([404, 500, 502, 503])(
    'HTTP %i may have been carried out, and is not repeated by the client',
    async (status) => {
      expect(await failure({ status, body: '<html>gateway</html>' })).toMatchObject({
        kind: 'http',
        certainlyNotDone: false,
        httpStatus: status,
      });
      expect(slack.calls).toHaveLength(1);
    },
  );

  it('a page instead of an answer is no refusal', async () => {
    const page = '<html>a login page of somebody’s proxy</html>';
    const failed = await failure({ body: page });
    expect(failed).toMatchObject({ kind: 'decode', certainlyNotDone: false });
    expect(failed.message).not.toContain('html');
  });

  it('a cut connection may have been carried out', async () => {
    expect(await failure((response) => response.destroy())).toMatchObject({
      kind: 'network',
      certainlyNotDone: false,
    });
  });

  it.each<[string, SlackAnswer]>([
    ['never comes', () => undefined],
    [
      'stops half-way',
      (response) => response.writeHead(200, { 'content-length': '100' }).write('{"ok":'),
    ],
  ])('an answer that %s is a timeout, and may have been carried out', async (_what, answer) => {
    const options = interactiveOptions({
      apiUrl: slack.client.slackApiUrl,
      logger: slackLogger(new FakeWorld().log),
    });
    const client = new WebClient('xoxb-test', { ...options, timeout: 60 });
    expect(await failure(answer, client)).toMatchObject({
      kind: 'timeout',
      certainlyNotDone: false,
    });
  });

  it.each<[string, SlackAnswer]>([
    ['ok', { body: { ok: true } }],
    ['is_archived', refused('is_archived')],
    ['503', { status: 503, body: {} }],
    ['no-answer', (response) => response.destroy()],
  ])('counts a call by its method and as %s', async (outcome, answer) => {
    const calls: unknown[] = [];
    const client = backgroundClient({
      botToken: 'xoxb-test',
      apiUrl: slack.apiUrl,
      logger: slackLogger(new FakeWorld().log),
      called: ({ durationMs, ...one }) => calls.push({ ...one, isTimed: durationMs > 0 }),
    });
    slack.answer(() => answer);
    await call(client).catch(() => undefined);
    expect(calls).toEqual([{ method: 'chat.postMessage', outcome, isTimed: true }]);
  });

  it('reports a refused token once, and again after it was accepted in between', async () => {
    const codes: string[] = [];
    const client = backgroundClient({
      botToken: 'xoxb-test',
      apiUrl: slack.apiUrl,
      logger: slackLogger(new FakeWorld().log),
      heard: () => undefined,
      tokenRefused: (code) => codes.push(code),
    });
    const answering = async (body: unknown) => {
      slack.answer(() => ({ body }));
      await call(client).catch(() => undefined);
    };
    for (const error of ['invalid_auth', 'token_revoked']) await answering({ ok: false, error });
    expect(codes).toEqual(['invalid_auth']);
    await answering({ ok: true });
    for (const error of ['fatal_error', 'channel_not_found', 'account_inactive'])
      await answering({ ok: false, error });
    expect(codes).toEqual(['invalid_auth', 'account_inactive']);
    for (const error of ['not_authed', 'token_expired']) {
      await answering({ ok: true });
      await answering({ ok: false, error });
    }
    expect(codes.slice(2)).toEqual(['not_authed', 'token_expired']);
  });

  it('when nobody listens, nothing was done', async () => {
    await slack[Symbol.asyncDispose]();
    expect(await failure({ body: {} })).toMatchObject({ kind: 'network', certainlyNotDone: true });
    slack = await startSlackServer();
  });

  it('an answer that is cut off half-way may have been carried out', async () => {
    const cutOff: SlackAnswer = (response) => {
      response
        .writeHead(200, { 'content-length': '100' })
        .write('{"ok":', () => response.destroy());
    };
    expect(await failure(cutOff)).toMatchObject({ kind: 'network', certainlyNotDone: false });
  });

  it('passes an error on unchanged when no Slack call caused it', async () => {
    const bug = new TypeError('x is not a function');
    await expect(calling('chat.update', () => Promise.reject(bug))).rejects.toBe(bug);
  });
});
