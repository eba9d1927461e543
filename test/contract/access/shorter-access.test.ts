import { beforeEach, expect, it } from 'vitest';
import { noticeMessage } from '../../../src/slack/message/notice-messages.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { holderRequests } from '../../../src/use-cases/access/holder-requests.ts';
import { requestBackground } from '../../../src/use-cases/card/request-background.ts';
import { createResourceOwners } from '../../../src/use-cases/catalogue/service-facts.ts';
import { entitlementHelp } from '../../../src/use-cases/form/entitlement-help.ts';
import { recordReading } from '../../../src/use-cases/task/record-reading.ts';
import { keepMessage } from '../../support/kept-message.ts';
import { actor, closedSnapshot, entitlement, noon, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const minutes = (count: number) => new Date(noon.getTime() + count * 60_000);

/** The service grants it to Ben by this request, for so long. */
async function grant(id: string, startedAt: Date, seconds: number | null): Promise<void> {
  await desk().ask({ id });
  const outcomeAt = startedAt.toISOString();
  const task = closedSnapshot({ id: `task-of-${id}`, outcomeAt, grantDurationSeconds: seconds });
  const target = { kind: 'direct', slackUserId: 'U0BEN' } as const;
  const body = { kind: 'ended', outcome: 'granted', byNames: [] } as const;
  await desk().store.transaction(async (tx) => {
    const change = { state: 'created', identityUserId: 'user-ben', at: noon } as const;
    await tx.requests.save(id, { ...change, taskId: task.id });
    const request = await tx.requests.find(id);
    if (request !== null) await recordReading(tx, desk().deps, request, task);
    await keepMessage(tx, { key: `told-${id}`, requestId: id, target, body });
  });
}

/** What Ben reads now in the message about this request. */
async function read(id: string): Promise<string> {
  await desk().runJobs('send-notice');
  const all = [...desk().chat.notices, ...desk().chat.noticesUpdated];
  const last = all.findLast(({ context }) => context.request.id === id)?.context;
  return last === undefined ? '' : noticeMessage(textsFor('en'), last, 'requester').text;
}

beforeEach(async () => {
  await desk().opened(closedSnapshot());
  await grant('request-2', noon, 14_400);
});

it('access for a shorter time than the person has it lasts until the later end, in its own message', async () => {
  await grant('request-3', minutes(60), 3_600);
  expect(await read('request-3')).toMatch(/✅ You have .* until .*16:00[^.]*\.$/m);
  expect(await read('request-2')).toMatch(/ goes on with a later request\.$/m);
});

it('that it was being taken away is not said to have ended it, where a later request goes on', async () => {
  const target = { kind: 'direct', slackUserId: 'U0BEN' } as const;
  const body = { kind: 'acted', act: 'take-away', by: actor('U0HANA'), text: '' } as const;
  await desk().store.transaction((tx) =>
    keepMessage(tx, { key: 'taking', requestId: 'request-2', target, body }),
  );
  await grant('request-3', minutes(60), 86_400);
  await desk().runJobs('send-notice');
  const said = desk().chat.notices.find((one) => one.body.kind === 'acted')?.context;
  const words = said === undefined ? '' : noticeMessage(textsFor('en'), said, 'requester').text;
  expect(words).toContain('was not taken away');
});

it('access whose end cannot be read stays beside it, and nobody guesses which is the later', async () => {
  await desk().kysely.updateTable('grants').set({ endsAt: null }).execute();
  await desk()
    .kysely.updateTable('tasks')
    .set({ snapshot: closedSnapshot({ id: 'task-of-request-2', hasUnreadableDuration: true }) })
    .where('requestId', '=', 'request-2')
    .execute();
  await grant('request-3', minutes(60), 3_600);
  const { shown } = await holderRequests(desk().deps, 'U0BEN', 10, ['active']);
  const ends = shown.map(({ request, grant: one }) => [request.id, one?.endsAt]);
  expect(ends).toContainEqual(['request-3', minutes(120)]);
  expect(ends).toContainEqual(['request-2', null]);
});

it('two requests that are granted at once make one access, until the later end', async () => {
  await Promise.all([
    grant('request-3', minutes(60), 3_600),
    grant('request-4', minutes(60), 86_400),
  ]);
  const { shown } = await holderRequests(desk().deps, 'U0BEN', 10, ['active']);
  expect(shown.map((one) => one.grant?.endsAt)).toEqual([minutes(1_500)]);
});

it('the form, the card of a new request and Home name the one end', async () => {
  await grant('request-3', minutes(60), 3_600);
  const owners = createResourceOwners(desk().deps);
  const whoDecides = async () => ({ ordinary: null, emergency: null });
  const help = await entitlementHelp(
    { ...desk().deps, owners, whoDecides },
    { holderId: 'U0BEN', askerId: 'U0BEN' },
    entitlement(),
    Promise.resolve(),
  );
  expect(help.held).toMatchObject({ until: minutes(240), extendableId: 'request-3' });
  await desk().ask({ id: 'request-5' });
  const request = await desk().request('request-5');
  if (request === null) throw new Error('the request is there');
  const { held } = await requestBackground(desk().deps, { request, task: snapshot() });
  expect(held).toEqual({ endsAt: minutes(240) });
  const { shown } = await holderRequests(desk().deps, 'U0BEN', 10, ['active']);
  expect(shown.map((one) => one.grant?.endsAt)).toEqual([minutes(240)]);
});
