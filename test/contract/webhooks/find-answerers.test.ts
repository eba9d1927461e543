import { beforeEach, describe, expect, it } from 'vitest';
import type { Answerers } from '../../../src/domain/settings/answerers.ts';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import {
  type AnswerNeed,
  findAnswerers,
} from '../../../src/extras/webhooks/answerers/find-answerers.ts';
import { FakeReviewerLists } from '../../support/fake-reviewer-lists.ts';
import { failing, refusedRead } from '../../support/fakes.ts';
import { entitlement, firstEntitlement, people, person, snapshot } from '../../support/samples.ts';
import { defaultWebhook, testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const leads = { kind: 'group', appId: 'app-okta', entitlementId: 'ent-leads' } as const;
/** Ana asked for Ben; Cho and Dee are others. */
const parties = ['user-ana', 'user-ben'];

describe('the people who answer a delivered step', () => {
  const desk = useCaseDesk();
  let lists = new FakeReviewerLists();
  beforeEach(() => {
    lists = new FakeReviewerLists();
  });
  function choose(change: Partial<Answerers>) {
    const webhook = { ...defaultWebhook, fallback: ['U0DEE'], ...change };
    desk().settings = testSettings({ webhook });
    desk().entitlements = [entitlement({ id: firstEntitlement().id })];
  }
  async function found(
    change: Partial<TaskSnapshot> = {},
    need: AnswerNeed = 'reviewers',
    without = parties,
  ) {
    const task = snapshot({ target: person('user-ben'), ...change });
    const deps = { ...desk().deps, reviewerLists: lists };
    const answerers = await findAnswerers(deps, task, need, without);
    return answerers.map(({ person: { id }, by }) => `${id} by ${by}`);
  }

  it('are the owners of the resource', async () => {
    choose({});
    desk().governance.owners = [person('user-ana'), person('user-cho')];
    expect(await found()).toEqual(['user-cho by resource-owner']);
  });

  it('are those of any of several sources, each once, and the fallback only where all hold nobody', async () => {
    const sources = [{ kind: 'owners', of: 'resource' }, { kind: 'manager' }] as const;
    choose({ reviewers: sources });
    desk().governance.owners = [person('user-ana'), person('user-cho')];
    desk().governance.managers.set('user-ben', [person('user-cho'), person('user-eve')]);
    expect(await found()).toEqual(['user-cho by resource-owner', 'user-eve by manager']);
    desk().governance.owners = [];
    expect(await found()).toEqual(['user-cho by manager', 'user-eve by manager']);
    expect(await found({ target: null })).toEqual(['user-dee by fallback']);
  });

  it('are not several sources that hold too many together, or one that cannot be read', async () => {
    const sources = [leads, { kind: 'owners', of: 'resource' }] as const;
    choose({ reviewers: sources });
    const all = people(129);
    lists.holders.set('ent-leads', all.slice(0, 65));
    desk().governance.owners = all.slice(65);
    expect(await found()).toEqual(['user-dee by fallback']);
    desk().governance.ownerLists.next(failing('timeout', true));
    await expect(found()).rejects.toThrow('timeout');
  });

  it('are only the owners in the chosen role', async () => {
    choose({ reviewers: [{ kind: 'owners', of: 'resource', role: 'approver' }] });
    desk().governance.owners = [person('user-cho'), person('user-dee')];
    lists.ownersInRole.set('approver', [person('user-cho')]);
    expect(await found()).toEqual(['user-cho by resource-owner']);
  });

  it('are the fallback for an entitlement that the catalogue does not know', async () => {
    choose({});
    desk().governance.owners = [person('user-cho')];
    const unknown = { ...firstEntitlement(), id: 'ent-unknown' };
    const entitlements = [firstEntitlement(), unknown];
    expect(await found({ entitlements })).toEqual(['user-dee by fallback']);
    expect(await found({ entitlements: [] })).toEqual(['user-dee by fallback']);
  });

  it('own the resource of each entitlement, not only of one', async () => {
    choose({});
    const other = entitlement({ id: 'ent-other', resourceId: 'other' });
    desk().entitlements = [...desk().entitlements, other];
    const [cho, dee] = [person('user-cho'), person('user-dee')];
    desk().governance.ownerLists.next([cho, dee], [dee], [cho], [person('user-eve')]);
    const entitlements = [firstEntitlement(), { ...firstEntitlement(), id: 'ent-other' }];
    expect(await found({ entitlements })).toEqual(['user-dee by resource-owner']);
    expect(await found({ entitlements })).toEqual(['user-dee by fallback']);
  });

  it('are those who own each entitlement', async () => {
    choose({ reviewers: [{ kind: 'owners', of: 'entitlement' }] });
    const [cho, dee] = [person('user-cho'), person('user-dee')];
    lists.ownersById.set(firstEntitlement().id, [cho, dee, person('user-ana')]);
    expect(await found()).toEqual([
      'user-cho by entitlement-owner',
      'user-dee by entitlement-owner',
    ]);
    lists.ownersById.set('ent-other', [cho]);
    const entitlements = [firstEntitlement(), { ...firstEntitlement(), id: 'ent-other' }];
    expect(await found({ entitlements })).toEqual(['user-cho by entitlement-owner']);
    expect(await found({ entitlements: [] })).toEqual(['user-dee by fallback']);
  });

  it('are those who own the entitlement in the chosen role', async () => {
    choose({ reviewers: [{ kind: 'owners', of: 'entitlement', role: 'approver' }] });
    const { id } = firstEntitlement();
    lists.ownersById.set(`${id} as approver`, [person('user-cho')]);
    expect(await found()).toEqual(['user-cho by entitlement-owner']);
  });

  it('are the owners of the app', async () => {
    choose({ reviewers: [{ kind: 'owners', of: 'app' }] });
    lists.ownersById.set('app-github', [person('user-cho'), person('user-ben')]);
    expect(await found()).toEqual(['user-cho by app-owner']);
  });

  it('are the holders of the chosen entitlement', async () => {
    choose({ reviewers: [leads] });
    lists.holders.set('ent-leads', [person('user-ben'), person('user-cho')]);
    expect(await found()).toEqual(['user-cho by group']);
  });

  it('are the managers of the target', async () => {
    choose({ reviewers: [{ kind: 'manager' }] });
    desk().governance.managers.set('user-ben', [person('user-cho')]);
    expect(await found()).toEqual(['user-cho by manager']);
    expect(await found({ target: null })).toEqual(['user-dee by fallback']);
  });

  it('are the named people, except those who may not act', async () => {
    choose({ reviewers: [{ kind: 'people', people: ['U0ANA', 'U0NOBODY', 'U0CHO'] }] });
    expect(await found()).toEqual(['user-cho by named']);
    expect(desk().world.lines.map(({ fields }) => fields)).toContainEqual({
      slackUserId: 'U0NOBODY',
      refusal: 'unknown-person',
    });
  });

  it('can differ from the people who set access up', async () => {
    choose({ setUpBy: [{ kind: 'people', people: ['U0CHO'] }] });
    expect(await found({}, 'setUpBy')).toEqual(['user-cho by named']);
  });

  it('are those of the app before the general ones', async () => {
    choose({ reviewers: [{ kind: 'people', people: ['U0CHO'] }] });
    const [github, ...others] = testSettings().apps;
    if (github === undefined) throw new Error('no app');
    const webhook: Answerers = { ...defaultWebhook, fallback: ['U0DEE'] };
    desk().settings = { ...desk().settings, apps: [{ ...github, webhook }, ...others] };
    expect(await found()).toEqual(['user-dee by fallback']);
    expect(await found({ appId: 'app-of-nobody' })).toEqual(['user-cho by named']);
  });

  it.each([
    { what: 'is empty', nobody: 'empty', owners: [] },
    { what: 'names only requester and target', nobody: 'own-request', owners: ['user-ana'] },
  ])('are the fallback when the list $what, and the log says so', async ({ nobody, owners }) => {
    choose({});
    desk().governance.owners = owners.map((id) => person(id));
    expect(await found()).toEqual(['user-dee by fallback']);
    const tried = [
      { by: 'resource-owner', nobody },
      { by: 'fallback', nobody: null },
    ];
    expect(desk().world.lines.map(({ fields }) => fields['tried'])).toEqual([tried]);
  });

  it('are not looked for in the fallback when a list cannot be read', async () => {
    choose({});
    desk().governance.ownerLists.next(refusedRead('forbidden'));
    await expect(found()).rejects.toMatchObject({ kind: 'http', certainlyNotDone: true });
    desk().governance.ownerLists.next(failing('timeout', true));
    await expect(found()).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('are the administrators by default, and nobody, with an error, when they are the requester', async () => {
    choose({ fallback: null });
    desk().settings = { ...desk().settings, admins: ['U0CHO'] };
    expect(await found()).toEqual(['user-cho by fallback']);
    expect(await found({}, 'reviewers', ['user-cho'])).toEqual([]);
    expect(desk().world.lines.filter(({ level }) => level === 'error')).toMatchObject([
      { what: 'nobody may answer a delivered step' },
    ]);
  });
});
