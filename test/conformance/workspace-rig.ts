/**
 * A workspace on a free port, an app that records what it is told and answers as a test says, and a
 * clock that a test moves.
 */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import {
  type SlackWorkspace,
  type SlackWorkspaceOptions,
  startSlackWorkspace,
} from '../../sandbox/workspace/workspace.ts';
import { forEachTest } from '../support/for-each-test.ts';
import { portOf } from '../support/port-of.ts';

export interface Told {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Form fields of a command; empty for others. */
  readonly fields: Readonly<Record<string, string>>;
  /** Decoded payload of an interaction or event; undefined for a command. */
  readonly payload: unknown;
}

export interface AppReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string as it is, anything else as JSON. */
  readonly body?: unknown;
}

/** A function of what was told; `'never'` leaves the workspace waiting. */
export type Script = (told: Told) => AppReply | 'never' | Promise<AppReply | 'never'>;

/** Long, so that a busy machine fails no test of something else. */
export const usualAckMs = 20_000;

export interface Rig {
  readonly workspace: SlackWorkspace;
  readonly told: Told[];
  readonly clock: { nowMs: number; advance(ms: number): void };
  answerWith(script: Script): void;
  /** From now on the app has so long for its ack. */
  acksWithin(ms: number): void;
  /** A Web API call with the bot's token, JSON body unless told otherwise. */
  call(method: string, args?: Record<string, unknown>, as?: 'json' | 'form'): Promise<unknown>;
  /** The whole HTTP answer. */
  post(method: string, init: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/**
 * More than this repository's manifest asks for: what the methods that read need, but for
 * histories.
 */
const everyReadingScope = [
  'channels:read',
  'chat:write',
  'commands',
  'im:read',
  'usergroups:read',
  'users.profile:read',
  'users:read',
  'users:read.email',
];

/** 2026-03-02, a Monday. */
export const startMs = Date.UTC(2026, 2, 2, 9, 0, 0);

export async function rig(options: SlackWorkspaceOptions = {}): Promise<Rig> {
  const told: Told[] = [];
  let script: Script = () => ({});
  const clock = {
    nowMs: startMs,
    advance(ms: number) {
      clock.nowMs += ms;
    },
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = decode(request.headers, Buffer.concat(chunks).toString('utf8'));
      told.push(one);
      void answer(script, one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server);
  let ackLimitMs = usualAckMs;
  const workspace = await startSlackWorkspace({
    ...(options.manifest === undefined ? { grantedScopes: everyReadingScope } : {}),
    now: () => new Date(clock.nowMs),
    requestUrl: `http://127.0.0.1:${port}/slack/events`,
    ackLimitMs: () => ackLimitMs,
    ...options,
  });
  const post = (method: string, init: RequestInit) =>
    fetch(`${workspace.apiUrl}${method}`, { method: 'POST', ...init });
  return {
    workspace,
    told,
    clock,
    answerWith(next) {
      script = next;
    },
    acksWithin(ms) {
      ackLimitMs = ms;
    },
    post,
    async call(method, args = {}, as = 'json') {
      const token = { authorization: 'Bearer xoxb-sandbox' };
      const init =
        as === 'json'
          ? {
              headers: { ...token, 'content-type': 'application/json; charset=utf-8' },
              body: JSON.stringify(args),
            }
          : { headers: token, body: form(args) };
      return (await post(method, init)).json();
    },
    async close() {
      await workspace.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** A rig for each of the tests around it. */
export function useRig(options: SlackWorkspaceOptions = {}): Rig {
  const now = forEachTest(
    () => rig(options),
    (made) => made.close(),
  );
  return {
    get workspace() {
      return now().workspace;
    },
    get told() {
      return now().told;
    },
    get clock() {
      return now().clock;
    },
    answerWith: (script) => now().answerWith(script),
    acksWithin: (ms) => now().acksWithin(ms),
    call: (...args) => now().call(...args),
    post: (...args) => now().post(...args),
    close: () => now().close(),
  };
}

async function answer(script: Script, told: Told, response: ServerResponse): Promise<void> {
  const reply = await script(told);
  if (reply === 'never') return;
  const body =
    typeof reply.body === 'string' ? reply.body : reply.body && JSON.stringify(reply.body);
  response.writeHead(reply.status ?? 200, reply.headers).end(body);
}

function form(args: Record<string, unknown>): URLSearchParams {
  const entries = Object.entries(args).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return new URLSearchParams(entries);
}

function decode(headers: IncomingHttpHeaders, body: string): Told {
  if (headers['content-type'] === 'application/json') {
    return { headers, body, fields: {}, payload: JSON.parse(body) };
  }
  const fields = Object.fromEntries(new URLSearchParams(body));
  const payload = fields.payload;
  return payload === undefined
    ? { headers, body, fields, payload: undefined }
    : { headers, body, fields: {}, payload: JSON.parse(payload) };
}

/** The string at a path in a decoded answer. Throws if it is not there. */
export function pick(value: unknown, ...path: (string | number)[]): string {
  const found = dig(value, ...path);
  if (typeof found !== 'string')
    throw new Error(`no string at ${path.join('.')} of ${JSON.stringify(value)}`);
  return found;
}

/** Whatever is at a path; undefined if nothing is. */
export function dig(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  );
}

/** An answer of the Web API that says no. */
export const refused = (error: string) => ({ ok: false, error });

/** Two commands, two shortcuts, Home, and messages to the bot. */
export const manifest = {
  features: {
    app_home: { home_tab_enabled: true },
    slash_commands: [
      { command: '/plain', description: 'As typed', usage_hint: '[anything]' },
      { command: '/escaped', should_escape: true },
    ],
    shortcuts: [
      { name: 'Ask', type: 'global', callback_id: 'ask' },
      { name: 'Ask about this', type: 'message', callback_id: 'ask_about' },
    ],
  },
  oauth_config: { scopes: { bot: ['chat:write', 'commands'] } },
  settings: { event_subscriptions: { bot_events: ['app_home_opened', 'message.im'] } },
};

export const plain = (text: string) => ({ type: 'plain_text', text });
export const mrkdwn = (text: string) => ({ type: 'mrkdwn', text });
export const option = (value: string, text = value) => ({ text: plain(text), value });

export function modal(
  blocks: readonly unknown[],
  extra: Record<string, unknown> = {},
): Record<string, unknown> {
  return { type: 'modal', title: plain('Request access'), submit: plain('Send'), blocks, ...extra };
}

export function textInput(
  blockId: string,
  extra: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    type: 'input',
    block_id: blockId,
    label: plain('Why'),
    element: { type: 'plain_text_input', action_id: 'value', ...extra },
  };
}

/** A modal in front of Ana, opened as a bot would: command, trigger, views.open. Returns its id. */
export async function openModal(one: Rig, view: Record<string, unknown>): Promise<string> {
  const answer = await one.call('views.open', { trigger_id: await freshTrigger(one), view });
  return pick(answer, 'view', 'id');
}

/** The trigger of a command that Ana has just run. */
export async function freshTrigger(one: Rig): Promise<string> {
  await one.workspace.client.runCommand('U0ANA', 'C0GENERAL', '/request-access');
  const trigger = one.told.at(-1)?.fields.trigger_id;
  if (trigger === undefined) throw new Error('the app was not told of the command');
  return trigger;
}
