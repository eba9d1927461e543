import { expect, test } from 'vitest';
import { readByClient } from '../../../conformance/client-reading.ts';
import type { Kind, Members } from '../../../conformance/field.ts';
import { endpoints } from '../../../conformance/interface.ts';
import { type ValueRow, valueRows } from '../../../conformance/rows.ts';
import { sampleOf } from './sample.ts';

/**
 * The members with every enumeration of a name replaced by one that has the value only, so that the
 * sample holds it.
 */
function withValue(members: Members, enumeration: string, value: string): Members {
  const visit = (kind: Kind): Kind => {
    if (kind.is === 'enum') return kind.named === enumeration ? { ...kind, values: [value] } : kind;
    if (kind.is === 'list') return { is: 'list', of: { ...kind.of, kind: visit(kind.of.kind) } };
    if (kind.is === 'message')
      return { is: 'message', members: withValue(kind.members, enumeration, value) };
    if (kind.is !== 'resource') return kind;
    const { name, members: inner } = kind.resource;
    return { is: 'resource', resource: { name, members: withValue(inner, enumeration, value) } };
  };
  return Object.fromEntries(
    Object.entries(members).map(([name, one]) => [name, { ...one, kind: visit(one.kind) }]),
  );
}

/** How often a text is a value somewhere in JSON. */
function countOf(json: unknown, value: string): number {
  if (json === value) return 1;
  if (typeof json !== 'object' || json === null) return 0;
  return Object.values(json).reduce((sum: number, one) => sum + countOf(one, value), 0);
}

/**
 * How often the value is in the samples of all answers, and how often in what the client reads of
 * them.
 */
function counts(
  { enumeration, rows }: ValueRow,
  value: string,
): readonly (readonly [number, number])[] {
  const carriers = endpoints.filter((one) =>
    rows.some((row) => row.endpoints.includes(one.number)),
  );
  return carriers.map((one) => {
    const sample = sampleOf(withValue(one.answer, enumeration, value));
    return [
      countOf(sample, value),
      countOf(readByClient(one.number, JSON.stringify(sample)), value),
    ] as const;
  });
}

test('the client keeps every value that the interface lists, and one that no list has', () => {
  const lost = valueRows.flatMap((row) =>
    [row.value, `${row.value}_OF_TOMORROW`].filter((value) =>
      counts(row, value).some(([there, read]) => there === 0 || read !== there),
    ),
  );
  expect(valueRows.length).toBeGreaterThan(50);
  expect(lost).toEqual([]);
});
