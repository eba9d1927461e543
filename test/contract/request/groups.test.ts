import { describe, expect, it } from 'vitest';
import { ok } from '../../../src/domain/result.ts';
import { groupFor } from '../../../src/use-cases/access/holder-requests.ts';
import { acceptAction, acceptForEach } from '../../../src/use-cases/action/accept-action.ts';
import { createTask } from '../../../src/use-cases/request/create-task.ts';
import { recordReading } from '../../../src/use-cases/task/record-reading.ts';
import { failing, refusing } from '../../support/fakes.ts';
import { actor, closedSnapshot, person } from '../../support/samples.ts';
import { ids, recordEscalation, submittingGroup } from '../../support/submitting-group.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

describe('several requests of one submission', () => {
  const desk = useCaseDesk();
  const { submit, taskOf, create, sync } = submittingGroup(desk);
  const kept = () =>
    desk()
      .kysely.selectFrom('requests')
      .select(['id', 'groupId', 'submissionKey'])
      .orderBy('id')
      .execute();
  it('form one group, each with its own key and job', async () => {
    expect(await submit()).toEqual(ok(undefined));
    expect(await kept()).toEqual([
      { id: 'id-0001', groupId: 'id-0001', submissionKey: 'view-1' },
      { id: 'id-0002', groupId: 'id-0001', submissionKey: 'view-1#1' },
      { id: 'id-0003', groupId: 'id-0001', submissionKey: 'view-1#2' },
    ]);
    expect((await desk().takeJobs()).map((job) => job.kind)).toEqual([
      'create-task',
      'create-task',
      'create-task',
    ]);
  });

  it('are stored once, even if Slack repeats the submission at the same time', async () => {
    await Promise.all([submit(), submit()]);
    await submit();
    expect(await kept()).toHaveLength(3);
    expect((await desk().takeJobs()).filter((job) => job.kind === 'create-task')).toHaveLength(3);
  });

  it('are stored together or not at all', async () => {
    await desk().ask({ id: 'id-0003' });
    await expect(submit()).rejects.toThrow(/requests_pkey/);
    expect((await kept()).map((row) => row.id)).toEqual(['id-0003']);
    expect(await desk().takeJobs()).toEqual([]);
    expect(await desk().audited()).toEqual([]);
  });

  it('are at most five, and a single one has no group', async () => {
    expect(await submit(6)).toMatchObject({
      refusal: { mistakes: [{ field: 'entitlement', code: 'not-there' }] },
    });
    expect(await kept()).toEqual([]);
    await submit(1);
    expect(await kept()).toMatchObject([{ groupId: null, submissionKey: 'view-1' }]);
  });

  describe('the requester', () => {
    const told = async () =>
      (await desk().said()).filter((line) => line.endsWith('-> U0BEN')).toSorted();
    /** Nothing is gathered any more. */
    const toldLater = () => {
      desk().world.pass(8_000);
      return told();
    };
    const current = () => desk().chat.shown.at(-1);
    const buttonsForAll = () => current()?.buttons.filter((one) => one.endsWith('-all'));

    it('gets one message for all of them when the last card is posted', async () => {
      await submit();
      await create(...ids);
      await sync('id-0001');
      await sync('id-0003');
      expect(await told()).toEqual([]);
      await sync('id-0002');
      expect(await toldLater()).toEqual(['in-review -> U0BEN']);
      const [title, ...lines] = current()?.text.split('\n') ?? [];
      expect(title).toBe('Your 3 requests were sent:');
      expect(lines.filter((line) => line.startsWith('•'))).toHaveLength(3);
    });

    /**
     * Three that the service can close, of which Ana alone decides the first, and their one
     * message.
     */
    async function openGroup(): Promise<void> {
      await submit();
      for (const id of ids) {
        const reviewers = [person('user-ana'), ...(id === 'id-0001' ? [] : [person('user-cho')])];
        const task = {
          ...taskOf(id),
          actions: ['TASK_ACTION_TYPE_CLOSE'],
          stepApprovers: reviewers,
        };
        desk().governance.tasks.set(task.id, task);
        desk().governance.grants.next(ok(task));
        await createTask(desk().deps, id);
      }
      for (const id of ids) await sync(id);
      await desk().said();
    }

    it('withdraws all that are still open, and reports those closed, refused and granted', async () => {
      await openGroup();
      const { deps, governance } = desk();
      const click = { verb: 'withdraw', by: actor(), reason: '', channel: 'D0BEN' } as const;
      expect(await acceptAction(deps, { ...click, requestId: 'id-0003' })).toBe('kept');
      const granted = closedSnapshot({ id: 'task of id-0003', sourceRequestId: 'id-0003' });
      governance.tasks.set(granted.id, granted);
      expect(
        await acceptForEach(deps, await groupFor(deps, 'U0BEN', 'id-0001', 'withdraw'), click),
      ).toBe('kept');
      expect(await acceptForEach(deps, ids, click)).toBe('repeated');
      governance.onClose = () => {
        const id = 'task of id-0001';
        governance.tasks.set(
          id,
          closedSnapshot({ id, sourceRequestId: 'id-0001', outcome: 'cancelled' }),
        );
      };
      governance.closings.next(ok(undefined), refusing('forbidden'));
      await desk().runJobs('carry-out-action');
      const states = await Promise.all(ids.map(async (id) => (await desk().request(id))?.state));
      expect(states).toEqual(['withdrawn', 'withdrawn', 'created']);
      expect(await toldLater()).toEqual([
        'action-refused -> U0BEN',
        'granted -> U0BEN',
        'in-review -> U0BEN',
      ]);
      expect(
        current()
          ?.text.split('\n')
          .filter((line) => !line.startsWith('[')),
      ).toEqual([
        expect.stringMatching(/^You withdrew your request for [^.]*\.$/),
        expect.stringMatching(/^You withdrew .* The access service has not closed it: /),
        expect.stringMatching(/^✅ You have /),
      ]);
    });

    it('can withdraw all or nudge from the message while several are open', async () => {
      await openGroup();
      expect(buttonsForAll()).toEqual(['request.withdraw-all', 'request.nudge-all']);
      const mayWithdraw = () => groupFor(desk().deps, 'U0BEN', 'id-0001', 'withdraw');
      expect(await mayWithdraw()).toEqual(ids);
      expect(await groupFor(desk().deps, 'U0ANA', 'id-0001', 'withdraw')).toEqual([]);
      for (const [at, id] of ids.entries()) {
        const task = closedSnapshot({
          id: `task of ${id}`,
          sourceRequestId: id,
          outcome: 'cancelled',
        });
        desk().governance.tasks.set(task.id, task);
        await desk().store.transaction(async (tx) => {
          const request = await tx.requests.find(id);
          if (request !== null) await recordReading(tx, desk().deps, request, task);
        });
        await toldLater();
        const offered = at > 0 ? [] : ['request.withdraw-all', 'request.nudge-all'];
        expect(buttonsForAll()).toEqual(offered);
      }
      expect(await mayWithdraw()).toEqual([]);
    });

    it('is told which reviewers of any of them are away', async () => {
      desk().directory.add('U0CHO', { away: { until: null } });
      await openGroup();
      expect(current()?.text.match(/Away: Cho/g)).toHaveLength(2);
    });

    it('gets the message without waiting for a refused one, even if it is the last', async () => {
      await submit();
      await create('id-0001', 'id-0002');
      await sync('id-0001');
      await sync('id-0002');
      expect(await told()).toEqual([]);
      desk().governance.grants.next(refusing('forbidden'));
      await createTask(desk().deps, 'id-0003');
      expect(await toldLater()).toEqual(['in-review -> U0BEN']);
      expect(current()?.text).toMatch(/did not go through.*Your 2 requests were sent/s);
    });

    it('is told once, and not that requests are open, if all were granted without review', async () => {
      await submit(2);
      for (const id of ids.slice(0, 2)) {
        desk().governance.grants.next(
          ok(
            closedSnapshot({
              id: `task of ${id}`,
              sourceRequestId: id,
              entitlements: [],
              approvers: [],
            }),
          ),
        );
        await createTask(desk().deps, id);
        await told();
      }
      expect(await toldLater()).toEqual(['granted -> U0BEN']);
    });

    it('is told once that the service does not answer, and once that it has them all', async () => {
      await submit();
      for (const id of ids) {
        desk().governance.grants.next(failing('network', true));
        await expect(createTask(desk().deps, id)).rejects.toMatchObject({ kind: 'network' });
        await told();
      }
      expect(await toldLater()).toEqual(['waits -> U0BEN']);
      for (const id of ids) {
        await create(id);
        await sync(id);
        await told();
      }
      expect(await toldLater()).toEqual(['in-review -> U0BEN', 'waits -> U0BEN']);
    });

    it('is told that no reviewer could be reached if the cards cannot be posted', async () => {
      desk().directory.accounts.clear();
      desk().directory.add('U0BEN');
      await submit();
      await create(...ids);
      const unavailable = {
        ok: false,
        refusal: { kind: 'rejected', code: 'is_archived' },
      } as const;
      desk().chat.posts.next(unavailable, unavailable, unavailable);
      for (const id of ids) await sync(id);
      desk().world.pass(3_000);
      expect(await toldLater()).toEqual(['in-review -> U0BEN']);
      expect(current()?.text).toContain('I know nobody in Slack who may decide');
      expect(current()?.text).not.toContain('with the reviewers');
    });
  });
});

describe('a group that is locked', () => {
  const desk = useCaseDesk();

  it('gets its cards and messages without a deadlock', async () => {
    await desk().ask();
    const { store } = desk();
    await store.transaction(async (tx) => {
      const request = await tx.requests.lock('request-1');
      if (request === null) throw new Error('the request is there');
      await store.transaction(async (other) => {
        await other.cards.want('card-1', request.id, 'C0REVIEWS');
        await recordEscalation(other, request);
      });
    });
    expect((await desk().takeJobs('show-asking')).map((job) => job.kind)).toEqual(['show-asking']);
  });
});
