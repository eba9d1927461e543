import { expect, it } from 'vitest';
import { renderOpen } from '../../../src/use-cases/task/refresh-tasks.ts';
import { testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();

/** How many cards were sent to Slack again after a start. */
async function updatedAfterStart(): Promise<number> {
  const before = desk().chat.updated.length;
  await renderOpen(desk().deps);
  await desk().runJobs('sync-card', 'update-card');
  return desk().chat.updated.length - before;
}

it('turns Approve and Deny into links on a card that was posted before review.mode became link', async () => {
  await desk().opened();
  const { review } = testSettings();
  desk().settings = testSettings({ review: { ...review, mode: 'link' } });
  expect(await updatedAfterStart()).toBe(1);
  expect(desk().chat.updated.at(-1)?.card.offered.decisions).toEqual([
    { verb: 'approve', link: 'mode' },
    { verb: 'deny', link: 'mode' },
  ]);
  expect(await updatedAfterStart()).toBe(0);
});
