import { expect, it } from 'vitest';
import { troubleWords } from '../../../src/extras/webhooks/delivery-trouble.ts';
import { noon } from '../../support/samples.ts';

const delivery = {
  receivedAt: noon,
  deniedAt: new Date('2026-03-03T11:00Z'),
  unreadableToldAt: noon,
  lockedToldAt: new Date('2026-03-02T13:00Z'),
};

function words(language: 'en' | 'de', trouble: 'unreadable' | 'locked'): string {
  return troubleWords(delivery, trouble)[language].replaceAll(/<!date\^(\d+)\^[^>]+>/g, '[$1]');
}

it('says that a step cannot be read, when it is denied, and where to look', () => {
  const text = words('en', 'unreadable');
  expect(text).toContain(
    'handed me a step ([1772452800]). I cannot read which step of which request that is, so nobody in Slack is asked. I will deny this step: [1772535600].',
  );
  expect(text).toContain('In the governance console, look for the request that waits');
  expect(words('de', 'unreadable')).toContain('Ich lehne diesen Schritt ab: [1772535600].');
});

it('says that an answer waits for its key, and what to do', () => {
  expect(words('en', 'locked')).toContain(
    '([1772452800]), because no WEBHOOK_KEY that is set opens the way back. I keep the answer. Set the old key again',
  );
  expect(words('de', 'locked')).toContain('kein gesetzter WEBHOOK_KEY öffnet den Rückweg');
});

it('says until when no other of its kind is reported', () => {
  expect(words('en', 'unreadable')).toMatch(
    / I will not report another of this kind before \[1772539200\]\.$/,
  );
  expect(words('de', 'locked')).toMatch(
    / Weitere dieser Art melde ich erst ab \[1772542800\] wieder\.$/,
  );
});
