import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AdminPage } from '../../../src/domain/admin/admin-answer.ts';
import { adminCommands } from '../../../src/operator/admin/read-command.ts';
import { adminMessage, adminWords, readAdminButton } from '../../../src/slack/admin/admin.ts';
import type { RenderedMessage } from '../../../src/slack/platform/rendered-message.ts';
import {
  answeringClient,
  fullAnswers,
  operator,
  pageOf,
  testDesk,
  withTexts,
} from '../../support/admin-answers.ts';
import { anyText, messageMistakes, nastyTexts } from '../../support/slack-limits.ts';

const field: fc.Arbitrary<AdminPage['records'][number]['fields'][number]> = fc.record({
  label: fc.constantFrom('Id', 'Description', 'Last called', 'Where to set credentials up'),
  text: fc.oneof(anyText, fc.constant('2026-01-15T05:00:00Z')),
});
const words = fc.array(anyText, { maxLength: 6 });
const anyPage: fc.Arbitrary<AdminPage> = fc.record({
  title: anyText,
  records: fc.array(fc.record({ title: anyText, fields: fc.array(field, { maxLength: 50 }) }), {
    maxLength: 20,
  }),
  notes: fc.array(anyText, { maxLength: 8 }),
  isFull: fc.boolean(),
  next: fc.option(words),
  full: fc.option(words),
  json: fc.constant(null),
});

function page(change: Partial<AdminPage> = {}): AdminPage {
  const nowhere = { next: null, full: null };
  return {
    title: 'Things',
    records: [],
    notes: [],
    isFull: false,
    ...nowhere,
    json: null,
    ...change,
  };
}

const shown = (given: AdminPage) => adminMessage({ kind: 'page', page: given });

const records = (count: number, size = 10): AdminPage['records'] =>
  Array.from({ length: count }, (_, index) => ({
    title: `Thing ${index + 1}.`,
    fields: Array.from({ length: 40 }, () => ({ label: 'Text', text: 'x'.repeat(size) })),
  }));

/** Where the button leads; null where there is none. */
function leadsTo(message: RenderedMessage, actionId: string): readonly string[] | null {
  for (const block of message.blocks) {
    for (const element of block.type === 'actions' ? block.elements : []) {
      if (element.type === 'button' && element.action_id === actionId)
        return readAdminButton(element.value ?? '');
    }
  }
  return null;
}

describe('a page in chat', () => {
  it('fits Slack’s limits with any content', () => {
    fc.assert(
      fc.property(anyPage, words, (given, typed) => {
        expect(messageMistakes(shown(given))).toEqual([]);
        expect(
          messageMistakes(
            adminMessage({ kind: 'question', page: given, verb: 'Go', words: typed }),
          ),
        ).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['mcp-servers app-github'],
    ['routing-rule rule-1'],
    ['update-connector a b --set description=x'],
  ])('of %s fits with nasty texts everywhere', async (typed) => {
    for (const text of nastyTexts) {
      const nasty = Object.fromEntries(
        Object.entries(fullAnswers(12)).map(([number, answer]) => [
          number,
          withTexts(answer, () => text),
        ]),
      );
      const given = await pageOf(testDesk(answeringClient(nasty)), typed.split(' '));
      expect(messageMistakes(shown(given))).toEqual([]);
      expect(messageMistakes(shown({ ...given, isFull: true }))).toEqual([]);
    }
  });

  it('shows every command of the help with its whole description', async () => {
    const desk = testDesk(answeringClient({}));
    const pages = await Promise.all(
      ['help', 'help bot', 'help access', 'help changes', 'help tenant'].map((typed) =>
        desk.administer({ via: 'chat', slackUserId: 'U0HANA' }, typed),
      ),
    );
    const text = JSON.stringify(pages.map((page) => adminMessage(page).blocks));
    expect(text).not.toMatch(/…|more values/);
    for (const { name, about } of adminCommands)
      expect([name, text]).toEqual([
        name,
        expect.stringContaining(JSON.stringify(about).slice(1, -1)),
      ]);
  });

  it('interprets nothing that the service says', () => {
    const title = '<!channel> *bold* <@U0EVIL>';
    const message = shown(
      page({ title, records: [{ title, fields: [{ label: title, text: title }] }] }),
    );
    expect(JSON.stringify(message.blocks)).not.toContain('mrkdwn');
    expect(message.text).not.toContain('<!channel>');
  });

  it('shows three fields of a record in its line, and every field on request', () => {
    const given = page({ records: records(1), full: ['executions', '--full'] });
    const compact = shown(given);
    expect(JSON.stringify(compact.blocks).match(/Text: /g)).toHaveLength(3);
    expect(leadsTo(compact, 'admin.full')).toEqual(['executions', '--full']);
    const full = shown({ ...given, isFull: true, full: null });
    expect(JSON.stringify(full.blocks).match(/Text: /g)).toHaveLength(40);
    expect(leadsTo(full, 'admin.full')).toBeNull();
  });

  it.each([[[]], [['--full']]])(
    'shows every record of a list exactly once, with the flags %j',
    async (flags) => {
      const list = Array.from({ length: 25 }, (_, at) => ({ id: `run-${at + 1}.` }));
      const desk = testDesk(
        answeringClient({ 14: { automationExecutions: list, nextPageToken: '' } }),
      );
      const seen: string[] = [];
      let typed: readonly string[] | null = ['executions', ...flags];
      while (typed !== null) {
        const message = adminMessage(
          await desk.administer({ via: 'chat', slackUserId: 'U0HANA' }, typed),
        );
        seen.push(...(JSON.stringify(message.blocks).match(/run-\d+\./g) ?? []));
        typed = leadsTo(message, 'admin.next');
      }
      expect(seen).toEqual(list.map(({ id }) => id));
    },
  );

  it('says so when the next page’s token is too long for a button', () => {
    const message = shown(page({ next: ['executions', '--page-token', 't'.repeat(2_000)] }));
    expect(leadsTo(message, 'admin.next')).toBeNull();
    expect(JSON.stringify(message.blocks)).toContain('please use the command line');
  });

  it('counts the values that it leaves out', () => {
    const fields = Array.from({ length: 60 }, () => ({ label: 'Text', text: 'x'.repeat(400) }));
    const text = JSON.stringify(
      shown(page({ records: [{ title: 'A', fields }], isFull: true })).blocks,
    );
    const left = Number(/… (\d+) more values/.exec(text)?.[1]);
    expect((text.match(/Text: /g)?.length ?? 0) + left).toBe(60);
  });
});

describe('the value of a button', () => {
  it('is not read from another version or from somewhere else', () => {
    for (const text of [
      '',
      'x',
      '{}',
      '{"v":1,"words":[],"from":0}',
      '{"v":2,"words":[1],"from":0}',
    ]) {
      expect(readAdminButton(text)).toBeNull();
    }
  });
});

describe('questions and words in chat', () => {
  it('ask for one click, and carry the command', async () => {
    const typed = ['add-owner-source', 'app', 'app-beacon', 'owner', 'app-github', 'ent-1'];
    const answer = await testDesk(answeringClient(fullAnswers())).administer(operator, typed);
    const message = adminMessage(answer);
    expect(JSON.stringify(message.blocks)).toContain(
      'Everybody who holds Platform: admin (ent-1) of GitHub (app-github) becomes an owner (owner) of Beacon (app-beacon).',
    );
    expect(leadsTo(message, 'admin.confirm')).toEqual(typed);
  });

  it('say so where the command is too long for a button', async () => {
    const typed = [
      'update-connector',
      'app-github',
      'c',
      '--set',
      `description=${'x'.repeat(2_000)}`,
    ];
    const message = adminMessage(
      await testDesk(answeringClient(fullAnswers())).administer(operator, typed),
    );
    expect(JSON.stringify(message.blocks)).toContain('please use the command line');
  });

  it('fit, and mark nothing up', () => {
    for (const text of nastyTexts) expect(messageMistakes(adminWords(text))).toEqual([]);
  });
});
