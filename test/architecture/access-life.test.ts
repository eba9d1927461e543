import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { accessBy } from '../../src/domain/access/access.ts';
import {
  type HoldingAnswer,
  nextStep,
  phaseOf,
  type RunningGrant,
} from '../../src/domain/access/access-life.ts';

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
const times = [null, hours(-1), hours(1), hours(2)];
const answers: readonly HoldingAnswer[] = [
  'untold',
  'failed',
  ...[true, false, null].flatMap((isHeld) => times.map((endsAt) => ({ isHeld, endsAt }))),
];

const request = {
  appId: 'github',
  entitlementId: 'write',
  identityUserId: 'user-ben',
  account: null,
};
/** Access of one or two grants, in every state in which their rows can be. */
const accesses = times.flatMap((endsAt) =>
  times.flatMap((earlierEnd) =>
    ([null, 'given-back'] as const).flatMap((revocationPending) =>
      [null, noon].map((revokedAt) => {
        const both = { request, startedAt: hours(-2), revocationPending };
        const latest = { ...both, requestId: 'request-2', endsAt, revokedAt };
        const earlier = {
          ...both,
          requestId: 'request-1',
          startedAt: hours(-3),
          endsAt: earlierEnd,
          revokedAt: null,
        };
        return accessBy<RunningGrant>(latest, [earlier, latest]);
      }),
    ),
  ),
);

it('the page has each step that the code makes of an answer of the service', () => {
  const byPhase = Map.groupBy(accesses, (access) => phaseOf(access, noon));
  const made = [...byPhase].map(([phase, those]) => [
    phase,
    new Set(those.flatMap((access) => answers.map((one) => nextStep(access, one, noon).kind))),
  ]);
  const onPage = tableOf('while the access is').map(([phase, steps]) => [
    phase,
    new Set([...steps.matchAll(/`([a-z-]+)`/g)].map(([, step]) => step)),
  ]);
  expect(Object.fromEntries(onPage)).toEqual(Object.fromEntries(made));
});

it('the page tells every way in which access ends, and no other', () => {
  const source = readFileSync('src/domain/access/grant.ts', 'utf8');
  const type = /export type GrantEnd =([^;]*);/.exec(source)?.[1] ?? '';
  const ends = [...type.matchAll(/'([a-z-]+)'/g)].map(([, end]) => end);
  const told = tableOf('end').map(([end]) => end);
  expect(ends).toHaveLength(6);
  expect(told).toEqual(ends);
});

it('every file that the page names is there', () => {
  const files = [...life.matchAll(/`([a-z-]+(?:\/[a-z-]+)+\.ts)`/g)].map(([, file]) => file ?? '');
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) expect(readFileSync(`src/${file}`, 'utf8')).not.toBe('');
});
