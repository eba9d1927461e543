import { describe, expect, it } from 'vitest';
import { ok } from '../../../src/domain/result.ts';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { submitRequest } from '../../../src/use-cases/form/submit-request.ts';
import { createTask } from '../../../src/use-cases/request/create-task.ts';
import { closedSnapshot, entitlement, person, snapshot } from '../../support/samples.ts';
import { submittedForm } from '../../support/submitted-form.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();

/** Sends a request that the service answers with a task that is over. */
async function decidedAtOnce(change: Partial<TaskSnapshot> = {}): Promise<readonly string[]> {
  await desk().ask();
  desk().governance.grants.next(ok(closedSnapshot({ approvers: [], ...change })));
  await createTask(desk().deps, 'request-1');
  await desk().runJobs();
  return desk().chat.posted.map(({ channel }) => channel);
}

describe('a request that the policy decides by itself', () => {
  it.each(['granted', 'denied'] as const)(
    'posts no card, and tells its requester that it was %s',
    async (outcome) => {
      expect(await decidedAtOnce({ outcome })).toEqual([]);
      const told = outcome === 'granted' ? 'granted' : 'over';
      expect(await desk().said()).toEqual([`${told} -> U0BEN`]);
    },
  );

  it('still has a card in the emergency channel', async () => {
    expect(await decidedAtOnce({ emergency: true })).toContain('C0INCIDENTS');
  });

  it('has a card when an account approved it, even the bot’s own', async () => {
    expect(await decidedAtOnce({ approvers: [person('user-bot')] })).toEqual(['C0REVIEWS']);
  });

  it('has a card while the access that it granted has to be set up', async () => {
    const settingUp = { state: 'open', stepApprovers: [], currentStepId: null } as const;
    expect(await decidedAtOnce(settingUp)).toEqual(['C0REVIEWS']);
  });

  it('has a card when it could not be set up', async () => {
    expect(await decidedAtOnce({ outcome: 'error' })).toEqual(['C0REVIEWS']);
  });

  it('is told in one message with what waits for review of the same submission', async () => {
    const entitlements = [
      entitlement({ id: 'ent-0', name: 'Ent 0' }),
      entitlement({ id: 'ent-1', name: 'Ent 1' }),
    ];
    await submitRequest(desk().deps, submittedForm({ entitlements }));
    desk().governance.grants.next(
      ok(snapshot({ id: 'task-0', sourceRequestId: 'id-0001', entitlements: [] })),
    );
    await createTask(desk().deps, 'id-0001');
    await desk().runJobs('sync-card');
    expect(await desk().said()).toEqual([]);
    const over = closedSnapshot({
      id: 'task-1',
      sourceRequestId: 'id-0002',
      entitlements: [],
      approvers: [],
    });
    desk().governance.grants.next(ok(over));
    await createTask(desk().deps, 'id-0002');
    desk().world.pass(8_000);
    expect(await desk().said()).toHaveLength(1);
    const text = desk().chat.shown[0]?.text;
    expect(text).toContain('✅ You have ');
    expect(text).toContain('is with the reviewers.');
  });
});
