import { describe, expect, it } from 'vitest';
import type { OptionalOperation } from '../../../src/domain/settings/access-settings.ts';
import type { Look } from '../../../src/domain/settings/operation-finding.ts';
import { foundOperationChecks } from '../../../src/operator/doctor/checks/found-operations-check.ts';
import { dueOperations, findOperations } from '../../../src/use-cases/catalogue/find-operations.ts';
import { testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { governance } = testSettings();
/** Everything but these two is said not to be there. */
const without: readonly OptionalOperation[] = [
  'taskRead',
  'taskSearch',
  'taskAudit',
  'userSearch',
  'appList',
];
const settings = {
  admins: ['U0HANA'],
  governance: { ...governance, operations: ['taskActions'], auto: { without } },
} as const;

/** Looks once; what is left out does not answer. */
async function look(looks: Partial<Record<OptionalOperation, Look>>) {
  const asked: OptionalOperation[] = [];
  const { store, world } = desk();
  await findOperations({
    store,
    world,
    settings,
    async look(operations) {
      asked.push(...operations);
      return new Map(
        Object.entries(looks).flatMap(([name, shown]) => {
          const operation = operations.find((one) => one === name);
          const words = shown === 'there' ? '' : shown;
          return operation === undefined ? [] : [[operation, { look: shown, words }] as const];
        }),
      );
    },
  });
  return asked;
}

const kept = () => desk().store.transaction((tx) => tx.operations.all());
const capabilities = async () =>
  Object.fromEntries((await kept()).map(({ operation, capability }) => [operation, capability]));
const hour = 3_600_000;

describe('what is found of the tenant', () => {
  it('is kept, and looked at again after a day, or where somebody wants it', async () => {
    const first = await look({ userRead: 'there', grantSearch: 'refused', catalogs: 'missing' });
    expect(first).toContain('userRead');
    expect(first).not.toContain('taskActions');
    expect(first).not.toContain('taskRevoke');
    expect(first).not.toContain('taskSearch');
    expect(await capabilities()).toEqual({
      userRead: 'present',
      grantSearch: 'refused',
      catalogs: 'absent',
    });
    desk().world.pass(23 * hour);
    const due = async () => dueOperations(settings.governance, await kept(), desk().world.now());
    expect(await due()).not.toContain('userRead');
    await desk().store.transaction((tx) => tx.operations.want(['userRead'], tx.at));
    expect(await due()).toContain('userRead');
    expect(await due()).not.toContain('catalogs');
    desk().world.pass(hour);
    expect(await due()).toContain('catalogs');
  });

  it('stays as it is known where the tenant does not answer', async () => {
    await look({ userRead: 'there' });
    desk().world.pass(24 * hour);
    expect(await look({})).toContain('userRead');
    expect(await capabilities()).toEqual({ userRead: 'present' });
  });

  it('is announced once, to each administrator, before it is used', async () => {
    await look({ userRead: 'there', grantSearch: 'missing' });
    await desk().runJobs('tell-operations');
    expect(desk().chat.operationsTold).toEqual([]);
    desk().world.pass(24 * hour);
    const at = desk().world.now().getTime();
    await look({ userRead: 'there', grantSearch: 'there' });
    await desk().runJobs('tell-operations');
    const told = [
      { to: 'U0HANA', operations: ['grantSearch'], usedFrom: new Date(at + 15 * 60_000) },
    ];
    expect(desk().chat.operationsTold).toEqual(told);
    expect(await capabilities()).toEqual({ userRead: 'present', grantSearch: 'absent' });
    desk().world.pass(24 * hour);
    await look({ grantSearch: 'there' });
    await desk().runJobs('tell-operations');
    expect(desk().chat.operationsTold).toEqual(told);
    expect(await capabilities()).toMatchObject({ grantSearch: 'present' });
  });

  it('is not known where it was there and fails, until it answers again', async () => {
    await look({ userRead: 'there' });
    desk().world.pass(24 * hour);
    await look({ userRead: 'refused' });
    expect(await capabilities()).toEqual({ userRead: 'unknown' });
    desk().world.pass(60_000);
    await look({ userRead: 'there' });
    expect(await capabilities()).toEqual({ userRead: 'present' });
    expect(desk().chat.operationsTold).toEqual([]);
  });

  it('is looked at by one process at a time', async () => {
    await look({ userRead: 'there', catalogs: 'there' });
    const { store, world } = desk();
    const claim = () =>
      store.transaction((tx) => {
        const since = new Date(tx.at.getTime() - 60_000);
        return tx.operations.claim(['userRead', 'catalogs'], { at: tx.at, since });
      });
    expect(await claim()).toEqual(['userRead', 'catalogs']);
    world.pass(59_000);
    expect(await claim()).toEqual([]);
    // The process that looked was killed.
    world.pass(2_000);
    expect(await claim()).toEqual(['userRead', 'catalogs']);
  });

  it('keeps what is wanted while somebody looks', async () => {
    await look({ userRead: 'there' });
    const began = desk().world.now();
    desk().world.pass(1_000);
    await desk().store.transaction(async (tx) => {
      await tx.operations.want(['userRead'], tx.at);
      const [finding] = await tx.operations.all();
      if (finding !== undefined) await tx.operations.save(finding, began);
    });
    expect((await kept()).map(({ wantedAt }) => wantedAt)).toEqual([desk().world.now()]);
  });

  it('is told by the doctor, as long as it is announced or lost', async () => {
    const checks = () => foundOperationChecks(desk(), desk().world.now);
    await look({ userRead: 'there', grantSearch: 'missing' });
    expect(await checks()).toEqual([]);
    desk().world.pass(24 * hour);
    await look({ userRead: 'refused', grantSearch: 'there' });
    expect(await checks()).toEqual([
      {
        what: 'running bot: operation grantSearch',
        state: 'ok',
        says: 'announced: it was found at 2026-03-03T12:00:00.000Z, and is used from 2026-03-03T12:15:00.000Z on. Name it in governance.without to keep the bot from it.',
      },
      {
        what: 'running bot: operation userRead',
        state: 'error',
        says: 'lost: it answered until 2026-03-02T12:00:00.000Z and then refused. What rests on it is refused until it answers; the bot looks once a minute.',
      },
    ]);
    desk().world.pass(15 * 60_000);
    expect((await checks()).map(({ what }) => what)).toEqual(['running bot: operation userRead']);
  });
});
