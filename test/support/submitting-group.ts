import type { CatalogueEntitlement } from '../../src/domain/catalogue/entitlement.ts';
import type { AccessRequest } from '../../src/domain/request/access-request.ts';
import { ok } from '../../src/domain/result.ts';
import type { TaskSnapshot } from '../../src/domain/task/task-snapshot.ts';
import { syncCard } from '../../src/use-cases/card/sync-card.ts';
import { submitRequest } from '../../src/use-cases/form/submit-request.ts';
import type { CardRow } from '../../src/use-cases/ports/rows/card-rows.ts';
import type { StoreTransaction } from '../../src/use-cases/ports/store-ports.ts';
import { createTask } from '../../src/use-cases/request/create-task.ts';
import { entitlement, firstEntitlement, newAction, snapshot } from './samples.ts';
import { submittedForm } from './submitted-form.ts';
import type { UseCaseDesk } from './use-case-desk.ts';

const several = (count: number): readonly CatalogueEntitlement[] =>
  Array.from({ length: count }, (_, index) =>
    entitlement({ id: `ent-${index}`, name: `Ent ${index}` }),
  );

/** The ids of the requests of one submission. */
export const ids = ['id-0001', 'id-0002', 'id-0003'];

/** Somebody makes an emergency of it, of which its threads hear. */
export async function recordEscalation(
  tx: StoreTransaction,
  { id: requestId, taskId, requester: by }: AccessRequest,
): Promise<void> {
  const id = `escalation of ${requestId}`;
  await tx.actions.insertOnce(newAction({ id, requestId, taskId, verb: 'escalate', by }));
  await tx.actions.save(id, { state: 'done', at: tx.at });
}

interface SubmittedGroup {
  readonly submit: (count?: number) => ReturnType<typeof submitRequest>;
  readonly taskOf: (id: string) => TaskSnapshot;
  readonly create: (...requestIds: readonly string[]) => Promise<void>;
  readonly card: (requestId: string, channel?: string) => Promise<CardRow>;
  readonly sync: (requestId: string) => ReturnType<typeof syncCard>;
}

/** Requests of one submission in a use-case test, with their tasks and cards. */
export function submittingGroup(desk: () => UseCaseDesk): SubmittedGroup {
  const submit = (count = 3): ReturnType<typeof submitRequest> =>
    submitRequest(desk().deps, submittedForm({ entitlements: several(count) }));
  const taskOf = (id: string): TaskSnapshot => {
    const entitlements = [{ ...firstEntitlement(), id: `ent-${ids.indexOf(id)}` }];
    return snapshot({ id: `task of ${id}`, sourceRequestId: id, entitlements });
  };
  /** Makes a task of each, in this order. */
  async function create(...requestIds: readonly string[]): Promise<void> {
    for (const id of requestIds) {
      desk().governance.grants.next(ok(taskOf(id)));
      await createTask(desk().deps, id);
    }
  }
  const card = async (requestId: string, channel = 'C0REVIEWS'): Promise<CardRow> => {
    const cards = await desk().store.transaction((tx) => tx.cards.ofRequest(requestId));
    const found = cards.find((one) => one.channel === channel);
    if (found === undefined) throw new Error(`${requestId} has a card in ${channel}`);
    return found;
  };
  async function sync(requestId: string): ReturnType<typeof syncCard> {
    const outcome = await syncCard(desk().deps, (await card(requestId)).id);
    await desk().runJobs('update-card');
    return outcome;
  }

  return { submit, taskOf, create, card, sync };
}
