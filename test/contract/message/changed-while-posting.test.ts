import { expect, it } from 'vitest';
import type { NoticeBody } from '../../../src/domain/message/notice.ts';
import type { NoticeTarget } from '../../../src/domain/message/place.ts';
import { record } from '../../../src/use-cases/record/record.ts';
import { syncOffers } from '../../../src/use-cases/record/refreshes.ts';
import { keepMessage } from '../../support/kept-message.ts';
import { closedSnapshot, newAction } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';
import { waiting } from '../../support/waiting.ts';

const desk = useCaseDesk();
const { waits, reads } = waiting(desk);

const toBen: NoticeTarget = { kind: 'direct', slackUserId: 'U0BEN' };
const toAna: NoticeTarget = { kind: 'direct', slackUserId: 'U0ANA' };
const inChannel: NoticeTarget = { kind: 'channel', channel: 'C0INCIDENTS' };
const about = [{ requestId: 'request-1', stepId: 'step-1' }];

/** Keeps a message, and lets something happen after it was rendered and before Slack has it. */
async function changedOnItsWay(
  target: NoticeTarget,
  body: NoticeBody,
  change: () => Promise<void>,
): Promise<void> {
  await desk().takeJobs();
  await desk().store.transaction((tx) =>
    keepMessage(tx, { key: 'on its way', requestId: 'request-1', target, body }),
  );
  const { chat } = desk();
  const send = chat.sendNotice.bind(chat);
  chat.sendNotice = async (spot, context) => {
    chat.sendNotice = send;
    await change();
    return send(spot, context);
  };
  await desk().runJobs('send-notice');
}

/** The messages that were posted and rendered again, by kind. */
function corrected(): readonly string[] {
  const ids = new Set(desk().chat.noticesUpdated.map(({ context }) => context.noticeId));
  return desk().chat.notices.flatMap(({ body, context }) =>
    ids.has(context.noticeId) ? [body.kind] : [],
  );
}

it.each<readonly [NoticeTarget, NoticeBody]>([
  [toBen, { kind: 'request-open' }],
  [toAna, { kind: 'reminder', about, group: null }],
  [inChannel, { kind: 'emergency-elsewhere' }],
])(
  'renders a message again when its request is decided while it is posted: %j %j',
  async (target, body) => {
    await waits(1);
    await desk().store.transaction((tx) => tx.cards.want('card-1', 'request-1', 'C0REVIEWS'));
    await changedOnItsWay(target, body, () => reads(1, closedSnapshot()));
    expect(corrected()).toContain(body.kind);
  },
);

it.each<readonly [NoticeTarget, NoticeBody]>([
  [toBen, { kind: 'request-waiting' }],
  [inChannel, { kind: 'emergency-waiting' }],
])(
  'renders a message again when the service takes the request while it is posted: %j %j',
  async (target, body) => {
    await desk().ask();
    await changedOnItsWay(target, body, async () => {
      await desk().store.transaction(async (tx) => {
        await tx.requests.save('request-1', { state: 'created', at: tx.at });
        await record(tx, { kind: 'request.refused', requestId: 'request-1', detail: { refusal } });
      });
    });
    expect(corrected()).toContain(body.kind);
  },
);

const refusal = { code: 'first-granted', numericId: '1042' } as const;

it('renders “this has to wait” again when it is done while that is posted', async () => {
  await waits(1);
  await desk().store.transaction((tx) => tx.actions.insertOnce(newAction({ id: 'action-1' })));
  const body = { kind: 'action-waiting', actionId: 'action-1' } as const;
  await changedOnItsWay(toAna, body, async () => {
    await desk().store.transaction(async (tx) => {
      await tx.actions.save('action-1', { state: 'done' });
      syncOffers(tx, 'request-1');
    });
  });
  expect(corrected()).toEqual(['action-waiting']);
});

it('leaves a message as it is when nothing changes while it is posted', async () => {
  await waits(1);
  await changedOnItsWay(toBen, { kind: 'request-open' }, () => Promise.resolve());
  expect(corrected()).toEqual([]);
});
