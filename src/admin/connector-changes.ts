import { z } from 'zod';
import { closestName } from '../domain/folded-text.ts';
import { ok, type Result, refuse } from '../domain/result.ts';

const flags: Readonly<Record<string, boolean>> = {
  yes: true,
  true: true,
  on: true,
  no: false,
  false: false,
  off: false,
};

/** What a field takes, as the operator is told it, and how what was typed is read. */
const text = { takes: 'text', reads: z.string() };
const list = {
  takes: 'list',
  reads: z.string().transform((typed) => typed.split(/[,\n]/).flatMap((one) => one.trim() || [])),
};
const time = {
  takes: 'a date and time such as 2026-03-01T06:00:00Z',
  reads: z
    .string()
    .trim()
    .pipe(z.iso.datetime({ offset: true })),
};
const wholeNumber = {
  takes: 'a whole number',
  reads: z
    .string()
    .trim()
    .regex(/^\d{1,9}$/)
    .transform(Number),
};
const yesOrNo = {
  takes: 'yes or no',
  reads: z
    .string()
    .transform((typed) => flags[typed.trim().toLowerCase()])
    .pipe(z.boolean()),
};
const typedObject = {
  takes: 'a JSON object with a text "@type"',
  reads: z
    .string()
    .transform(jsonOf)
    .pipe(z.looseObject({ '@type': z.string().min(1) })),
};
const emptyObject = {
  takes: '{} and nothing else',
  reads: z
    .string()
    .trim()
    .regex(/^(?:\{\})?$/)
    .transform(() => ({})),
};

/**
 * The fields of a connector that a caller may set (interface.md, Connector), by their path, and what each takes. Everything else is
 * read-only and never sent.
 */
const settable = new Map<string, { readonly takes: string; readonly reads: z.ZodType<unknown, string> }>([
  ['displayName', text],
  ['description', text],
  ['connectorSyncCronSchedule.cronSpec', text],
  ['connectorSyncCronSchedule.timezone', text],
  ['connectorSyncCronSchedule.start', time],
  ['syncConfig.syncResourceTypeIds', list],
  ['parallelSyncWorkerCount', wholeNumber],
  ['canResumeSync', yesOrNo],
  ['disableCheckBadSync', yesOrNo],
  ['syncDisabledCategory', text],
  ['syncDisabledReason', text],
  ['userIds', list],
  ['profileAllowList', list],
  ['profileIgnoreList', list],
  ['config', typedObject],
  ['catalogId', text],
  ['status.lastError', text],
  ['status.startedAt', time],
  ['status.updatedAt', time],
  ['status.completedAt', time],
  ['oauthAuthorizedAs', emptyObject],
]);
const names = [...settable.keys()];

/** What is set of a connector, by path; at least one field. */
export type ConnectorChanges = ReadonlyMap<string, unknown>;

/** `field=value` each, or a sentence for every mistake in them. */
export function readConnectorChanges(sets: readonly string[]): Result<ConnectorChanges, readonly string[]> {
  const changes = new Map<string, unknown>();
  const mistakes: string[] = [];
  for (const set of sets) {
    const [, name = '', typed] = /^([^=]*)(?:=([\s\S]*))?$/.exec(set) ?? [];
    const field = settable.get(name.trim());
    const value = field?.reads.safeParse(typed);
    if (typed === undefined) mistakes.push(`--set takes field=value, not “${set.slice(0, 80)}”.`);
    else if (field === undefined) mistakes.push(unknownWords(name.trim().slice(0, 80)));
    else if (value?.success === true) changes.set(name.trim(), value.data);
    else mistakes.push(`${name.trim()} takes ${field.takes}.`);
  }
  if (sets.length === 0) {
    const takes = names.map((name) => `${name} (${settable.get(name)?.takes})`).join(', ');
    mistakes.push(`Nothing is to be changed: give at least one --set field=value. There are: ${takes}.`);
  }
  return mistakes.length > 0 ? refuse(mistakes) : ok(changes);
}

/** Names of what is set: for the audit trail, which keeps no values, because a configuration may hold secrets. */
export function namesSet(sets: readonly string[]): readonly string[] {
  return sets.map((set) => set.split('=', 1).join().trim());
}

/**
 * The body of endpoint 5. Only the fields given are sent, and `updateMask` names exactly them, so that the rest of a message stays as
 * it is. `status.lastError` becomes a member of `status`; no field lies deeper.
 */
export function connectorUpdate(appId: string, id: string, changes: ConnectorChanges) {
  const connector: Record<string, unknown> = { id, appId };
  for (const [path, value] of changes) {
    const [name = '', member] = path.split('.');
    connector[name] = member === undefined ? value : { ...Object(connector[name]), [member]: value };
  }
  return { connector, expandMask: { paths: ['*'] }, updateMask: [...changes.keys()].join(',') };
}

function jsonOf(typed: string): unknown {
  try {
    return JSON.parse(typed);
  } catch {
    return undefined;
  }
}

function unknownWords(name: string): string {
  const near = closestName(name, names) ?? names.find((full) => full.toLowerCase().endsWith(`.${name.toLowerCase()}`));
  const advice = near === undefined ? `There are: ${names.join(', ')}.` : `Did you mean ${near}?`;
  return `A connector has no field “${name}” that can be set. ${advice}`;
}
