import { expect, it } from 'vitest';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { recordReading } from '../../../src/use-cases/task/record-reading.ts';
import { closedSnapshot, noon, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const hours = (count: number) => new Date(noon.getTime() + count * 3_600_000);
const approved = snapshot({ stepApprovers: [], otherStep: { kind: 'set-up' } });
const granted = closedSnapshot({
  grantDurationSeconds: 14_400,
  outcomeAt: hours(3).toISOString(),
});

/** What Ben was told last, after these readings of what he wanted until 4 pm. */
async function toldBen(readings: readonly TaskSnapshot[]): Promise<string> {
  await desk().ask({ timeText: 'until 4pm', durationSeconds: 14_400 });
  for (const task of readings) {
    await desk().store.transaction(async (tx) => {
      await tx.requests.save('request-1', { state: 'created', taskId: task.id, at: tx.at });
      const request = await tx.requests.find('request-1');
      if (request !== null) await recordReading(tx, desk().deps, request, task);
    });
  }
  await desk().said();
  return desk().chat.shown.at(-1)?.text ?? '';
}

it.each([
  ['was approved late in the console', [snapshot(), granted]],
  ['was granted late, after its approval', [snapshot(), approved, granted]],
])('says how much later access ends than it was wanted, where it %s', async (_what, readings) => {
  expect(await toldBen(readings)).toContain('That is 3 hours later than you asked for.');
});

it('says nothing of it where it was granted in time', async () => {
  const inTime = closedSnapshot({ grantDurationSeconds: 14_400, outcomeAt: noon.toISOString() });
  const told = await toldBen([snapshot(), inTime]);
  expect(told).toContain('You have');
  expect(told).not.toContain('later than you asked for');
});
