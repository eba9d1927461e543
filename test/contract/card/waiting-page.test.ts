import { describe, expect, it } from 'vitest';
import { waitingPage } from '../../../src/use-cases/card/waiting-page.ts';
import { openingHomes } from '../../support/opening-homes.ts';
import { noon, person, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { asked } = openingHomes(desk);

async function manyWait(): Promise<void> {
  for (let number = 1; number <= 22; number += 1) {
    const task = snapshot({ id: `task-${number}`, emergency: number === 17 });
    await asked(task, { id: `request-${number}` });
  }
  await desk().store.transaction((tx) =>
    tx.identities.saveResolved({
      slackUserId: 'U0ANA',
      person: person('user-ana'),
      checkedAt: noon,
    }),
  );
}
const pageOf = async (page: number, slackUserId = 'U0ANA') => {
  const { reviews, ...rest } = await waitingPage(desk().deps, slackUserId, page);
  return { ...rest, requests: reviews.map(({ card }) => card.request.id) };
};

describe('everything that waits for somebody', () => {
  it('is there on pages, emergencies first; a page that is gone is the first', async () => {
    await manyWait();
    const first = await pageOf(0);
    const second = await pageOf(1);
    expect(first).toMatchObject({ page: 0, pages: 2, count: 22 });
    expect(first.requests.slice(0, 3)).toEqual(['request-17', 'request-1', 'request-2']);
    expect(new Set([...first.requests, ...second.requests]).size).toBe(22);
    expect(await pageOf(99)).toEqual(first);
  });

  it('is empty for people whom the service does not know', async () => {
    await asked(snapshot());
    expect(await pageOf(0, 'U0EVE')).toMatchObject({ requests: [], count: 0, pages: 1 });
  });
});
