import { closestName } from '../domain/closest-name.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import type { AdminForm, AdminMistake } from '../use-cases/admin-desk.ts';
import type { ConnectorChange } from '../use-cases/administration-ports.ts';
import { type ConnectorField, type Draft, otherFields, shownFields } from './connector-fields.ts';

const fields: readonly ConnectorField[] = [...shownFields, ...otherFields];
const names = fields.map((field) => field.name);

/** Inputs of the form and what has none of its own, with what the command gave already. */
export function connectorInputs(sets: readonly string[]): Pick<AdminForm, 'inputs' | 'others'> {
  const typed = new Map(sets.map(readSet));
  return {
    inputs: shownFields.map(({ name, label, hint, kind, canBeEmpty }) => ({
      name,
      label,
      hint,
      kind,
      canBeEmpty,
      typed: typed.get(name) ?? null,
    })),
    others: {
      names: otherFields.map((field) => field.name),
      typed: otherFields.flatMap(({ name }) => (typed.has(name) ? [`${name}=${typed.get(name)}`] : [])).join('\n'),
    },
  };
}

/** Names of what is set: for the audit trail, which keeps no values, because a configuration may hold secrets. */
export function namesSet(sets: readonly string[]): readonly string[] {
  return sets.map((set) => readSet(set)[0]);
}

function fieldNamed(name: string): ConnectorField | undefined {
  return fields.find((one) => one.name.toLowerCase() === name.toLowerCase());
}

function readSet(set: string): [string, string] {
  const at = set.indexOf('=');
  const name = (at < 0 ? set : set.slice(0, at)).trim();
  return [fieldNamed(name)?.name ?? name, at < 0 ? '' : set.slice(at + 1)];
}

/** `name=value` a field, or every mistake in them. */
export function readConnectorChange(sets: readonly string[]): Result<ConnectorChange, readonly AdminMistake[]> {
  const draft: Draft = {};
  const mistakes: AdminMistake[] = [];
  const seen = new Set<string>();
  for (const set of sets) {
    const [name, typed] = readSet(set);
    const field = fieldNamed(name);
    const words = !set.includes('=')
      ? `--set takes field=value, not “${set}”.`
      : field === undefined
        ? unknownWords(name)
        : seen.has(field.name)
          ? `${field.name} is set twice.`
          : field.put(draft, typed);
    if (field !== undefined) seen.add(field.name);
    if (words !== null) mistakes.push({ words, input: field?.name ?? null });
  }
  if (sets.length === 0) {
    mistakes.push({ words: 'Nothing is to be changed: give at least one field=value.', input: null });
  }
  return mistakes.length > 0 ? refuse(mistakes) : ok(draft);
}

function unknownWords(name: string): string {
  const short = name.slice(0, 80);
  const near = closestName(short, names) ?? byLastPart(short);
  const advice = near === null ? `There are: ${names.join(', ')}.` : `Did you mean ${near}?`;
  return `A connector has no field “${short}” that can be set. ${advice}`;
}

/** `cronSpec` for `connectorSyncCronSchedule.cronSpec`. */
function byLastPart(name: string): string | null {
  const lastPart = (full: string) => full.slice(full.lastIndexOf('.') + 1);
  const near = closestName(name, names.map(lastPart));
  return near === null ? null : (names.find((full) => lastPart(full) === near) ?? null);
}
