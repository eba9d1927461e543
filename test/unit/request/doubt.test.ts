import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Doubt, doubts, doubtsOf } from '../../../src/domain/request/doubt.ts';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { refusalWords } from '../../../src/slack/action/refusal-words.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { closedSnapshot, snapshot } from '../../support/samples.ts';

const readings: Readonly<Record<Doubt, TaskSnapshot>> = {
  'unclear-person': snapshot({ contradictions: ['person'] }),
  'unclear-account': snapshot({ contradictions: ['account'] }),
  'unclear-app': snapshot({ contradictions: ['app'] }),
  'unclear-entitlement': snapshot({ contradictions: ['entitlement'] }),
  'unclear-request': snapshot({ contradictions: ['request'] }),
  'unreadable-duration': snapshot({ hasUnreadableDuration: true }),
  'unreadable-end': closedSnapshot({ outcome: 'granted', hasUnreadableDuration: true }),
  untold: snapshot({ entitlements: [] }),
  'untold-reviewers': snapshot({ stepApprovers: [], untold: ['reviewers'] }),
};

describe('a doubt', () => {
  it.each(Object.entries(readings))('%s has a code of its own', (code, reading) => {
    expect(doubtsOf(reading)).toEqual([code]);
  });

  it('is none where the service tells everything, or nothing came of an unreadable time', () => {
    expect(doubtsOf(snapshot())).toEqual([]);
    expect(doubtsOf(closedSnapshot({ outcome: 'granted' }))).toEqual([]);
    expect(doubtsOf(closedSnapshot({ outcome: 'denied', hasUnreadableDuration: true }))).toEqual(
      [],
    );
  });

  it.each(['unclear-account', 'unreadable-duration', 'untold'] as const)(
    'reads the same to whoever wants to decide, with its code: %s',
    (code) => {
      const words = refusalWords(textsFor('en'), { code }, 'https://acme.example/1');
      expect(words).toBe(
        `I cannot tell safely how this stands now. Look in the <https://acme.example/1|governance console> before you do more, or ask your IT team. Reason: ${code}.`,
      );
    },
  );

  it('has one sentence for each kind of reader', () => {
    const parts = { console: 'Zugriffsverwaltung', code: 'untold' };
    const { decider, asker, holder, ...others } = textsFor('de').doubts;
    expect([decider(parts), asker(parts), holder(parts), others]).toEqual([
      'Ich kann nicht sicher sagen, was diese Anfrage jetzt ist. Entscheide in der Zugriffsverwaltung. Grund: untold.',
      'Ich kann nicht sicher sagen, wie es um diese Anfrage steht: siehe Zugriffsverwaltung. Grund: untold.',
      'Ich kann nicht sicher sagen, wie es um diesen Zugriff steht: siehe Zugriffsverwaltung. Grund: untold.',
      {},
    ]);
  });
});

it('the table in docs/operating.md has every doubt', async () => {
  const page = 'docs/operating.md';
  const head = '| code | why | what cannot be known |\n|---|---|---|\n';
  const rows = Object.entries(doubts).map(
    ([code, { cause, means }]) => `| \`${code}\` | ${cause} | ${means} |\n`,
  );
  const [before = '', rest = ''] = readFileSync(page, 'utf8').split(head);
  const after = rest.slice(rest.indexOf('\n\n') + 1);
  await expect([before, head, ...rows, after].join('')).toMatchFileSnapshot(`../../../${page}`);
});
