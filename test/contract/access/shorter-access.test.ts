import { beforeEach, expect, it } from 'vitest';
import { holderRequests } from '../../../src/use-cases/access/holder-requests.ts';
import { createResourceOwners } from '../../../src/use-cases/catalogue/who-decides.ts';
import { entitlementHelp } from '../../../src/use-cases/form/entitlement-help.ts';
import { recordReading } from '../../../src/use-cases/task/record-reading.ts';
import { closedSnapshot, entitlement, noon } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const minutes = (count: number) => new Date(noon.getTime() + count * 60_000);

/** The service grants it to Ben by this request, for so long. */
async function grant(id: string, startedAt: Date, seconds: number | null): Promise<void> {
  await desk().ask({ id });
  const outcomeAt = startedAt.toISOString();
  const task = closedSnapshot({ id: `task-of-${id}`, outcomeAt, grantDurationSeconds: seconds });
  await desk().store.transaction(async (tx) => {
    const change = { state: 'created', identityUserId: 'user-ben', at: noon } as const;
    await tx.requests.save(id, { ...change, taskId: task.id });
    const request = await tx.requests.find(id);
    if (request !== null) await recordReading(tx, desk().deps, request, task);
  });
}

/** What Ben reads now, the newest message last. */
async function read(): Promise<readonly string[]> {
  await desk().said();
  return desk().chat.shown.map(({ text }) => text);
}

beforeEach(async () => {
  await desk().opened(closedSnapshot());
  await grant('request-2', noon, 14_400);
});

it('access for a shorter time than the person has it lasts until the later end, in its own message', async () => {
  await read();
  await grant('request-3', minutes(60), 3_600);
  expect((await read()).slice(-2)).toEqual([
    expect.stringContaining('went on with a later request.'),
    expect.stringContaining('✅ You have *GitHub · Platform: write* until TIME.'),
  ]);
  const later = await desk().store.transaction((tx) => tx.grants.find('request-3'));
  expect(later?.endsAt).toEqual(minutes(240));
});

it('that it was being taken away is not said to have ended it, where a later request goes on', async () => {
  const detail = { by: 'U0HANA', reason: '' };
  await desk().store.transaction((tx) =>
    tx.posts.keepNews('request-2', { kind: 'taking-away', detail, occurrence: 'task-9' }, tx.at),
  );
  expect((await read()).at(-1)).toContain('is being taken away by <@U0HANA>.');
  await grant('request-3', minutes(60), 86_400);
  expect((await read()).at(-2)).toContain('went on with a later request.');
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

it('the form and Home name the one end', async () => {
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
  const { shown } = await holderRequests(desk().deps, 'U0BEN', 10, ['active']);
  expect(shown.map((one) => one.grant?.endsAt)).toEqual([minutes(240)]);
});
