/** Long because it tests every refusal and every failure of one use case. */
import { beforeEach, describe, expect, it } from 'vitest';
import { carryOutAction } from '../../../../src/use-cases/action/carry-out-action.ts';
import { giveUp } from '../../../../src/use-cases/action/give-up.ts';
import { openTexts } from '../../../../src/use-cases/trail/sealed-text.ts';
import { failing } from '../../../support/fakes.ts';
import { reviewing } from '../../../support/reviewing.ts';
import {
  firstEntitlement,
  person,
  stepPolicy as policy,
  snapshot,
} from '../../../support/samples.ts';
import { acting, testSettings } from '../../../support/test-settings.ts';
import { useCaseDesk } from '../../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, carryOut, clickedJob, reviews, closing } = reviewing(desk);

beforeEach(async () => {
  await desk().opened();
});

describe('a decision', () => {
  it('is sent for its step in the reviewer’s name, and everybody is told once', async () => {
    closing();
    await click('U0ANA', { reason: 'fine' });
    await carryOut();
    expect(desk().governance.reviewOrders).toEqual([
      {
        taskId: 'task-1',
        act: 'approve',
        stepId: 'step-1',
        comment: 'Approved in Slack by "Ana" (ana@acme.example), Slack user U0ANA. fine',
      },
    ]);
    await desk().runJobs('sync-card', 'update-card');
    expect(desk().chat.updated.at(-1)?.card).toMatchObject({
      task: { state: 'closed', outcome: 'granted' },
      reviews: [{ by: { userId: 'U0ANA' }, state: 'done' }],
    });
    expect((await desk().said()).toSorted()).toEqual([
      'deed -> thread of C0REVIEWS',
      'granted -> U0BEN',
    ]);
    const told = desk().chat.shown.at(-1)?.text;
    expect(told).toContain('You have *GitHub · Platform: write* until TIME. <@U0ANA> approved');
    expect(told).toContain('Reason: fine');
    expect((await desk().audited()).toSorted()).toEqual(['review.approved', 'task.closed']);
  });

  it('tells the requester when it is a denial', async () => {
    closing('denied');
    await click('U0ANA', { verb: 'deny', reason: 'use staging' });
    await carryOut();
    expect(desk().governance.reviewOrders[0]?.comment).toMatch(
      /^Denied in Slack by "Ana" .* use staging$/,
    );
    expect((await desk().said()).toSorted()).toEqual([
      'deed -> thread of C0REVIEWS',
      'over -> U0BEN',
    ]);
    expect((await desk().audited()).toSorted()).toEqual(['review.denied', 'task.closed']);
    expect(desk().chat.shown.at(-1)).toMatchObject({
      text: expect.stringMatching(/^<@U0ANA> denied your request .*Reason: use staging$/s),
      buttons: ['request.again'],
    });
  });

  it('tells the requester when another step follows', async () => {
    const stepTwo = snapshot({ currentStepId: 'step-2', stepApprovers: [person('user-dee')] });
    desk().governance.onReview = () => void desk().governance.tasks.set('task-1', stepTwo);
    await click('U0ANA');
    await carryOut();
    await desk().said();
    expect(desk().chat.shown.at(-1)?.text).toMatch(
      /^<@U0ANA> approved .* One more step to go\. Dee will decide\./,
    );
  });

  it('counts as done even if the task cannot be read afterwards', async () => {
    desk().governance.readings.next('as-it-is', failing('http', false));
    await click('U0ANA');
    await carryOut();
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
    desk().world.pass(7_000);
    expect(await desk().said()).toEqual(['decided -> U0BEN']);
  });

  it('is not sent again after it was carried out', async () => {
    closing();
    await click('U0ANA');
    const job = await clickedJob();
    for (let turn = 0; turn < 3; turn += 1) await carryOutAction(desk().deps, job.actionId);
    expect(desk().governance.reviewOrders).toHaveLength(1);
    await carryOutAction(desk().deps, 'review-of-nobody');
  });

  it('is checked against the task as the service has it now, not as the card shows it', async () => {
    desk().governance.tasks.set('task-1', snapshot({ stepApprovers: [person('user-dee')] }));
    await click('U0ANA');
    await carryOut();
    expect(await reviews()).toEqual([['U0ANA', 'refused', 'not-reviewer']]);
    expect(desk().governance.reviewOrders).toEqual([]);
    const kept = await desk().store.transaction((tx) => tx.tasks.find('task-1'));
    expect(kept?.snapshot.stepApprovers).toEqual([person('user-dee')]);
  });

  it('looks the reviewer up in Slack and in the directory again', async () => {
    await desk().store.transaction((tx) =>
      tx.identities.saveResolved({
        slackUserId: 'U0DEE',
        person: person('user-ana'),
        checkedAt: desk().world.now(),
      }),
    );
    await click('U0DEE');
    await carryOut();
    expect(await reviews()).toEqual([['U0DEE', 'refused', 'not-reviewer']]);
  });
});

describe('a button of an old card', () => {
  it.each([
    ['mode: link', { ...acting, mode: 'link' as const }, {}, 'mode'],
    ['step-up', acting, { stepPolicy: { ...policy, needsStepUp: true } }, 'step-up'],
  ])(
    'decides nothing and links to the console when there is %s',
    async (_what, review, change, why) => {
      desk().settings = testSettings({ review });
      desk().governance.tasks.set('task-1', snapshot(change));
      await click('U0ANA');
      await carryOut();
      await desk().said();
      expect(desk().chat.notices.find(({ to }) => to.startsWith('U0ANA'))).toMatchObject({
        body: { kind: 'action-refused', refusal: { code: why } },
        context: { consoleUrl: 'https://acme.example/task/1042' },
      });
      expect(desk().governance.reviewOrders).toEqual([]);
      expect(await desk().audited()).toContain('click.refused');
    },
  );

  it('has the reason code in the log and in the trail where it cannot be known what it is', async () => {
    await click('U0ANA');
    desk().governance.tasks.set('task-1', snapshot({ contradictions: ['app'] }));
    await carryOut();
    expect(desk().governance.reviewOrders).toEqual([]);
    const about = { requestId: 'request-1', taskId: 'task-1', code: 'unclear' };
    expect(desk().world.lines.filter(({ level }) => level === 'warn')).toEqual([
      {
        level: 'warn',
        fields: { ...about, contradictions: ['app'] },
        what: 'the service does not tell clearly what the task is now',
      },
    ]);
    const { detail, texts } = await desk()
      .kysely.selectFrom('audit')
      .select(['detail', 'texts'])
      .where('kind', '=', 'click.refused')
      .executeTakeFirstOrThrow();
    expect(openTexts(JSON.parse(detail), texts)).toMatchObject({ refusal: { code: 'unclear' } });
  });

  it.each(['taskActions', 'taskSearch'] as const)(
    'is refused without a call when the %s is gone',
    async (one) => {
      await click('U0ANA');
      for (const operation of one === 'taskSearch'
        ? (['taskSearch', 'taskRead'] as const)
        : [one]) {
        desk().governance.operations.delete(operation);
      }
      const readBefore = desk().governance.read.length;
      await carryOut();
      expect(await reviews()).toEqual([['U0ANA', 'refused', 'mode']]);
      expect(desk().governance.read).toHaveLength(readBefore);
    },
  );

  it('is not carried out when it was clicked before the mode changed', async () => {
    await click('U0ANA');
    desk().settings = testSettings({
      review: { ...acting, linkWhen: { risk: ['high'], emergency: false } },
    });
    const entitlements = [{ ...firstEntitlement(), riskLevel: 'level-7' }];
    desk().governance.tasks.set('task-1', snapshot({ entitlements }));
    desk().governance.operations.add('riskLevels');
    desk().governance.risks.next([{ id: 'level-7', name: 'High' }]);
    await carryOut();
    expect(await reviews()).toEqual([['U0ANA', 'refused', 'risk']]);
    expect(desk().governance.reviewOrders).toEqual([]);
  });
});

describe('one bot account for many reviewers', () => {
  const distinct = { ...policy, requireDistinctApprovers: true };
  const past = (identityUserId: string) => [
    { stepId: 'step-1', position: 0, verb: 'approve' as const, identityUserId, counts: true },
  ];
  const second = (identityUserId: string) =>
    snapshot({ currentStepId: 'step-2', stepPolicy: distinct, decisions: past(identityUserId) });

  it('does not let the person who approved the first step through the bot decide the second', async () => {
    desk().governance.onReview = () =>
      void desk().governance.tasks.set('task-1', second('user-bot'));
    await click('U0ANA');
    await carryOut();
    desk().governance.onReview = () => undefined;
    for (const userId of ['U0ANA', 'U0CHO']) {
      await click(userId, { stepId: 'step-2' });
      await carryOut();
    }
    expect((await reviews()).slice(1)).toEqual([
      ['U0ANA', 'refused', 'decided-before'],
      ['U0CHO', 'done', null],
    ]);
  });

  it.each([
    ['in the console', 'user-ana', 'decided-before'],
    ['through the bot, which does not know for whom', 'user-bot', 'policy'],
  ])(
    'refuses the second step when the first was approved %s',
    async (_where, identityUserId, kind) => {
      desk().governance.tasks.set('task-1', second(identityUserId));
      await click('U0ANA', { stepId: 'step-2' });
      await carryOut();
      expect(await reviews()).toEqual([['U0ANA', 'refused', kind]]);
    },
  );

  it('clears earlier decisions when a restart reuses the id of the step', async () => {
    const step = (occurrence: string) => snapshot({ stepOccurrence: occurrence });
    await desk().store.transaction((tx) =>
      tx.tasks.save('request-1', step('gen/0/'), desk().world.now()),
    );
    desk().governance.tasks.set('task-1', step('gen/0/'));
    await click('U0ANA');
    await carryOut();
    await desk().store.transaction((tx) =>
      tx.tasks.save('request-1', step('gen/1/'), desk().world.now()),
    );
    desk().governance.tasks.set('task-1', step('gen/1/'));
    // A form that was open meanwhile is about the step before.
    expect(await click('U0CHO', { occurrence: 'gen/0/', reason: 'seen' })).toBe('kept');
    expect(await click('U0ANA')).toBe('kept');
    await carryOut();
    expect(await reviews()).toEqual([
      ['U0ANA', 'done', null],
      ['U0CHO', 'refused', 'already-decided'],
      ['U0ANA', 'done', null],
    ]);
    await desk().runJobs('sync-card', 'update-card');
  });

  it('does not carry out an approval without the reason that the policy requires', async () => {
    const stepPolicy = { ...policy, requireApprovalReason: true };
    desk().governance.tasks.set('task-1', snapshot({ stepPolicy }));
    await click('U0ANA');
    await carryOut();
    await click('U0ANA', { reason: 'seen the ticket' });
    await carryOut();
    expect((await reviews()).map(([, state, why]) => [state, why])).toEqual([
      ['refused', 'reason-needed'],
      ['done', null],
    ]);
  });
});

describe('two reviewers at once', () => {
  it('lets one decide, and tells the other who decided and how', async () => {
    closing('denied');
    await click('U0ANA');
    await click('U0CHO', { verb: 'deny', reason: 'no' });
    const jobs = (await desk().takeJobs()).filter((job) => job.kind === 'carry-out-action');
    await Promise.all(
      jobs.map((job) =>
        carryOutAction(desk().deps, job.kind === 'carry-out-action' ? job.actionId : ''),
      ),
    );
    expect(desk().governance.reviewOrders).toHaveLength(1);
    const states = (await reviews()).map(([, state, why]) => `${state} ${why}`).toSorted();
    expect(states).toEqual(['done null', 'refused already-decided']);
    const won = (await reviews()).find(([, state]) => state === 'done')?.[0];
    const told = desk().chat;
    await desk().said();
    const refusal = told.notices.find((notice) => notice.body.kind === 'action-refused');
    expect(refusal?.to).toBe(`${won === 'U0ANA' ? 'U0CHO' : 'U0ANA'} in C0REVIEWS`);
    expect(refusal?.body).toMatchObject({ refusal: { code: 'already-decided', slackUserId: won } });
  });

  it('hides from strangers who decides or decided about a confidential app, even if the task names another app', async () => {
    const settings = testSettings();
    desk().settings = {
      ...settings,
      apps: settings.apps.map((app) => ({ ...app, confidential: true })),
    };
    desk().governance.tasks.set('task-1', snapshot({ appId: '' }));
    await click('U0DEE');
    await carryOut();
    closing();
    await click('U0ANA');
    await carryOut();
    await click('U0DEE');
    await carryOut();
    const refusals = desk()
      .kysely.selectFrom('actions')
      .select('refusal')
      .where('bySlackId', '=', 'U0DEE');
    expect((await refusals.orderBy('id').execute()).map(({ refusal }) => refusal)).toEqual([
      { code: 'not-reviewer' },
      { code: 'already-decided' },
    ]);
  });
});

describe('a decision that fails because of a bug', () => {
  it('is dropped with a message and a reference id, and the step can be decided again', async () => {
    await click('U0ANA');
    const [job] = (await desk().takeJobs()).filter((one) => one.kind === 'carry-out-action');
    if (job === undefined) throw new Error('the click made a job');
    for (let turn = 0; turn < 2; turn += 1) await giveUp(desk().handlerDeps, job, 'ref-1');
    expect(await reviews()).toEqual([['U0ANA', 'refused', 'failed']]);
    expect(await desk().said()).toEqual(['action-refused -> U0ANA']);
    expect(desk().chat.notices[0]?.body).toMatchObject({
      refusal: { code: 'failed', reference: 'ref-1' },
    });
    expect(await desk().audited()).toEqual(['click.refused', 'job.failed']);
    expect(await click('U0ANA')).toBe('kept');
  });

  it('does not undo a decision that was carried out', async () => {
    closing();
    await click('U0ANA');
    await carryOut();
    const [row] = await desk().kysely.selectFrom('actions').select('id').execute();
    await giveUp(
      desk().handlerDeps,
      { kind: 'carry-out-action', actionId: row?.id ?? '' },
      'ref-1',
    );
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
  });

  it('asks the requester what to do when sending a request was abandoned', async () => {
    await desk().ask({ id: 'request-2' });
    await giveUp(desk().handlerDeps, { kind: 'create-task', requestId: 'request-2' }, 'ref-2');
    expect(await desk().request('request-2')).toMatchObject({ state: 'uncertain' });
    expect(await desk().said()).toEqual(['uncertain -> U0BEN']);
  });
});
