import { describe, expect, it } from 'vitest';
import { NotTaken } from '../../../src/domain/outward/outward-failure.ts';
import { giveUp } from '../../../src/use-cases/action/give-up.ts';
import { syncCard } from '../../../src/use-cases/card/sync-card.ts';
import { person, snapshot, stepPolicy } from '../../support/samples.ts';
import { syncingCards } from '../../support/syncing-cards.ts';
import { testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { sync, card, wanted, reread } = syncingCards(desk);
/** The reviewers’ lists, and the message of the requester. */
const calledAndTold = ['in-review -> U0BEN', 'list -> U0ANA', 'list -> U0CHO'];
const unavailable = { ok: false, refusal: { kind: 'rejected', code: 'is_archived' } } as const;

describe('a channel shared with another company', () => {
  it.each([
    ['the channel of the app', 'C0REVIEWS'],
    ['the channel of emergencies', 'C0INCIDENTS'],
    ['the conversation of origin', 'C0GENERAL'],
  ])(
    'as %s gets no card: reviewers are called directly, and the requester is told',
    async (_what, channel) => {
      await wanted(channel);
      desk().chat.sharings.set(channel, 'shared');
      await sync();
      await desk().runJobs();
      expect(desk().chat.posted).toEqual([]);
      expect((await desk().said()).toSorted()).toEqual(calledAndTold);
      expect(await desk().audited()).toContain('card.unreachable');
    },
  );

  it('gets cards where its id is allowed', async () => {
    desk().settings = testSettings({ channels: { allowShared: ['C0REVIEWS'] } });
    await wanted();
    desk().chat.sharings.set('C0REVIEWS', 'shared');
    await sync();
    expect(desk().chat.posted.map((post) => post.channel)).toEqual(['C0REVIEWS']);
  });

  it('is assumed when Slack does not answer', async () => {
    await wanted();
    desk().chat.sharings.set('C0REVIEWS', 'unknown');
    await sync();
    await desk().runJobs();
    expect(desk().chat.posted).toEqual([]);
    expect((await desk().said()).toSorted()).toEqual(calledAndTold);
  });
});

describe('a channel that cannot be used', () => {
  it('has each reviewer called directly, and is logged', async () => {
    await wanted();
    desk().chat.posts.next(unavailable);
    await desk().runJobs();
    await sync();
    await desk().runJobs();
    expect(await card()).toMatchObject({ state: 'unreachable' });
    expect((await desk().said()).toSorted()).toEqual(calledAndTold);
    const told = desk().chat.shown.find(({ to }) => to === 'U0BEN');
    expect(told?.text).toContain('Ana or Cho will decide');
    expect(await desk().audited()).toContain('card.unreachable');
  });

  it('has the next step’s reviewers called, too', async () => {
    await wanted();
    desk().chat.posts.next(unavailable);
    await sync();
    await desk().said();
    const stepApprovers = [person('user-dee'), person('user-ana')];
    await reread(snapshot({ currentStepId: 'step-2', stepApprovers }));
    await desk().runJobs();
    const said = await desk().said();
    expect(said.filter((line) => line === 'list -> U0DEE')).toHaveLength(1);
    expect(said.filter((line) => line === 'list -> U0ANA')).toHaveLength(2);
    expect(said.filter((line) => line.startsWith('in-review'))).toHaveLength(1);
  });

  it('is told to the administrators where nobody of the next step is known in Slack', async () => {
    await wanted();
    desk().chat.posts.next(unavailable);
    await sync();
    await desk().runJobs();
    await reread(snapshot({ currentStepId: 'step-2', stepApprovers: [person('user-zoe')] }));
    await desk().runJobs();
    await desk().runJobs();
    const said = await desk().said();
    expect(said.filter((line) => line.endsWith('U0HANA'))).toEqual(['no-reviewer -> U0HANA']);
  });

  it('has them called anew where the step begins anew', async () => {
    await wanted('C0REVIEWS', { stepOccurrence: 'generation-1/0/' });
    desk().chat.posts.next(unavailable);
    await sync();
    await desk().said();
    // The service tells more of the same turn: that is no news.
    for (const stepOccurrence of ['generation-1/0/2026-03-02', 'generation-2/0/2026-03-03']) {
      await reread(snapshot({ stepOccurrence }));
      await desk().runJobs();
    }
    const lists = (await desk().said()).filter((line) => line.startsWith('list'));
    expect(lists.toSorted()).toEqual([
      'list -> U0ANA',
      'list -> U0ANA',
      'list -> U0CHO',
      'list -> U0CHO',
    ]);
  });

  it('has those called once whom the line of another card calls directly, too', async () => {
    const apps = desk().settings.apps.map((app) => ({ ...app, confidential: true }));
    desk().settings = { ...desk().settings, apps };
    await wanted();
    await desk().store.transaction((tx) => tx.cards.want('card-2', 'request-1', 'C0INCIDENTS'));
    desk().chat.posts.next(unavailable);
    await sync();
    await sync('card-2');
    await desk().runJobs();
    await reread(snapshot({ currentStepId: 'step-2', stepApprovers: [person('user-dee')] }));
    await desk().runJobs();
    const said = await desk().said();
    expect(said.filter((line) => line === 'list -> U0DEE')).toHaveLength(1);
  });

  it('the requester is told if no reviewer is known in Slack', async () => {
    await wanted('C0REVIEWS', {
      stepApprovers: [person('user-zoe'), person('user-yan', { email: null })],
    });
    desk().chat.posts.next(unavailable);
    await sync();
    await desk().runJobs();
    desk().world.pass(10_001);
    expect(await desk().said()).toEqual(['in-review -> U0BEN', 'no-reviewer -> U0HANA']);
    expect(desk().chat.shown[0]?.text).toContain(
      'I know nobody in Slack who may decide on your request',
    );
  });

  it('requester and administrators are told where nobody but those whose request it is may decide', async () => {
    const stepApprovers = [person('user-ben')];
    await wanted('C0REVIEWS', { stepApprovers });
    await sync();
    await desk().runJobs();
    expect((await desk().said()).toSorted()).toEqual([
      'in-review -> U0BEN',
      'no-reviewer -> U0HANA',
    ]);
    const [told] = desk().chat.shown;
    expect(told?.text).toContain('I know nobody in Slack who may decide on your request');
    expect(told?.buttons).not.toContain('request.nudge');
  });

  it('is no news to a requester who decides themselves', async () => {
    await wanted('C0REVIEWS', {
      stepPolicy: { ...stepPolicy, allowSelfApproval: true },
      stepApprovers: [person('user-ben')],
    });
    desk().chat.posts.next(unavailable);
    await sync();
    await desk().said();
    expect(desk().chat.shown[0]?.text).not.toContain('I know nobody in Slack');
  });

  it('reviewers are called directly if the request was made in a direct message', async () => {
    const channel = 'D0BEN';
    await desk().wanted(snapshot(), { cardId: 'card-1', channel, conversationId: channel });
    await sync();
    await desk().runJobs();
    expect(desk().chat.posted).toEqual([]);
    expect((await desk().said()).toSorted()).toEqual(calledAndTold);
  });
});

describe('a channel that answers with a code that nobody listed', () => {
  const quarterOfAnHour = 15 * 60_000;
  const refusal = new NotTaken('chat.postMessage', 'org_login_required', 'C0REVIEWS');
  const syncAfter = (slackFailedForMs: number) => {
    const { chat } = desk();
    const postCard = chat.postCard.bind(chat);
    chat.postCard = async (channel, ...post) => {
      if (channel === 'C0REVIEWS') throw refusal;
      return postCard(channel, ...post);
    };
    return syncCard(desk().deps, 'card-1', slackFailedForMs);
  };

  it('is tried again at first', async () => {
    await wanted();
    await expect(syncAfter(quarterOfAnHour)).rejects.toBe(refusal);
    expect((await card())?.state).toBe('wanted');
  });

  it('cannot be used after a quarter of an hour: reviewers are called, and the requester is told', async () => {
    await wanted();
    await syncAfter(quarterOfAnHour + 1);
    await desk().runJobs();
    expect(desk().chat.posted).toEqual([]);
    expect((await desk().said()).toSorted()).toEqual(calledAndTold);
    expect(await desk().audited()).toContain('card.unreachable');
  });
});

it('that Slack never let change is told to the administrators, and stands in the trail of its request', async () => {
  await wanted();
  await giveUp(desk().handlerDeps, { kind: 'update-card', cardId: 'card-1' }, 'ref-1');
  expect(await desk().said()).toEqual(['undelivered -> U0HANA']);
  expect(desk().chat.notices[0]?.body).toMatchObject({ channel: 'C0REVIEWS' });
  const failed = desk().kysely.selectFrom('audit').selectAll().where('kind', '=', 'job.failed');
  expect((await failed.execute()).map((entry) => entry.requestId)).toEqual([
    (await card())?.requestId,
  ]);
});

it('is posted although Slack refuses to say who one of its reviewers is', async () => {
  await wanted();
  const { directory } = desk();
  const findByEmail = directory.findByEmail.bind(directory);
  directory.findByEmail = async (email) => {
    if (email.startsWith('cho')) throw new NotTaken('users.lookupByEmail', 'org_login_required');
    return findByEmail(email);
  };
  await sync();
  expect(desk().chat.posted.map((post) => post.channel)).toEqual(['C0REVIEWS']);
});

describe('a reviewer who is not in the channel of the card', () => {
  const lists = async () => (await desk().said()).filter((line) => line.startsWith('list'));

  it('is called directly, once, at every step', async () => {
    // Ben asked, and may decide on it himself: he knows of it.
    desk().chat.absentees.set('C0REVIEWS', ['U0BEN', 'U0CHO', 'U0DEE']);
    await wanted('C0REVIEWS', {
      stepPolicy: { ...stepPolicy, allowSelfApproval: true },
      stepApprovers: [person('user-ana'), person('user-ben'), person('user-cho')],
    });
    await sync();
    expect(await lists()).toEqual(['list -> U0CHO']);
    const stepApprovers = [person('user-dee'), person('user-ana')];
    await reread(snapshot({ currentStepId: 'step-2', stepApprovers }));
    await desk().runJobs();
    expect(await lists()).toEqual(['list -> U0CHO', 'list -> U0DEE']);
  });

  it('is not called directly while another channel of theirs has it', async () => {
    desk().chat.absentees.set('C0REVIEWS', ['U0CHO']);
    await wanted();
    await desk().store.transaction((tx) => tx.cards.want('card-2', 'request-1', 'C0INCIDENTS'));
    await sync('card-2');
    await sync();
    expect(await lists()).toEqual([]);
  });
});
