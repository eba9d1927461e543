/** Long because every order of the removal and of the end of the grants is tested here. */
import { beforeEach, describe, expect, it } from 'vitest';
import { noticeReader } from '../../../src/domain/message/notice.ts';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { noticeMessage } from '../../../src/slack/show/notice-posts.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { endGrant } from '../../../src/use-cases/access/end-grants.ts';
import { followGrants } from '../../../src/use-cases/access/follow-grants.ts';
import { tellRemoved } from '../../../src/use-cases/access/removed-access.ts';
import type { Store } from '../../../src/use-cases/ports/store-ports.ts';
import { refreshTasks } from '../../../src/use-cases/task/refresh-tasks.ts';
import { showRemovalOnHome } from '../../support/removals.ts';
import { reviewing } from '../../support/reviewing.ts';
import { noon, person, revokedSnapshot, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, carryOut, reviews } = reviewing(desk);

const crew = { id: 'ent-crew', name: 'Harbour crew' };
const open: TaskSnapshot = snapshot({
  id: 'task-9',
  takesAway: true,
  sourceRequestId: null,
  target: person('user-ben'),
  stepApprovers: [person('user-ana')],
  alsoTaken: [crew],
});
const { stepApprovers: _none, ...rest } = open;
const removed = revokedSnapshot({ ...rest, ...revokedSnapshot({ id: 'task-9' }) });

/** The service takes it away when Ana approves that. */
function takenAtOnce(): void {
  desk().governance.onReview = () => void desk().governance.tasks.set('task-9', removed);
}

async function approve(): Promise<void> {
  const cardId = await showRemovalOnHome(desk(), open);
  await click('U0ANA', { cardId, clicked: null });
  await carryOut();
}

/** Granted to this person by a request of this person, through the bot. */
async function granted(
  id: string,
  {
    by,
    to,
    entitlementId = 'ent-write',
  }: { by: string; to: string | null; entitlementId?: string },
): Promise<void> {
  await desk().ask({
    id,
    requester: { userId: by, teamId: 'T0ACME', userName: by },
    targetSlackId: to,
    entitlementId,
    entitlementName: entitlementId === 'ent-crew' ? crew.name : 'Platform: write',
  });
  await desk().store.transaction(async (tx) => {
    await tx.requests.save(id, {
      state: 'created',
      taskId: `task of ${id}`,
      identityUserId: 'user-ben',
      at: noon,
    });
    await tx.grants.begin(id, { startedAt: noon, endsAt: null });
  });
  for (const readerId of new Set([by, to ?? by]))
    await desk().told(`granted ${id}`, { askingId: id, readerId });
}

/** What stands in Slack now: who reads it, and what. */
function standing(language: 'en' | 'de'): readonly string[] {
  const { notices } = desk().chat;
  const shown = desk().chat.shown.filter(({ claim }) => claim !== 'before');
  const messages = notices.map(({ to, context }) => {
    const reader = noticeReader(context.body, context.request, to);
    const { text } = noticeMessage(textsFor(language), context, reader);
    return `${to}: ${text.replaceAll(/<!date[^>]*>/g, 'TIME')}`;
  });
  return [...messages, ...shown.map(({ to, text }) => `${to}: ${text}`)].map((one) =>
    one.replace(/\n.*$/s, ''),
  );
}

const about = (slackUserId: string, messages: readonly string[]) =>
  messages.filter((one) => one.startsWith(slackUserId)).toSorted();

async function told(language: 'en' | 'de' = 'en'): Promise<readonly string[]> {
  await desk().runJobs('tell-removed');
  await followGrants(desk().deps);
  await desk().runJobs('send-notice');
  return standing(language).filter((text) => text.startsWith('U0'));
}

const lost = (access: string) =>
  `${access} was taken away TIME. The removal was approved by <@U0ANA>.`;
const yours = `${lost('Your access to *GitHub · Platform: write*')} With it: Harbour crew.`;

describe('a removal of access that a reviewer approves', () => {
  beforeEach(takenAtOnce);

  it('is told to the person who loses it, with who, when and what went as well', async () => {
    await approve();
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
    expect(await told()).toEqual([`U0BEN: ${yours}`]);
    expect(await told('de')).toEqual([
      `U0BEN: Dein Zugriff auf *GitHub · Platform: write* wurde entzogen: TIME. Der Entzug wurde genehmigt von <@U0ANA>. Mit ihm: Harbour crew.`,
    ]);
  });

  it('is told to nobody while the service still works on it, or when it is denied', async () => {
    desk().governance.onReview = () => undefined;
    await approve();
    await refreshTasks(desk().deps);
    expect(await told()).toEqual([]);
    desk().governance.tasks.set('task-9', { ...removed, outcome: 'denied' });
    await refreshTasks(desk().deps);
    expect(await told()).toEqual([]);
  });

  it('is told to a person whom the bot has never met, and to nobody if the task names another one', async () => {
    await desk().kysely.deleteFrom('identities').execute();
    await approve();
    await desk().kysely.deleteFrom('identities').where('slackUserId', '=', 'U0BEN').execute();
    desk().directory.add('U0BEN');
    expect(await told()).toHaveLength(1);
    const other = { ...open, id: 'task-10' };
    const cardId = await showRemovalOnHome(desk(), other);
    desk().governance.onReview = () =>
      void desk().governance.tasks.set('task-10', {
        ...removed,
        id: 'task-10',
        target: person('user-cho'),
      });
    await click('U0ANA', { cardId, clicked: null });
    await carryOut();
    expect(await told()).toHaveLength(1);
  });

  it('names who decided it in the console', async () => {
    await showRemovalOnHome(desk(), open);
    const approvers = [person('user-dee', { name: 'Dee' })];
    desk().governance.tasks.set('task-9', { ...removed, approvers });
    await refreshTasks(desk().deps);
    expect(await told()).toEqual([`U0BEN: ${yours.replace('<@U0ANA>', 'Dee')}`]);
  });

  it('is told once, however often the process that tells it is killed', async () => {
    await granted('request-2', { by: 'U0CHO', to: 'U0BEN' });
    await approve();
    const [job] = await desk().takeJobs('tell-removed');
    if (job?.kind !== 'tell-removed') throw new Error('somebody is told');
    const { store, deps } = desk();
    for (let lives = 0; lives < 3; lives += 1) {
      let left = lives;
      const dying: Store = {
        ...store,
        transaction: (work) =>
          store.transaction(async (tx) => {
            const outcome = await work(tx);
            if (left === 0) throw new Error('killed before the commit');
            left -= 1;
            return outcome;
          }),
      };
      await tellRemoved({ ...deps, store: dying }, job.requestId).catch(() => null);
    }
    for (let turn = 0; turn < 2; turn += 1) await tellRemoved(deps, job.requestId);
    expect(await told()).toEqual([
      `U0CHO: ${lost("<@U0BEN>'s access to *GitHub · Platform: write*")}`,
      `U0BEN: ${yours}`,
    ]);
  });

  it('waits while nobody knows whose decision it was', async () => {
    const cardId = await showRemovalOnHome(desk(), open);
    await click('U0ANA', { cardId, clicked: null });
    await desk().kysely.updateTable('actions').set({ state: 'sending' }).execute();
    desk().governance.tasks.set('task-9', removed);
    await refreshTasks(desk().deps);
    expect(await told()).toEqual([]);
    await desk().kysely.updateTable('actions').set({ state: 'done' }).execute();
    expect(await told()).toEqual([`U0BEN: ${yours}`]);
  });
});

describe('a removal of access that the bot follows', () => {
  beforeEach(async () => {
    takenAtOnce();
    await granted('request-1', { by: 'U0BEN', to: null });
    await granted('request-2', { by: 'U0CHO', to: 'U0BEN', entitlementId: 'ent-crew' });
  });
  const ends = () =>
    desk()
      .kysely.selectFrom('grants')
      .select(['requestId', 'endedBy'])
      .orderBy('requestId')
      .execute();
  const crewLost = `U0CHO: ${lost("<@U0BEN>'s access to *GitHub · Harbour crew*")}`;

  it('is told once to each, and ends what the bot gave', async () => {
    await approve();
    // What one of Ben's messages tells, the other one does not name.
    const lostByBen = ['Harbour crew', 'Platform: write'].map(
      (what) => `U0BEN: ${lost(`Your access to *GitHub · ${what}*`)}`,
    );
    expect((await told()).toSorted()).toEqual([...lostByBen, crewLost]);
    expect(await ends()).toEqual([
      { requestId: 'request-1', endedBy: 'taken-away' },
      { requestId: 'request-2', endedBy: 'taken-away' },
    ]);
  });

  it('tells who requested access to a confidential app nothing of what else was held there', async () => {
    const { settings } = desk();
    const apps = settings.apps.map((app) => ({ ...app, confidential: true }));
    desk().settings = { ...settings, apps };
    await approve();
    expect(about('U0CHO', await told())).toEqual([
      crewLost.replace(' With it: Platform: write.', ''),
    ]);
  });

  it('tells who requested several things in a confidential app of each of them', async () => {
    await granted('request-3', { by: 'U0CHO', to: 'U0BEN' });
    const { settings } = desk();
    const apps = settings.apps.map((app) => ({ ...app, confidential: true }));
    desk().settings = { ...settings, apps };
    await approve();
    expect(about('U0CHO', await told())).toEqual([
      expect.stringContaining("<@U0BEN>'s access to *GitHub · Harbour crew* was taken away TIME."),
      expect.stringContaining("<@U0BEN>'s access to *GitHub · Platform: write* was taken away"),
    ]);
  });

  it('ends it when the person’s grants say so, and tells nobody again', async () => {
    desk().governance.operations.add('userGrants');
    await approve();
    const before = await told();
    expect(about('U0CHO', before)).toEqual([crewLost]);
    expect((await ends()).map(({ endedBy }) => endedBy)).toEqual([null, null]);
    desk().governance.held = { isHeld: false, endsAt: null };
    desk().world.pass(60_000);
    await followGrants(desk().deps);
    expect((await ends()).map(({ endedBy }) => endedBy)).toEqual(['taken-away', 'taken-away']);
    expect(await told()).toEqual(before);
  });

  it('says who removed it in the message that said that it ended', async () => {
    const cardId = await showRemovalOnHome(desk(), open);
    const request = await desk().request('request-1');
    if (request === null) throw new Error('the request is there');
    await desk().store.transaction((tx) => endGrant(tx, request, { end: 'taken-away', at: noon }));
    expect(await told()).toEqual([
      'U0BEN: Your access to *GitHub · Platform: write* was taken away TIME.',
    ]);
    await click('U0ANA', { cardId, clicked: null });
    await carryOut();
    const [first, ...others] = await told();
    expect(first).toContain('was taken away TIME. The removal was approved by <@U0ANA>.');
    expect(about('U0CHO', others)).toEqual([crewLost]);
    expect(about('U0BEN', others)).toHaveLength(1);
  });

  it('ends nothing that was granted after it, when it is told late', async () => {
    const cardId = await showRemovalOnHome(desk(), open);
    await click('U0ANA', { cardId, clicked: null });
    await carryOut();
    desk().world.pass(600_000);
    await desk().ask({ id: 'request-3' });
    await desk().store.transaction(async (tx) => {
      const created = { state: 'created', taskId: 'task-3', identityUserId: 'user-ben' } as const;
      await tx.requests.save('request-3', { ...created, at: noon });
      await tx.grants.begin('request-3', { startedAt: desk().world.now(), endsAt: null });
    });
    await told();
    expect((await ends()).map(({ endedBy }) => endedBy)).toEqual([
      'taken-away',
      'taken-away',
      null,
    ]);
  });

  it('does not silence the end of access that was granted after the removal was asked for', async () => {
    await showRemovalOnHome(desk(), open);
    desk().world.pass(60_000);
    await desk().ask({ id: 'request-3' });
    await desk().store.transaction(async (tx) => {
      const at = desk().world.now();
      const created = { state: 'created', taskId: 'task-3', identityUserId: 'user-ben' } as const;
      await tx.requests.save('request-3', { ...created, at });
      await tx.grants.begin('request-3', { startedAt: at, endsAt: null });
    });
    for (const id of ['request-1', 'request-3']) {
      const request = await desk().request(id);
      if (request === null) throw new Error('the request is there');
      await desk().store.transaction((tx) =>
        endGrant(tx, request, { end: 'taken-away', at: desk().world.now() }),
      );
      desk().world.pass(60_000);
    }
    expect(await told()).toHaveLength(2);
  });
});
