/** What the command line does beside the endpoints of the interface. */
import { ok, type Result } from '../../../domain/result.ts';
import { searchTasks } from '../../../service/client/optional-operations.ts';
import { pages } from '../../../service/client/wire/paging.ts';
import { instantOf } from '../../../service/client/wire/wire-fields.ts';
import { readAccessType } from '../../../service/read/catalogue/access-type.ts';
import type { NamingDeps } from '../names/named-access.ts';
import { type TakingDeps, takeAway } from '../take-away.ts';
import type { RowInput, RowWords } from './endpoint-rows.ts';
import {
  type AdminCaller,
  type CommandRefusal,
  type KeepingDeps,
  missingOperation,
} from './kept-command.ts';

type ActDeps = TakingDeps & NamingDeps & Pick<KeepingDeps, 'world'>;

export interface ActRow extends RowWords {
  /** The ids that are typed, as in a path. */
  readonly takes: string;
  act(input: RowInput, deps: ActDeps, caller: AdminCaller): Promise<Result<object, CommandRefusal>>;
}

/** Of so many open requests: a search page has some tens, and somebody waits for the answer. */
const mostLookedAt = 1_000;
const dayMs = 86_400_000;

/**
 * How many open requests were made elsewhere, before an operator has them shown in Slack: those that
 * carry no id of a request, as the bot's own always do.
 */
async function countElsewhere({
  client,
  capabilities,
  apps,
  world,
}: ActDeps): Promise<Result<object, CommandRefusal>> {
  const missing = missingOperation(searchTasks, capabilities);
  if (missing !== null) return missing;
  const counts = new Map(
    apps.map(({ id, name }) => [id, { id, displayName: name, open: 0, ofTheLast24Hours: 0 }]),
  );
  const body = {
    taskStates: ['TASK_STATE_OPEN'],
    taskTypes: [{ grant: {} }],
    applicationIds: [...counts.keys()],
  };
  let looked = 0;
  for await (const page of pages(client, searchTasks, { path: {}, body })) {
    if (!page.ok) return page;
    for (const { task } of page.value.list) {
      looked += 1;
      const type = readAccessType(task.type);
      const count = type?.kind === 'grant' ? counts.get(type.appId) : undefined;
      if (count === undefined || type?.source.requestId !== '') continue;
      count.open += 1;
      const createdAt = instantOf(task.createdAt) ?? world.now();
      if (world.now().getTime() - createdAt.getTime() < dayMs) count.ofTheLast24Hours += 1;
    }
    if (looked < mostLookedAt) continue;
    const incomplete = `only the first ${mostLookedAt} open requests were counted`;
    return ok({ list: [...counts.values()], incomplete });
  }
  return ok({ list: [...counts.values()] });
}

export const ownRows: readonly ActRow[] = [
  {
    name: 'take-away',
    about: 'takes an entitlement away from a person',
    takes: '{app_id}/{entitlement_id}/{user_ref_id}',
    flags: '--reason <text>',
    mistake: ({ flag }) =>
      flag('reason').join(' ').trim() === '' ? 'Say why: --reason "..."' : null,
    question: ({ titles }) => [
      `${titles.user_ref_id} loses ${titles.entitlement_id} of ${titles.app_id}. The reason goes to the person and the service.`,
    ],
    async act({ ids, flag }, deps, caller) {
      const answer = await takeAway(deps, caller, {
        appId: ids.app_id ?? '',
        entitlementId: ids.entitlement_id ?? '',
        identityUserId: ids.user_ref_id ?? '',
        reason: flag('reason').join(' '),
      });
      return answer.ok ? ok({ task: answer.value.taskView.task }) : answer;
    },
  },
  {
    name: 'tasks-elsewhere',
    about:
      'how many open requests were not made through the bot; with tasks: all an app begins with those of the last 24 hours',
    takes: '',
    act: async (_input, deps) => countElsewhere(deps),
  },
];
