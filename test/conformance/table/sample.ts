import type { Field, Members } from '../../../conformance/field.ts';

/**
 * An answer that holds something in every declared field, each text naming its place, so that no
 * field can stand in for another. Members of a one-of are all set: nothing that reads them may
 * depend on the others' absence.
 */
export function sampleOf(members: Members, before = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).map(([name, one]) => [
      name,
      sampleValue(one, before === '' ? name : `${before}.${name}`),
    ]),
  );
}

function sampleValue(one: Field, place: string): unknown {
  const { kind } = one;
  switch (kind.is) {
    case 'list':
      return [sampleValue(kind.of, `${place}[0]`), sampleValue(kind.of, `${place}[1]`)];
    case 'message':
      return sampleOf(kind.members, place);
    case 'resource':
      return sampleOf(kind.resource.members, place);
    case 'enum':
      return kind.values.at(-1);
    case 'boolean':
      return true;
    case 'integer':
      return place.length;
    case 'number':
      return place.length + 0.25;
    case 'int64':
      return '9007199254740993';
    case 'date-time':
      return `2026-03-01T08:00:${String(place.length % 60).padStart(2, '0')}.125Z`;
    case 'duration':
      return `${place.length}s`;
    case 'base64':
      return Buffer.from(place).toString('base64');
    case 'path':
      return '$.expanded[0]';
    case 'flags':
      return { [place]: true, other: false };
    case 'marker':
      return {};
    case 'typed-object':
      return { '@type': `type.acme.example/${place}`, deep: [{ inside: place }, null] };
    case 'object':
    case 'unshown':
    case 'anything':
      return { [place]: { deep: [1, 'two', null, { three: true }] } };
    case 'string':
      return place;
  }
}
