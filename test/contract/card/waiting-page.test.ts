import { describe, expect, it } from 'vitest';
import { waitingPage } from '../../../src/use-cases/card/waiting-page.ts';
import { openingHomes } from '../../support/opening-homes.ts';
import { noon, person, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { asked } = openingHomes(desk);

async function manyWait(): Promise<void> {
  for (let number = 1; number <= 22; number += 1) {
    const app = number > 20 ? { appId: 'app-aws', appName: 'AWS' } : {};
    const task = snapshot({ id: `task-${number}`, emergency: number === 17, ...app });
    await asked(task, { id: `request-${number}`, ...app });
  }
  await desk().store.transaction((tx) =>
    tx.identities.save({ slackUserId: 'U0ANA', person: person('user-ana'), checkedAt: noon }),
  );
}
const pageOf = async (page: number, appId: string | null = null) => {
  const { reviews, ...rest } = await waitingPage(desk().deps, 'U0ANA', { page, appId });
  return { ...rest, requests: reviews.map(({ card }) => card.request.id) };
};

describe('everything that waits for somebody', () => {
  it('is there on pages, emergencies first', async () => {
    await manyWait();
    const first = await pageOf(0);
    const second = await pageOf(1);
    expect(first).toMatchObject({ page: 0, pages: 2, count: 22, appId: null });
    expect(first.requests.slice(0, 3)).toEqual(['request-17', 'request-1', 'request-2']);
    expect(new Set([...first.requests, ...second.requests]).size).toBe(22);
    expect(first.apps).toEqual([
      { id: 'app-github', name: 'GitHub', count: 20 },
      { id: 'app-aws', name: 'AWS', count: 2 },
    ]);
  });

  it('is filtered by app, and shows the nearest page and app that are still there', async () => {
    await manyWait();
    const filtered = await pageOf(0, 'app-aws');
    expect(filtered).toMatchObject({ appId: 'app-aws', pages: 1, count: 2 });
    expect(filtered.requests).toEqual(['request-21', 'request-22']);
    expect(await pageOf(99)).toMatchObject({ page: 1, pages: 2 });
    expect(await pageOf(-1, 'app-gone')).toMatchObject({ page: 0, appId: null, count: 22 });
  });

  it('is empty for people whom the service does not know', async () => {
    await asked(snapshot());
    expect(await waitingPage(desk().deps, 'U0EVE', { page: 0, appId: null })).toMatchObject({
      reviews: [],
      count: 0,
      pages: 1,
    });
  });
});
