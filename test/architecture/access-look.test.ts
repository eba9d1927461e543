import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type LookAnswer, nextStep } from '../../src/domain/access/look.ts';

const page = readFileSync('docs/architecture.md', 'utf8');
const [, section = ''] = page.split('## The life of an access\n');
const life = section.slice(0, section.indexOf('\n## '));
/** The rows of the table that begins so, each with its first two cells. */
const tableOf = (beginning: string) => {
  const [, table = ''] = life.split(`\n| ${beginning} `);
  const [text = ''] = table.split('\n\n');
  return [...text.matchAll(/^\| `([a-z-]+)` \| ([^|]*) \|/gm)].map(
    ([, first = '', second = '']) => [first, second] as const,
  );
};

const noon = new Date('2026-03-02T12:00:00Z');
const hours = (count: number) => new Date(noon.getTime() + count * 3_600_000);
const times = [null, hours(-1), noon, hours(1), hours(2)];
const answers: readonly LookAnswer[] = [
  { kind: 'gone', told: null },
  { kind: 'held-until', endsAt: hours(2) },
  { kind: 'held' },
  { kind: 'silent', isForGood: true },
  { kind: 'silent', isForGood: false },
];

/** Access in every state in which its row can be. */
const accesses = times.flatMap((endsAt) =>
  ([null, 'given-back'] as const).flatMap((revocationPending) =>
    [null, hours(-1), noon].map((revokedAt) => ({
      endsAt,
      revocationPending,
      revokedAt,
      checks: 9,
    })),
  ),
);

it('the page has each step that a look leads to', () => {
  const made = [...Map.groupBy(answers, ({ kind }) => kind)].map(([kind, those]) => [
    kind,
    new Set(accesses.flatMap((one) => those.map((answer) => nextStep(one, answer, noon).kind))),
  ]);
  const onPage = tableOf('a look finds').map(([kind, steps]) => [
    kind,
    new Set([...steps.matchAll(/`([a-z-]+)`/g)].map(([, step]) => step)),
  ]);
  expect(Object.fromEntries(onPage)).toEqual(Object.fromEntries(made));
});

it('the page tells every way in which access ends, and no other', () => {
  const source = readFileSync('src/domain/access/grant.ts', 'utf8');
  const type = /export type GrantEnd =([^;]*);/.exec(source)?.[1] ?? '';
  const ends = [...type.matchAll(/'([a-z-]+)'/g)].map(([, end]) => end);
  const told = tableOf('end').map(([end]) => end);
  expect(ends).toHaveLength(4);
  expect(told).toEqual(ends);
});

it('every file that the page names is there', () => {
  const files = [...life.matchAll(/`([a-z-]+(?:\/[a-z-]+)+\.ts)`/g)].map(([, file]) => file ?? '');
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) expect(readFileSync(`src/${file}`, 'utf8')).not.toBe('');
});
