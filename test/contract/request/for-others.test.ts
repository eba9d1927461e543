import { beforeEach, describe, expect, it } from 'vitest';
import type { AccessRequest } from '../../../src/domain/request/access-request.ts';
import { ok } from '../../../src/domain/result.ts';
import { acceptReview } from '../../../src/use-cases/action/accept-action.ts';
import { requestFingerprint } from '../../../src/use-cases/card/request-fingerprint.ts';
import { createTask } from '../../../src/use-cases/request/create-task.ts';
import { shownSample } from '../../support/cards.ts';
import { refusing } from '../../support/fakes.ts';
import { actor, closedSnapshot, person, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
/** Ben asks for Dee. */
async function ask(change: Partial<AccessRequest> = {}): Promise<void> {
  const task = snapshot({ target: person('user-dee') });
  desk().governance.tasks.set(task.id, task);
  desk().governance.grants.next(ok(task));
  await desk().ask({ targetSlackId: 'U0DEE', ...change });
  await createTask(desk().deps, 'request-1');
}
async function approve(userId: string): Promise<void> {
  const [card] = await desk().store.transaction((tx) => tx.cards.ofRequest('request-1'));
  const task = desk().governance.tasks.get('task-1');
  const shown = task === undefined ? null : requestFingerprint(shownSample(task));
  const click = {
    verb: 'approve',
    by: actor(userId),
    reason: '',
    stepId: 'step-1',
    shown,
  } as const;
  const clicked = { channel: 'C0REVIEWS', ts: card?.ts ?? '' };
  expect(await acceptReview(desk().deps, { ...click, cardId: card?.id ?? '', clicked })).toBe(
    'kept',
  );
  await desk().runJobs('carry-out-action');
}
const granted = () =>
  void desk().governance.tasks.set(
    'task-1',
    closedSnapshot({ target: person('user-dee'), outcome: 'granted' }),
  );

describe('a request for somebody else', () => {
  it('is sent for the target; only the bot’s own record says who requested it', async () => {
    await ask({ requestData: { ticket: 'INC-42', urgent: true } });
    expect(desk().governance.orders).toMatchObject([
      {
        identityUserId: 'user-dee',
        requestData: { ticket: 'INC-42', urgent: true },
        source: { isExtension: false },
      },
    ]);
    expect(await desk().request()).toMatchObject({ state: 'created', identityUserId: 'user-dee' });
    // Both people are looked up at once.
    expect(desk().directory.hastes).toEqual(new Set(['acted', 'in-turn']));
  });

  it('is announced to both, once each, when it is with the reviewers', async () => {
    await ask();
    await desk().runJobs();
    await desk().runJobs();
    expect((await desk().said()).toSorted()).toEqual(['in-review -> U0BEN', 'in-review -> U0DEE']);
  });

  it('does not wait for its turn to look up people in an emergency', async () => {
    await ask({ emergency: true });
    expect([...desk().directory.hastes]).toEqual(['recent']);
  });

  it.each([
    ['guest', { isGuest: true }],
    ['deactivated', { isDeactivated: true }],
  ])('who is %s is refused with a message that names the account', async (kind, account) => {
    desk().directory.add('U0DEE', account);
    await ask();
    expect(desk().governance.orders).toEqual([]);
    expect(await desk().request()).toMatchObject({
      state: 'refused',
      refusal: { code: kind, slackUserId: 'U0DEE' },
    });
    expect(await desk().said()).toEqual(['refused -> U0BEN']);
  });

  it('is refused because of the requester’s own account', async () => {
    desk().directory.add('U0BEN', { isGuest: true });
    await ask();
    expect(desk().governance.orders).toEqual([]);
    const refused = await desk().request();
    expect(refused?.refusal).toEqual({ code: 'guest' });
  });

  it('shows on the Home of both when it is refused', async () => {
    desk().governance.grants.next(refusing('forbidden'));
    await desk().ask({ targetSlackId: 'U0DEE' });
    await createTask(desk().deps, 'request-1');
    await desk().runJobs();
    const homes = desk().chat.homes.map(({ slackUserId, home }) => [
      slackUserId,
      home.requests.shown[0]?.request.state,
    ]);
    expect(homes).toEqual([
      ['U0BEN', 'refused'],
      ['U0DEE', 'refused'],
    ]);
  });
});

describe('deciding on a request for somebody else', () => {
  beforeEach(async () => {
    desk().governance.onReview = granted;
  });

  it('is told once to a requester who named themselves as the target', async () => {
    desk().governance.onReview = () => void desk().governance.tasks.set('task-1', closedSnapshot());
    desk().governance.tasks.set('task-1', snapshot());
    desk().governance.grants.next(ok(snapshot()));
    await desk().ask({ targetSlackId: 'U0BEN' });
    await createTask(desk().deps, 'request-1');
    await desk().runJobs();
    await approve('U0ANA');
    const told = (await desk().said()).filter((line) => line.endsWith('-> U0BEN'));
    expect(told).toEqual(['in-review -> U0BEN', 'granted -> U0BEN']);
  });

  it.each([
    ['whoever asked', 'U0BEN', 'user-ben'],
    ['the person it is for', 'U0DEE', 'user-dee'],
    ['whoever asked, from another account of theirs,', 'U0BENNY', 'user-ben'],
  ])('is refused to %s, even as a reviewer', async (_who, userId, identityUserId) => {
    desk().directory.add('U0BENNY', { email: 'ben@acme.example' });
    await ask();
    await desk().runJobs();
    const stepApprovers = [person(identityUserId), person('user-cho')];
    desk().governance.tasks.set('task-1', snapshot({ target: person('user-dee'), stepApprovers }));
    await approve(userId);
    expect(desk().governance.reviewOrders).toEqual([]);
    await desk().said();
    expect(desk().chat.notices.at(-1)?.body).toMatchObject({ refusal: { code: 'own-request' } });
  });
});
