import { describe, expect, it } from 'vitest';
import type { NoticeBody } from '../../src/domain/notice.ts';
import { notify } from '../../src/use-cases/notices.ts';
import { actor, closedSnapshot, noon } from '../support/samples.ts';
import { useCaseDesk } from '../support/use-case-desk.ts';

const desk = useCaseDesk();
const body: NoticeBody = { kind: 'acted', act: 'comment', by: actor('U0BEN'), text: 'It is urgent' };

async function send(): Promise<void> {
  const target = { kind: 'thread', cardId: 'card-1' } as const;
  const notice = { key: 'commented:card-1', requestId: 'request-1', target, body };
  await desk().store.transaction((tx) => notify(tx, notice));
  await desk().runJobs('send-notice', 'retire-copy');
}

describe('a message into the thread of a card that was deleted', () => {
  const stray = { channel: 'C0REVIEWS', ts: '1772452900.000100' };
  const gone = { ok: false, refusal: { kind: 'thread-gone', code: 'thread_gone', place: stray } } as const;

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

  it('tells those who decided when nobody decides any more', async () => {
    await desk().opened(closedSnapshot());
    const by = { requestId: 'request-1', by: actor('U0CHO'), reason: '', channel: 'C0REVIEWS', at: noon };
    const step = {
      taskId: 'task-1',
      stepId: 'step-1',
      occurrence: '',
      durationSeconds: null,
      likely: true,
      shown: null,
    };
    await desk().store.transaction(async (tx) => {
      await tx.reviews.insertOnce({ id: 'review-1', verb: 'approve', ...by, ...step });
      await tx.reviews.save('review-1', { state: 'done' });
    });
    desk().chat.threads.next(gone);
    await send();
    expect(await desk().said()).toEqual([`${body.kind} -> U0CHO`]);
  });
});
