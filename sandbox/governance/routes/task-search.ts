import { z } from 'zod';
import { expandMask, flag, pageFields, readBody, refs, text, texts } from '../bodies.ts';
import { type OtherTask, otherTaskView } from '../entities/other-task.ts';
import type { StoredTask } from '../entities/stored-task.ts';
import { taskExpansion, taskView } from '../entities/task-view.ts';
import { ExpandedObjects } from '../expanded.ts';
import { pageOf } from '../paging.ts';
import { requirePermission } from '../permissions.ts';
import type { Call, Route } from '../route.ts';
import { displayNameOf } from '../workflow/open-task.ts';
import type { World } from '../world.ts';

const searchBody = z.strictObject({
  taskStates: texts,
  refs,
  includeDeleted: flag,
  assigneesInIds: texts,
  openerOrSubjectUserId: text,
  subjectIds: texts,
  taskTypes: z
    .array(
      z.union([
        z.strictObject({ grant: z.strictObject({}) }),
        z.strictObject({ revoke: z.strictObject({}) }),
        z.strictObject({ certify: z.strictObject({}) }),
        z.strictObject({ offboarding: z.strictObject({}) }),
        z.strictObject({ action: z.strictObject({}) }),
        z.strictObject({ finding: z.strictObject({}) }),
      ]),
    )
    .nullish()
    .transform((types) => (types ?? []).flatMap((type) => Object.keys(type))),
  applicationIds: texts,
  appEntitlementIds: texts,
  createdAfter: text,
  outcomeAfter: text,
  myWorkUserIds: texts,
  query: text,
  sortBy: text,
  expandMask,
  ...pageFields,
});

type TaskFilter = Omit<z.infer<typeof searchBody>, 'expandMask' | 'pageSize' | 'pageToken'>;

/** Whether one of these people may decide now. Nobody may decide a closed task: it has no step. */
function isReviewedBy(task: StoredTask, userIds: readonly string[]): boolean {
  return task.currentStep?.reviewerIds.some((id) => userIds.includes(id)) === true;
}

/** Whether the index of the search has it by now. */
function isIndexed(world: World, task: StoredTask): boolean {
  return Date.parse(task.createdAt) <= world.now().getTime() - world.searchLagMs;
}

/** Every filter that is set has to hold; a filter that is not set holds always. */
function matches(world: World, task: StoredTask, filter: TaskFilter): boolean {
  const state = task.state === 'open' ? 'TASK_STATE_OPEN' : 'TASK_STATE_CLOSED';
  const words = filter.query.toLowerCase().split(/\s+/).filter(Boolean);
  const searched = `${displayNameOf(world, task)} ${task.description}`.toLowerCase();
  const opener = filter.openerOrSubjectUserId;
  return (
    (filter.taskStates.length === 0 || filter.taskStates.includes(state)) &&
    (filter.includeDeleted || task.deletedAt === null) &&
    (filter.refs.length === 0 || filter.refs.includes(task.id)) &&
    (filter.assigneesInIds.length === 0 || isReviewedBy(task, filter.assigneesInIds)) &&
    (opener === '' || task.createdByUserId === opener || task.identityUserId === opener) &&
    (filter.subjectIds.length === 0 || filter.subjectIds.includes(task.identityUserId)) &&
    (filter.taskTypes.length === 0 || filter.taskTypes.includes(task.kind)) &&
    (filter.appEntitlementIds.length === 0 ||
      filter.appEntitlementIds.includes(task.appEntitlementId)) &&
    (filter.applicationIds.length === 0 || filter.applicationIds.includes(task.appId)) &&
    (filter.createdAfter === '' || Date.parse(task.createdAt) > Date.parse(filter.createdAfter)) &&
    (filter.outcomeAfter === '' ||
      Date.parse(task.outcomeTime ?? '') > Date.parse(filter.outcomeAfter)) &&
    (filter.myWorkUserIds.length === 0 || isReviewedBy(task, filter.myWorkUserIds)) &&
    words.every((word) => searched.includes(word))
  );
}

/** Whether it may be a task that is neither a grant nor a revocation. Filters of those exclude it. */
function matchesOther(task: OtherTask, filter: TaskFilter): boolean {
  const { refs: ids, query, assigneesInIds, taskTypes, taskStates, ...others } = filter;
  const isOther = [
    others.openerOrSubjectUserId,
    others.subjectIds,
    others.applicationIds,
    others.appEntitlementIds,
    others.outcomeAfter,
    others.createdAfter,
    others.myWorkUserIds,
  ].every((one) => one.length === 0);
  return (
    isOther &&
    query === '' &&
    (ids.length === 0 || ids.includes(task.id)) &&
    (taskStates.length === 0 || taskStates.includes('TASK_STATE_OPEN')) &&
    (taskTypes.length === 0 || taskTypes.includes(task.kind)) &&
    (assigneesInIds.length === 0 || task.assigneeIds.some((id) => assigneesInIds.includes(id)))
  );
}

function searchTasks(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  const { expandMask: mask, pageSize, pageToken, ...filter } = readBody(searchBody, call.body);
  const wants = taskExpansion(mask);
  const oldestFirst = world.state.tasks.filter(
    (task) => isIndexed(world, task) && matches(world, task, filter),
  );
  const isOldestFirst = filter.sortBy === 'TASK_SEARCH_SORT_BY_CREATED_AT';
  const found: readonly (StoredTask | OtherTask)[] = [
    ...(isOldestFirst ? oldestFirst : oldestFirst.reverse()),
    ...world.otherTasks.filter((task) => matchesOther(task, filter)),
  ];
  const page = pageOf(found, (task) => task.id, { pageSize, pageToken }, filter);
  const expanded = new ExpandedObjects();
  const list = page.list.map((task) =>
    'assigneeIds' in task
      ? otherTaskView(world.catalog, task, wants, expanded)
      : taskView(world, task, call.caller, wants, expanded),
  );
  return { list, expanded: expanded.list, nextPageToken: page.nextPageToken };
}

/**
 * Optional operation taskSearch: newest first unless `sortBy` says otherwise, deleted ones only where they are asked for. `query`
 * looks at names and justification, never at numericId.
 */
export const taskSearchRoutes: readonly Route[] = [
  { method: 'POST', path: '/api/v1/search/tasks', operation: 'taskSearch', handle: searchTasks },
];
