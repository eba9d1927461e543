import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { ask, cardOfPerson, clickCard } from '../support/asking.ts';
import { until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';

const approving = '/action/approve';
/** What a stop may take where nothing else is said. */
const usualStopMs = 20_000;

it('leaves a decision that its deadline cut off as one whose outcome is not known, and the next start carries it out once', async () => {
  const world = await openWorld({ stopMs: 5_000 });
  onTestFinished(() => world.close());
  await ask(world, { person: 'U0LIAM' });
  const card = await until('the card', () => cardOfPerson(world, 'U0ANA', 'U0LIAM'));
  await world.quiet();
  const [task] = world.tasksOf('user-liam');
  const approvals = () =>
    world.governance.requests().filter(({ path }) => path.endsWith(approving)).length;
  const path = `/api/v1/tasks/${task?.id}${approving}`;
  world.governance.fault({ method: 'POST', path, kind: 'hang', times: 1 });
  await clickCard(world, 'U0ANA', card, 'review.approve');
  await until('the approval is under way', () => approvals() === 1);

  const fromMs = performance.now();
  await world.stopBot();
  expect(performance.now() - fromMs).toBeLessThan(usualStopMs);
  const { database } = world;
  if (database.kind !== 'postgres') throw new Error('this test reads the rows of a server');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const actions = await client.query('select verb, state, refusal from actions');
  const jobs = await client.query(
    "select data ->> 'mayBeDone' as done from pgboss.job where name = 'carry-out-action' and state < 'completed'",
  );
  await client.end();
  expect(actions.rows).toEqual([{ verb: 'approve', state: 'sending', refusal: null }]);
  expect(jobs.rows).toEqual([{ done: 'true' }]);

  await world.startBot();
  await world.told('U0LIAM', '<@U0ANA> approved your request');
  expect(approvals()).toBe(2);
});
