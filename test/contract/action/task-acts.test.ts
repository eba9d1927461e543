/** Long because every act is carried out, refused, and cut off. */

import { beforeEach, describe, expect, it } from 'vitest';
import type { TaskActionKind } from '../../../src/domain/action/action-form.ts';
import type { ActionDetail } from '../../../src/domain/action/holder-action.ts';
import { ok } from '../../../src/domain/result.ts';
import { acceptAction } from '../../../src/use-cases/action/accept-action.ts';
import { requestFingerprint } from '../../../src/use-cases/card/request-fingerprint.ts';
import { refreshTasks } from '../../../src/use-cases/task/refresh-tasks.ts';
import { shownSample } from '../../support/cards.ts';
import { failing, refusing } from '../../support/fakes.ts';
import { reviewing } from '../../support/reviewing.ts';
import { actor, closedSnapshot, person, snapshot, stepPolicy } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, carryOut } = reviewing(desk);
const everything = [
  'APPROVE',
  'DENY',
  'COMMENT',
  'REASSIGN',
  'UPDATE_GRANT_DURATION',
  'SKIP_STEP',
  'RESTART',
  'HARD_RESET',
  'CLOSE',
  'PROCESS_NOW',
  'RETRY_PROVISIONING',
].map((name) => `TASK_ACTION_TYPE_${name}`);
const actions = { actions: everything };
const toDee = snapshot({
  ...actions,
  currentStepId: 'step-2',
  stepApprovers: [person('user-dee')],
});

const seen = { stepId: 'step-1', occurrence: '', shown: requestFingerprint(shownSample()) };

async function act(
  kind: TaskActionKind,
  userId: string,
  detail: Partial<ActionDetail> = {},
  reason = 'because of the ferry',
) {
  const kept = await acceptAction(desk().deps, {
    verb: kind,
    requestId: 'request-1',
    by: actor(userId),
    reason,
    detail: { ...seen, durationSeconds: null, people: [], ...detail },
    channel: 'C0REVIEWS',
  });
  expect(kept).toBe('kept');
  await desk().runJobs('carry-out-action');
}
const acted = () =>
  [...desk().governance.acted, ...desk().governance.closed].map((order) => order.act);
const told = async () => {
  await desk().said();
  const { lists, lines } = desk().chat;
  return [...lists.map(({ to }) => [to, 'list']), ...lines.map(({ to, text }) => [to, text])];
};
/** What Ben has now about what he asked for. */
const shown = () => {
  const { text = '', buttons = [] } = desk().chat.shown.findLast(({ to }) => to === 'U0BEN') ?? {};
  return { text, buttons };
};
/** The id of the question that this person asked. */
const questionOf = async (userId: string) => {
  const all = await desk().kysely.selectFrom('actions').selectAll().execute();
  return all.find(({ verb, bySlackId }) => verb === 'ask' && bySlackId === userId)?.id ?? '';
};
const refusals = async () => {
  const rows = await desk()
    .kysely.selectFrom('actions')
    .select(['verb', 'refusal'])
    .orderBy('id')
    .execute();
  return rows.flatMap(({ verb, refusal }) => (refusal === null ? [] : [[verb, refusal.code]]));
};

beforeEach(async () => {
  desk().settings = { ...desk().settings, admins: ['U0DEE'] };
  await desk().opened(actions);
});

describe('the other actions of a reviewer', () => {
  it('asks the requester, who answers: both in the thread, on the card and as comments in the service', async () => {
    await act('ask', 'U0ANA', {}, 'Which cluster?');
    expect(desk().governance.acted).toMatchObject([{ act: 'ask', taskId: 'task-1' }]);
    expect(desk().governance.acted[0]?.comment).toContain(
      'Asked in Slack by "Ana" (ana@acme.example), ',
    );
    expect(desk().governance.acted[0]?.comment).toContain(', Slack user U0ANA. Which cluster?');
    expect(await told()).toEqual([
      ['thread of C0REVIEWS', expect.stringMatching(/^Which cluster\?\nAna asked about /)],
    ]);
    expect(shown()).toEqual({
      text: expect.stringMatching(/^Which cluster\?\n<@U0ANA> asked about your request/),
      buttons: expect.arrayContaining(['request.answer']),
    });
    desk().chat.lines.length = 0;
    await act('answer', 'U0BEN', { stepId: '', asked: await questionOf('U0ANA') }, 'The blue one');
    expect(await told()).toEqual([
      ['U0ANA', 'list'],
      ['thread of C0REVIEWS', expect.stringMatching(/^Ben answered .*\nThe blue one$/s)],
    ]);
    expect(acted()).toEqual(['ask', 'answer']);
    // Whoever answered reads it in the message of the question, and is told nothing.
    expect(shown()).toEqual({
      text: expect.stringContaining('<@U0BEN>: The blue one'),
      buttons: expect.not.arrayContaining(['request.answer']),
    });
    expect(await desk().said()).toEqual([
      'acted -> U0BEN',
      'deed -> thread of C0REVIEWS',
      'list -> U0ANA',
      'deed -> thread of C0REVIEWS',
    ]);
    await desk().runJobs('sync-card', 'update-card');
    expect(
      desk()
        .chat.updated.at(-1)
        ?.card.remarks.map((one) => [one.by.userId, one.reason]),
    ).toEqual([
      ['U0ANA', 'Which cluster?'],
      ['U0BEN', 'The blue one'],
    ]);
  });

  it('keeps two questions and their answers separate', async () => {
    await act('ask', 'U0ANA', {}, 'Which cluster?');
    await told();
    await act('ask', 'U0CHO', {}, 'For how long?');
    await told();
    desk().chat.lines.length = 0;
    await act('answer', 'U0BEN', { stepId: '', asked: await questionOf('U0ANA') }, 'The blue one');
    expect(await told()).toEqual([
      ['U0ANA', 'list'],
      ['thread of C0REVIEWS', expect.stringMatching(/^Ben answered .*\nThe blue one$/s)],
    ]);
    expect(shown()).toEqual({
      text: expect.stringMatching(/^For how long\?\n/),
      buttons: expect.arrayContaining(['request.answer']),
    });
  });

  it('keeps a submission that Slack repeats once', async () => {
    const detail = { stepId: '', occurrence: '', durationSeconds: null, people: [] };
    const by = actor('U0ANA');
    const submission = {
      verb: 'ask',
      requestId: 'request-1',
      by,
      reason: 'Why?',
      detail,
      channel: 'C1',
      key: 'V1:x',
    } as const;
    expect(await acceptAction(desk().deps, submission)).toBe('kept');
    expect(await acceptAction(desk().deps, submission)).toBe('repeated');
    await desk().runJobs('carry-out-action');
    expect(acted()).toEqual(['ask']);
  });

  it('reassigns to identities, and refuses when one person has none', async () => {
    await act('reassign', 'U0ANA', { people: ['U0CHO', 'U0DEE'] });
    expect(desk().governance.acted[0]?.newReviewerIds).toEqual(['user-cho', 'user-dee']);
    await act('reassign', 'U0ANA', { people: ['U0CHO', 'U0NOBODY'] });
    expect(acted()).toEqual(['reassign']);
    expect(await refusals()).toEqual([['reassign', 'unknown-person']]);
  });

  it('mentions the new reviewers, also while the service shows the earlier ones', async () => {
    await act('reassign', 'U0ANA', { people: ['U0DEE'] });
    await desk().said();
    expect(shown().text).not.toContain('Ana or Cho will decide');
    desk().chat.lines.length = 0;
    desk().governance.onAct = () => desk().governance.tasks.set('task-1', toDee);
    await act('reassign', 'U0ANA', { people: ['U0DEE'] });
    await desk().said();
    expect(desk().chat.lines.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Ana handed the request .* on to <@U0DEE>\./),
    ]);
    expect(shown().text).toContain(
      'handed your request for *GitHub · Platform: write* on to <@U0DEE>.',
    );
  });

  it.each([
    ['whom the policy does not name', ['user-dee'], ['U0DEE', 'U0CHO'], 'not-passed-on'],
    ['anybody, where the policy names nobody', [], ['U0CHO'], 'not-offered'],
  ])('does not pass a step on to %s', async (_whom, reassignTo, people, refusal) => {
    desk().governance.tasks.set(
      'task-1',
      snapshot({ ...actions, stepPolicy: { ...stepPolicy, reassignTo } }),
    );
    await act('reassign', 'U0ANA', { people });
    expect(acted()).toEqual([]);
    expect(await refusals()).toEqual([['reassign', refusal]]);
  });

  it('reassigns to an account’s present identity, not to its earlier one', async () => {
    await desk().store.transaction((tx) =>
      tx.identities.saveResolved({
        slackUserId: 'U0CHO',
        person: person('user-gone'),
        checkedAt: desk().world.now(),
      }),
    );
    await act('reassign', 'U0ANA', { people: ['U0CHO'] });
    expect(desk().governance.acted).toMatchObject([{ newReviewerIds: ['user-cho'] }]);
  });

  it('does not leave a request to its requester alone unless the step allows that', async () => {
    await act('reassign', 'U0ANA', { people: ['U0BEN'] });
    expect(await refusals()).toEqual([['reassign', 'left-to-nobody']]);
    const own = { ...actions, stepPolicy: { ...stepPolicy, allowSelfApproval: true } };
    desk().governance.tasks.set('task-1', snapshot(own));
    await act('reassign', 'U0ANA', { people: ['U0BEN'] });
    expect(acted()).toEqual(['reassign']);
  });

  it('shortens the time, and never lengthens it', async () => {
    await act('shorten', 'U0ANA', { durationSeconds: 3_600 });
    await act('shorten', 'U0ANA', { durationSeconds: 86_400 });
    expect(desk().governance.acted).toMatchObject([{ act: 'shorten', durationSeconds: 3_600 }]);
    expect(await refusals()).toEqual([['shorten', 'not-offered']]);
    await desk().said();
    expect(desk().chat.lines[0]?.text).toContain('New time: 1 hour.');
  });

  it('does not exceed the requested time when the service shows none', async () => {
    const longer = { durationSeconds: 1e9 };
    desk().governance.tasks.set('task-1', snapshot({ ...actions, grantDurationSeconds: null }));
    await act('shorten', 'U0ANA', longer);
    await click('U0ANA', longer);
    await carryOut();
    expect(acted()).toEqual([]);
    expect(desk().governance.reviewOrders).toEqual([]);
    expect(await refusals()).toEqual([
      ['shorten', 'not-offered'],
      ['approve', 'not-offered'],
    ]);
  });

  it.each([
    ['restart', 'U0ANA', 'not-administrator'],
    ['ask', 'U0CHO2', 'unknown-person'],
    ['reassign', 'U0DEE', 'not-reviewer'],
    ['ask', 'U0BEN', 'own-request'],
  ] as const)('%s by %s is refused: %s', async (kind, userId, why) => {
    await act(kind, userId);
    expect(acted()).toEqual([]);
    expect(await refusals()).toEqual([[kind, why]]);
    expect(await desk().audited()).toContain('click.refused');
  });
});

describe('an action of an administrator', () => {
  it.each(['skip-step', 'restart', 'retry-provisioning'] as const)(
    '%s is carried out, told and audited',
    async (kind) => {
      await act(kind, 'U0DEE');
      expect(acted()).toEqual([kind]);
      expect((await told()).map(([to]) => to)).toEqual(['thread of C0REVIEWS']);
      expect((await desk().said()).filter((line) => line.endsWith('-> U0BEN'))).toEqual([
        'acted -> U0BEN',
      ]);
      expect(shown().text).toMatch(/^<@U0DEE> .*\nbecause of the ferry$/s);
      expect(await desk().audited()).toContain(`${kind}.done`);
    },
  );

  it('closing is told as one message, with who did it', async () => {
    desk().governance.onClose = () =>
      void desk().governance.tasks.set('task-1', closedSnapshot({ outcome: 'cancelled' }));
    await act('close', 'U0DEE', {}, 'asked for twice');
    expect(await told()).toEqual([
      ['thread of C0REVIEWS', expect.stringMatching(/^Dee closed .*asked for twice$/s)],
    ]);
    expect((await desk().said()).filter((line) => line.endsWith('-> U0BEN'))).toEqual([
      'over -> U0BEN',
    ]);
    expect(shown().text.split('\n')).toEqual([
      '<@U0DEE> closed your request for *GitHub · Platform: write*.',
      expect.any(String),
      'asked for twice',
    ]);
  });

  it('closing is told so, and once, when the service shows the end later', async () => {
    await act('close', 'U0DEE', {}, 'asked for twice');
    await desk().said();
    expect(shown().text.split('\n')[0]).toBe(
      '<@U0DEE> closed your request for *GitHub · Platform: write*.',
    );
    desk().governance.tasks.set('task-1', closedSnapshot({ outcome: 'cancelled' }));
    await refreshTasks(desk().deps);
    expect((await desk().said()).filter((line) => line.endsWith('-> U0BEN'))).toHaveLength(1);
  });
});

describe('an act without an answer', () => {
  it('is not sent again when it may have arrived, and the person is asked to look', async () => {
    desk().governance.actings.next(failing('timeout', false), ok(undefined));
    await expect(act('restart', 'U0DEE')).rejects.toThrow('timeout in a test');
    await desk().store.transaction((tx) =>
      tx.enqueue({ kind: 'carry-out-action', actionId: 'id-0001' }),
    );
    await desk().runJobs('carry-out-action');
    expect(acted()).toEqual(['restart']);
    expect(await refusals()).toEqual([['restart', 'uncertain']]);
  });

  it('is sent again when it certainly did not arrive', async () => {
    desk().governance.actings.next(failing('network', true), ok(undefined));
    await expect(act('restart', 'U0DEE')).rejects.toThrow('network in a test');
    await desk().store.transaction((tx) =>
      tx.enqueue({ kind: 'carry-out-action', actionId: 'id-0001' }),
    );
    await desk().runJobs('carry-out-action');
    expect(acted()).toEqual(['restart', 'restart']);
    expect(await refusals()).toEqual([]);
  });

  it.each([
    ['restart', 'which nobody can take back, is given up', 'U0DEE', [['restart', 'expired']]],
    ['comment', 'is sent all the same', 'U0ANA', []],
  ] as const)(
    'that waited longer than a decision may: a %s %s',
    async (kind, _what, userId, refused) => {
      desk().governance.actings.next(failing('network', true), ok(undefined));
      await expect(act(kind, userId)).rejects.toThrow('network in a test');
      desk().world.pass(desk().settings.review.expireAfterSeconds * 1_000 + 1);
      await desk().store.transaction((tx) =>
        tx.enqueue({ kind: 'carry-out-action', actionId: 'id-0001' }),
      );
      await desk().runJobs('carry-out-action');
      expect(await refusals()).toEqual(refused);
      expect(acted()).toHaveLength(refused.length === 0 ? 2 : 1);
    },
  );

  it.each(['ask', 'reassign', 'shorten'] as const)(
    'is reported to the person on a refusal (%s), and a missing permission to administrators, once',
    async (kind) => {
      const detail = { people: ['U0CHO'], durationSeconds: 3_600 };
      desk().governance.actings.next(
        refusing('forbidden'),
        refusing('forbidden'),
        refusing('conflict'),
      );
      for (const _time of [1, 2, 3]) await act(kind, 'U0ANA', detail);
      expect(await refusals()).toEqual([
        [kind, 'forbidden'],
        [kind, 'forbidden'],
        [kind, 'conflict'],
      ]);
      const missing = (await desk().said()).filter((line) => line.startsWith('missing-right'));
      expect(missing).toEqual(['missing-right -> U0DEE']);
      expect(desk().chat.notices.find(({ body }) => body.kind === 'trouble')?.body).toMatchObject({
        verb: kind,
      });
    },
  );
});
