import { tasksAreRead } from '../domain/access-settings.ts';
import type { UseCaseDeps } from './ports.ts';
import { readAgain } from './refresh-tasks.ts';

const tasksPerRound = 200;

/**
 * After the database was restored from a copy: reads every open task, then has done what the copy left open. Until then nothing of it is
 * sent. False where the service did not answer: to be called again.
 */
export async function settleRestore(deps: UseCaseDeps): Promise<boolean> {
  const { store, governance, world } = deps;
  if (!(await store.transaction((tx) => tx.restores.isUnsettled()))) return true;
  const unread = () => store.transaction((tx) => tx.restores.unreadIds(tasksPerRound));
  for (let ids = tasksAreRead(governance.operations) ? await unread() : []; ids.length > 0; ) {
    await readAgain(deps, ids);
    const left = await unread();
    if (left.some((id) => ids.includes(id))) return false;
    ids = left;
  }
  const jobs = await store.transaction(async (tx) => {
    const open = await tx.restores.leftOpen();
    for (const job of open) await tx.enqueue(job);
    await tx.restores.markSettled(tx.at);
    return open.length;
  });
  world.log.info({ jobs }, 'the service was read after a restore; what the copy left open goes on');
  return true;
}
