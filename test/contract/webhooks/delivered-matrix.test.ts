/**
 * Who may answer a delivered step, carried out over the real use cases and the real store for every
 * person, state and verb, and at the step itself for every mode: it must come to what the one rule says of the step as a card shows
 * it.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { noEarlierDecisions } from '../../../src/domain/action/authorization.ts';
import { authorize } from '../../../src/domain/action/right-checks.ts';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { modes } from '../../support/authorization-cells.ts';
import { delivering, webhookTask } from '../../support/delivering.ts';
import { reviewing } from '../../support/reviewing.ts';
import { actor, closedSnapshot, person } from '../../support/samples.ts';
import { testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const people = {
  owner: ['ana', 'T0ACME'],
  'owner of another workspace': ['ana', 'T0OTHER'],
  requester: ['ben', 'T0ACME'],
  target: ['dee', 'T0ACME'],
  administrator: ['hana', 'T0ACME'],
  'somebody else': ['eve', 'T0ACME'],
} as const;
const states: Readonly<Record<string, Partial<TaskSnapshot>>> = {
  'at this step': {},
  'at another step': { currentStepId: 'step-2', decisions: [] },
  'decided before by the owner': {
    decisions: [
      { stepId: 'step-0', position: 0, verb: 'approve', identityUserId: 'user-ana', counts: true },
    ],
  },
  closed: closedSnapshot({ decisions: [] }),
};

interface MatrixCell {
  readonly name: string;
  readonly handle: string;
  readonly teamId: string;
  readonly now: Partial<TaskSnapshot>;
  readonly verb: 'approve' | 'deny';
  readonly review: (typeof modes)[keyof typeof modes];
}

const cells: readonly MatrixCell[] = Object.entries(people).flatMap(([who, [handle, teamId]]) =>
  Object.entries(states).flatMap(([state, now]) =>
    Object.entries(state === 'at this step' ? modes : { act: modes.act }).flatMap(
      ([mode, review]) =>
        (['approve', 'deny'] as const).map((verb) => ({
          name: [who, verb, state, mode].join(', '),
          handle,
          teamId,
          now,
          verb,
          review,
        })),
    ),
  ),
);

const delivered = webhookTask({ target: person('user-dee') });

/** By the rule alone, of the step as its card shows it. */
function verdictOf({ verb, handle, teamId, now }: MatrixCell): string {
  const task: TaskSnapshot = {
    ...delivered,
    ...now,
    actions: ['APPROVE', 'DENY'],
    stepApprovers: [person('user-ana')],
    stepPolicy: {
      approver: 'people',
      allowSelfApproval: false,
      requireDistinctApprovers: true,
      requireApprovalReason: false,
      requireDenialReason: false,
      needsStepUp: false,
    },
  };
  const earlier = (now.decisions ?? []).map(({ identityUserId }) => ({
    slackUserId: null,
    identityUserId,
  }));
  const verdict = authorize({
    verb,
    person: {
      slackUserId: `U0${handle.toUpperCase()}`,
      identityUserId: `user-${handle}`,
      teamId,
      isAdministrator: handle === 'hana',
    },
    request: {
      teamId: 'T0ACME',
      requester: { slackUserId: 'U0BEN', identityUserIds: ['user-ben'] },
      target: { slackUserId: 'U0DEE', identityUserIds: ['user-dee'] },
    },
    task,
    step: { stepId: 'step-1', occurrence: '' },
    reason: 'because',
    earlier: { ...noEarlierDecisions, by: earlier },
    link: null,
  });
  return verdict.ok ? 'allowed' : verdict.refusal.code;
}

describe('who may answer a delivered step', () => {
  const desk = useCaseDesk();
  const { click, carryOut, reviews } = reviewing(desk);
  const { start, deliver, answers } = delivering(desk);
  beforeEach(() => void start());

  async function prepare({ review, now }: MatrixCell): Promise<void> {
    await desk().clear();
    start();
    for (const handle of ['eve', 'hana']) {
      const known = person(`user-${handle}`);
      desk().directory.add(`U0${handle.toUpperCase()}`);
      desk().governance.people.set(known.email ?? '', known);
    }
    desk().settings = testSettings({ review });
    desk().governance.owners = [person('user-ana'), person('user-ben'), person('user-dee')];
    await desk().opened(delivered);
    await desk()
      .kysely.updateTable('requests')
      .set({ targetSlackId: 'U0DEE', identityUserId: 'user-dee', requesterIdentityId: 'user-ben' })
      .execute();
    await deliver(delivered);
    desk().governance.tasks.set('task-1', { ...delivered, ...now, target: person('user-dee') });
  }

  it(`${cells.length} answers come out as the rule says`, async () => {
    const wrong: string[] = [];
    for (const cell of cells) {
      await prepare(cell);
      const { verb, handle, teamId } = cell;
      const userId = `U0${handle.toUpperCase()}`;
      await click(userId, { verb, reason: 'because', by: actor(userId, { teamId }) });
      await carryOut();
      const [[, state, refusal] = []] = await reviews();
      const found = state === 'done' ? 'allowed' : String(refusal);
      const expected = verdictOf(cell);
      const isSent = answers().length > 0;
      if (found !== expected || isSent !== (expected === 'allowed'))
        wrong.push(`${cell.name}: ${found}, not ${expected}`);
    }
    expect(wrong).toEqual([]);
  });
});
