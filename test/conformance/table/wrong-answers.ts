import type { Field, Members } from '../../../conformance/field.ts';
import { sampleOf } from './sample.ts';

/** An answer with one field of another type than the interface declares. */
export interface WrongAnswer {
  readonly place: string;
  /** Whether the field holds a value, and no other fields. */
  readonly isValue: boolean;
  readonly body: unknown;
}

type Place = readonly (string | number)[];

function valueAt(value: unknown, [name, ...inner]: Place): unknown {
  return name === undefined ? value : valueAt(Object(value)[name], inner);
}

/** Every field that is declared with a type, by its place in `sampleOf(members)`. */
function typedPlaces(members: Members, before: Place): readonly Place[] {
  return Object.entries(members).flatMap(([name, one]) => placesOf(one, [...before, name]));
}

function placesOf({ kind }: Field, place: Place): readonly Place[] {
  if (kind.is === 'anything') return [];
  if (kind.is === 'list') return [place, ...placesOf(kind.of, [...place, 0])];
  if (kind.is === 'message') return [place, ...typedPlaces(kind.members, place)];
  if (kind.is === 'resource') return [place, ...typedPlaces(kind.resource.members, place)];
  return [place];
}

/** A copy in which the value at a place is of another type. */
function withWrong(value: unknown, [name, ...inner]: Place): unknown {
  if (name === undefined) return typeof value === 'string' ? 7 : 'wrong';
  if (Array.isArray(value))
    return value.map((one, index) => (index === name ? withWrong(one, inner) : one));
  const entries = Object.entries(Object(value)).map(([key, member]) => [
    key,
    key === name ? withWrong(member, inner) : member,
  ]);
  return Object.fromEntries(entries);
}

/**
 * For each declared field an answer in which that field alone is wrong; `expanded` may hold
 * anything.
 */
export function wrongAnswers(members: Members): readonly WrongAnswer[] {
  const sample = sampleOf(members);
  return typedPlaces(members, [])
    .filter(([first]) => first !== 'expanded')
    .map((place) => ({
      place: place.join('.'),
      isValue: typeof valueAt(sample, place) !== 'object',
      body: withWrong(sample, place),
    }));
}
