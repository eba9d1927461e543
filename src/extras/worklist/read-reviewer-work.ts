/** What waits for a person in the service, as a line can say it. */
import { z } from 'zod';
import type { TenantClient } from '../../service/capabilities.ts';
import { searchTasks } from '../../service/client/optional-operations.ts';
import { type Expanded, firstLocated } from '../../service/client/wire/expanded.ts';
import { pages } from '../../service/client/wire/paging.ts';
import { dateTime, instantOf, word } from '../../service/client/wire/wire-fields.ts';
import { setUpInstructions } from '../../service/read/catalogue/policy.ts';
import { taskSnapshot } from '../../service/read/task/read-task-snapshot.ts';
import type { WorkItem, WorkReview } from './rules/reviewer-work.ts';

const typed = z.record(z.string(), z.unknown());
const ofApp = z.object({ appId: word });
const certified = z.object({ certify: z.object({ accessReviewId: word }) });
const review = z.object({ id: word, displayName: word, completionDate: dateTime });

/** The oldest open tasks of any kind that are assigned to a person now. */
export type ReadWorkOf = (
  identityUserId: string,
  most: number,
) => Promise<{
  readonly items: readonly WorkItem[];
  /** Whether there are more. */
  readonly isCut: boolean;
} | null>;

export async function readWorkOf(
  tenant: TenantClient,
  ...[identityUserId, most]: Parameters<ReadWorkOf>
): ReturnType<ReadWorkOf> {
  const client = tenant.having(searchTasks);
  if (client === null) return null;
  const body = {
    taskStates: ['TASK_STATE_OPEN'],
    assigneesInIds: [identityUserId],
    sortBy: 'TASK_SEARCH_SORT_BY_CREATED_AT',
    expandMask: { paths: ['access_review_id'] },
  };
  const items = new Map<string, WorkItem>();
  for await (const page of pages(client, searchTasks, { path: {}, body })) {
    for (const view of page.list) {
      if (items.size >= most) return { items: [...items.values()], isCut: true };
      const { task } = view;
      const { otherStep } = taskSnapshot(view, page.expanded);
      const [[kind, about] = ['', {}]] = Object.entries(typed.safeParse(task.type).data ?? {});
      items.set(task.id, {
        id: task.id,
        numericId: task.numericId,
        kind,
        appId: ofApp.safeParse(about).data?.appId ?? '',
        createdAt: instantOf(task.createdAt),
        isSetUp: otherStep?.kind === 'set-up-by-hand',
        name: word.parse(task.displayName),
        instructions: setUpInstructions(task),
        review: reviewOf(task.type, page.expanded, view.accessReviewPath),
      });
    }
  }
  return { items: [...items.values()], isCut: false };
}

/** null of a task of another kind. Its name and date are empty where they are not expanded. */
function reviewOf(type: unknown, expanded: Expanded, path: string): WorkReview | null {
  const certification = certified.safeParse(type).data;
  if (certification === undefined) return null;
  const { accessReviewId: id } = certification.certify;
  const campaign = firstLocated(expanded, path, review);
  if (campaign === undefined || campaign.id !== id) return { id, name: '', dueAt: null };
  const dueAt = instantOf(campaign.completionDate)?.toISOString() ?? null;
  return { id, name: campaign.displayName, dueAt };
}
