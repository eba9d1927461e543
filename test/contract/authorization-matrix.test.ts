/**
 * People x states x policies x verbs x modes: each cell is decided by the one rule, and those that have a button are carried out over the
 * real use cases and the real store, which must come to the same. `npm run authorization` does all of them and prints how many there are;
 * the suite carries out every so many.
 */
import { describe, expect, it } from 'vitest';
import {
  type AuthorizationFacts,
  authorize,
  linkReason,
  noEarlierDecisions,
  type Verb,
} from '../../src/domain/authorization.ts';
import type { ReviewVerb } from '../../src/domain/review.ts';
import type { StepPolicy, TaskSnapshot } from '../../src/domain/task-snapshot.ts';
import { acceptHolderAction } from '../../src/use-cases/accept-act.ts';
import { reviewing } from '../support/reviewing.ts';
import {
  actor,
  firstEntitlement,
  knownTaskActions,
  person,
  stepPolicy as plain,
  snapshot,
  verbs,
} from '../support/samples.ts';
import { acting, testSettings } from '../support/test-settings.ts';
import { useCaseDesk } from '../support/use-case-desk.ts';

const isWhole = process.env.AUTHORIZATION === 'all';
const everySoMany = 23;

const people = {
  reviewer: ['ana', 'T0ACME'],
  'reviewer of another workspace': ['ana', 'T0OTHER'],
  requester: ['ben', 'T0ACME'],
  target: ['dee', 'T0ACME'],
  administrator: ['cho', 'T0ACME'],
  'somebody else': ['eve', 'T0ACME'],
} as const;
const states: Readonly<Record<string, Partial<TaskSnapshot>>> = {
  'at this step': {},
  'at another step': { currentStepId: 'step-2' },
  'offering nothing': { actions: [] },
  closed: { state: 'closed', outcome: 'granted' },
};
const policies: Readonly<Record<string, { readonly stepPolicy?: StepPolicy | null }>> = {
  'none told': {},
  people: { stepPolicy: plain },
  'the target': { stepPolicy: { ...plain, approver: 'self' } },
  'self-approval': { stepPolicy: { ...plain, allowSelfApproval: true } },
  'distinct people': { stepPolicy: { ...plain, requireDistinctApprovers: true } },
  reasons: { stepPolicy: { ...plain, requireApprovalReason: true, requireDenialReason: true } },
  'step-up': { stepPolicy: { ...plain, needsStepUp: true } },
  'webhook or agent': { stepPolicy: { ...plain, approver: 'service' } },
  unreadable: { stepPolicy: null },
};
const modes = {
  act: acting,
  link: { ...acting, mode: 'link' },
  'link by risk': { ...acting, linkWhen: { risk: ['risk-high'], emergency: false } },
  'link for emergencies': { ...acting, linkWhen: { risk: [], emergency: true } },
} as const;

interface Cell {
  readonly name: string;
  readonly verb: Verb;
  readonly handle: string;
  readonly teamId: string;
  readonly task: TaskSnapshot;
  readonly review: (typeof modes)[keyof typeof modes];
}

const cells: readonly Cell[] = Object.entries(people).flatMap(([who, [handle, teamId]]) =>
  Object.entries(states).flatMap(([state, stateChange]) =>
    Object.entries(policies).flatMap(([policy, policyChange]) =>
      Object.entries(modes).flatMap(([mode, review]) =>
        verbs.map((verb) => ({
          name: [who, verb, state, policy, mode].join(', '),
          verb,
          handle,
          teamId,
          review,
          task: snapshot({
            actions: knownTaskActions.map((name) => `TASK_ACTION_TYPE_${name}`),
            // Everybody is named by the service: who is not to decide is kept out by the bot alone.
            stepApprovers: ['ana', 'ben', 'dee'].map((one) => person(`user-${one}`)),
            target: person('user-dee'),
            entitlements: [{ ...firstEntitlement(), riskLevel: 'risk-high' }],
            emergency: true,
            decisions: [{ stepId: 'step-0', position: 0, verb: 'approve', identityUserId: 'user-ana', counts: true }],
            ...policyChange,
            ...stateChange,
          }),
        })),
      ),
    ),
  ),
);

function factsOf({ verb, handle, teamId, task, review }: Cell): AuthorizationFacts {
  const isDistinct = task.stepPolicy?.requireDistinctApprovers === true;
  return {
    verb,
    person: {
      slackUserId: `U0${handle.toUpperCase()}`,
      identityUserId: `user-${handle}`,
      teamId,
      isAdministrator: handle === 'cho',
    },
    request: {
      teamId: 'T0ACME',
      requester: { slackUserId: 'U0BEN', identityUserIds: ['user-ben'] },
      target: { slackUserId: 'U0DEE', identityUserIds: ['user-dee'] },
    },
    task,
    step: verb === 'give-back' ? null : { stepId: 'step-1', occurrence: '' },
    reason: '',
    earlier: isDistinct
      ? { by: [{ slackUserId: null, identityUserId: 'user-ana' }], isIncomplete: false }
      : noEarlierDecisions,
    link: linkReason(review, task, { emergency: false }, new Map()),
  };
}

const verdictOf = (cell: Cell): string => {
  const verdict = authorize(factsOf(cell));
  return verdict.ok ? 'allowed' : verdict.refusal.kind;
};

describe('the matrix of who may do what', () => {
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
    const read = { ...cell.task, stepPolicy: null };
    await desk().store.transaction((tx) => tx.tasks.save('request-1', read, desk().world.now()));
    await desk()
      .kysely.updateTable('requests')
      .set({ targetSlackId: 'U0DEE', identityUserId: 'user-dee', requesterIdentityId: 'user-ben' })
      .execute();
  }

  async function decided(cell: Cell, verb: ReviewVerb): Promise<string> {
    const userId = `U0${cell.handle.toUpperCase()}`;
    await click(userId, { verb, by: actor(userId, { teamId: cell.teamId }) });
    await carryOut();
    const [[, state, refusal] = []] = await reviews();
    return state === 'done' ? 'allowed' : String(refusal);
  }

  const withButtons = cells.filter(({ verb }) => verb === 'approve' || verb === 'deny');
  const chosen = withButtons.filter((_cell, index) => isWhole || index % everySoMany === 0);

  it(`${chosen.length} decisions come out of the use cases as the rule says`, { timeout: 30 * 60_000 }, async () => {
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

  it('the actions of holders are taken from those whom the rule allows', async () => {
    const base = cells.filter(({ name }) => name.endsWith('at this step, people, act'));
    const found: string[] = [];
    for (const cell of base) {
      const { verb } = cell;
      if (verb !== 'withdraw' && verb !== 'escalate' && verb !== 'give-back') continue;
      await prepare(cell);
      const by = actor(`U0${cell.handle.toUpperCase()}`, { teamId: cell.teamId });
      const click = { kind: verb, requestId: 'request-1', by, reason: '', channel: 'C0GENERAL' };
      const accepted = await acceptHolderAction(desk().deps, click);
      if ((accepted === 'kept') !== (verdictOf(cell) === 'allowed')) found.push(`${cell.name}: ${accepted}`);
    }
    expect(found).toEqual([]);
  });

  it('is counted', () => {
    const counts = new Map<string, number>();
    for (const cell of cells) counts.set(verdictOf(cell), (counts.get(verdictOf(cell)) ?? 0) + 1);
    if (isWhole) {
      console.log(`${cells.length} cells, ${chosen.length} of them carried out over the use cases and the store:`);
      for (const [verdict, count] of [...counts].toSorted(([one], [other]) => one.localeCompare(other)))
        console.log(`  ${verdict.padEnd(18)} ${count}`);
    }
    expect(cells).toHaveLength(6 * 4 * 9 * 4 * 17);
    // Nothing is allowed to somebody of another workspace, nor to somebody who is nobody of this request.
    const allowed = cells.filter((cell) => verdictOf(cell) === 'allowed').map(({ name }) => name.split(', ')[0]);
    expect(new Set(allowed)).toEqual(new Set(['reviewer', 'requester', 'target', 'administrator']));
  });
});
