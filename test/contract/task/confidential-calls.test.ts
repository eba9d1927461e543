import { expect, it } from 'vitest';
import type { AccessSettings } from '../../../src/domain/settings/access-settings.ts';
import { wantCard } from '../../../src/use-cases/card/request-cards.ts';
import { noon, snapshot } from '../../support/samples.ts';
import { testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const confidential = (settings: AccessSettings): AccessSettings => ({
  ...settings,
  apps: settings.apps.map((app) => ({ ...app, confidential: true })),
});

it('tells the reviewers of a confidential app directly, once, when the card is posted', async () => {
  desk().settings = confidential(testSettings());
  desk().chat.absentees.set('C0REVIEWS', ['U0CHO']).set('C0INCIDENTS', ['U0CHO']);
  const requestId = await desk().ask({ conversationId: 'C0GENERAL' });
  const request = { id: requestId, groupId: null };
  await desk().store.transaction(async (tx) => {
    await tx.requests.save(requestId, {
      state: 'created',
      identityUserId: 'user-ben',
      taskId: 'task-1',
      at: noon,
    });
    await tx.tasks.save(requestId, snapshot(), noon);
    for (const channel of ['C0REVIEWS', 'C0INCIDENTS']) await wantCard(tx, request, channel);
  });
  await desk().runJobs('sync-card', 'update-card');
  expect((await desk().said()).toSorted()).toEqual([
    'in-review -> U0BEN',
    'list -> U0ANA',
    'list -> U0CHO',
  ]);
  expect(desk().chat.posted.map((post) => post.channel)).toEqual(['C0REVIEWS', 'C0INCIDENTS']);
});
