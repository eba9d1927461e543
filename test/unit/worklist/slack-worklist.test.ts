import { expect, it } from 'vitest';
import { workBlocks } from '../../../src/extras/worklist/work-elsewhere.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { textsIn } from '../../support/slack-limits.ts';

const at = { dueAt: null, url: null };
const line = { id: 'task-1', numericId: '1', name: 'Ledger', instructions: '', count: 2, ...at };
const work = { shown: [{ ...line, kind: 'certify' }], left: 3, isCut: false };

it('says what waits in the reader’s language', () => {
  expect(textsIn(workBlocks(textsFor('en'), work))).toEqual([
    'Waiting for me in the console',
    '• Access review: Ledger · 2 open',
    '… 3 more',
  ]);
  expect(textsIn(workBlocks(textsFor('de'), work))).toEqual([
    'Wartet in der Zugriffsverwaltung auf mich',
    '• Zugriffsprüfung: Ledger · 2 offen',
    '… und 3 weitere',
  ]);
});

it('says what to do by hand', () => {
  const setUp = { ...line, kind: 'set-up', count: 1, instructions: 'Hand over the key.' };
  expect(textsIn(workBlocks(textsFor('en'), { ...work, shown: [setUp], left: 0 }))).toEqual([
    'Waiting for me in the console',
    '• To set up by hand: Ledger · Hand over the key.',
  ]);
});

it('does not count what was not read to its end', () => {
  const words = textsIn(workBlocks(textsFor('en'), { ...work, left: 0, isCut: true }));
  expect(words.at(-1)).toBe('… and more');
});
