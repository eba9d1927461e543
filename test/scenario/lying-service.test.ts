import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clickCard, wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { askedCard, cardNow, reads, sentFor, taskOf } from '../support/lying.ts';
import { openWorld } from '../support/open-world.ts';

const search = { method: 'POST', path: '/api/v1/search/tasks', times: 'every' } as const;
const readOne = { method: 'GET', path: '/api/v1/tasks/*', times: 'every' } as const;
const searchUsers = { method: 'POST', path: '/api/v1/search/users', times: 'every' } as const;

describe('a service whose answers are well-formed but wrong', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterEach(() => world.governance.clearFaults());
  afterAll(() => world?.close());

  it('sends no approval when the service returns another task', async () => {
    const card = await askedCard(world, { person: 'U0BEN' });
    const { id } = taskOf(world, 'user-ben');
    const changes = (path: string) => [{ path, value: 'task-of-somebody-else' }];
    world.governance.fault({ ...search, kind: 'patch', changes: changes('list.*.task.id') });
    world.governance.fault({ ...readOne, kind: 'patch', changes: changes('taskView.task.id') });
    await clickCard(world, 'U0ANA', card, 'review.approve');
    await reads(world, 'U0ANA', 'Your “Approve” for the request by <@U0BEN>');
    expect(wordsOf(cardNow(world, card))).not.toContain('Deleted');
    expect(sentFor(world, id, 'approve')).toBe(0);
  });

  it('does not announce access when the service only echoes the approval', async () => {
    const card = await askedCard(world, { person: 'U0EMIL' });
    const { id } = taskOf(world, 'user-emil');
    const approve = { method: 'POST', path: `/api/v1/tasks/${id}/action/approve` } as const;
    const echo = { taskView: { task: { id, state: 'TASK_STATE_CLOSED' } }, expanded: [] };
    // Every time: what nobody sees carried out is sent again.
    world.governance.fault({ ...approve, times: 'every', kind: 'answer', body: echo });
    await clickCard(world, 'U0ANA', card, 'review.approve');
    await until('the approval was sent', () => sentFor(world, id, 'approve') > 0);
    await world.quiet();
    expect(world.directMessages('U0EMIL').join('\n')).not.toContain('✅ You have');
    expect(wordsOf(cardNow(world, card))).toMatch(/^⏳ Emil Novák wants /);
  });

  it('announces no access and offers no decision when it does not know the outcome', async () => {
    const card = await askedCard(world, { person: 'U0LIAM' });
    const changes = [
      { path: 'list.*.task.state', value: 'TASK_STATE_CLOSED' },
      { path: 'list.*.task.type.grant.outcome', value: 'GRANT_OUTCOME_POSTPONED' },
    ];
    world.governance.fault({ ...search, kind: 'patch', changes });
    await world.told('U0LIAM', 'Closed (GRANT_OUTCOME_POSTPONED)');
    const closed = await until('the card says so', () => {
      const now = cardNow(world, card);
      return wordsOf(now).includes('Closed (GRANT_OUTCOME_POSTPONED)') ? now : null;
    });
    expect(JSON.stringify(closed.blocks)).not.toContain('review.approve');
    expect(world.directMessages('U0LIAM').join('\n')).not.toContain('✅ You have');
  });

  it('refuses a reviewer who was replaced after the card was posted', async () => {
    const card = await askedCard(world, { person: 'U0DARA' });
    const { id } = taskOf(world, 'user-dara');
    world.governance.changeTask(id, { reviewerIds: ['user-chen'] });
    await clickCard(world, 'U0ANA', card, 'review.approve');
    await reads(
      world,
      'U0ANA',
      'This is for others to do. When you clicked, it waited for Chen Wei',
    );
    expect(sentFor(world, id, 'approve')).toBe(0);
  });

  it('sends no approval by a reviewer who was disabled after the click', async () => {
    const card = await askedCard(world, { person: 'U0NOOR' });
    const { id } = taskOf(world, 'user-noor');
    world.governance.fault({ ...search, times: 1, kind: 'status', status: 503 });
    await clickCard(world, 'U0FATIMA', card, 'review.approve');
    world.governance.setIdentity('user-fatima', { status: 'DISABLED' });
    await reads(world, 'U0FATIMA', '(DISABLED)');
    expect(sentFor(world, id, 'approve')).toBe(0);
    world.governance.setIdentity('user-fatima', { status: 'ENABLED' });
  });

  it('refuses a reviewer whose email now belongs to another identity', async () => {
    const card = await askedCard(world, { person: 'U0BEN', entitlement: 'platform read' });
    const { id } = taskOf(world, 'user-ben');
    world.governance.setIdentity('user-ana', { email: 'ana.lindqvist@acme.example' });
    world.governance.setIdentity('user-tess', { email: 'ana@acme.example' });
    await clickCard(world, 'U0ANA', card, 'review.approve');
    await reads(world, 'U0ANA', 'Reason: changed-person.');
    expect(sentFor(world, id, 'approve')).toBe(0);
  });

  it.each([
    [
      'the email of somebody else',
      [{ path: 'list.*.user.email', value: 'x@acme.example' }, { path: 'list.*.user.emails' }],
    ],
    ['a deleted person', [{ path: 'list.*.user.deletedAt', value: '2026-01-01T00:00:00Z' }]],
    ['no id', [{ path: 'list.*.user.id', value: '' }]],
  ])('gives nobody the identity of %s', async (_what, changes) => {
    world.governance.fault({ ...searchUsers, about: 'quinn@', kind: 'patch', changes });
    await world.client.runCommand('U0QUINN', 'C0GENERAL', '/request-access');
    expect(await reads(world, 'U0QUINN', 'Reason: unknown-person.')).toContain(
      'quinn@acme.example',
    );
    await world.client.closeView('U0QUINN', world.form('U0QUINN').id);
  });

  it('gives nobody an identity that has an unknown status', async () => {
    const changes = [{ path: 'list.*.user.status', value: 'SUSPENDED' }];
    world.governance.fault({ ...searchUsers, about: 'quinn@', kind: 'patch', changes });
    await world.client.runCommand('U0QUINN', 'C0GENERAL', '/request-access');
    expect(await reads(world, 'U0QUINN', 'Reason: inactive.')).toContain('(SUSPENDED)');
    await world.client.closeView('U0QUINN', world.form('U0QUINN').id);
  });
});
