import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ShownMessage } from '../../sandbox/workspace/client.ts';
import type { OptionalOperation } from '../../src/domain/settings/access-settings.ts';
import { noIds, probesOf } from '../../src/service/operations/operation-probes.ts';
import { clickCard } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { postgresEngine } from '../support/database.ts';
import { findableOperations } from '../support/findable-operations.ts';
import { askedCard, cardNow, sentFor, taskOf } from '../support/lying.ts';
import { openWorld } from '../support/open-world.ts';
import { defaultLimits, governanceWith, testSettings } from '../support/test-settings.ts';

const status = z.object({ operations: z.record(z.string(), z.string()) });
const off = { most: Number.POSITIVE_INFINITY, windowSeconds: 1 };
const settings = testSettings({
  governance: { ...governanceWith(), operations: ['taskActions'], auto: { without: [] } },
  // By the directory alone somebody is known without their status.
  directory: new Map([['fatima@acme.example', { id: 'user-fatima' }]]),
  limits: { ...defaultLimits, clicks: off, refusals: off, commands: off, requests: off },
});

const probes = probesOf(noIds, new Date(0));
/** As the sandbox answers at a path that nobody serves. */
const unservedWords = 'Not Found';

/** From now on, the paths of these operations answer so. */
function flip(world: BotWorld, operations: readonly OptionalOperation[], status: number): void {
  for (const operation of operations) {
    const { method = '', path = '' } = probes[operation]?.one ?? {};
    const place = { method, path: path.replaceAll(/\{\w+\}/g, '*') };
    const message = status === 404 ? unservedWords : 'gone';
    world.governance.fault({ ...place, kind: 'status', status, message, times: 'every' });
  }
}

describe('operations that come and go in the middle of a decision', () => {
  let world: BotWorld;
  let beside: pg.Client;
  let card: ShownMessage;
  beforeAll(async () => {
    const database = await postgresEngine.open();
    beside = new pg.Client(database.settings.url);
    world = await openWorld({ settings }, async () => database);
    await beside.connect();
    card = await askedCard(world, { person: 'U0BEN' });
  });
  afterAll(async () => {
    await beside?.end();
    await world?.close();
  });

  /** Decisions of the person that are still to be carried out or refused. */
  async function underWay(person: string): Promise<number> {
    const { rows } = await beside.query(
      "select from actions where by_slack_id = $1 and state in ('accepted', 'sending')",
      [person],
    );
    return rows.length;
  }

  it('let those decide who may while they are there', async () => {
    const other = await askedCard(world, { person: 'U0DARA' });
    const { id } = taskOf(world, 'user-dara');
    await clickCard(world, 'U0FATIMA', other, 'review.approve');
    await until('the approval is sent', () => sentFor(world, id, 'approve') > 0);
    expect(sentFor(world, id, 'approve')).toBe(1);
    world.governance.setIdentity('user-fatima', { status: 'DISABLED' });
  });

  const people = ['userRead', 'userSearch'] as const;
  const tasks = ['taskRead', 'taskSearch'] as const;
  const cases: readonly (readonly [number, readonly OptionalOperation[]])[] = [
    ...findableOperations.map((one) => [403, [one]] as const),
    ...[403, 404, 501].flatMap((status) => [[status, people] as const, [status, tasks] as const]),
  ];

  it.each(
    cases.map(([status, operations]) => [operations.join(' and '), status, operations] as const),
  )('approve nothing for those who may not: %s answers %i', async (_, status, operations) => {
    // Who asked for it, somebody who reviews nothing, and a reviewer who was disabled.
    const offenders = ['U0BEN', 'U0EMIL', 'U0FATIMA'];
    flip(world, operations, status);
    for (const person of offenders)
      await clickCard(world, person, cardNow(world, card), 'review.approve');
    await world.quiet();
    world.governance.clearFaults();
    for (const person of offenders) while ((await underWay(person)) > 0) await world.quiet();
    expect(sentFor(world, taskOf(world, 'user-ben').id, 'approve')).toBe(0);
  });
});

describe('a bot that finds out what the tenant has', () => {
  let world: BotWorld;
  const says = async (operation: string): Promise<string> => {
    const answer = await fetch(new URL('/status', world.opsUrl));
    return status.parse(await answer.json()).operations[operation] ?? '';
  };
  beforeAll(async () => {
    world = await openWorld({ settings });
  });
  afterAll(() => world?.close());

  it('knows before its first request what is there, and what it may not do', async () => {
    expect(await says('userRead')).toBe(
      'found. What it brings: the status of people is checked, and managers are read.',
    );
    expect(await says('taskActions')).toMatch(/^allowed, in governance\.allow\./);
    expect(await says('taskRevoke')).toMatch(/^absent, because it changes something:/);
    const changing = world.governance
      .requests()
      .filter(
        ({ path }) => /^\/api\/v1\/task\/|\/action\//.test(path) && !path.endsWith('/audits'),
      );
    expect(changing).toEqual([]);
  });

  it('begins with what it found last, and takes nothing that fails since for absent', async () => {
    await world.stopBot();
    flip(world, ['userRead'], 403);
    await world.startBot();
    const seen = new Set<string>();
    for (let word = ''; word !== 'lost'; ) {
      [word = ''] = (await says('userRead')).split(',', 1);
      seen.add(word.split('.')[0] ?? '');
    }
    world.governance.clearFaults();
    expect([...seen].filter((word) => word !== 'found')).toEqual(['lost']);
    expect(await says('taskRead')).toMatch(/^found\./);
  });
});
