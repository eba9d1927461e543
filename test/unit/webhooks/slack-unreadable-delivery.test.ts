import { expect, it } from 'vitest';
import { unreadableWords } from '../../../src/extras/webhooks/flow/unreadable-delivery.ts';
import { noon } from '../../support/samples.ts';

const deniedAt = new Date('2026-03-03T11:00Z');

function words(language: 'en' | 'de', event: 'approval-step' | 'provision-step', at: Date | null) {
  const delivery = { event, receivedAt: noon, deniedAt: at };
  return unreadableWords(delivery, { timeZone: 'Europe/Berlin' })[language].replaceAll(
    /<!date\^(\d+)\^[^>]+>/g,
    '[$1]',
  );
}

it('says that a decision was asked for, and when it is denied', () => {
  const text = words('en', 'approval-step', deniedAt);
  expect(text).toContain(
    `asked for a decision ([1772452800]). I cannot read which step of which request that is, so nobody in Slack is asked. I will deny this step: [1772535600].`,
  );
  expect(text).toContain('In the governance console, look for the request that waits');
  expect(words('de', 'approval-step', deniedAt)).toContain(
    'Ich lehne diesen Schritt ab: [1772535600].',
  );
});

it('says that a set-up, or a step with another guard behind it, is left', () => {
  expect(words('en', 'provision-step', null)).toContain(
    'asked for access to be set up by hand ([1772452800]). I cannot read which step of which request that is, so nobody in Slack is asked. I will not answer it.',
  );
  expect(words('de', 'approval-step', null)).toContain('Ich antworte nicht darauf.');
});

it('says until when no other is reported, by the company’s day, which stays true', () => {
  expect(words('en', 'approval-step', null)).toMatch(
    / I will not report another of this kind before \[1772492400\]\.$/,
  );
  expect(words('de', 'approval-step', null)).toMatch(
    / Weitere dieser Art melde ich erst ab \[1772492400\] wieder\.$/,
  );
});
