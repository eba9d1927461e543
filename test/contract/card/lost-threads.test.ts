import { describe, expect, it } from 'vitest';
import type { NoticeBody } from '../../../src/domain/message/notice.ts';
import { keepMessage } from '../../support/kept-message.ts';
import { actor, closedSnapshot, newAction, noon, person, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const body: NoticeBody = {
  kind: 'acted',
  act: 'comment',
  by: actor('U0BEN'),
  text: 'It is urgent',
};

async function send(cardId = 'card-1', requestId = 'request-1'): Promise<void> {
  const target = { kind: 'thread', cardId } as const;
  const notice = { key: `commented:${cardId}`, requestId, target, body };
  await desk().store.transaction((tx) => keepMessage(tx, notice));
  await desk().runJobs('send-notice', 'retire-copy');
}

describe('a message into the thread of a card that was deleted', () => {
  const stray = { channel: 'C0REVIEWS', ts: '1772452900.000100' };
  const gone = {
    ok: false,
    refusal: { kind: 'thread-gone', code: 'thread_gone', place: stray },
  } as const;

  it('is taken out of the channel at once, and its reviewers are told directly', async () => {
    await desk().opened();
    desk().chat.threads.next(gone);
    await send();
    expect(desk().chat.deleted).toEqual([stray]);
    expect(desk().chat.notices.map(({ to, body: said }) => [to, said])).toEqual([
      ['U0ANA', body],
      ['U0CHO', body],
    ]);
  });

  it('is treated the same when the card is one of a group, whose first card was deleted', async () => {
    await desk().opened();
    await desk().ask({ id: 'request-2', groupId: 'request-1' });
    const task = snapshot({
      id: 'task-2',
      sourceRequestId: 'request-2',
      stepApprovers: [person('user-dee')],
    });
    await desk().store.transaction(async (tx) => {
      await tx.requests.save('request-2', { state: 'created', taskId: 'task-2', at: noon });
      await tx.tasks.save('request-2', task, noon);
      await tx.cards.want('card-2', 'request-2', 'C0REVIEWS', 'card-1');
      await tx.cards.markPosted('card-2', { channel: 'C0REVIEWS', ts: '1772452801.000100' }, 'old');
    });
    desk().chat.threads.next(gone);
    await send('card-2', 'request-2');
    expect(desk().chat.deleted).toEqual([stray]);
    expect(desk().chat.notices.map(({ to, body: said }) => [to, said])).toEqual([['U0DEE', body]]);
  });

  it('goes to the reviewers who decided when no step is open', async () => {
    await desk().opened(closedSnapshot());
    await desk().told('over request-1 granted');
    const decision = newAction({ id: 'review-1', by: actor('U0CHO') });
    await desk().store.transaction(async (tx) => {
      await tx.actions.insertOnce(decision);
      await tx.actions.save('review-1', { state: 'done' });
    });
    desk().chat.threads.next(gone);
    await send();
    expect(await desk().said()).toEqual([`${body.kind} -> U0CHO`]);
  });
});
