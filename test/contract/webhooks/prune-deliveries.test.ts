import { expect, it } from 'vitest';
import {
  deliveriesIn,
  pruneDeliveries,
  type WebhookDelivery,
} from '../../../src/extras/webhooks/delivery-tables.ts';
import { delivering, webhookTask } from '../../support/delivering.ts';
import { noon } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { start, deliver, delivery } = delivering(desk);

it('keeps deliveries that need no answer as long as messages, and others', async () => {
  start();
  const states = ['open', 'answering', 'answered', 'spent', 'over'] as const;
  for (const state of states) {
    await deliver(webhookTask({ id: `task-${state}` }), { webhookId: state });
    await desk().store.transaction((tx) => deliveriesIn(tx).save(state, { state }));
  }
  const leftSince = async (notices: Date) => {
    await desk().store.transaction((tx) => pruneDeliveries(tx, { requests: notices, notices }));
    const rows = await Promise.all(states.map(delivery));
    return rows.flatMap((row: WebhookDelivery | null) => row?.state ?? []);
  };
  expect(await leftSince(noon)).toEqual(states);
  expect(await leftSince(new Date(noon.getTime() + 1))).toEqual(['open', 'answering']);
});
