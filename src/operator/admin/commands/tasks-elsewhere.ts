/** How many open requests were made elsewhere, before an operator has them shown in Slack. */

import type { ServiceRefusal } from '../../../domain/outward/service-refusal.ts';
import { ok, type Result } from '../../../domain/result.ts';
import { searchTasks } from '../../../service/client/optional-operations.ts';
import { pages } from '../../../service/client/wire/paging.ts';
import { instantOf } from '../../../service/client/wire/wire-fields.ts';
import { readAccessType } from '../../../service/read/catalogue/access-type.ts';
import type { AdminCommand, AdminContext } from '../admin-command.ts';
import { missingOperation } from '../admin-command.ts';
import { shownRecord } from '../shown-record.ts';

const dayMs = 86_400_000;

/** Of so many open requests: a search page has ten, and somebody waits for the answer. */
const mostLookedAt = 1_000;

interface AppCount {
  /** Open requests by `Task.origin`. */
  readonly origins: Map<string, number>;
  /** Those of the last 24 hours, which get a card at once. */
  recent: number;
}

/** Those of each app that carry no id of a request: the bot's own always do. */
async function countElsewhere(
  { client, apps }: AdminContext,
  now: number,
): Promise<Result<{ counts: ReadonlyMap<string, AppCount>; isWhole: boolean }, ServiceRefusal>> {
  const counts = new Map<string, AppCount>(
    apps.map(({ id }) => [id, { origins: new Map(), recent: 0 }]),
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
      count.origins.set(task.origin, (count.origins.get(task.origin) ?? 0) + 1);
      const createdAt = instantOf(task.createdAt)?.getTime() ?? now;
      if (now - createdAt < dayMs) count.recent += 1;
    }
    if (looked >= mostLookedAt) return ok({ counts, isWhole: false });
  }
  return ok({ counts, isWhole: true });
}

export const tasksElsewhere: AdminCommand = {
  name: 'tasks-elsewhere',
  usage: '',
  about: 'open requests not made through the bot, by app and origin',
  isList: true,
  async run(_given, context) {
    const missing = missingOperation(searchTasks, context);
    if (missing !== null) return missing;
    const counted = await countElsewhere(context, Date.now());
    if (!counted.ok) return counted;
    const records = context.apps.map(({ id, name }) => {
      const { origins, recent } = counted.value.counts.get(id) ?? { origins: new Map(), recent: 0 };
      const byOrigin = [...origins].map(([origin, count]) => `${wordsOf(origin)}: ${count}`);
      const open = [...origins.values()].reduce((sum, count) => sum + count, 0);
      return shownRecord(
        { names: ['name'], fields: ['open', ['recent', 'Of the last 24 hours'], 'byOrigin'] },
        { id, name, open, recent, byOrigin },
      );
    });
    return ok({
      title: 'Open requests made elsewhere',
      records,
      notes: ['With tasks: all an app begins with those of the last 24 hours.'],
      ...(counted.value.isWhole
        ? {}
        : { incomplete: `only the first ${mostLookedAt} were counted` }),
    });
  },
};

function wordsOf(origin: string): string {
  return origin
    .replace(/^TASK_ORIGIN_/, '')
    .toLowerCase()
    .replaceAll('_', ' ');
}
