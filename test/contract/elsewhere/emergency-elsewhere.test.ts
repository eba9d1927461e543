import { expect, it } from 'vitest';
import { syncCard } from '../../../src/use-cases/card/sync-card.ts';
import { snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();

it.each(['shared', 'unknown'] as const)(
  'tells on-call that an emergency waits where its channel is %s, and its reviewers directly',
  async (sharing) => {
    const request = { emergency: true, channel: 'C0INCIDENTS' };
    const cardId = await desk().wanted(snapshot({ emergency: true }), request);
    desk().chat.sharings.set('C0INCIDENTS', sharing);
    await syncCard(desk().deps, cardId);
    await desk().runJobs();
    const told = ['emergency-elsewhere -> C0INCIDENTS', 'list -> U0ANA', 'list -> U0CHO'];
    expect(await desk().said()).toEqual(expect.arrayContaining(told));
    expect(desk().chat.posted).toEqual([]);
  },
);
