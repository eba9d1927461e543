import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { type WaitingView, waitingPage } from '../../../src/use-cases/card/waiting-page.ts';
import type { HomeReview } from '../../../src/use-cases/ports/home-contents.ts';
import { openingHomes } from '../../support/opening-homes.ts';
import { firstEntitlement, noon, person, snapshot } from '../../support/samples.ts';
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
    tx.identities.saveResolved({
      slackUserId: 'U0ANA',
      person: person('user-ana'),
      checkedAt: noon,
    }),
  );
}
const read = (slackUserId = 'U0ANA', wanted: WaitingView = { page: 0, appId: null }) =>
  waitingPage(desk().deps, slackUserId, wanted, sleep(600_000, undefined, { ref: false }));
const pageOf = async (page: number, appId: string | null = null) => {
  const { reviews, ...rest } = (await read('U0ANA', { page, appId })).page;
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
    expect((await read('U0EVE')).page).toMatchObject({
      reviews: [],
      count: 0,
      pages: 1,
    });
  });

  describe('whose risks the service names', () => {
    const high = snapshot({ entitlements: [{ ...firstEntitlement(), riskLevel: 'risk-high' }] });
    const names = new Map([['risk-high', 'High']]);
    const riskIn = (page: { readonly reviews: readonly HomeReview[] } | null) =>
      page?.reviews.map(({ card }) => card.riskName);
    const readAt = async (riskNames: () => Promise<typeof names>, patience: Promise<unknown>) =>
      waitingPage({ ...desk().deps, riskNames }, 'U0ANA', { page: 0, appId: null }, patience);
    beforeEach(async () => {
      await asked(high);
      await desk().store.transaction((tx) =>
        tx.identities.saveResolved({
          slackUserId: 'U0ANA',
          person: person('user-ana'),
          checkedAt: noon,
        }),
      );
    });

    it('is shown with the names that are there', async () => {
      const { page, named } = await readAt(async () => names, new Promise(() => undefined));
      expect([riskIn(page), await named]).toEqual([['High'], null]);
    });

    it('is shown at once without names that come later, and again with them', async () => {
      const asks = Promise.withResolvers<typeof names>();
      const { page, named } = await readAt(() => asks.promise, Promise.resolve());
      expect(riskIn(page)).toEqual([null]);
      expect(page.reviews.map(({ card }) => card.isConfirmed)).toEqual([true]);
      asks.resolve(names);
      expect(riskIn(await named)).toEqual(['High']);
    });
  });
});
