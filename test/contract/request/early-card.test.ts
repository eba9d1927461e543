import { expect, it } from 'vitest';
import { createTask } from '../../../src/use-cases/request/create-task.ts';
import { settleUncertain } from '../../../src/use-cases/request/stop-request.ts';
import { failing } from '../../support/fakes.ts';
import { noon } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const show = () => desk().runJobs('sync-card', 'update-card', 'show-asking', 'send-notice');

it('the card of an emergency without a task is open again once its requester has it sent again', async () => {
  await desk().ask({ emergency: true });
  desk().governance.grants.next(failing('network', true));
  await expect(createTask(desk().deps, 'request-1')).rejects.toMatchObject({ kind: 'network' });
  await show();
  await desk().store.transaction((tx) =>
    tx.requests.save('request-1', { state: 'uncertain', at: noon }),
  );
  await show();
  expect(desk().chat.updated.at(-1)?.card.task).toMatchObject({
    state: 'closed',
    outcome: 'no-answer',
  });
  const settled = { requestId: 'request-1', slackUserId: 'U0BEN', choice: 'again' } as const;
  expect(await settleUncertain(desk().deps, settled)).toBe('done');
  await show();
  expect(desk().chat.updated.at(-1)?.card.task.state).toBe('open');
});
