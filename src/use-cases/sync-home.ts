import type { Chat } from './chat-ports.ts';
import type { Store } from './store-ports.ts';

/** As many requests as Home shows. */
const shownRequests = 20;

/** Publishes somebody's Home from the store. */
export async function syncHome(
  deps: { readonly store: Store; readonly chat: Chat },
  slackUserId: string,
): Promise<void> {
  const requests = await deps.store.transaction(async (tx) => {
    const rows = [];
    for (const request of await tx.requests.ofHolder(slackUserId, shownRequests)) {
      const task = request.taskId === null ? null : await tx.tasks.find(request.taskId);
      rows.push({ request, task: task?.snapshot ?? null });
    }
    return rows;
  });
  await deps.chat.publishHome(slackUserId, { requests });
}
