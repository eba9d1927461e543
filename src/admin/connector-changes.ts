import { z } from 'zod';
import { closestName } from '../domain/closest-name.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import {
  type ConnectorChanges,
  type SettableConnectorField,
  settableConnectorFields,
} from '../governance/connectors.ts';

const names = Object.keys(settableConnectorFields).filter(isSettable);
const typedObject = z.looseObject({ '@type': z.string().min(1) });

function isSettable(name: string): name is SettableConnectorField {
  return Object.hasOwn(settableConnectorFields, name);
}

/** The fields, each with what it takes: `displayName (text)`. */
const fieldWords = names.map((name) => `${name} (${settableConnectorFields[name]})`).join(', ');

/** `field=value` each, or a sentence for every mistake in them. */
export function readConnectorChanges(sets: readonly string[]): Result<ConnectorChanges, readonly string[]> {
  const changes = new Map<SettableConnectorField, unknown>();
  const mistakes: string[] = [];
  for (const set of sets) {
    const { name, typed } = splitSet(set);
    const field = fieldNamed(name);
    if (typed === null) mistakes.push(`--set takes field=value, not “${set.slice(0, 80)}”.`);
    else if (field === undefined) mistakes.push(unknownWords(name.slice(0, 80)));
    else if (changes.has(field)) mistakes.push(`${field} is set twice.`);
    else {
      const value = readValue(field, typed);
      if (value.ok) changes.set(field, value.value);
      else mistakes.push(value.refusal);
    }
  }
  if (sets.length === 0) {
    mistakes.push(`Nothing is to be changed: give at least one --set field=value. There are: ${fieldWords}.`);
  }
  return mistakes.length > 0 ? refuse(mistakes) : ok(changes);
}

/** Names of what is set: for the audit trail, which keeps no values, because a configuration may hold secrets. */
export function namesSet(sets: readonly string[]): readonly string[] {
  return sets.map((set) => fieldNamed(splitSet(set).name) ?? splitSet(set).name);
}

function splitSet(set: string): { name: string; typed: string | null } {
  const at = set.indexOf('=');
  return at < 0 ? { name: set, typed: null } : { name: set.slice(0, at).trim(), typed: set.slice(at + 1) };
}

function fieldNamed(name: string): SettableConnectorField | undefined {
  return names.find((one) => one.toLowerCase() === name.toLowerCase());
}

function readValue(field: SettableConnectorField, typed: string): Result<unknown, string> {
  const trimmed = typed.trim();
  switch (settableConnectorFields[field]) {
    case 'text':
      return ok(typed);
    case 'yes or no': {
      const isYes = /^(?:true|yes|on)$/i.test(trimmed);
      return isYes || /^(?:false|no|off)$/i.test(trimmed) ? ok(isYes) : refuse(`${field} takes yes or no.`);
    }
    case 'number':
      return /^\d{1,9}$/.test(trimmed) ? ok(Number(trimmed)) : refuse(`${field} takes a whole number.`);
    case 'time':
      return /^\d{4}-\d{2}-\d{2}T/.test(trimmed) && !Number.isNaN(Date.parse(trimmed))
        ? ok(trimmed)
        : refuse(`${field} takes a date and time such as 2026-03-01T06:00:00Z.`);
    case 'list':
      return ok(trimmed.split(/[,\n]/).flatMap((one) => one.trim() || []));
    case 'typed object': {
      const object = typedObject.safeParse(readJson(trimmed));
      return object.success ? ok(object.data) : refuse(`${field} takes a JSON object with a text "@type".`);
    }
    case 'empty object':
      return ['', '{}'].includes(trimmed) ? ok({}) : refuse(`${field} takes {} and nothing else.`);
  }
}

function readJson(typed: string): unknown {
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
