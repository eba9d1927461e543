import { expect, it } from 'vitest';
import { bodyOf, entryToPush } from '../../../src/extras/audit-push/pushed-entry.ts';

const line = {
  seq: 7,
  at: '2026-11-02T10:00:00.250Z',
  kind: 'database.restored',
  actor: 'root on host',
  app: null,
  requestId: null,
  taskId: null,
  detail: {},
};
const bot = { version: '0.3.0', host: 'bot-1' };
const entry = entryToPush({ position: 3, hash: 'ab'.repeat(32), line }, new Map(), {
  tenant: 'https://acme.example',
  bot,
});

it('names an operator of the command line, who has no Slack id', () => {
  expect(entry.actor).toEqual({
    slackId: null,
    serviceId: null,
    email: null,
    name: 'root on host',
  });
});

it('is an array, or for Splunk one event after the other', () => {
  expect(JSON.parse(bodyOf([entry, entry], 'json'))).toEqual([entry, entry]);
  const events = bodyOf([entry, entry], 'splunk').split('\n');
  expect(events).toHaveLength(2);
  expect(JSON.parse(events[0] ?? '')).toEqual({
    time: 1_793_613_600.25,
    host: 'bot-1',
    source: 'access-request-bot',
    event: entry,
  });
});
