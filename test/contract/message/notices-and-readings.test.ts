/** Long because messages depend on readings: one set of fakes shows both. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { ActionState } from '../../../src/domain/action/action.ts';
import type { NoticeBody } from '../../../src/domain/message/notice.ts';
import type { NoticeTarget } from '../../../src/domain/message/place.ts';
import { holderRequests } from '../../../src/use-cases/access/holder-requests.ts';
import { sendNotice } from '../../../src/use-cases/message/send-notice.ts';
import { failing } from '../../support/fakes.ts';
import { keepMessage } from '../../support/kept-message.ts';
import { closedSnapshot, newAction } from '../../support/samples.ts';
import { syncingCards } from '../../support/syncing-cards.ts';
import { noCredential, testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
/** To somebody who is no party of the request. */
const body: NoticeBody = { kind: 'form-due' };

/** Stores a notice about the opened request; returns a function that sends it. */
async function noticed(
  target: NoticeTarget,
  key = 'occasion',
  said = body,
): Promise<() => ReturnType<typeof sendNotice>> {
  await desk().store.transaction((tx) =>
    keepMessage(tx, { key, requestId: 'request-1', target, body: said }),
  );
  const job = (await desk().takeJobs()).findLast((one) => one.kind === 'send-notice');
  return () => sendNotice(desk().deps, job?.kind === 'send-notice' ? job.noticeId : 'none');
}

const toAna = { kind: 'direct', slackUserId: 'U0ANA' } as const;

describe('a message', () => {
  it('is sent once, with the request it is about', async () => {
    const task = await desk().opened();
    const send = await noticed(toAna);
    await send();
    await send();
    expect(desk().chat.notices).toHaveLength(1);
    expect(desk().chat.notices[0]).toMatchObject({
      to: 'U0ANA',
      body,
      context: {
        request: { id: 'request-1' },
        task,
        cardUrl: 'https://acme.slack.com/archives/C0REVIEWS/p1772452800000100',
        consoleUrl: 'https://acme.example/task/1042',
      },
    });
  });

  it('asks Slack for the link of a card once, and again where the card was posted anew', async () => {
    await desk().opened();
    const asked: string[] = [];
    desk().chat.permalink = async ({ ts }) => {
      asked.push(ts);
      return `https://acme.slack.com/p${ts}`;
    };
    await (await noticed(toAna))();
    await (await noticed(toAna, 'another occasion'))();
    expect(asked).toEqual(['1772452800.000100']);
    await desk().store.transaction((tx) =>
      tx.cards.markPosted('card-1', { channel: 'C0REVIEWS', ts: '1.2' }, 'f'),
    );
    await (await noticed(toAna, 'a third occasion'))();
    expect(asked).toEqual(['1772452800.000100', '1.2']);
    expect(desk().chat.notices.map((notice) => notice.context.cardUrl)).toEqual([
      'https://acme.slack.com/p1772452800.000100',
      'https://acme.slack.com/p1772452800.000100',
      'https://acme.slack.com/p1.2',
    ]);
  });

  it('has no link to a task or card that does not exist yet', async () => {
    await desk().ask();
    await (await noticed(toAna))();
    expect(desk().chat.notices[0]?.context).toMatchObject({
      task: null,
      cardUrl: null,
      consoleUrl: null,
    });
  });

  it('is sent again after a failure', async () => {
    await desk().opened();
    desk().chat.directs.next(failing('network', false, 'slack'));
    const send = await noticed(toAna);
    await expect(send()).rejects.toMatchObject({ system: 'slack' });
    await send();
    expect(desk().chat.notices).toHaveLength(1);
  });

  it('is recorded and not retried for ever when it cannot be delivered', async () => {
    await desk().opened();
    desk().chat.directs.next({ ok: false, refusal: { kind: 'rejected', code: 'user_disabled' } });
    const send = await noticed(toAna);
    await send();
    await send();
    expect(desk().chat.notices).toEqual([]);
    const [entry] = await desk()
      .kysely.selectFrom('audit')
      .select(['kind', 'detail'])
      .orderBy('seq')
      .execute();
    expect(entry?.kind).toBe('notice.undeliverable');
    expect(entry?.detail).toContain('user_disabled');
  });

  it('that Slack never takes is told to the administrators once, and the requester’s Home says so', async () => {
    await desk().opened();
    const isOnHome = async () => {
      const { shown } = await holderRequests(desk().deps, 'U0BEN', 1);
      return shown[0]?.isUndelivered;
    };
    expect(await isOnHome()).toBe(false);
    const refused = { ok: false, refusal: { kind: 'rejected', code: 'user_disabled' } } as const;
    const tell = async () => {
      desk().chat.directs.next(refused);
      await desk().runJobs('show-asking');
      const told = (await desk().said()).filter((line) => line.startsWith('undelivered'));
      expect(told).toEqual(['undelivered -> U0HANA']);
      const trail = await desk().kysely.selectFrom('audit').select('kind').execute();
      return trail.filter(({ kind }) => kind === 'notice.undeliverable').length;
    };
    await syncingCards(desk).reread(closedSnapshot());
    expect(await tell()).toBe(1);
    await desk().store.transaction((tx) => tx.grants.end('request-1', 'expired', tx.at));
    expect(await tell()).toBe(2);
    expect(await isOnHome()).toBe(true);
  });

  it.each([
    ['is told trouble', {}, ['undelivered -> U0HANA']],
    ['who became a guest is not: it may name what is confidential', { isGuest: true }, []],
  ])('an administrator %s', async (_who, change, said) => {
    await desk().opened();
    desk().directory.add('U0HANA', change);
    const send = await noticed(toAna, 'one');
    desk().chat.directs.next({ ok: false, refusal: { kind: 'rejected', code: 'user_disabled' } });
    await send();
    expect(await desk().said()).toEqual(said);
  });
});

describe('a message that a request or decision waits for the service', () => {
  const recorded = async () => {
    const entries = await desk()
      .kysely.selectFrom('audit')
      .select(['kind', 'detail'])
      .orderBy('seq')
      .execute();
    return entries.map(({ kind, detail }) => [
      kind,
      JSON.parse(detail).notice,
      JSON.parse(detail).refusal,
    ]);
  };
  const over = { kind: 'rejected', code: 'over' };
  const review = { kind: 'action-waiting', cause: 'governance', actionId: 'review-1' } as const;
  const action = { kind: 'action-waiting', cause: 'governance', actionId: 'action-1' } as const;
  const decided = (state: ActionState) =>
    desk().store.transaction((tx) => tx.actions.save('review-1', { state }));

  beforeEach(async () => {
    await desk().opened();
    await desk().store.transaction(async (tx) => {
      await tx.actions.insertOnce(newAction({ id: 'review-1' }));
      await tx.actions.insertOnce(newAction({ id: 'action-1', verb: 'nudge' }));
    });
  });

  it.each(['done', 'refused'] as const)(
    'is not sent when a decision is %s meanwhile, and the trail says so',
    async (state) => {
      const send = await noticed(toAna, 'waiting', review);
      await decided(state);
      await send();
      await send();
      expect(desk().chat.notices).toEqual([]);
      expect(await recorded()).toEqual([['notice.undeliverable', 'action-waiting', over]]);
    },
  );

  it.each(['accepted', 'sending'] as const)('is sent while a decision is %s', async (state) => {
    await decided(state);
    await (await noticed(toAna, 'waiting', review))();
    await (await noticed(toAna, 'waiting for something else', action))();
    expect(desk().chat.notices.map((notice) => notice.body)).toEqual([review, action]);
  });
});

it('leaves out the link to a task when none is configured', async () => {
  desk().settings = testSettings({
    governance: { operations: [], queryCase: 'camel', credential: noCredential, taskUrl: null },
  });
  await desk().opened();
  await (await noticed(toAna))();
  expect(desk().chat.notices[0]?.context.consoleUrl).toBeNull();
});
