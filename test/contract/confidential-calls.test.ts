import { beforeEach, expect, it } from 'vitest';
import { acceptHolderAction } from '../../src/use-cases/accept-act.ts';
import { wantCard } from '../../src/use-cases/request-cards.ts';
import { actor, noon, snapshot } from '../support/samples.ts';
import { useCaseDesk } from '../support/use-case-desk.ts';

const desk = useCaseDesk();
const saidNow = async () => {
  const before = desk().chat.notices.length;
  return (await desk().said()).slice(before);
};

beforeEach(async () => {
  const [app] = desk().settings.apps;
  if (app === undefined) throw new Error('an app is configured');
  desk().settings = { ...desk().settings, apps: [{ ...app, confidential: true }] };
});

it('the reviewers of a request for a confidential app are told directly when its card is posted, once', async () => {
  const requestId = await desk().ask({ conversationId: 'C0GENERAL' });
  const request = { id: requestId, groupId: null };
  await desk().store.transaction(async (tx) => {
    await tx.requests.save(requestId, { state: 'created', identityUserId: 'user-ben', taskId: 'task-1', at: noon });
    await tx.tasks.save(requestId, snapshot(), noon);
    for (const channel of ['C0REVIEWS', 'C0INCIDENTS']) await wantCard(tx, request, channel);
  });
  await desk().runJobs('sync-card');
  expect((await saidNow()).toSorted()).toEqual(['reminder -> U0ANA', 'reminder -> U0CHO', 'request-open -> U0BEN']);
});

it('a nudge about a confidential app reaches each reviewer directly, once', async () => {
  await desk().opened();
  await desk().store.transaction((tx) => wantCard(tx, { id: 'request-1', groupId: null }, 'C0INCIDENTS'));
  await desk().runJobs('sync-card');
  await saidNow();
  const click = {
    kind: 'nudge',
    requestId: 'request-1',
    by: actor('U0BEN'),
    reason: '',
    channel: 'C0GENERAL',
  } as const;
  await acceptHolderAction(desk().deps, click);
  await desk().runJobs('carry-out-holder-action');
  expect((await saidNow()).toSorted()).toEqual([
    'acted -> U0ANA',
    'acted -> U0BEN',
    'acted -> U0CHO',
    'acted -> thread of C0INCIDENTS',
    'acted -> thread of C0REVIEWS',
  ]);
});
