import { expect, it } from 'vitest';
import { showAsking } from '../../../src/use-cases/show/show-asking.ts';
import { recordReading } from '../../../src/use-cases/task/record-reading.ts';
import { person, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const turns = Number(process.env.FUZZ_RUNS ?? 40);

it('what commits while a post is read is in it in the end, however the two meet', async () => {
  await desk().opened();
  await desk().runJobs();
  desk().world.pass(11_000);
  await desk().runJobs();
  const { store, deps, chat } = desk();
  const request = await desk().request();
  if (request === null) throw new Error('there is a request');
  const own = () => chat.shown.filter(({ to }) => to === 'U0BEN').map(({ text }) => text);
  for (let turn = 0; turn < turns; turn += 1) {
    const next = snapshot({ stepApprovers: [person(turn % 2 === 0 ? 'user-dee' : 'user-cho')] });
    desk().governance.tasks.set(next.id, next);
    const write = store.transaction((tx) => recordReading(tx, deps, request, next));
    await Promise.all([write, showAsking(deps, 'request-1'), showAsking(deps, 'request-1')]);
    await desk().runJobs('show-asking');
    expect(own().at(-1)).toContain(turn % 2 === 0 ? 'Dee will decide' : 'Cho will decide');
    const before = own();
    await showAsking(deps, 'request-1');
    expect(own()).toEqual(before);
  }
});
