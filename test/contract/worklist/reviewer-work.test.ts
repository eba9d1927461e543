import { beforeEach, describe, expect, it } from 'vitest';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import type { WorkItem } from '../../../src/extras/worklist/rules/reviewer-work.ts';
import { workOnHome } from '../../../src/extras/worklist/work-elsewhere.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { openHome, syncHome } from '../../../src/use-cases/home/sync-home.ts';
import { Answers } from '../../support/answers.ts';
import { worklistAtDesk, workOnDesk } from '../../support/extras-at-desk.ts';
import { failing } from '../../support/fakes.ts';
import { reviewing } from '../../support/reviewing.ts';
import { actor, noon, person, snapshot } from '../../support/samples.ts';
import { textsIn } from '../../support/slack-limits.ts';
import { testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

/** What waits in the service; each reading takes the next answer. */
const work: WorkItem[] = [];
let isCut = false;
const readings = new Answers<'as-it-is'>();
const desk = useCaseDesk(
  worklistAtDesk(async () => {
    readings.take('as-it-is');
    return { items: work, isCut };
  }),
);
const { click, carryOut, reviews, closing, shownNow } = reviewing(desk);

const removal: TaskSnapshot = snapshot({
  id: 'task-9',
  takesAway: true,
  sourceRequestId: null,
  stepApprovers: [person('user-ana')],
});

function item(change: Partial<WorkItem> = {}): WorkItem {
  return {
    id: 'task-9',
    numericId: '1009',
    kind: 'revoke',
    appId: 'app-github',
    createdAt: noon,
    isSetUp: false,
    name: 'Revoke GitHub · write from Liam',
    instructions: '',
    review: null,
    ...change,
  };
}

const campaign = { id: 'review-1', name: 'Autumn review', dueAt: '2026-03-20T12:00:00.000Z' };

beforeEach(() => {
  work.length = 0;
  isCut = false;
  desk().governance.operations.add('taskSearch');
  desk().governance.tasks.set('task-9', removal);
});

/** The job that reads it for Ana runs, and nothing else of her Home. */
async function readWorkOfAna() {
  await desk().store.transaction((tx) => tx.enqueue({ kind: 'read-work', slackUserId: 'U0ANA' }));
  await desk().runJobs('read-work');
}

/** Ana opens her Home. */
async function home() {
  await openHome(desk().deps, 'U0ANA');
  await desk().runJobs('read-work');
  await syncHome(desk().deps, 'U0ANA');
  const published = desk().chat.homes.at(-1)?.home;
  const blocks = published?.besides.map((one) => one.blocks(textsFor('en'), 100));
  const lines = await workOnHome(desk().deps, 'U0ANA');
  return { reviews: published?.reviews, work: lines, words: textsIn(blocks).join('\n') };
}

describe('what waits for a reviewer in the service', () => {
  it('is neither read nor shown without a search for tasks, whatever was read once', async () => {
    work.push(item({ kind: 'certify', review: campaign }));
    await home();
    const [part] = workOnDesk(desk().deps);
    expect(await part?.show('U0ANA')).not.toBeNull();
    desk().governance.operations.delete('taskSearch');
    expect(await part?.show('U0ANA')).toBeNull();
    expect(part?.reading('U0ANA')).toBeNull();
  });

  it('is a removal of access that is decided on Home, and that nothing else shows', async () => {
    work.push(item());
    const shown = await home();
    expect(shown.reviews?.shown.map(({ card }) => card.task.id)).toEqual(['task-9']);
    expect(shown.work).toBeNull();
    const cardId = shown.reviews?.shown[0]?.card.cardId ?? '';
    closing();
    await click('U0ANA', { cardId, clicked: null });
    await carryOut();
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
    await desk().runJobs('sync-card', 'update-card');
    expect(desk().chat.posted).toEqual([]);
  });

  it('is not decided from another workspace than the one that the bot is installed in', async () => {
    work.push(item());
    const cardId = (await home()).reviews?.shown[0]?.card.cardId ?? '';
    await click('U0ANA', { cardId, clicked: null, by: actor('U0ANA', { teamId: 'T0OTHER' }) });
    await carryOut();
    expect(desk().governance.reviewOrders).toEqual([]);
    expect(await reviews()).toEqual([['U0ANA', 'refused', 'other-workspace']]);
  });

  it('is not decided by a click that saw less than the service takes away now', async () => {
    desk().governance.tasks.set('task-9', { ...removal, alsoTaken: [] });
    work.push(item());
    const cardId = (await home()).reviews?.shown[0]?.card.cardId ?? '';
    const shown = await shownNow(cardId);
    const alsoTaken = [{ id: 'ent-crew', name: 'Harbour crew' }];
    desk().governance.tasks.set('task-9', { ...removal, alsoTaken });
    await click('U0ANA', { cardId, clicked: null, shown });
    await carryOut();
    expect(desk().governance.reviewOrders).toEqual([]);
    expect(await reviews()).toEqual([['U0ANA', 'refused', 'changed']]);
    desk().world.pass(3_000);
    await desk().runJobs('sync-home');
    const now = desk().chat.homes.at(-1)?.home.reviews.shown[0]?.card.task;
    expect(now?.alsoTaken).toEqual(alsoTaken);
  });

  it('is a removal that somebody else decides, when the service names others now', async () => {
    work.push(item());
    desk().governance.tasks.set('task-9', { ...removal, stepApprovers: [person('user-cho')] });
    const shown = await home();
    expect(shown.reviews?.shown).toEqual([]);
    expect(shown.work?.shown.map(({ kind }) => kind)).toEqual(['revoke']);
  });

  it('is one line for an access review, and one for anything else', async () => {
    work.push(
      item({ id: 'task-1', kind: 'certify', review: campaign }),
      item({ id: 'task-2', kind: 'certify', review: campaign }),
      item({ id: 'task-3', kind: 'offboarding', name: 'Offboard Liam' }),
      item({ id: 'task-4', kind: 'grant', isSetUp: true, name: 'Hand out the keys' }),
    );
    const shown = await home();
    expect(shown.work?.shown.map(({ kind, name, count }) => [kind, name, count])).toEqual([
      ['certify', 'Autumn review', 2],
      ['offboarding', 'Offboard Liam', 1],
      ['set-up', 'Hand out the keys', 1],
    ]);
    expect(shown.reviews?.shown).toEqual([]);
    expect(desk().chat.posted).toEqual([]);
  });

  it('shows apps of access.yaml before others, and what waits longest first', async () => {
    const finding = (name: string, appId: string, minute: number | null) =>
      item({
        id: name,
        name,
        kind: 'finding',
        appId,
        createdAt: minute === null ? null : new Date(noon.getTime() + minute * 60_000),
      });
    const elsewhere = Array.from({ length: 9 }, (_, at) =>
      finding(`elsewhere ${at}`, 'app-other', at - 60),
    );
    work.push(
      finding('undated', 'app-github', null),
      finding('young', 'app-github', 5),
      ...elsewhere.toReversed(),
      finding('old', 'app-aws', 1),
    );
    const lines = (await home()).work;
    expect(lines?.shown.map(({ name }) => name)).toEqual([
      'old',
      'young',
      'undated',
      ...elsewhere.slice(0, 5).map(({ name }) => name),
    ]);
    expect(lines?.left).toBe(4);
  });

  it('is not what the bot shows anyway', async () => {
    await desk().opened();
    work.push(item({ id: 'task-1', kind: 'grant' }));
    expect((await home()).work).toBeNull();
  });

  it('is what to set up by hand, also of a request that was made here', async () => {
    await desk().opened();
    const instructions = 'Hand over the key.';
    work.push(item({ id: 'task-1', kind: 'grant', isSetUp: true, instructions }));
    const shown = await home();
    expect(shown.work?.shown).toMatchObject([{ kind: 'set-up', instructions }]);
  });

  it('is shown at once to who is another identity by now, also where the same waits for both', async () => {
    work.push(item({ kind: 'certify', review: campaign }));
    await home();
    await desk().takeJobs('sync-home');
    desk().world.pass(3_600_000);
    desk().governance.people.set('ana@acme.example', {
      ...person('user-other'),
      email: 'ana@acme.example',
    });
    await readWorkOfAna();
    expect(await desk().takeJobs('sync-home')).toEqual([
      { kind: 'sync-home', slackUserId: 'U0ANA' },
    ]);
  });

  it('says that there is more when there is, also where the lines are the same', async () => {
    work.push(item({ kind: 'certify', review: campaign }));
    await home();
    await desk().takeJobs('sync-home');
    desk().world.pass(3_600_000);
    isCut = true;
    await readWorkOfAna();
    expect(await desk().takeJobs('sync-home')).toEqual([
      { kind: 'sync-home', slackUserId: 'U0ANA' },
    ]);
  });

  it('stays as it was when the service does not answer', async () => {
    work.push(item({ id: 'task-3', kind: 'finding', name: 'Old key' }));
    await home();
    desk().world.pass(3_600_000);
    readings.next(failing('network', true));
    expect((await home()).work?.shown.map(({ name }) => name)).toEqual(['Old key']);
  });
});

describe('a removal of access that waits too long', () => {
  it('does not reach the channel of an escalation', async () => {
    const tier = { people: ['U0DEE'], channel: 'C0SECURITY', group: null };
    const late = { afterSeconds: 3_600, owners: false, offersEmergency: false, ...tier };
    desk().settings = testSettings({ escalation: [late] });
    work.push(item());
    await home();
    for (let hour = 0; hour < 8; hour += 1) {
      desk().world.pass(3_600_000);
      await desk().store.transaction((tx) => tx.enqueue({ kind: 'act-on-due' }));
      await desk().runJobs('act-on-due', 'send-notice');
    }
    expect(desk().chat.notices.map(({ to }) => to)).toContain('U0DEE');
    expect(desk().chat.notices.map(({ to }) => to)).not.toContain('C0SECURITY');
    const ana = { identityUserId: 'user-ana', slackUserId: 'U0ANA' };
    const waiting = await desk().store.transaction((tx) => tx.tasks.waitingFor(ana, 5));
    expect(waiting.total).toBe(1);
  });
});
