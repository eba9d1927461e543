import { z } from 'zod';
import { closestName } from '../../../domain/text/folded-text.ts';
import { jsonOf } from '../../../service/client/wire/endpoint.ts';

const trimmed = z.string().trim();

/** How what was typed is read, by the words that tell the operator what a field takes. */
const kinds = {
  text: z.string(),
  list: z.string().transform((typed) => typed.split(/[,\n]/).flatMap((one) => one.trim() || [])),
  'a date and time such as 2026-03-01T06:00:00Z': trimmed.pipe(z.iso.datetime({ offset: true })),
  'a whole number': trimmed.regex(/^\d{1,9}$/).transform(Number),
  'yes or no': trimmed.pipe(
    z.stringbool({ truthy: ['yes', 'true', 'on'], falsy: ['no', 'false', 'off'] }),
  ),
  'a JSON object with a text "@type"': z
    .string()
    .transform(jsonOf)
    .pipe(z.looseObject({ '@type': z.string().min(1) })),
  '{} and nothing else': trimmed.regex(/^(?:\{\})?$/).transform(() => ({})),
};
const time = 'a date and time such as 2026-03-01T06:00:00Z';

/**
 * The fields of a connector that a caller may set (docs/spec/interface.md#connector), by their
 * path, and what each takes. Everything else is read-only and never sent.
 */
const settable: Readonly<Record<string, keyof typeof kinds>> = {
  displayName: 'text',
  description: 'text',
  'connectorSyncCronSchedule.cronSpec': 'text',
  'connectorSyncCronSchedule.timezone': 'text',
  'connectorSyncCronSchedule.start': time,
  'syncConfig.syncResourceTypeIds': 'list',
  parallelSyncWorkerCount: 'a whole number',
  canResumeSync: 'yes or no',
  disableCheckBadSync: 'yes or no',
  syncDisabledCategory: 'text',
  syncDisabledReason: 'text',
  userIds: 'list',
  profileAllowList: 'list',
  profileIgnoreList: 'list',
  config: 'a JSON object with a text "@type"',
  catalogId: 'text',
  'status.lastError': 'text',
  'status.startedAt': time,
  'status.updatedAt': time,
  'status.completedAt': time,
  oauthAuthorizedAs: '{} and nothing else',
};
const names = Object.keys(settable);

/** What is set of a connector, by path; at least one field. */
export type ConnectorChanges = ReadonlyMap<string, unknown>;

/** What `field=value` each sets, and a sentence for every mistake in them. */
export function readConnectorChanges(sets: readonly string[]): {
  readonly changes: ConnectorChanges;
  readonly mistakes: readonly string[];
} {
  const changes = new Map<string, unknown>();
  const mistakes: string[] = [];
  for (const set of sets) {
    const [, written = '', typed] = /^([^=]*)(?:=([\s\S]*))?$/.exec(set) ?? [];
    const name = written.trim();
    const takes = Object.hasOwn(settable, name) ? settable[name] : undefined;
    if (typed === undefined) mistakes.push(`--set takes field=value, not “${set.slice(0, 80)}”.`);
    else if (takes === undefined) mistakes.push(unknownWords(name.slice(0, 80)));
    else {
      const value = kinds[takes].safeParse(typed);
      if (value.success) changes.set(name, value.data);
      else mistakes.push(`${name} takes ${takes}.`);
    }
  }
  if (sets.length === 0) {
    const fields = Object.entries(settable).map(([name, takes]) => `${name} (${takes})`);
    mistakes.push(
      `Nothing is to be changed: give at least one --set field=value. There are: ${fields.join(', ')}.`,
    );
  }
  return { changes, mistakes };
}

/** The words for people in `userIds=...`; null for a set of anything else. */
export function peopleSet(set: string): readonly string[] | null {
  const { changes } = readConnectorChanges([set]);
  const typed = z.array(z.string()).safeParse(changes.get('userIds'));
  return typed.success ? typed.data : null;
}

/**
 * Names of what is set: for the audit trail, which keeps no values, because a configuration may
 * hold secrets.
 */
export function namesSet(sets: readonly string[]): readonly string[] {
  return sets.map((set) => set.split('=', 1).join().trim());
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

function unknownWords(name: string): string {
  const near =
    closestName(name, names) ??
    names.find((full) => full.toLowerCase().endsWith(`.${name.toLowerCase()}`));
  const advice = near === undefined ? `There are: ${names.join(', ')}.` : `Did you mean ${near}?`;
  return `A connector has no field “${name}” that can be set. ${advice}`;
}
