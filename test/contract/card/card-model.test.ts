import { describe, expect, it } from 'vitest';
import type { RequestField } from '../../../src/domain/form/request-answers.ts';
import type { AccessRequest } from '../../../src/domain/request/access-request.ts';
import { followGrants } from '../../../src/use-cases/access/follow-grants.ts';
import { storedCard } from '../../../src/use-cases/card/card-model.ts';
import { recordReading } from '../../../src/use-cases/task/record-reading.ts';
import { closedSnapshot, newAction, noon, person, snapshot } from '../../support/samples.ts';
import { testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const hour = 3_600_000;

/** The card of a request with this task. */
async function shown(
  change: Partial<AccessRequest> = {},
  task = snapshot({ id: `task of ${change.id ?? '1'}` }),
) {
  const id = await desk().ask(change);
  await desk().store.transaction(async (tx) => {
    await tx.requests.save(id, {
      state: 'created',
      identityUserId: task.target?.id ?? '',
      taskId: task.id,
      at: noon,
    });
    await tx.tasks.save(id, task, noon);
    await tx.cards.want(`card of ${id}`, id, 'C0REVIEWS');
  });
  return storedCard(desk().deps, `card of ${id}`);
}

const know = (slackUserId: string, name: string) =>
  desk().store.transaction((tx) =>
    tx.identities.saveResolved({
      slackUserId,
      person: person(`user-${name}`, { name }),
      checkedAt: noon,
    }),
  );

describe('a card', () => {
  it('names the requester by the directory, else by the service, else by Slack handle', async () => {
    expect(await shown()).toMatchObject({ requesterName: 'Ben', target: null });
    await know('U0BEN', 'Ben Okafor');
    expect(await shown({ id: 'b' })).toMatchObject({ requesterName: 'Ben Okafor', target: null });
    const nameless = snapshot({ id: 't', target: person('user-dee', { name: 'user-dee' }) });
    const requester = { userId: 'U0DEE', teamId: 'T0ACME', userName: 'dee' };
    expect(await shown({ id: 'c', requester }, nameless)).toMatchObject({
      requesterName: 'dee',
      target: null,
    });
  });

  it('does not name the next owner of the requester’s account', async () => {
    await know('U0BEN', 'ben');
    await shown({ id: 'd' });
    await know('U0BEN', 'Emil');
    expect(await storedCard(desk().deps, 'card of d')).toMatchObject({ requesterName: 'Ben' });
  });

  it('names who decided outside of Slack, and never the bot’s account', async () => {
    const approvers = [person('user-bot'), person('user-zoe')];
    const made = { sourceRequestId: 'request-1', createdBy: { id: 'user-bot' } };
    const outside = { decidedOutside: [{ id: 'user-zoe' }] };
    expect(await shown({}, snapshot({ id: 'own', approvers, ...made }))).toMatchObject(outside);
    const elsewhere = snapshot({ id: 'elsewhere', approvers, createdBy: { id: 'user-zoe' } });
    expect(await shown({ id: 'b' }, elsewhere)).toMatchObject({ decidedOutside: approvers });
    const done = newAction({ requestId: 'b', taskId: 'elsewhere' });
    await desk().store.transaction(async (tx) => {
      await tx.actions.insertOnce(done);
      await tx.actions.save(done.id, { state: 'done', at: tx.at });
    });
    // One of these names may be the bot's.
    expect(await storedCard(desk().deps, 'card of b')).toMatchObject({ decidedOutside: [] });
    desk().governance.operations.add('whoAmI');
    expect(await storedCard(desk().deps, 'card of b')).toMatchObject(outside);
  });

  it('names the target when that is not the requester, even if only the service says so', async () => {
    const task = snapshot({ id: 't', target: person('user-dee') });
    expect(await shown({ id: 'a', targetSlackId: 'U0DEE' }, task)).toMatchObject({
      requesterName: 'ben',
      target: { name: 'Dee' },
    });
    const unknown = snapshot({ id: 'u', target: null });
    expect(await shown({ id: 'b', targetSlackId: 'U0DEE' }, unknown)).toMatchObject({
      target: { name: null },
    });
    const card = await shown({ id: 'c' });
    await desk().store.transaction((tx) =>
      tx.tasks.save('c', snapshot({ id: 'task of c', target: person('user-x') }), noon),
    );
    expect(await storedCard(desk().deps, card?.cardId ?? '')).toMatchObject({
      target: { name: 'X' },
    });
  });

  it('shows answers with the current labels, and with the field’s id when the field was removed', async () => {
    const field: RequestField = {
      id: 'ticket',
      label: 'Ticket',
      type: 'text',
      required: true,
      hint: null,
      options: [],
      entitlements: null,
    };
    const apps = testSettings().apps.map((one) => ({ ...one, fields: [field] }));
    desk().settings = testSettings({ apps });
    expect((await shown({ requestData: { ticket: 'INC-77', tested: true } }))?.answers).toEqual([
      { label: 'Ticket', value: 'INC-77' },
      { label: 'tested', value: true },
    ]);
  });

  it('shows until when the present access lasts when the request is an open extension', async () => {
    await desk().ask();
    const endsAt = new Date(noon.getTime() + hour);
    await desk().store.transaction((tx) =>
      tx.grants.begin('request-1', { startedAt: noon, endsAt }),
    );
    const extendsRequestId = 'request-1';
    expect((await shown({ id: 'b', extendsRequestId }))?.heldUntil).toEqual(endsAt);
    expect(
      (await shown({ id: 'c', extendsRequestId }, closedSnapshot({ id: 't' })))?.heldUntil,
    ).toBeNull();
    const denied = closedSnapshot({ id: 't', outcome: 'denied' });
    expect((await shown({ id: 'e', extendsRequestId }, denied))?.heldUntil).toEqual(endsAt);
    await desk().store.transaction((tx) => tx.grants.end('request-1', 'given-back', noon));
    expect((await shown({ id: 'd', extendsRequestId }))?.heldUntil).toBeNull();
  });

  it('shows until when access was granted, and later that it has ended', async () => {
    desk().governance.operations.add('userGrants');
    desk().governance.held = { isHeld: false, endsAt: null };
    await desk().opened();
    const request = await desk().request();
    if (request === null) throw new Error('the request is there');
    await desk().store.transaction((tx) =>
      recordReading(tx, desk().deps, request, closedSnapshot()),
    );
    await desk().runJobs('sync-card', 'update-card');
    const endsAt = new Date(noon.getTime() + 4 * hour);
    expect(desk().chat.updated.at(-1)?.card.grant).toMatchObject({ endsAt, endedAt: null });
    desk().world.pass(4 * hour);
    await followGrants(desk().deps);
    await desk().runJobs('sync-card', 'update-card');
    expect(desk().chat.updated.at(-1)?.card.grant).toMatchObject({ endedAt: endsAt });
  });
});
