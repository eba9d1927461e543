import { expect, it } from 'vitest';
import { syncCard } from '../../../src/use-cases/card/sync-card.ts';
import { noon, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();

it.each(['shared', 'unknown'] as const)(
  'tells on-call that an emergency waits where its channel is %s, and reviewers get the card',
  async (sharing) => {
    const requestId = await desk().ask({ emergency: true });
    await desk().store.transaction(async (tx) => {
      await tx.requests.save(requestId, {
        state: 'created',
        identityUserId: 'user-ben',
        taskId: 'task-1',
        at: noon,
      });
      await tx.tasks.save(requestId, snapshot({ emergency: true }), noon);
      await tx.cards.want('card-1', requestId, 'C0INCIDENTS');
    });
    desk().chat.sharings.set('C0INCIDENTS', sharing);
    await syncCard(desk().deps, 'card-1');
    await desk().runJobs();
    expect(await desk().said()).toContain('emergency-elsewhere -> C0INCIDENTS');
    expect(desk().chat.posted.map((post) => post.channel)).toEqual(['U0ANA', 'U0CHO']);
  },
);
