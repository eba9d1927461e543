/** Long because what is kept of a person, what stands in the way, and the trail are tried here. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { heldRows } from '../../../src/extras/held/held-tables.ts';
import { verifyChain } from '../../../src/extras/sealed-trail/verify-audit-chain.ts';
import { receiveDelivery } from '../../../src/extras/webhooks/webhook-receiver.ts';
import { type ForgetDeps, forgetCommand } from '../../../src/operator/admin/forget-command.ts';
import { Misused } from '../../../src/operator/command.ts';
import { idsOf } from '../../../src/store/people/forget-person.ts';
import {
  appendForgotten,
  type Forgotten,
  readForgotten,
} from '../../../src/store/people/forgotten-file.ts';
import { createAuditTrail } from '../../../src/store/record/audit-trail.ts';
import { meetSetBack } from '../../../src/store/set-back/set-back.ts';
import { rowsOfExtra } from '../../../src/store/transaction.ts';
import { record } from '../../../src/use-cases/record/record.ts';
import { headSigner, type SignHead } from '../../../src/use-cases/trail/audit-chain.ts';
import { deliveryOf } from '../../support/delivering.ts';
import { heldElsewhere, heldReturn } from '../../support/held-elsewhere.ts';
import { keepMessage } from '../../support/kept-message.ts';
import { actor, closedSnapshot, newAction, noon, person, snapshot } from '../../support/samples.ts';
import { beginAnew, sealAll } from '../../support/sealed-trail.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const sign = headSigner('a signing key of tests');
const email = 'ben@acme.example';

let said = '';
let kept: Forgotten[] = [];
const deps = (change: Partial<ForgetDeps> = {}): ForgetDeps => ({
  database: async () => ({ background: desk().kysely }),
  sign: () => sign,
  now: () => noon,
  operator: 'olga',
  ask: null,
  keep: async (people) => void kept.push(...people),
  ...change,
});
const forget = (words: readonly string[] = ['U0BEN', '--yes'], change: Partial<ForgetDeps> = {}) =>
  forgetCommand(deps(change)).run(words, async (text) => {
    said += text;
  });
const verify = () => verifyChain(createAuditTrail(desk().kysely), [], sign);

/** Every row of every table, by table. */
async function dump(): Promise<ReadonlyMap<string, string>> {
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(desk().kysely);
  const texts = new Map<string, string>();
  for (const { name } of tables.rows) {
    const rows = await sql<{
      row: string;
    }>`select to_jsonb(one)::text as row from ${sql.table(name)} as one`.execute(desk().kysely);
    texts.set(name, rows.rows.map(({ row }) => row).join('\n'));
  }
  return texts;
}

const tablesWith = async (word: string) =>
  [...(await dump())].filter(([, text]) => text.includes(word)).map(([name]) => name);

/** As new: a trail begins in a database that nobody has used. */
async function beginDatabase(): Promise<void> {
  await desk().kysely.deleteFrom('homes').execute();
  await beginAnew(desk().kysely, sign);
}

async function emptyDatabase(): Promise<void> {
  await desk()
    .kysely.connection()
    .execute(async (connection) => {
      await sql`set session_replication_role = replica`.execute(connection);
      for (const name of (await dump()).keys())
        if (!name.startsWith('kysely_'))
          await sql`delete from ${sql.table(name)}`.execute(connection);
      await sql`set session_replication_role = default`.execute(connection);
    });
}

/** A closed request of Ben's, one of Cho's that Ben decided, and what else is kept of Ben. */
async function bringBen(): Promise<void> {
  const { store } = desk();
  await store.transaction(async (tx) => {
    await tx.identities.saveResolved({
      slackUserId: 'U0BEN',
      person: person('user-ben'),
      checkedAt: tx.at,
    });
    await tx.homes.markOpened('U0BEN', tx.at);
    await rowsOfExtra(tx, heldRows).keep('U0BEN', {
      held: [heldElsewhere()],
      readAt: tx.at,
      identityUserId: 'user-ben',
      triedAt: tx.at,
      isCut: false,
    });
  });
  await desk().wanted(closedSnapshot({ id: 'task-1' }), {
    id: 'request-1',
    justification: 'Ben is ill',
  });
  const byBen = closedSnapshot({
    id: 'task-2',
    target: person('user-cho'),
    approvers: [person('user-ben')],
  });
  await desk().wanted(byBen, {
    id: 'request-2',
    requester: actor('U0CHO'),
    justification: 'Cho needs it',
  });
  await store.transaction(async (tx) => {
    const decision = { ...newAction(), id: 'action-2', requestId: 'request-2', taskId: 'task-2' };
    await tx.actions.insertOnce({
      ...decision,
      verb: 'approve',
      by: actor('U0BEN'),
      reason: 'fine by me',
      channel: 'D0BEN',
    });
    await tx.actions.save('action-2', { state: 'done', at: tx.at });
    for (const requestId of ['request-1', 'request-2'])
      await tx.requests.save(requestId, {
        state: 'created',
        identityUserId: requestId === 'request-1' ? 'user-ben' : 'user-cho',
        at: tx.at,
      });
    const detail = {
      stepId: 'step-1',
      identityUserId: 'user-ben',
      reason: 'fine by me',
      durationSeconds: null,
    };
    await record(tx, {
      kind: 'review.approved',
      requestId: 'request-2',
      taskId: 'task-2',
      actor: 'U0BEN',
      detail,
    });
    await tx.audit.append({
      kind: 'withdraw.done',
      requestId: 'request-1',
      actor: 'U0BEN',
      detail: { reason: 'Ben is well again' },
    });
    await tx.audit.append({ kind: 'withdraw.done', actor: 'U0CHO', detail: { reason: 'by Cho' } });
  });
  await desk().kysely.updateTable('notices').set({ sentAt: noon }).execute();
}

const reasons = async () => {
  const lines = await createAuditTrail(desk().kysely).read(
    {},
    { order: 'asc', seq: 0, limit: 100 },
  );
  return lines.flatMap(({ kind, detail }) => {
    const { reason, erased } = detail;
    return kind === 'audit.erased' ? [] : [reason, erased].filter((one) => typeof one === 'string');
  });
};

describe('forgetting a person', () => {
  beforeEach(async () => {
    said = '';
    kept = [];
    await beginDatabase();
    await bringBen();
    await sealAll(desk().kysely, sign);
  });

  it('leaves nothing of them but ids under the seal of the trail, which verifies', async () => {
    expect(await tablesWith('U0BEN')).toContain('actions');
    expect(await forget()).toBe(0);
    for (const id of ['U0BEN', 'user-ben']) expect(await tablesWith(id)).toEqual(['audit']);
    for (const text of [email, 'Ben', 'fine by me', 'well again', 'D0BEN'])
      expect(await tablesWith(text)).toEqual([]);
    expect(await tablesWith('forgotten-')).not.toContain('resolved_identities');
    await sealAll(desk().kysely, sign);
    expect(await verify()).toMatchObject({ broken: null, isSigned: true, unsealed: 0 });
    expect((await verify()).erasedTexts).toBeGreaterThan(1);
  });

  it('knows the identity of an account that the service has nobody for any more', async () => {
    await desk().store.transaction((tx) => tx.identities.forget('U0BEN'));
    expect(await forget()).toBe(0);
    expect(await tablesWith('user-ben')).toEqual(['audit']);
  });

  it('takes nobody who has the account now for whom it belonged to before', async () => {
    const { store, kysely } = desk();
    await store.transaction((tx) =>
      tx.identities.saveResolved({
        slackUserId: 'U0BEN',
        person: person('user-dee'),
        checkedAt: tx.at,
      }),
    );
    expect(await idsOf(kysely, { slackUserId: null, id: 'user-ben' })).toEqual({
      slackIds: [],
      identityIds: ['user-ben'],
    });
    expect(await idsOf(kysely, { slackUserId: 'U0BEN', id: 'user-dee' })).toEqual({
      slackIds: ['U0BEN'],
      identityIds: ['user-dee'],
    });
  });

  it('leaves what others did, with a pseudonym in their place', async () => {
    await forget();
    const rows = await desk()
      .kysely.selectFrom('actions')
      .select(['requestId', 'bySlackId', 'bySlackName'])
      .execute();
    expect(rows).toEqual([
      {
        requestId: 'request-2',
        bySlackId: expect.stringMatching(/^forgotten-[0-9a-f]{32}$/),
        bySlackName: '(erased)',
      },
    ]);
    expect((await desk().request('request-2'))?.justification).toBe('Cho needs it');
    expect(await desk().request('request-1')).toBeNull();
  });

  it('shows in the trail that a text was erased', async () => {
    expect(await reasons()).toEqual(['fine by me', 'Ben is well again', 'by Cho']);
    await forget();
    expect(await reasons()).toEqual(['(erased)', '(erased)', 'by Cho']);
  });

  it('is told from tampering: a text that no signed entry names is missing', async () => {
    await forget();
    await sealAll(desk().kysely, sign);
    await desk()
      .kysely.connection()
      .execute(async (connection) => {
        await sql`set session_replication_role = replica`.execute(connection);
        await sql`update audit set texts = null where actor = 'U0CHO'`.execute(connection);
        await sql`set session_replication_role = default`.execute(connection);
      });
    expect((await verify()).broken).toMatch(/^The text “reason” of entry \d+ is missing/);
  });

  it('says what would go, and changes nothing, with --dry-run', async () => {
    const before = await dump();
    expect(await forget(['user-ben', '--dry-run'])).toBe(0);
    expect(said).toMatch(/^Would be erased of "Ben" .*requests 1.*texts of 2 entries of the trail/);
    expect(await dump()).toEqual(before);
    expect(kept).toEqual([]);
  });

  it('asks before, and needs the key and the name of one person', async () => {
    expect(await forget(['U0BEN'], { ask: async () => 'no' })).toBe(1);
    await expect(forget(['U0BEN'])).rejects.toThrow(Misused);
    await expect(forget(['U0BEN', '--yes'], { sign: () => null })).rejects.toThrow(
      'AUDIT_SIGNING_KEY',
    );
    expect(await forget(['nobody', '--yes'])).toBe(1);
    expect(await tablesWith(email)).not.toEqual([]);
    expect(await forget(['U0BEN'], { ask: async () => 'yes' })).toBe(0);
    expect(await tablesWith(email)).toEqual([]);
  });

  it.each([
    [
      'access that has not ended: GitHub',
      () =>
        desk().store.transaction((tx) =>
          tx.grants.begin('request-1', { startedAt: noon, endsAt: null }),
        ),
    ],
    [
      'an open task that names them: #1042',
      async () => {
        const approvers = [person('user-ben')];
        await desk().wanted(snapshot({ id: 'task-3', stepApprovers: approvers }), {
          id: 'request-3',
          requester: actor('U0CHO'),
        });
      },
    ],
    [
      'a request whose outcome is not known: GitHub',
      () =>
        desk().store.transaction((tx) =>
          tx.requests.save('request-1', { state: 'uncertain', at: noon }),
        ),
    ],
    [
      'a message that is not sent yet: trouble (request request-2)',
      () =>
        desk().store.transaction((tx) =>
          keepMessage(tx, {
            key: 'answer',
            requestId: 'request-2',
            target: { kind: 'direct', slackUserId: 'U0ANA' },
            body: { kind: 'trouble', what: 'passed-on', account: 'U0BEN' },
          }),
        ),
    ],
    [
      'a step that waits for an answer: delivery hook of task-1 step-1',
      async () => {
        const task = snapshot({ id: 'task-1', stepApprovers: [person('user-ben')] });
        await receiveDelivery(desk().deps, deliveryOf(task, noon));
      },
    ],
    [
      'access that is being given back: ent-staging',
      async () => {
        await desk().store.transaction((tx) =>
          rowsOfExtra(tx, heldRows).insertReturn(heldReturn()),
        );
      },
    ],
    [
      'a call whose outcome is not known: approve (request request-2)',
      () => desk().store.transaction((tx) => tx.actions.save('action-2', { state: 'sending' })),
    ],
  ])('is refused while there is %s', async (words, change) => {
    await change();
    expect(await forget()).toBe(1);
    expect(said).toContain(`- ${words}`);
    expect(await tablesWith(email)).not.toEqual([]);
  });

  it('keeps whose it was under a pseudonym, beside the database, too', async () => {
    await forget();
    const rows = await desk()
      .kysely.selectFrom('forgottenPeople')
      .select('pseudonym')
      .orderBy('pseudonym')
      .execute();
    expect(rows.map(({ pseudonym }) => pseudonym)).toEqual(
      kept.map(({ pseudonym }) => pseudonym).toSorted(),
    );
    expect(kept).toHaveLength(2);
  });
});

describe('a start with a database that was set back', () => {
  const startAgain = async (key: SignHead) => {
    const folder = await mkdtemp(join(tmpdir(), 'forgotten-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await appendForgotten(folder, kept);
    const { log, now } = desk().world;
    await meetSetBack(desk().kysely, { headFolder: folder, sign: key, now, log });
  };

  /** As before Ben was forgotten. */
  beforeEach(async () => {
    kept = [];
    await beginDatabase();
    await bringBen();
    await forget();
    await emptyDatabase();
    await beginDatabase();
    await bringBen();
    await sealAll(desk().kysely, sign);
  });

  it('erases again who was forgotten, also what is open of them, and the trail verifies', async () => {
    await desk().store.transaction((tx) =>
      tx.requests.save('request-1', { state: 'uncertain', at: noon }),
    );
    await startAgain(sign);
    for (const id of ['U0BEN', 'user-ben']) expect(await tablesWith(id)).toEqual(['audit']);
    for (const text of [email, 'fine by me', 'well again'])
      expect(await tablesWith(text)).toEqual([]);
    await sealAll(desk().kysely, sign);
    expect(await verify()).toMatchObject({ broken: null });
  });

  it.each(['identities', 'resolved_identities', 'homes', 'held_readings'])(
    'erases somebody whom it names in %s alone',
    async (name) => {
      const tables = await tablesWith('U0BEN');
      expect(tables).toContain(name);
      for (const other of tables.filter((one) => one !== name && one !== 'audit'))
        await sql`delete from ${sql.table(other)}`.execute(desk().kysely);
      await startAgain(sign);
      expect(await tablesWith('U0BEN')).toEqual(['audit']);
    },
  );

  it('says so in the log where the key is missing, and changes nobody', async () => {
    await startAgain(() => null);
    expect(await tablesWith(email)).toContain('identities');
    expect(desk().world.lines.map(({ what }) => what)).toContainEqual(
      expect.stringContaining('Set AUDIT_SIGNING_KEY'),
    );
  });

  it('changes nobody who came back after an erasure that the database knows', async () => {
    await startAgain(sign);
    await desk().store.transaction((tx) =>
      tx.identities.saveResolved({
        slackUserId: 'U0BEN',
        person: person('user-ben'),
        checkedAt: tx.at,
      }),
    );
    await startAgain(sign);
    expect(await tablesWith(email)).toContain('identities');
  });
});

it('reads from the data folder what a restore has to know', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forgotten-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  expect(await readForgotten(folder)).toEqual([]);
  const one = { pseudonym: 'forgotten-1', at: noon.toISOString() };
  await appendForgotten(folder, [one]);
  await appendForgotten(folder, [{ ...one, pseudonym: 'forgotten-2' }]);
  expect(await readForgotten(folder)).toEqual([one, { ...one, pseudonym: 'forgotten-2' }]);
});
