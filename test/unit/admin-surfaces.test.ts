import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTyped } from '../../src/admin/read-order.ts';
import { connectorForm, connectorResult } from '../../src/slack/surfaces/admin-form.ts';
import {
  adminConfirmMessage,
  adminHelpMessage,
  adminMistakesMessage,
  adminWaitingMessage,
  adminWordsMessage,
} from '../../src/slack/surfaces/admin-messages.ts';
import { adminPageBlocks, adminPageMessage } from '../../src/slack/surfaces/admin-page.ts';
import { readOrderValue, writeOrderValue } from '../../src/slack/surfaces/admin-values.ts';
import type { RenderedMessage } from '../../src/slack/surfaces/task-card.ts';
import type { AdminField, AdminPage, AdminReading } from '../../src/use-cases/admin-desk.ts';
import { answeringClient, everyCommand, fullAnswers, pageOf, testDesk, withTexts } from '../support/admin-answers.ts';
import { anyText, messageMistakes, nastyTexts, viewMistakes } from '../support/slack-limits.ts';

const first = { args: ['executions', '--'], pageToken: '', from: 0 };

const field: fc.Arbitrary<AdminField> = fc.record({
  label: fc.constantFrom('Id', 'Description', 'Last called', 'Where to set credentials up'),
  value: fc.oneof(
    fc.record({ kind: fc.constant('text' as const), text: anyText }),
    fc.record({ kind: fc.constant('moment' as const), at: fc.oneof(anyText, fc.constant('2026-01-15T05:00:00Z')) }),
    fc.record({ kind: fc.constant('channel' as const), id: fc.oneof(anyText, fc.constant('C0SECREV')), name: anyText }),
  ),
});
const row = fc.record({
  title: anyText,
  marks: fc.array(anyText, { maxLength: 3 }),
  fields: fc.array(field, { maxLength: 50 }),
});
const anyPage: fc.Arbitrary<AdminPage> = fc.record({
  title: anyText,
  fields: fc.array(field, { maxLength: 60 }),
  rows: fc.array(row, { maxLength: 30 }),
  notes: fc.array(anyText, { maxLength: 8 }),
  nextPageToken: fc.oneof(fc.constant(null), fc.constant(''), anyText),
  json: fc.constant(null),
});
const anyPlace = fc.record({ args: fc.array(anyText, { maxLength: 6 }), pageToken: anyText, from: fc.nat(40) });

function page(change: Partial<AdminPage> = {}): AdminPage {
  return { title: 'Things', fields: [], rows: [], notes: [], nextPageToken: '', json: null, ...change };
}

const rows = (count: number, size = 10): AdminPage['rows'] =>
  Array.from({ length: count }, (_, index) => ({
    title: `Thing ${index + 1}.`,
    marks: [],
    fields: [{ label: 'Text', value: { kind: 'text', text: 'x'.repeat(size) } }],
  }));

/** Where the button leads; null where there is none. */
function leadsTo(message: RenderedMessage, actionId: string) {
  for (const block of message.blocks) {
    for (const element of block.type === 'actions' ? block.elements : []) {
      if (element.type === 'button' && element.action_id === actionId) return readOrderValue(element.value);
    }
  }
  return null;
}

const titlesIn = (message: RenderedMessage) => JSON.stringify(message.blocks).match(/Thing \d+\./g) ?? [];

describe('a page in chat', () => {
  it('fits Slack’s limits whatever is in it', () => {
    fc.assert(
      fc.property(anyPage, anyPlace, (given, place) => {
        expect(messageMistakes(adminPageMessage(given, place))).toEqual([]);
        expect(viewMistakes(connectorResult('Update', adminPageBlocks(given)))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it.each(everyCommand.map((words) => [words.join(' '), words]))(
    'of %s fits with nasty texts everywhere',
    async (_, words) => {
      for (const text of nastyTexts) {
        const nasty = Object.fromEntries(
          Object.entries(fullAnswers(12)).map(([number, answer]) => [number, withTexts(answer, () => text)]),
        );
        const given = await pageOf(testDesk(answeringClient(nasty)).desk, words);
        expect(messageMistakes(adminPageMessage(given, first))).toEqual([]);
      }
    },
  );

  it('interprets nothing that the service says', () => {
    const title = '<!channel> *bold* <@U0EVIL>';
    const message = adminPageMessage(page({ title, rows: [{ title, marks: [title], fields: [] }] }), first);
    expect(JSON.stringify(message.blocks)).not.toContain('mrkdwn');
    expect(message.text).not.toContain('<!channel>');
  });

  it('shows every row of a list exactly once, however little fits into a message', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.constantFrom(10, 1_000, 20_000), (count, size) => {
        const given = page({ rows: rows(count, size) });
        const seen: string[] = [];
        let at: ReturnType<typeof leadsTo> = first;
        while (at !== null) {
          const message = adminPageMessage(given, at);
          seen.push(...titlesIn(message));
          at = leadsTo(message, 'admin.next');
        }
        expect(seen).toEqual(rows(count).map((one) => one.title));
      }),
      { numRuns: 30 },
    );
  });

  it('leads to the service’s next page after the last row, and back to the first', () => {
    const given = page({ rows: rows(12), nextPageToken: 'second' });
    const begun = adminPageMessage(given, first);
    expect(leadsTo(begun, 'admin.next')).toEqual({ ...first, from: 10 });
    expect(leadsTo(begun, 'admin.first')).toBeNull();
    const ended = adminPageMessage(given, { ...first, from: 10 });
    expect(leadsTo(ended, 'admin.next')).toEqual({ ...first, pageToken: 'second' });
    expect(leadsTo(ended, 'admin.first')).toEqual(first);
  });

  it('does not follow a service that names the same page again', () => {
    const message = adminPageMessage(page({ nextPageToken: 'same' }), { ...first, pageToken: 'same' });
    expect(leadsTo(message, 'admin.next')).toBeNull();
    expect(JSON.stringify(message.blocks)).toContain('so I stop here');
  });

  it('says so where the next page’s token is too long for a button', () => {
    const message = adminPageMessage(page({ nextPageToken: 't'.repeat(2_000) }), first);
    expect(leadsTo(message, 'admin.next')).toBeNull();
    expect(JSON.stringify(message.blocks)).toContain('please use the command line');
  });

  it('writes a moment in each reader’s zone, and one that is none as it is', () => {
    const moments = ['2026-01-15T05:00:00Z', 'yesterday'].map((at) => ({
      label: 'Seen',
      value: { kind: 'moment' as const, at },
    }));
    const text = JSON.stringify(adminPageMessage(page({ fields: moments }), first).blocks);
    expect(text).toContain('"type":"date","timestamp":1768453200');
    expect(text).toContain('Seen: yesterday');
  });

  it('counts the values that it leaves out', () => {
    const fields = Array.from({ length: 45 }, () => ({ label: 'A', value: { kind: 'text' as const, text: 'b' } }));
    expect(JSON.stringify(adminPageMessage(page({ fields }), first).blocks)).toContain('… 5 more values');
  });
});

describe('what a button carries', () => {
  it('comes back as it was written, or is not written at all', () => {
    fc.assert(
      fc.property(anyPlace, (place) => {
        const text = writeOrderValue(place);
        expect(text?.length ?? 0).toBeLessThanOrEqual(2_000);
        expect(text === null ? place : readOrderValue(text)).toEqual(place);
      }),
    );
  });

  it.each([
    undefined,
    '',
    'x',
    '{}',
    '{"v":2,"a":[],"t":"","f":0}',
    '{"v":1,"a":[1],"t":"","f":0}',
    '{"v":1,"a":[],"t":"","f":-1}',
  ])('is not read from %s', (text) => {
    expect(readOrderValue(text)).toBeNull();
  });
});

function readingOf(words: readonly string[], names: string): AdminReading {
  return readTyped(words, 'chat', { app: () => names, entitlement: () => names });
}

describe('questions, forms and words in chat', () => {
  it('fit Slack’s limits, or are too long to be carried, whatever the ids and names are', () => {
    const id = anyText.filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(fc.array(id, { minLength: 5, maxLength: 5 }), anyText, (ids, names) => {
        const adding = readingOf(['add-owner-source', 'entitlement', '--', ...ids], names);
        const confirm = adding.kind === 'order' ? adding.order.confirm : null;
        const question = confirm === null ? null : adminConfirmMessage(confirm, ids);
        expect(confirm).not.toBeNull();
        expect(question === null ? [] : messageMistakes(question)).toEqual([]);

        const [a = '', b = '', c = ''] = ids;
        const sets = ['--set', `displayName=${c}`, '--set', `status.lastError=${c}`];
        const updating = readingOf(['update-connector', ...sets, '--', a, b], names);
        const form = updating.kind === 'order' ? updating.order.form : null;
        const view = form === null ? null : connectorForm(form);
        expect(form).not.toBeNull();
        expect(view === null ? [] : viewMistakes(view)).toEqual([]);
      }),
    );
  });

  it('name both sides of a new ownership source, in the message and in the dialog', () => {
    const reading = readingOf(['add-owner-source', 'app', 'app-aws', 'owner', 'app-github', 'ent-1'], 'A name');
    if (reading.kind !== 'order' || reading.order.confirm === null) throw new Error('no question');
    const message = adminConfirmMessage(reading.order.confirm, reading.order.args);
    expect(JSON.stringify(message?.blocks)).toContain('App: A name (app-aws)');
    expect(JSON.stringify(message?.blocks)).toContain(
      'Everybody who holds A name (ent-1) of A name (app-github) becomes an owner (owner) of A name (app-aws).',
    );
  });

  it('remember ids in the form, and never what was typed into it', () => {
    const reading = readingOf(
      ['update-connector', 'a', 'b', '--set', 'config={"@type":"x","apiKey":"hush"}'],
      'GitHub',
    );
    if (reading.kind !== 'order' || reading.order.form === null) throw new Error('no form');
    const view = connectorForm(reading.order.form);
    expect(view?.private_metadata).toBe('{"v":1,"a":["update-connector","--","a","b"]}');
    expect(JSON.stringify(view?.blocks)).toContain('hush');
  });

  it.each([
    ['', 'chat'],
    ['help owners', 'chat'],
    ['help update-connector', 'chat'],
  ])('help on “%s” fits', (typed) => {
    const reading = readTyped(typed, 'chat', { app: () => null, entitlement: () => null });
    if (reading.kind !== 'help') throw new Error('no help');
    expect(messageMistakes(adminHelpMessage(reading.help))).toEqual([]);
  });

  it('sentences fit, and mark nothing up', () => {
    for (const text of nastyTexts) {
      expect(messageMistakes(adminWordsMessage(text))).toEqual([]);
      expect(messageMistakes(adminMistakesMessage([{ words: text, input: null }]))).toEqual([]);
    }
    expect(messageMistakes(adminWaitingMessage('Asking …'))).toEqual([]);
  });
});
