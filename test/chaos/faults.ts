/**
 * What goes wrong: a list. A fault begins just before the deed, and is over when `end` has run.
 * Long because it is that list.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { GovernanceFault } from '../../sandbox/governance/service.ts';
import type { Fault as SlackFault } from '../../sandbox/workspace/faults.ts';
import { botToken } from '../support/bot-environment.ts';
import type { TestEngine } from '../support/database.ts';
import type { CablePoint } from './cable.ts';
import { fillDisk, makeRoom, withDisk } from './full-disk.ts';
import { binaries, PairOfServers } from './pair-of-servers.ts';
import type { BotKind, Scene } from './scene.ts';
import type { Step } from './steps.ts';

export const families = ['death', 'Slack', 'service', 'database', 'delivery', 'clock'] as const;
export type Family = (typeof families)[number];

export interface Fault {
  readonly family: Family;
  readonly name: string;
  /** Default `here`. */
  readonly kind?: BotKind;
  /** Where not every database can meet it: one that can. */
  readonly on?: (engine: TestEngine) => TestEngine;
  readonly begin?: (scene: Scene, step: Step) => unknown;
  /** After the deed. The fault is over when it resolves. */
  readonly end?: (scene: Scene, step: Step) => Promise<void>;
  /**
   * What may come of it beside success. `elsewhere`: reviewers are called directly. `refused`:
   * the person is told that it is not done. `cardless`: without the card, and what would be in its
   * thread.
   */
  readonly mayEnd?: 'elsewhere' | 'refused' | 'cardless';
  readonly meets?: (step: Step) => boolean;
}

type Kind<Of, Key extends PropertyKey> = Of extends Of ? Omit<Of, Key> : never;

const chatMethods = [
  'chat.postMessage',
  'chat.update',
  'views.open',
  'views.update',
  'views.publish',
];

/** The next two calls of every method that shows something. */
function slack(
  name: string,
  fault: Kind<Extract<SlackFault, { method: string }>, 'method'>,
  methods = chatMethods,
): Fault {
  return {
    family: 'Slack',
    name: `Slack: ${name}`,
    begin: (scene) => {
      for (const method of methods) scene.slack.fault({ times: 2, ...fault, method });
    },
  };
}

/** Once: the next message goes to a person. */
const inChannel = (error: string): Fault => ({
  ...slack(`${error} in the channel`, { kind: 'error', error, times: 1 }, ['chat.postMessage']),
  mayEnd: 'elsewhere',
  // In an escalation the requester hears before the card is posted.
  meets: (step) => step.name === 'asking' || step.name === 'extending',
});

/** Refused until somebody mends it: as long as it lasts, everything is. */
const credential = (error: string): Fault => ({
  family: 'Slack',
  name: `Slack: ${error} for 3 s`,
  begin: (scene) => scene.slack.fault({ method: '*', kind: 'error', error, times: 1_000 }),
  async end(scene) {
    await sleep(3_000);
    scene.slack.clearFaults();
  },
});

/** The next call on which the step rests. */
function service(
  name: string,
  fault: Kind<GovernanceFault, 'method' | 'path'>,
  more: Partial<Fault> = {},
): Fault {
  return {
    family: 'service',
    name: `service: ${name}`,
    begin: (scene, step) => step.service && scene.governance.fault({ ...fault, ...step.service }),
    meets: (step) => step.service !== null,
    ...more,
  };
}

const status = (code: number, more: Partial<Fault> = {}) =>
  service(String(code), { kind: 'status', status: code }, more);

const databaseMs = 3_000;

/** From just before the deed, or from just after its ack; over after a while. */
function database(
  name: string,
  begin: (scene: Scene) => unknown,
  end: (scene: Scene) => unknown,
  more: Pick<Fault, 'on'> = {},
): readonly Fault[] {
  const over = async (scene: Scene) => {
    await sleep(databaseMs);
    await end(scene);
  };
  const meets = (step: Step) => step.name !== 'opening the form';
  return [
    {
      family: 'database',
      name: `database: ${name} before the deed`,
      begin,
      end: over,
      meets,
      ...more,
    },
    {
      family: 'database',
      name: `database: ${name} after the deed`,
      async end(scene) {
        await begin(scene);
        await over(scene);
      },
      meets,
      ...more,
    },
  ];
}

/** All connections of the database end, as when the server is restarted. */
const endConnections =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

async function readOnly(scene: Scene, value: 'on' | 'off'): Promise<void> {
  const [name] = await scene.inDatabase('select current_database() as name');
  await scene.inDatabase(
    'set default_transaction_read_only = off',
    `alter database ${name?.rows[0]?.name} set default_transaction_read_only = ${value}`,
    endConnections,
  );
}

/** Rows that every step needs, locked by somebody who says nothing more. */
const frozen = new WeakMap<
  Scene,
  { readonly query: (text: string) => Promise<unknown>; readonly end: () => Promise<void> }
>();

async function freeze(scene: Scene): Promise<void> {
  const client = await scene.connect();
  frozen.set(scene, client);
  const lock = ['requests', 'tasks', 'cards', 'grants']
    .map((table) => `select from ${table} for update;`)
    .join(' ');
  for (let tries = 1; ; tries += 1) {
    try {
      return void (await client.query(`begin; ${lock}`));
    } catch (error) {
      // The bot and this one waited for each other, and the server ended this one.
      await client.query('rollback');
      if (tries === 5) throw error;
    }
  }
}

const withStandby = (engine: TestEngine): TestEngine => ({
  ...engine,
  open: () => PairOfServers.open(),
});

function pairIn({ database: pair }: Scene): PairOfServers {
  if (!(pair instanceof PairOfServers)) throw new Error('there is no standby');
  return pair;
}

const failover = database(
  'failover',
  (scene) => pairIn(scene).lose(),
  (scene) => pairIn(scene).takeOver(),
  { on: withStandby },
);

/** What Slack delivers for a deed; nothing is delivered for what falls due. */
const delivered = (step: Step) => step.isDue !== true;

function delivery(name: string, kind: 'duplicate' | 'stale' | 'lost-answer'): Fault {
  const begin = (scene: Scene) => scene.slack.fault({ delivery: '*', kind });
  return { family: 'delivery', name: `delivery: ${name}`, begin, meets: delivered };
}

const late = (seconds: number): Fault => ({
  family: 'delivery',
  name: `delivery: ${seconds} s late`,
  begin: (scene) => {
    scene.cable.deliveryDelayMs = seconds * 1_000;
  },
  async end(scene) {
    scene.cable.deliveryDelayMs = 0;
  },
  meets: delivered,
});

/** The bot's own clock, not Slack's and not the service's. */
function clock(name: string, skewMs: number, after: Pick<Fault, 'mayEnd'> = {}): readonly Fault[] {
  const right = async (scene: Scene) => {
    await sleep(2_500);
    scene.setBotClock(0);
  };
  return [
    {
      family: 'clock',
      name: `clock: ${name} before the deed`,
      begin: (scene) => scene.setBotClock(skewMs),
      end: right,
    },
    {
      family: 'clock',
      name: `clock: ${name} after the deed`,
      async end(scene) {
        scene.setBotClock(skewMs);
        await right(scene);
      },
      ...after,
    },
  ];
}

const minuteMs = 60_000;

export const faults: readonly Fault[] = [
  slack('429, 1 s', { kind: 'ratelimited', retryAfterSeconds: 1 }),
  slack('429, 8 s', { kind: 'ratelimited', retryAfterSeconds: 8 }),
  slack('500', { kind: 'status', status: 500 }),
  slack('slow, 3 s', { kind: 'delay', delayMs: 3_000 }),
  slack('cut before it is done', { kind: 'drop-before' }),
  slack('done, answer lost', { kind: 'drop-after' }),
  slack('no answer', { kind: 'hang' }),
  ...['channel_not_found', 'not_in_channel', 'is_archived', 'msg_blocks_too_long'].map(inChannel),
  {
    family: 'Slack',
    name: 'Slack: message_not_found, because somebody deletes the card after the deed',
    end: async (scene) => {
      for (const { conversationId: channel, ts } of scene.cards('U0ANA', 'C0REVIEWS')) {
        const headers = { authorization: `Bearer ${botToken}`, 'content-type': 'application/json' };
        const body = JSON.stringify({ channel, ts });
        await fetch(`${scene.slack.apiUrl}chat.delete`, { method: 'POST', headers, body });
      }
    },
    mayEnd: 'cardless',
    meets: (step) => !['opening the form', 'asking'].includes(step.name),
  },
  {
    ...slack('expired_trigger_id', { kind: 'error', error: 'expired_trigger_id' }, ['views.open']),
    mayEnd: 'refused',
  },
  slack('hash_conflict', { kind: 'error', error: 'hash_conflict' }, [
    'views.publish',
    'views.update',
  ]),
  credential('token_revoked'),
  credential('account_inactive'),
  status(401),
  status(403, { mayEnd: 'refused' }),
  status(404, { mayEnd: 'refused' }),
  // To an order to take access away it says that there is one already, which is then followed for a
  // quarter of an hour.
  status(409, {
    mayEnd: 'refused',
    meets: (step) => step.name !== 'giving back' && step.service !== null,
  }),
  status(429),
  service('429, 5 s', { kind: 'status', status: 429, retryAfter: 5 }),
  status(500),
  status(503),
  service('HTML', { kind: 'html' }),
  service('HTML with 200', { kind: 'html', status: 200 }),
  service('cut JSON', { kind: 'cut-json' }),
  service('silence', { kind: 'hang' }),
  service('cut before it is done', { kind: 'drop-before' }),
  service('done, answer lost', { kind: 'drop-after' }),
  ...database(
    'stopped',
    (scene) => scene.cable.database('refusing'),
    (scene) => scene.cable.database('fine'),
  ),
  ...database(
    'silent',
    (scene) => scene.cable.database('silent'),
    (scene) => scene.cable.database('fine'),
  ),
  ...database(
    'restarted',
    (scene) => scene.inDatabase(endConnections),
    () => undefined,
  ),
  ...database(
    'read-only',
    (scene) => readOnly(scene, 'on'),
    (scene) => readOnly(scene, 'off'),
  ),
  ...database('frozen transaction', freeze, async (scene) => {
    await frozen.get(scene)?.query('rollback');
    await frozen.get(scene)?.end();
  }),
  ...database(
    'disk full',
    (scene) => fillDisk(scene.database),
    (scene) => makeRoom(scene.database),
    { on: withDisk },
  ),
  ...(binaries === null ? [] : failover),
  delivery('twice', 'duplicate'),
  delivery('ack lost', 'lost-answer'),
  delivery('signed ten minutes ago', 'stale'),
  late(2),
  late(4),
  {
    family: 'delivery',
    name: 'delivery: all again afterwards, the last first',
    async end(scene) {
      await scene.settled(500);
      await scene.cable.deliverAgain();
    },
    meets: delivered,
  },
  // A decision that waits for more than an hour is not carried out.
  ...clock('2 h ahead', 120 * minuteMs, { mayEnd: 'refused' }),
  ...clock('2 h behind', -120 * minuteMs),
  ...clock('4 min ahead', 4 * minuteMs),
];

/** Those that every step meets. */
export const mainFaults =
  /429, 8 s|Slack: (500|done|no answer|token|message_not|channel_not)|expired_trigger|hash_conflict|service: (403|409|503|cut JSON|silence|done)|(stopped|restarted|frozen transaction|disk full) after|silent before|twice|ack lost|4 s late|afterwards|2 h \w+ after/;

/**
 * The bot dies when it comes to a point for the first time after the deed. `process`: a real one,
 * by kill -9; `here`: it is cut off.
 */
export function death({ label, when }: CablePoint, kind: BotKind): Fault {
  let isDead = false;
  return {
    family: 'death',
    kind,
    name: `${kind === 'process' ? 'kill -9' : 'cut off'} ${when} ${label}`,
    begin(scene) {
      isDead = false;
      scene.cable.onPoint = (point) => {
        if (isDead || point.label !== label || point.when !== when) return false;
        isDead = true;
        scene.kill();
        return true;
      };
    },
    async end(scene) {
      // Where this run does not come to the point, there is nothing to die of.
      for (let ms = 0; !isDead && ms < 8_000; ms += 20) await sleep(20);
      scene.cable.onPoint = () => false;
      if (isDead) await scene.startAnother();
    },
  };
}
