/**
 * Long because each part of a request changes underneath a card once, for each way to decide. A
 * click counts for what its card showed.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { homeView } from '../../../src/slack/home/home.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { acceptAction } from '../../../src/use-cases/action/accept-action.ts';
import { carryOutAction } from '../../../src/use-cases/action/carry-out-action.ts';
import { storedCard } from '../../../src/use-cases/card/card-model.ts';
import { requestFingerprint } from '../../../src/use-cases/card/request-fingerprint.ts';
import { refreshTasks } from '../../../src/use-cases/task/refresh-tasks.ts';
import { shownSample } from '../../support/cards.ts';
import { failing } from '../../support/fakes.ts';
import { reviewing } from '../../support/reviewing.ts';
import { actor, bothDecisions, person, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, carryOut, clickedJob, reviews, closing } = reviewing(desk);

const day = 86_400;
const answers = [{ id: 'ticket', label: 'Ticket', value: 'INC-42' }];
const actions = ['APPROVE', 'DENY', 'UPDATE_GRANT_DURATION', 'CLOSE', 'COMMENT'].map(
  (name) => `TASK_ACTION_TYPE_${name}`,
);
const shown = { answers, actions };

beforeEach(async () => {
  await desk().opened(shown);
});

function changeInService(change: Partial<TaskSnapshot>): void {
  desk().governance.tasks.set('task-1', snapshot({ ...shown, ...change }));
}

async function refused(): Promise<unknown[]> {
  await desk().runJobs('send-notice');
  return desk().chat.notices.flatMap(({ to, body }) =>
    body.kind === 'action-refused' && body.refusal.code === 'changed'
      ? [[to, ...(body.refusal.fields ?? [])]]
      : [],
  );
}

const variants: readonly [field: string, change: Partial<TaskSnapshot>][] = [
  ['duration', { grantDurationSeconds: 365 * day }],
  ['target', { target: person('user-mallory') }],
];

describe.each(variants)(
  'a request whose %s changed after its card was rendered',
  (field, change) => {
    it.each(['approve', 'deny'] as const)(
      'is not decided by a click to %s: the person is told, and the card shows it',
      async (verb) => {
        changeInService(change);
        await click('U0ANA', { verb, reason: 'as discussed' });
        await carryOut();
        expect(desk().governance.reviewOrders).toEqual([]);
        expect(await reviews()).toEqual([['U0ANA', 'refused', 'changed']]);
        expect(await refused()).toEqual([['U0ANA', field]]);
        expect(await desk().audited()).toContain('click.refused');
        await desk().runJobs('sync-card', 'update-card');
        expect(desk().chat.updated.at(-1)?.card.task).toMatchObject(change);
      },
    );

    it('is not decided by a click that waited in the queue meanwhile', async () => {
      desk().governance.readings.next(failing('network', true));
      await click('U0ANA');
      const job = await clickedJob();
      await expect(carryOutAction(desk().deps, job.actionId)).rejects.toMatchObject({
        kind: 'network',
      });
      changeInService(change);
      await carryOutAction(desk().deps, job.actionId);
      expect(desk().governance.reviewOrders).toEqual([]);
      expect(await refused()).toEqual([['U0ANA in C0REVIEWS', field]]);
    });
  },
);

describe('a request that changed', () => {
  it('is decided by a click on the refreshed card', async () => {
    changeInService({ grantDurationSeconds: 365 * day });
    await click('U0ANA');
    await carryOut();
    closing();
    expect(await click('U0ANA')).toBe('kept');
    await carryOut();
    expect((await reviews()).map(([, state]) => state)).toEqual(['refused', 'done']);
    expect(desk().governance.reviewOrders).toHaveLength(1);
  });

  it('asks to confirm the next approval on its cards, until the step is over', async () => {
    const changes = async () => {
      await desk().runJobs('sync-card', 'update-card');
      return desk().chat.updated.at(-1)?.card.change;
    };
    changeInService({ grantDurationSeconds: 365 * day });
    await click('U0ANA');
    await carryOut();
    expect(await changes()).toEqual({
      code: 'changed',
      fields: ['duration'],
      secondsBefore: 14_400,
    });
    const next = { currentStepId: 'step-2', stepOccurrence: 'gen/1/' };
    changeInService({ grantDurationSeconds: 365 * day, ...next });
    desk().world.pass(60_000);
    await refreshTasks(desk().deps);
    expect(await changes()).toBeNull();
  });

  it('is decided by the newer of two waiting clicks, made on the refreshed card', async () => {
    await click('U0ANA');
    const changed = snapshot({ ...shown, grantDurationSeconds: 365 * day });
    changeInService(changed);
    expect(
      await click('U0ANA', {
        verb: 'deny',
        reason: 'too long',
        shown: requestFingerprint(shownSample(changed)),
      }),
    ).toBe('kept');
    await carryOut();
    expect(desk().governance.reviewOrders.map((order) => order.act)).toEqual(['deny']);
    expect(await reviews()).toEqual([
      ['U0ANA', 'refused', 'replaced'],
      ['U0ANA', 'done', null],
    ]);
    expect(await refused()).toEqual([]);
    expect(await desk().audited()).toContain('click.refused');
  });

  it('is revealed only to people who may decide on it', async () => {
    changeInService({ justification: 'something else' });
    await click('U0DEE');
    await carryOut();
    expect(await reviews()).toEqual([['U0DEE', 'refused', 'not-reviewer']]);
  });

  it('returns to people the text that they typed for the decision', async () => {
    changeInService({ grantDurationSeconds: 365 * day });
    await click('U0ANA', { verb: 'deny', reason: 'use staging' });
    await carryOut();
    await desk().said();
    expect(desk().chat.notices.at(-1)?.body).toMatchObject({
      kind: 'action-refused',
      typed: 'use staging',
    });
  });

  it('is not skipped or closed by an act on the old card', async () => {
    desk().settings = { ...desk().settings, admins: ['U0DEE'] };
    const detail = { stepId: 'step-1', occurrence: '', durationSeconds: null, people: [] };
    const before = requestFingerprint(shownSample(shown));
    changeInService({ grantDurationSeconds: 365 * day });
    await acceptAction(desk().deps, {
      verb: 'close',
      requestId: 'request-1',
      by: actor('U0DEE'),
      reason: 'old',
      detail: { ...detail, shown: before },
      channel: 'C0REVIEWS',
    });
    await desk().runJobs('carry-out-action');
    expect(desk().governance.closed).toEqual([]);
    expect(await refused()).toEqual([['U0DEE', 'duration']]);
    await desk().runJobs('sync-card', 'update-card');
    expect(desk().chat.updated.at(-1)?.card.period).toEqual({
      kind: 'lasts',
      seconds: 365 * day,
    });
  });
});

describe('a task that is read for another person than the request', () => {
  const read = async () => {
    changeInService({ target: person('user-mallory') });
    desk().world.pass(60_000);
    await refreshTasks(desk().deps);
  };
  const offered = async () => {
    const card = await storedCard(desk().deps, 'card-1');
    return card?.offered.decisions;
  };

  it('is not approved here, also by a click on the card that shows the other person', async () => {
    await read();
    await click('U0ANA');
    await carryOut();
    expect(desk().governance.reviewOrders).toEqual([]);
    expect(await reviews()).toEqual([['U0ANA', 'refused', 'unclear']]);
    await desk().runJobs('send-notice');
    const refusal = { code: 'unclear' };
    expect(desk().chat.notices.map(({ body }) => body)).toEqual([
      { kind: 'action-refused', refusal },
    ]);
  });

  it('offers to approve in the console and to deny here', async () => {
    await read();
    expect(await offered()).toEqual([
      { verb: 'approve', link: 'unclear' },
      { verb: 'deny', link: null },
    ]);
    await click('U0ANA', { verb: 'deny', reason: 'not for Mallory' });
    await carryOut();
    expect(desk().governance.reviewOrders.map(({ act }) => act)).toEqual(['deny']);
  });

  it('is logged and in the trail, once', async () => {
    await read();
    await read();
    const line = {
      requestId: 'request-1',
      taskId: 'task-1',
      told: { identityUserId: 'user-mallory' },
    };
    const errors = desk().world.lines.filter(({ level }) => level === 'error');
    expect(errors.map(({ fields }) => fields)).toEqual([line]);
    const kinds = (await desk().audited()).filter((kind) => kind === 'request.answer-disagrees');
    expect(kinds).toHaveLength(1);
  });

  it('can be approved again when the service names the right person', async () => {
    await read();
    changeInService({});
    desk().world.pass(60_000);
    await refreshTasks(desk().deps);
    expect(await offered()).toEqual(bothDecisions);
  });
});

describe('a click on a card whose fingerprint cannot be read', () => {
  it('is not carried out; the card is rendered again, and the person is asked to look', async () => {
    await click('U0ANA', { shown: null });
    await carryOut();
    expect(desk().governance.reviewOrders).toEqual([]);
    expect(await refused()).toEqual([['U0ANA in C0REVIEWS']]);
    await desk().runJobs('sync-card', 'update-card');
    expect(desk().chat.updated).toHaveLength(1);
  });

  it('can be repeated on Home when the card cannot be refreshed, which is all that is promised', async () => {
    await desk().kysely.updateTable('cards').set({ state: 'unreachable', ts: null }).execute();
    await click('U0ANA', { shown: null, clicked: null });
    await carryOut();
    await desk().runJobs('update-card', 'send-notice');
    desk().world.pass(3_000);
    await desk().runJobs('sync-home');
    expect(desk().chat.updated).toEqual([]);
    expect(await refused()).toEqual([['U0ANA']]);
    const { home } = desk().chat.homes.findLast(({ slackUserId }) => slackUserId === 'U0ANA') ?? {};
    const view = JSON.stringify(home === undefined ? null : homeView(textsFor('en'), home));
    expect(view).toContain(requestFingerprint(shownSample(shown)));
  });
});

describe('an approval for less time', () => {
  const forAnHour = { durationSeconds: 3_600 };
  const shortening = () => {
    desk().governance.onAct = ({ durationSeconds = null }) =>
      changeInService({ grantDurationSeconds: durationSeconds });
  };

  it('expects the duration that it set itself', async () => {
    shortening();
    await click('U0ANA', forAnHour);
    await carryOut();
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
  });

  it('expects it when the process died between shortening and approving', async () => {
    shortening();
    desk().governance.reviews.next(failing('network', true));
    await click('U0ANA', forAnHour);
    const job = await clickedJob();
    await expect(carryOutAction(desk().deps, job.actionId)).rejects.toMatchObject({
      kind: 'network',
    });
    await carryOutAction(desk().deps, job.actionId);
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
    expect(desk().governance.acted).toHaveLength(1);
  });

  it('is refused when the duration was raised before', async () => {
    changeInService({ grantDurationSeconds: 365 * day });
    await click('U0ANA', forAnHour);
    await carryOut();
    expect(desk().governance.acted).toEqual([]);
    expect(await refused()).toEqual([['U0ANA in C0REVIEWS', 'duration']]);
  });
});
