/**
 * Deciding by webhook beside *act*, on one machine: from the task until its card stands, and from
 * the click until the service has the answer; the calls that 300 deliveries, and 300 forged ones,
 * cost; and when 300 steps are on the reviewer's Home, on a tenant with the 16 endpoints alone.
 * The bot runs between the two stand-ins, over HTTP.
 */
import { textAt } from '../conformance/json-places.ts';
import { digestOf } from '../sandbox/governance/webhooks/signing.ts';
import type { AccessSettings } from '../src/domain/settings/access-settings.ts';
import { ServiceClient, tokenOf } from '../test/conformance/service-client.ts';
import { cardOfPerson, clickCard, fillForm, wordsOf } from '../test/support/asking.ts';
import { testWebhooks } from '../test/support/bot-environment.ts';
import { BotWorld, type BotWorldOptions, temporaryFolder } from '../test/support/bot-world.ts';
import { testSettings } from '../test/support/test-settings.ts';
import { inMs, type Measure, median, type Row } from './table.ts';
import { catalogueRead, soon } from './waiting.ts';

const flood = 300;
const webhookPath = '/webhooks/governance';
const channel = 'C0REVIEWS';
/** Somebody who owns the slipway and reviews the platform team. */
const reviewer = 'U0ANA';

export const webhook: Measure = {
  about: 'deciding by webhook, beside act; the calls of 300 deliveries and of 300 forged ones',
  seconds: 60,
  async run() {
    let task: unknown;
    const rows: Row[] = [];
    await between({ settings: deliveringSettings() }, async (world) => {
      await catalogueRead(world);
      rows.push(...(await waits(world)));
      task = await taskToCopy(world);
      rows.push(...(await floods(world, task)));
    });
    // Without operations the delivery is all that the bot knows of its task.
    const { governance, ...others } = deliveringSettings();
    const documented = { ...others, governance: { ...governance, operations: [] } };
    const isPaced = () => true;
    await between({ settings: documented, documentedOnly: true, isPaced }, async (world) => {
      await catalogueRead(world);
      rows.push(...(await manySteps(world, task)));
    });
    return { rows };
  },
};

/** A world with a database of its own, which goes with it. */
export async function between(
  options: Omit<BotWorldOptions, 'database'>,
  run: (world: BotWorld) => Promise<void>,
): Promise<void> {
  const folder = await temporaryFolder();
  const database = { kind: 'embedded', dataDir: folder.path } as const;
  const world = await BotWorld.start({ ...options, database, webhooks: true });
  try {
    await run(world);
  } finally {
    await world.close();
    await folder.remove();
  }
}

/** The first app is decided by *act*, the second one by webhook. */
export function deliveringSettings(): AccessSettings {
  const base = testSettings();
  const apps = base.apps.map((app, index) =>
    index === 0
      ? app
      : {
          ...app,
          id: 'app-slipway',
          name: 'Slipway',
          channel,
          resources: [{ resourceTypeId: 'yard', resourceId: 'east-yard' }],
        },
  );
  return { ...base, apps };
}

interface Way {
  readonly name: string;
  readonly app: string;
  readonly entitlement: string;
}

const ways: readonly Way[] = [
  { name: 'webhook', app: 'slip', entitlement: 'crane' },
  { name: 'act', app: 'git', entitlement: 'platform write' },
];

/** Each of them asks once in each way. */
const people = ['U0BEN', 'U0EMIL', 'U0TESS', 'U0DARA', 'U0NOOR', 'U0LIAM', 'U0OSKAR'];

interface Waits {
  readonly cardMs: number;
  readonly answerMs: number;
}

async function waits(world: BotWorld): Promise<readonly Row[]> {
  const found = new Map<string, Waits>();
  for (const way of ways) {
    const all: Waits[] = [];
    for (const person of people) all.push(await decideOne(world, way, person));
    found.set(way.name, {
      cardMs: median(all.map(({ cardMs }) => cardMs)),
      answerMs: median(all.map(({ answerMs }) => answerMs)),
    });
  }
  const byHook = found.get('webhook');
  const byAct = found.get('act');
  if (byHook === undefined || byAct === undefined) return [];
  const row = (what: string, hookMs: number, actMs: number): Row => ({
    what,
    measured: `webhook ${inMs(hookMs)}; act ${inMs(actMs)}`,
    ratio: (hookMs / actMs).toFixed(1),
  });
  return [
    row('from the submission until its card can be decided', byHook.cardMs, byAct.cardMs),
    row('from the click until the service has decided', byHook.answerMs, byAct.answerMs),
  ];
}

async function decideOne(world: BotWorld, way: Way, person: string): Promise<Waits> {
  await world.quiet();
  const form = await fillForm(world, { person, ...way });
  await world.quiet();
  const startedAt = performance.now();
  await world.client.submitView(person, form.viewId, form.values);
  const card = await soon('its card', () => cardOfPerson(world, reviewer, person));
  const cardMs = performance.now() - startedAt;
  await world.client.closeView(person, world.form(person).id);
  const taskId = world.governance.tasks().at(-1)?.id;
  const clickedAt = performance.now();
  await clickCard(world, reviewer, card, 'review.approve');
  await soon('it is decided', () =>
    world.governance.tasks().some(({ id, state }) => id === taskId && state === 'closed'),
  );
  return { cardMs, answerMs: performance.now() - clickedAt };
}

/** 300 deliveries at once, and as many that somebody else signed. */
async function floods(world: BotWorld, task: unknown): Promise<readonly Row[]> {
  const before = world.governance.requests().length;
  const forged = await deliverMany(world, 'forged', () => task);
  const looks = world.governance.requests().slice(before);
  const kept = await deliverMany(world, 'true', () => task);
  return [
    {
      what: `${flood} forged deliveries`,
      measured: `${forged.refused} refused in ${inMs(forged.ms)}; ${looks.filter(({ path }) => path === '/auth/v1/jwks').length} looks at the keys`,
      aim: '1 look',
    },
    {
      what: `${flood} deliveries`,
      measured: `${kept.kept} kept in ${inMs(kept.ms)}`,
      aim: `${flood} in 10 s`,
    },
  ];
}

/** 300 deliveries of as many tasks, while Slack enforces its limits. */
async function manySteps(world: BotWorld, task: unknown): Promise<readonly Row[]> {
  const text = JSON.stringify(task);
  const id = textAt(task, 'taskView', 'task', 'id');
  const kept = await deliverMany(world, 'true', (number): unknown =>
    JSON.parse(text.replaceAll(id, `task-${number}`)),
  );
  const startedAt = performance.now();
  const seconds = () => `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
  await world.client.openHome(reviewer);
  const home = () => wordsOf({ text: '', blocks: world.client.home(reviewer)?.blocks ?? [] });
  await soon('all are on Home', () => home().includes(`Waiting for me: ${flood}`));
  const shownAfter = seconds();
  const cards = world.cards(reviewer, channel).length;
  const refused = world.slack.calls().filter(({ status }) => status === 429).length;
  const calls = world.governance.requests().filter(({ path }) => path.startsWith('/api/')).length;
  return [
    {
      what: `${flood} deliveries of as many tasks, 16 endpoints: all on Home`,
      measured: `${shownAfter}, when ${cards} cards were there; ${kept.kept} kept in ${inMs(kept.ms)}`,
      aim: '15 s',
    },
    {
      what: 'the same: calls that Slack refused; of the service',
      measured: `${refused}; ${calls}`,
    },
  ];
}

/** An open task whose step is handed over, as the service tells it. */
async function taskToCopy(world: BotWorld): Promise<unknown> {
  const service = new ServiceClient(world.governance.url, await tokenOf(world.governance.url));
  const task = await service.granted({
    appId: 'app-slipway',
    appEntitlementId: 'ent-slipway-crane',
    identityUserId: 'user-mina',
    description: 'The harbour is full',
    grantDuration: '3600s',
  });
  const { body } = await service.get(`/api/v1/tasks/${textAt(task, 'id')}`);
  return body;
}

interface Answered {
  readonly ms: number;
  readonly kept: number;
  readonly refused: number;
}

async function deliverMany(
  world: BotWorld,
  kind: 'true' | 'forged',
  payloadOf: (number: number) => unknown,
): Promise<Answered> {
  const url = new URL(webhookPath, world.eventsUrl);
  const startedAt = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: flood }, async (_, number) => {
      const body = deliveryOf(world, payloadOf(number), `${kind}-${number}`);
      const token = tokenFor(world, body, kind);
      const headers = { 'content-type': 'application/json', authorization: `bearer ${token}` };
      return (await fetch(url, { method: 'POST', headers, body })).status;
    }),
  );
  return {
    ms: performance.now() - startedAt,
    kept: statuses.filter((status) => status === 202).length,
    refused: statuses.filter((status) => status === 401).length,
  };
}

function deliveryOf(world: BotWorld, payload: unknown, webhookId: string): string {
  return JSON.stringify({
    version: 'v1',
    webhookId,
    event: 'c1.webhooks.v1.PayloadPolicyApprovalStep',
    callbackUrl: `${world.governance.url}/api/v1/webhooks/callback/${webhookId}`,
    payload,
  });
}

function tokenFor(world: BotWorld, body: string, kind: 'true' | 'forged'): string {
  const now = Math.floor(Date.now() / 1_000);
  const claims = {
    c1typ: 'wh',
    iss: new URL(world.governance.url).host,
    aud: new URL(testWebhooks.publicUrl).host,
    htm: 'POST',
    htu: `${testWebhooks.publicUrl}${webhookPath}`,
    htb_s256: digestOf(body),
    iat: now,
    nbf: now - 60,
    exp: now + 120,
    jti: body,
  };
  const { keys } = world.governance.webhooks;
  const named = kind === 'true' ? {} : { kid: 'nobody' };
  return keys.token(claims, { algorithm: 'EdDSA', ...named });
}
