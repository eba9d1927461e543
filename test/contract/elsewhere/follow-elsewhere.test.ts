import { beforeEach, describe, expect, it } from 'vitest';
import { noticeReader } from '../../../src/domain/message/notice.ts';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { followElsewhere, tellFollowers } from '../../../src/extras/elsewhere/follow-elsewhere.ts';
import { noticeMessage } from '../../../src/slack/show/notice-posts.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { resolveIdentity } from '../../../src/use-cases/people/resolve-identity.ts';
import { elsewhereAtDesk } from '../../support/extras-at-desk.ts';
import { failing } from '../../support/fakes.ts';
import { person, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk(elsewhereAtDesk);

const made: TaskSnapshot = snapshot({
  sourceRequestId: null,
  createdBy: { id: 'user-ben', name: 'Ben Okafor' },
});
const byAnaForBen: TaskSnapshot = { ...made, createdBy: { id: 'user-ana' } };

beforeEach(async () => {
  desk().governance.operations.add('taskSearch');
  desk().governance.tasks.set('task-1', made);
  for (const slackUserId of ['U0BEN', 'U0ANA', 'U0CHO'])
    await resolveIdentity(desk().deps, slackUserId, 'fresh');
});

const follow = (slackUserId: string, task: TaskSnapshot = made): Promise<boolean> =>
  followElsewhere(desk().deps, { slackUserId, task });

/** One round a minute later; what was said until then. */
async function later(): Promise<readonly string[]> {
  desk().world.pass(60_000);
  await desk().store.transaction((tx) => tx.enqueue({ kind: 'refresh-tasks' }));
  await desk().runJobs('refresh-tasks');
  return desk().said();
}

function ends(change: Partial<TaskSnapshot>, task: TaskSnapshot = made): void {
  desk().governance.tasks.set('task-1', { ...task, state: 'closed', actions: [], ...change });
}

describe('who asks for what was requested elsewhere', () => {
  it('hears once how it ends, and nothing before', async () => {
    expect(await follow('U0BEN')).toBe(true);
    expect(await later()).toEqual([]);
    ends({ outcome: 'denied' });
    expect(await later()).toEqual(['ended -> U0BEN']);
    expect(await later()).toEqual(['ended -> U0BEN']);
    expect(desk().chat.posted).toEqual([]);
  });

  it('is followed where it is for them, though somebody else made it', async () => {
    expect(await follow('U0BEN', byAnaForBen)).toBe(true);
    expect(await follow('U0ANA', byAnaForBen)).toBe(true);
    ends({ outcome: 'granted' }, byAnaForBen);
    expect([...(await later())].sort()).toEqual(['ended -> U0ANA', 'ended -> U0BEN']);
  });

  it('is told nothing where the service names somebody else, too', async () => {
    const both: TaskSnapshot = { ...byAnaForBen, contradictions: ['person'] };
    expect(await follow('U0BEN', both)).toBe(false);
  });

  it('is told nothing once the Slack account is somebody else’s', async () => {
    await follow('U0BEN');
    const email = person('user-ben').email ?? '';
    desk().governance.people.set(email, { ...person('user-emil'), email });
    await resolveIdentity(desk().deps, 'U0BEN', 'fresh');
    ends({ outcome: 'granted' });
    expect(await later()).toEqual([]);
  });

  it('is told nothing where it is neither theirs nor for them', async () => {
    expect(await follow('U0CHO')).toBe(false);
    ends({ outcome: 'granted' });
    expect(await later()).toEqual([]);
  });

  it('hears of a request of the bot as its requester alone', async () => {
    const sourceRequestId = await desk().ask();
    expect(await follow('U0BEN', { ...made, sourceRequestId })).toBe(false);
  });

  it('hears of it when it is deleted, not when a search leaves it out once', async () => {
    await follow('U0BEN');
    desk().governance.tasks.delete('task-1');
    expect(await later()).toEqual([]);
    expect(await later()).toEqual([]);
    expect(await later()).toEqual(['ended -> U0BEN']);
    expect(desk().chat.notices[0]?.body).toMatchObject({ outcome: 'deleted' });
  });

  it.each([
    ['cannot be read', () => desk().governance.unreadable.add('task-1')],
    ['is not told, because the service is down', down],
  ])('hears later of one that %s', async (_what, fault) => {
    await follow('U0BEN');
    ends({ outcome: 'granted' });
    fault();
    for (const _round of [1, 2, 3, 4]) expect(await later()).toEqual([]);
    desk().governance.unreadable.clear();
    expect(await later()).toEqual(['ended -> U0BEN']);
  });

  it('takes one search for all in a minute', async () => {
    for (const id of ['task-1', 'task-2', 'task-3']) await follow('U0BEN', { ...made, id });
    await later();
    await tellFollowers(desk().deps);
    expect(desk().governance.read).toHaveLength(1);
  });
});

function down(): void {
  for (const _round of [1, 2, 3, 4]) desk().governance.readings.next(failing('network', true));
}

describe('what they are told', () => {
  const words = async (slackUserId: string, task: TaskSnapshot, outcome: 'granted' | 'denied') => {
    await follow(slackUserId, task);
    ends({ outcome }, task);
    await later();
    const context = desk().chat.notices.at(-1)?.context;
    if (context === undefined) return '';
    const reader = noticeReader(context.body, context.request, slackUserId);
    return noticeMessage(textsFor('en'), context, reader).text;
  };

  it.each([
    ['U0BEN', made, 'Your request for *GitHub · Platform: write* (#1042) was denied'],
    ['U0BEN', byAnaForBen, 'for you'],
    ['U0ANA', byAnaForBen, "Your request for Ben's access"],
  ] as const)('is whose request it was: %s', async (slackUserId, task, said) => {
    expect(await words(slackUserId, task, 'denied')).toContain(said);
  });

  it('is that they have it only where it is for them', async () => {
    expect(await words('U0BEN', made, 'granted')).toContain('You have');
  });

  it('names no holder where none is known in Slack', async () => {
    const forStranger = { ...made, target: person('user-eve') };
    expect(await words('U0BEN', forStranger, 'granted')).not.toContain('You have');
  });
});
