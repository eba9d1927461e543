/** Long because it tests every way to post, update and replace a card. */
import { describe, expect, it } from 'vitest';
import { NotTaken } from '../../../src/domain/outward/outward-failure.ts';
import { ok } from '../../../src/domain/result.ts';
import { failing } from '../../support/fakes.ts';
import {
  bothDecisions,
  closedSnapshot,
  noon,
  people,
  person,
  snapshot,
} from '../../support/samples.ts';
import { syncingCards } from '../../support/syncing-cards.ts';
import { acting, testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { sync, card, wanted, reread } = syncingCards(desk);

describe('a card', () => {
  it('is posted once and mentions its people, and the requester is told where', async () => {
    await wanted();
    for (let turn = 0; turn < 3; turn += 1) await sync();
    expect(desk().chat.posted).toHaveLength(1);
    expect(desk().chat.updated).toEqual([]);
    const shown = desk().chat.posted[0]?.card;
    expect(shown?.mentions).toEqual(
      new Map([
        ['user-ben', 'U0BEN'],
        ['user-ana', 'U0ANA'],
        ['user-cho', 'U0CHO'],
      ]),
    );
    // The request itself names whom it is for.
    expect(new Set(desk().directory.lookedUp)).toEqual(
      new Set(['ana@acme.example', 'cho@acme.example']),
    );
    expect(shown?.offered).toMatchObject({
      decisions: bothDecisions,
      acts: ['approve', 'ask', 'comment'],
      elsewhere: [],
    });
    expect(shown?.consoleUrl).toBe('https://acme.example/task/1042');
    expect(await card()).toMatchObject({
      state: 'posted',
      channel: 'C0REVIEWS',
      postingSince: null,
    });
    expect(await desk().said()).toEqual(['in-review -> U0BEN']);
    expect(desk().chat.shown[0]?.text).toContain('[See request]');
    expect(await desk().audited()).toEqual(['card.delivered']);
  });

  it('keeps its link with its place where the address of the workspace is known', async () => {
    desk().chat.address = 'https://acme.example';
    await wanted();
    await sync();
    const posted = await card();
    expect(posted?.permalink).toBe(`https://acme.example/C0REVIEWS/${posted?.ts} in null`);
  });

  it('shows, like the requester’s message, who is away in Slack or the service', async () => {
    desk().directory.add('U0ANA', { away: { until: null } });
    await wanted('C0REVIEWS', {
      stepApprovers: [person('user-ana'), { ...person('user-cho'), isDelegated: true }],
    });
    await sync();
    expect(desk().chat.posted[0]?.card.away).toEqual(new Set(['user-ana', 'user-cho']));
    await desk().said();
    // Whoever asked is told who decides, and calls nobody.
    expect(desk().chat.shown[0]?.text).toContain(
      'Ana or Cho will decide. Away: Ana and Cho, so nobody can decide now.',
    );
  });

  it('has no reviewers, and announces no wait, when the request was granted without review', async () => {
    await wanted();
    await reread(closedSnapshot());
    await sync();
    expect(desk().chat.posted).toHaveLength(1);
    expect((await desk().said()).filter((line) => line.startsWith('in-review'))).toEqual([]);
  });

  it('is updated in place when something changed, and not otherwise', async () => {
    await wanted();
    await sync();
    await reread(snapshot());
    await desk().runJobs('sync-card', 'update-card');
    expect(desk().chat.updated).toEqual([]);
    await reread(snapshot({ currentStepId: 'step-2' }));
    await desk().runJobs('sync-card', 'update-card');
    expect(desk().chat.posted).toHaveLength(1);
    expect(
      desk().chat.updated.map((one) => [one.place.channel, one.card.task.currentStepId]),
    ).toEqual([['C0REVIEWS', 'step-2']]);
  });

  it('is updated when it changed while it was posted', async () => {
    await wanted();
    const { chat } = desk();
    const postCard = chat.postCard.bind(chat);
    chat.postCard = async (channel, model, threadTs) => {
      await reread(snapshot({ appName: 'GitHub Enterprise' }));
      return postCard(channel, model, threadTs);
    };
    await sync();
    await desk().runJobs('sync-card', 'update-card');
    expect(chat.updated.map((one) => one.card.task.appName)).toEqual(['GitHub Enterprise']);
  });

  it('shows the last change although a frozen process edits it with an earlier one after that', async () => {
    await wanted();
    await sync();
    await reread(snapshot({ appName: 'GitHub Enterprise' }));
    const { chat } = desk();
    const updateCard = chat.updateCard.bind(chat);
    chat.updateCard = async (place, model) => {
      chat.updateCard = updateCard;
      await reread(snapshot({ appName: 'GitHub Cloud' }));
      await desk().runJobs('update-card');
      return updateCard(place, model);
    };
    await desk().runJobs('update-card');
    const edits = chat.updated.map((one) => one.card.task.appName);
    expect(edits).toEqual(['GitHub Cloud', 'GitHub Enterprise', 'GitHub Cloud']);
  });

  it.each([
    ['every decision is a link', { ...acting, mode: 'link' }, null, ['mode', 'mode'], []],
    ['the tenant cannot act', acting, 'taskActions', [], ['APPROVE', 'DENY', 'COMMENT']],
  ] as const)(
    'has no buttons that act when %s',
    async (_what, review, missing, links, elsewhere) => {
      desk().settings = testSettings({ review });
      if (missing !== null) desk().governance.operations.delete(missing);
      await wanted();
      await sync();
      const offered = desk().chat.posted[0]?.card.offered;
      expect([offered?.decisions.map(({ link }) => link), offered?.elsewhere]).toEqual([
        links,
        elsewhere,
      ]);
    },
  );

  it('has no buttons if tasks cannot be read', async () => {
    desk().governance.operations = new Set(['taskActions']);
    await wanted();
    await sync();
    expect(desk().chat.posted[0]?.card.offered.decisions).toEqual([]);
  });

  it('is not posted for an unknown request, or before there is a task', async () => {
    await sync('card-of-nobody');
    await desk().ask();
    await desk().store.transaction((tx) => tx.cards.want('card-1', 'request-1', 'C0REVIEWS'));
    await sync();
    expect(desk().chat.posted).toEqual([]);
  });

  it('looks up no more people than it names', async () => {
    const asked: string[] = [];
    desk().directory.findByEmail = async (email) => {
      asked.push(email);
      return null;
    };
    await wanted('C0REVIEWS', { stepApprovers: people(300) });
    await sync();
    expect(new Set(asked).size).toBeLessThanOrEqual(12);
  });
});

describe('a post of unknown outcome', () => {
  it('is found in the history if the scope was granted, and updated', async () => {
    await wanted();
    desk().chat.posts.next(failing('timeout', false, 'slack'));
    await expect(sync()).rejects.toMatchObject({ kind: 'timeout' });
    expect((await card())?.postingSince).toEqual(noon);
    desk().chat.found = { channel: 'C0REVIEWS', ts: '1772452799.000001' };
    await sync();
    expect(desk().chat.looked).toEqual([{ channel: 'C0REVIEWS', cardId: 'card-1', since: noon }]);
    expect(desk().chat.posted).toHaveLength(1);
    expect(desk().chat.updated.map((one) => one.place.ts)).toEqual(['1772452799.000001']);
    expect(await card()).toMatchObject({
      state: 'posted',
      ts: '1772452799.000001',
      postingSince: null,
    });
  });

  it.each(['none', 'cannot-look'] as const)(
    'is posted again if the lookup says %s',
    async (found) => {
      await wanted();
      desk().chat.posts.next(failing('timeout', false, 'slack'));
      await expect(sync()).rejects.toMatchObject({ kind: 'timeout' });
      desk().chat.found = found;
      await sync();
      expect(desk().chat.posted).toHaveLength(2);
      expect(await card()).toMatchObject({ state: 'posted', postingSince: null });
    },
  );

  it('is not looked for when the post certainly failed', async () => {
    await wanted();
    desk().chat.posts.next(failing('rate-limited', true, 'slack'));
    await expect(sync()).rejects.toMatchObject({ kind: 'rate-limited' });
    expect((await card())?.postingSince).toBeNull();
    await sync();
    expect(desk().chat.looked).toEqual([]);
    expect(desk().chat.posted).toHaveLength(2);
  });
});

describe('a card whose message was deleted', () => {
  it('is posted again while its task is open', async () => {
    await wanted();
    await sync();
    await reread(snapshot({ currentStepId: 'step-2' }));
    desk().chat.updates.next({
      ok: false,
      refusal: { kind: 'message-gone', code: 'message_not_found' },
    });
    await desk().runJobs('sync-card', 'update-card');
    expect(desk().chat.posted).toHaveLength(2);
    expect(await desk().said()).toContain('in-review -> U0BEN');
  });

  it('is not posted again after its task was decided', async () => {
    await wanted();
    await sync();
    await reread(closedSnapshot());
    desk().chat.updates.next({
      ok: false,
      refusal: { kind: 'message-gone', code: 'message_not_found' },
    });
    await desk().runJobs('sync-card', 'update-card');
    expect(desk().chat.posted).toHaveLength(1);
    expect(desk().chat.updated).toHaveLength(1);
  });

  it.each([
    ['while its task is open', snapshot({ currentStepId: 'step-2' })],
    ['after it was decided', closedSnapshot()],
  ])('is posted again, and deleted, if it cannot be changed %s', async (_when, task) => {
    await wanted();
    await sync();
    const { channel, ts } = (await card()) ?? {};
    await reread(task);
    const refusal = { kind: 'message-fixed', code: 'edit_window_closed' } as const;
    desk().chat.updates.next({ ok: false, refusal });
    await desk().runJobs('sync-card', 'update-card', 'retire-copy');
    expect(desk().chat.posted).toHaveLength(2);
    expect(desk().chat.deleted).toEqual([{ channel, ts }]);
  });

  it.each(['is_archived', 'channel_not_found'])(
    'is shown once Slack takes it, if an edit is refused with %s',
    async (code) => {
      await wanted();
      await sync();
      await reread(closedSnapshot());
      desk().chat.updates.next({ ok: false, refusal: { kind: 'rejected', code } });
      await expect(desk().runJobs('sync-card', 'update-card')).rejects.toThrow(NotTaken);
      await desk().store.transaction((tx) => tx.enqueue({ kind: 'update-card', cardId: 'card-1' }));
      await desk().runJobs('update-card');
      await desk().store.transaction((tx) => tx.enqueue({ kind: 'update-card', cardId: 'card-1' }));
      await desk().runJobs('update-card');
      expect(desk().chat.updated).toHaveLength(2);
    },
  );
});

describe('a card that was posted by somebody else while this process posted it', () => {
  const ours = { channel: 'C0REVIEWS', ts: '1772452900.000001' };

  /** Posts, as a process that is frozen before Slack has it, and goes on after `meanwhile`. */
  async function frozenWhile(meanwhile: () => Promise<void>): Promise<void> {
    const { chat } = desk();
    const postCard = chat.postCard.bind(chat);
    chat.postCard = async () => {
      chat.postCard = postCard;
      await meanwhile();
      return ok(ours);
    };
    await sync();
    await desk().runJobs();
  }

  it('stays at the place stored first, with its thread, and the later copy is deleted', async () => {
    await wanted();
    let noted: unknown = null;
    await frozenWhile(async () => {
      desk().chat.found = 'none';
      await sync();
      await reread(closedSnapshot({ outcome: 'error' }));
      await desk().runJobs();
      noted = await card();
    });
    expect(desk().chat.lines).toHaveLength(1);
    expect(await card()).toEqual(noted);
    expect(desk().chat.deleted).toEqual([ours]);
  });

  it('becomes the copy that somebody clicked meanwhile, which is then updated', async () => {
    await wanted();
    const copy = { channel: 'C0REVIEWS', ts: '1772452700.000001' };
    await frozenWhile(() =>
      desk().store.transaction((tx) => tx.cards.markPosted('card-1', copy, '')),
    );
    expect(await card()).toMatchObject({ state: 'posted', ts: copy.ts });
    expect(desk().chat.deleted).toEqual([ours]);
    expect(desk().chat.updated.map(({ place }) => place)).toEqual([copy]);
  });
});

describe('another reading of a task', () => {
  it('tells the requester once when it shows the end', async () => {
    await wanted();
    await sync();
    await desk().runJobs();
    for (let turn = 0; turn < 2; turn += 1)
      await reread(closedSnapshot({ approvers: [person('user-zoe')] }));
    await reread(
      closedSnapshot({ approvers: [person('user-zoe')], lastUsedAt: '2026-03-02T12:00:01.000Z' }),
    );
    await desk().runJobs();
    expect(await desk().said()).toEqual(['in-review -> U0BEN', 'granted -> U0BEN']);
    expect(await desk().audited()).toContain('task.closed');
  });

  it('changes nothing when it is the same as before', async () => {
    await wanted();
    await desk().takeJobs();
    await reread(snapshot());
    expect(await desk().takeJobs()).toEqual([]);
  });
});
