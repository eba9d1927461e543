import { expect, it } from 'vitest';
import { wantCard } from '../../src/use-cases/request-cards.ts';
import { noon, snapshot } from '../support/samples.ts';
import { useCaseDesk } from '../support/use-case-desk.ts';

const desk = useCaseDesk();

it('the reviewers of a request for a confidential app are told directly when its card is posted, once', async () => {
  const [app] = desk().settings.apps;
  if (app === undefined) throw new Error('an app is configured');
  desk().settings = { ...desk().settings, apps: [{ ...app, confidential: true }] };
  const requestId = await desk().ask({ conversationId: 'C0GENERAL' });
  const request = { id: requestId, groupId: null };
  await desk().store.transaction(async (tx) => {
    await tx.requests.save(requestId, { state: 'created', identityUserId: 'user-ben', taskId: 'task-1', at: noon });
    await tx.tasks.save(requestId, snapshot(), noon);
    for (const channel of ['C0REVIEWS', 'C0INCIDENTS']) await wantCard(tx, request, channel);
  });
  await desk().runJobs('sync-card');
  expect((await desk().said()).toSorted()).toEqual(['reminder -> U0ANA', 'reminder -> U0CHO', 'request-open -> U0BEN']);
});
