/** Which settings of a connector can be changed, and how what was typed for them is read. */
import { z } from 'zod';
import { closestName } from '../../../domain/text/folded-text.ts';
import { jsonOf } from '../../../service/client/wire/endpoint.ts';

/** How a value is read; `json` is what it says: `true`, `4`, `{"@type": "..."}`. */
const readers = {
  text: z.string(),
  list: z.string().transform((typed) => typed.split(/[,\n]/).flatMap((one) => one.trim() || [])),
  json: z
    .string()
    .transform(jsonOf)
    .refine((value) => value !== undefined),
};

/**
 * What a caller may set (docs/spec/interface.md#connector), by its path. Everything else is
 * read-only and never sent.
 */
const settable: Readonly<Record<string, keyof typeof readers>> = {
  displayName: 'text',
  description: 'text',
  'connectorSyncCronSchedule.cronSpec': 'text',
  'connectorSyncCronSchedule.timezone': 'text',
  'connectorSyncCronSchedule.start': 'text',
  'syncConfig.syncResourceTypeIds': 'list',
  parallelSyncWorkerCount: 'json',
  canResumeSync: 'json',
  disableCheckBadSync: 'json',
  syncDisabledCategory: 'text',
  syncDisabledReason: 'text',
  userIds: 'list',
  profileAllowList: 'list',
  profileIgnoreList: 'list',
  config: 'json',
  catalogId: 'text',
  'status.lastError': 'text',
  'status.startedAt': 'text',
  'status.updatedAt': 'text',
  'status.completedAt': 'text',
  oauthAuthorizedAs: 'json',
};
const names = Object.keys(settable);

/** What is set of a connector, by path. */
export type ConnectorChanges = ReadonlyMap<string, unknown>;

/** What `field=value` each sets; a sentence for the first mistake in them. */
export function readConnectorChanges(sets: readonly string[]): ConnectorChanges | string {
  const changes = new Map<string, unknown>();
  for (const set of sets) {
    const [, written = '', typed = ''] = /^([^=]*)=?([\s\S]*)$/.exec(set) ?? [];
    const name = written.trim();
    const kind = Object.hasOwn(settable, name) ? settable[name] : undefined;
    if (kind === undefined) {
      const near = closestName(name.slice(0, 80), names);
      const advice = near === null ? `There are: ${names.join(', ')}` : `Did you mean ${near}?`;
      return `A connector has no field “${name.slice(0, 80)}” that can be set. ${advice}`;
    }
    const value = readers[kind].safeParse(typed);
    if (!value.success) return `${name} takes JSON, like true, 4 or {"@type": "..."}.`;
    changes.set(name, value.data);
  }
  const none = `Nothing is to be changed: give --set field=value. There are: ${names.join(', ')}`;
  return changes.size > 0 ? changes : none;
}

/**
 * The body of endpoint 5. Only the fields given are sent, and `updateMask` names exactly them, so
 * that the rest of a message stays as it is. `status.lastError` becomes a member of `status`; no
 * field lies deeper.
 */
export function connectorUpdate(
  appId: string,
  id: string,
  changes: ConnectorChanges,
): Readonly<Record<'connector' | 'expandMask' | 'updateMask', unknown>> {
  const connector: Record<string, unknown> = { id, appId };
  for (const [path, value] of changes) {
    const [name = '', member] = path.split('.');
    connector[name] =
      member === undefined ? value : { ...Object(connector[name]), [member]: value };
  }
  return { connector, expandMask: { paths: ['*'] }, updateMask: [...changes.keys()].join(',') };
}
