import { expect, it } from 'vitest';
import type { NoticeBody } from '../../../src/domain/message/notice.ts';
import type { NoticeTarget } from '../../../src/domain/message/place.ts';
import { keepMessage } from '../../support/kept-message.ts';
import { closedSnapshot, newAction } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';
import { waiting } from '../../support/waiting.ts';

const desk = useCaseDesk();
const { waits, reads } = waiting(desk);

const toAna: NoticeTarget = { kind: 'direct', slackUserId: 'U0ANA' };
const inChannel: NoticeTarget = { kind: 'channel', channel: 'C0INCIDENTS' };
const about = [{ requestId: 'request-1', stepId: 'step-1' }];
const reminder: NoticeBody = { kind: 'reminder', about, group: null };

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
  [toAna, reminder],
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

it('follows a post with what was decided while that was on its way', async () => {
  await waits(1);
  await desk().store.transaction((tx) => tx.cards.want('card-1', 'request-1', 'C0REVIEWS'));
  desk().world.pass(11_000);
  const { chat } = desk();
  const send = chat.sendPost.bind(chat);
  chat.sendPost = async (to, post) => {
    chat.sendPost = send;
    await reads(1, closedSnapshot());
    return send(to, post);
  };
  await desk().runJobs('show-asking');
  expect(chat.shown.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^TIME: Your request for .* was sent\./),
    expect.stringMatching(/^✅ You have /),
  ]);
});

it('renders “your click has to wait” again when it is done while that is posted', async () => {
  await waits(1);
  await desk().store.transaction((tx) => tx.actions.insertOnce(newAction({ id: 'action-1' })));
  const body = { kind: 'action-waiting', actionId: 'action-1' } as const;
  await changedOnItsWay(toAna, body, async () => {
    await desk().store.transaction((tx) => tx.actions.save('action-1', { state: 'done' }));
  });
  expect(corrected()).toEqual(['action-waiting']);
});

it('leaves a message as it is when nothing changes while it is posted', async () => {
  await waits(1);
  await changedOnItsWay(toAna, reminder, () => Promise.resolve());
  expect(corrected()).toEqual([]);
});
