/**
 * The cells of the matrix that decide on a request, carried out over the real use cases and the
 * real store, which must come to what the one rule says; test/scenario/authorization.test.ts does
 * it over HTTP. `npm run authorization` does all of them and prints how many there are; the suite
 * carries out every so many.
 */
import { describe, expect, it } from 'vitest';
import type { DecisionKind } from '../../../src/domain/action/review.ts';
import { acceptAction } from '../../../src/use-cases/action/accept-action.ts';
import { type Cell, cells, verdictOf } from '../../support/authorization-cells.ts';
import { reviewing } from '../../support/reviewing.ts';
import { actor, person } from '../../support/samples.ts';
import { testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const isWhole = process.env.AUTHORIZATION === 'all';
const everySoMany = 47;

describe('the authorization matrix', () => {
  const desk = useCaseDesk();
  const { click, carryOut, reviews } = reviewing(desk);

  async function prepare(cell: Cell): Promise<void> {
    await desk().clear();
    for (const handle of ['eve']) {
      const known = person(`user-${handle}`);
      desk().directory.add(`U0${handle.toUpperCase()}`);
      desk().governance.people.set(known.email ?? '', known);
    }
    desk().settings = testSettings({ review: cell.review, admins: ['U0CHO'] });
    desk().governance.operations.add('taskRevoke');
    await desk().opened(cell.task);
    // By this reading no reason is wanted, so that a click without one is kept, and checked.
    const { stepPolicy: _, ...read } = cell.task;
    await desk().store.transaction((tx) => tx.tasks.save('request-1', read, desk().world.now()));
    await desk()
      .kysely.updateTable('requests')
      .set({ targetSlackId: 'U0DEE', identityUserId: 'user-dee', requesterIdentityId: 'user-ben' })
      .execute();
  }

  async function decided(cell: Cell, verb: DecisionKind): Promise<string> {
    const userId = `U0${cell.handle.toUpperCase()}`;
    await click(userId, { verb, by: actor(userId, { teamId: cell.teamId }) });
    await carryOut();
    const [[, state, refusal] = []] = await reviews();
    return state === 'done' ? 'allowed' : String(refusal);
  }

  const withButtons = cells.filter(({ verb }) => verb === 'approve' || verb === 'deny');
  const chosen = withButtons.filter((_cell, index) => isWhole || index % everySoMany === 0);

  it(`${chosen.length} decisions come out of the use cases as the rule says`, {
    timeout: 30 * 60_000,
  }, async () => {
    const wrong: string[] = [];
    for (const cell of chosen) {
      await prepare(cell);
      const expected = verdictOf(cell);
      const found = await decided(cell, cell.verb === 'approve' ? 'approve' : 'deny');
      const isSent = desk().governance.reviewOrders.length > 0;
      if (found !== expected || isSent !== (expected === 'allowed')) {
        wrong.push(`${cell.name}: ${found}, not ${expected}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('accepts the actions of holders exactly when the rule allows them', async () => {
    const base = cells.filter(({ name }) => name.endsWith('at this step, people, act'));
    const found: string[] = [];
    for (const cell of base) {
      const { verb } = cell;
      if (verb !== 'withdraw' && verb !== 'escalate' && verb !== 'give-back') continue;
      await prepare(cell);
      const by = actor(`U0${cell.handle.toUpperCase()}`, { teamId: cell.teamId });
      const click = { verb, requestId: 'request-1', by, reason: '', channel: 'C0GENERAL' };
      const accepted = await acceptAction(desk().deps, click);
      if ((accepted === 'kept') !== (verdictOf(cell) === 'allowed'))
        found.push(`${cell.name}: ${accepted}`);
    }
    expect(found).toEqual([]);
  });

  it('counts its cells', () => {
    const counts = new Map<string, number>();
    for (const cell of cells) counts.set(verdictOf(cell), (counts.get(verdictOf(cell)) ?? 0) + 1);
    if (isWhole) {
      console.log(
        `${cells.length} cells, ${chosen.length} of them carried out over the use cases and the store:`,
      );
      for (const [verdict, count] of [...counts].toSorted(([one], [other]) =>
        one.localeCompare(other),
      ))
        console.log(`  ${verdict.padEnd(18)} ${count}`);
    }
    expect(cells).toHaveLength(6 * 4 * 9 * 4 * 16);
    // Nothing is allowed to somebody of another workspace, nor to somebody who is nobody of this
    // request.
    const allowed = cells
      .filter((cell) => verdictOf(cell) === 'allowed')
      .map(({ name }) => name.split(', ')[0]);
    expect(new Set(allowed)).toEqual(new Set(['reviewer', 'requester', 'target', 'administrator']));
  });
});
