import { expect, it } from 'vitest';
import type { OperationFinding } from '../../../src/domain/settings/operation-finding.ts';
import { operationCheck, operationLines } from '../../../src/operator/operation-lines.ts';

const now = new Date('2026-03-02T12:00:00Z');
const looked = { usedFrom: null, foundAt: null, words: '', checkedAt: now } as const;
const findings: readonly OperationFinding[] = [
  { ...looked, operation: 'taskRead', capability: 'present', foundAt: now },
  { ...looked, operation: 'userRead', capability: 'refused', words: 'forbidden' },
  { ...looked, operation: 'riskLevels', capability: 'absent', words: 'not-found' },
  { ...looked, operation: 'whoAmI', capability: 'unknown', foundAt: now, words: 'forbidden' },
  { ...looked, operation: 'policyRead', capability: 'unknown', words: 'not-found' },
  {
    ...looked,
    operation: 'catalogs',
    capability: 'absent',
    foundAt: now,
    usedFrom: new Date('2026-03-02T12:15:00Z'),
  },
];
const auto = { operations: ['taskActions'], auto: { without: ['grantsFeed'] } } as const;

it('says of each operation what is known, which right is missing, and what people get by it', () => {
  const lines = operationLines(
    auto,
    (one) => findings.find(({ operation }) => operation === one) ?? null,
    now,
  );
  const says = Object.fromEntries(
    lines.map((line) => [line.operation, `${operationCheck(line).state}: ${line.says}`]),
  );
  expect(says).toMatchObject({
    taskRead: 'ok: found. What it brings: cards follow each request, and taskActions can be used.',
    taskActions:
      'ok: allowed, in governance.allow. What it brings: reviewers decide, ask, comment and reassign on the card.',
    taskRevoke:
      'ok: absent, because it changes something: only governance.allow switches it on. What it brings: people give access back.',
    userRead:
      'error: refused, because the right to GET /api/v1/users/{id} is missing (forbidden): what rests on it is refused. Give it to the owner of the credentials, or name it in governance.without, if the bot is to go without it. What it brings: the status of people is checked, and managers are read.',
    riskLevels:
      'ok: absent, because the tenant does not serve it. What it brings: cards and forms name risks.',
    whoAmI:
      'error: lost, because it answered until 2026-03-02T12:00:00.000Z and then forbidden: what rests on it is refused. Look at the right to GET /api/v1/auth/introspect, or name it in governance.without, if the bot is to go without it. What it brings: the bot’s own decisions are told from those of others.',
    policyRead:
      'warning: unknown, because its answer does not tell (not-found), or name it in governance.without, if the bot is to go without it. What it brings: the form says who decides.',
    catalogs:
      'ok: announced, used from 2026-03-02T12:15:00.000Z on. What it brings: the form offers first what the tenant offers to a person.',
    grantsFeed:
      'ok: absent, because governance.without says so. What it brings: ends of access are noticed, in one call for all.',
    appList:
      'warning: unknown, because it was not looked at yet. What it brings: every app of the tenant can be offered.',
  });
});

it('says of a list what it names', () => {
  const lines = operationLines({ operations: ['taskRead'] }, () => null, now);
  expect(lines.slice(0, 2).map(({ says }) => says)).toEqual([
    'named, in governance.operations. What it brings: cards follow each request, and taskActions can be used.',
    'absent, because governance.operations does not name it. What it brings: requests whose answer was lost are found again, and taskActions can be used.',
  ]);
});
