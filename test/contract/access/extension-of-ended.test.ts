import { beforeEach, describe, expect, it } from 'vitest';
import type { AccessRequest } from '../../../src/domain/request/access-request.ts';
import { ok } from '../../../src/domain/result.ts';
import { endGrant } from '../../../src/use-cases/access/end-grants.ts';
import { holderRequests } from '../../../src/use-cases/access/holder-requests.ts';
import { acceptAction } from '../../../src/use-cases/action/accept-action.ts';
import { submitRequest } from '../../../src/use-cases/form/submit-request.ts';
import { refreshTasks } from '../../../src/use-cases/task/refresh-tasks.ts';
import {
  actor,
  closedSnapshot,
  entitlement,
  noon,
  revokedSnapshot,
  snapshot,
} from '../../support/samples.ts';
import { submittedForm } from '../../support/submitted-form.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const minutes = (count: number) => new Date(noon.getTime() + count * 60_000);
const moreTime = snapshot({ id: 'task-2', sourceRequestId: null });
const openRevocation = () => revokedSnapshot({ state: 'open', outcome: 'none', outcomeAt: null });

/** U0BEN asks for more time of the access that request-1 gave; nobody decides yet. */
async function extensionId(): Promise<string> {
  const form = submittedForm({
    key: 'view-2',
    extendsRequestId: 'request-1',
    entitlements: [entitlement()],
  });
  expect(await submitRequest(desk().deps, form)).toMatchObject({ ok: true });
  desk().governance.grants.next(ok(moreTime));
  desk().governance.tasks.set('task-2', moreTime);
  await desk().runJobs();
  const row = await desk()
    .kysely.selectFrom('requests')
    .select('id')
    .where('extendsRequestId', '=', 'request-1')
    .executeTakeFirstOrThrow();
  return row.id;
}

async function giveBack(userId = 'U0BEN'): Promise<void> {
  await acceptAction(desk().deps, {
    verb: 'give-back',
    requestId: 'request-1',
    by: actor(userId),
    reason: '',
    channel: userId,
  });
  await desk().runJobs('carry-out-action');
}

async function prolonged(): Promise<AccessRequest> {
  const request = await desk().request('request-1');
  if (request === null) throw new Error('the request is there');
  return request;
}

async function expired(): Promise<void> {
  const request = await prolonged();
  await desk().store.transaction((tx) =>
    endGrant(tx, request, { end: 'expired', at: minutes(240) }),
  );
}

/** What the last card of the extension shows, and what its requester is told of it. */
async function shown() {
  await desk().runJobs();
  const { chat } = desk();
  const card = [...chat.posted, ...chat.updated].findLast(({ card }) => card.task.id === 'task-2');
  const post = chat.shown.find(({ claim }) => claim !== 'before');
  const [message = ''] = post?.text.split('\n') ?? [];
  return { card: card?.card.lapse, message };
}
const asked = (what: string) =>
  `Your request for ${what}*GitHub · Platform: write* is with the reviewers. Ana or Cho will decide.`;

const actsOn = (requestId: string) =>
  desk()
    .kysely.selectFrom('actions')
    .select(['verb', 'bySlackId', 'state'])
    .where('requestId', '=', requestId)
    .execute();
const standing = async (id: string) => (await desk().request(id))?.state;

beforeEach(async () => {
  desk().governance.operations.add('taskRevoke');
  await desk().opened(closedSnapshot());
  await desk().store.transaction((tx) =>
    tx.grants.begin('request-1', { startedAt: noon, endsAt: minutes(240) }),
  );
  await desk().told('granted request-1');
});

describe('an undecided request for more time', () => {
  it('is withdrawn when its access is given back, once, by the person who gave it back', async () => {
    const id = await extensionId();
    await giveBack();
    expect(await standing(id)).toBe('withdrawn');
    await desk().runJobs();
    expect(await actsOn(id)).toEqual([{ verb: 'withdraw', bySlackId: 'U0BEN', state: 'done' }]);
    const trail = await desk().audited();
    expect(trail.filter((kind) => kind === 'withdraw.done')).toHaveLength(1);
    expect((await shown()).card).toBe('given-back');
  });

  it.each([
    ['closes it', true],
    ['does not', false],
  ])(
    'is said to be withdrawn, without a new message, where the service %s',
    async (_, isClosed) => {
      const { governance } = desk();
      const id = await extensionId();
      if (isClosed)
        governance.tasks.set('task-2', { ...moreTime, actions: ['TASK_ACTION_TYPE_CLOSE'] });
      governance.onClose = () =>
        void governance.tasks.set('task-2', closedSnapshot({ id: 'task-2', outcome: 'cancelled' }));
      await giveBack();
      await desk().runJobs();
      expect(await standing(id)).toBe('withdrawn');
      expect((await desk().said()).filter((one) => one.endsWith('U0BEN'))).toEqual([
        'in-review -> U0BEN',
      ]);
      expect((await shown()).message).toContain(
        'You withdrew your request for more time with *GitHub · Platform: write*.',
      );
    },
  );

  it('is withdrawn while the service still takes the access away', async () => {
    const id = await extensionId();
    desk().governance.revocations.next(ok(openRevocation()));
    await giveBack();
    expect(await standing(id)).toBe('withdrawn');
  });

  it('stays open when the service refuses to take the access away', async () => {
    const id = await extensionId();
    desk().governance.operations.delete('taskRevoke');
    await giveBack();
    expect(await standing(id)).toBe('created');
  });

  it('stays open when somebody else takes the access away, and its card and message say so', async () => {
    desk().settings = { ...desk().settings, admins: ['U0ANA'] };
    const id = await extensionId();
    desk().governance.revocations.next(ok(openRevocation()));
    await giveBack('U0ANA');
    expect(await standing(id)).toBe('created');
    expect(await shown()).toEqual({ card: 'taken-away', message: asked('') });
    const denied = { ...openRevocation(), state: 'closed', outcome: 'denied' } as const;
    desk().governance.tasks.set(denied.id, denied);
    await refreshTasks(desk().deps);
    expect(await shown()).toEqual({ card: null, message: asked('more time with ') });
  });

  it('stays open when the administrator who takes the access away had asked for it', async () => {
    desk().settings = { ...desk().settings, admins: ['U0ANA'] };
    const id = await extensionId();
    await desk()
      .kysely.updateTable('requests')
      .set({ requesterSlackId: 'U0ANA', targetSlackId: 'U0BEN' })
      .where('id', '=', id)
      .execute();
    await giveBack('U0ANA');
    expect(await actsOn(id)).toEqual([]);
  });

  it('stays open when the access expires, and its card and message say that it is over', async () => {
    const id = await extensionId();
    await expired();
    expect(await standing(id)).toBe('created');
    expect(await shown()).toEqual({ card: 'over', message: asked('') });
  });

  it('is announced where the access can be given back', async () => {
    const onHome = async () => {
      const { shown: lines } = await holderRequests(desk().deps, 'U0BEN', 25);
      return lines.find(({ request }) => request.id === 'request-1')?.alsoWithdraws;
    };
    expect(await onHome()).toBe(false);
    await extensionId();
    expect(await onHome()).toBe(true);
    expect(desk().chat.shown.findLast(({ claim }) => claim === 'before')).toMatchObject({
      text: expect.stringContaining('A request for more time (#1042) is open.'),
      buttons: ['request.give-back'],
    });
  });
});
