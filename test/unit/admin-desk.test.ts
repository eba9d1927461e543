import { describe, expect, it } from 'vitest';
import { pageText } from '../../src/admin/terminal.ts';
import { type FailureKind, OutwardFailure } from '../../src/domain/outward-failure.ts';
import { refuse } from '../../src/domain/result.ts';
import type { GovernanceClient } from '../../src/governance/client.ts';
import type { AdminAnswer, AdminCaller, AdminOrder } from '../../src/use-cases/admin-desk.ts';
import {
  answeringClient,
  emptyAnswers,
  everyCommand,
  fullAnswers,
  operator,
  pageOf,
  type TestDesk,
  testDesk,
  withTexts,
} from '../support/admin-answers.ts';
import { nastyTexts } from '../support/slack-limits.ts';

const named = everyCommand.map((words) => [words.join(' '), words] as const);
const hana = { via: 'chat', slackUserId: 'U0HANA' } as const;
const ben = { via: 'chat', slackUserId: 'U0BEN' } as const;

function failingClient(failure: () => Error): GovernanceClient {
  return {
    call: () => Promise.reject(failure()),
    close: async () => undefined,
  };
}

const failure = (kind: FailureKind, certainlyNotDone: boolean, retryAfterMs: number | null = null) =>
  new OutwardFailure({ system: 'governance', kind, message: 'POST /x: why', certainlyNotDone, retryAfterMs });

function orderOf({ desk }: TestDesk, words: readonly string[]): AdminOrder {
  const reading = desk.read(words, 'command line');
  if (reading.kind !== 'order') throw new Error(JSON.stringify(reading));
  return reading.order;
}

async function wordsOf(test: TestDesk, words: readonly string[]): Promise<string> {
  const answer = await test.desk.carryOut(operator, orderOf(test, words));
  return answer.kind === 'page' ? 'a page' : answer.words;
}

describe('what a command answers', () => {
  it.each(named)('%s shows a full record', async (_, words) => {
    const page = await pageOf(testDesk(answeringClient(fullAnswers())).desk, words);
    expect(page.fields.length + page.rows.reduce((sum, row) => sum + row.fields.length, 0)).toBeGreaterThan(2);
    expect(pageText(page)).not.toMatch(/undefined|null|\[object|NaN|UNSPECIFIED/);
  });

  it.each(named)('%s shows a record in which nothing is set', async (_, words) => {
    const page = await pageOf(testDesk(answeringClient(emptyAnswers)).desk, words);
    expect(pageText(page)).not.toMatch(/undefined|null|\[object|NaN|UNSPECIFIED/);
  });

  const listsDeleted = /^(entitlements|owners|entitlement-owner|credential|recovery|update-connector|executions)/;
  it.each(named.filter(([command]) => listsDeleted.test(command)))('%s says what was deleted', async (_, words) => {
    const wire = JSON.stringify(fullAnswers()).replaceAll('"deletedAt":null', '"deletedAt":"2025-11-30T12:00:00Z"');
    const answers: Record<number, object> = JSON.parse(wire);
    const page = await pageOf(testDesk(answeringClient(answers)).desk, words);
    expect(pageText(page)).toContain('Deleted');
    const alive = await pageOf(testDesk(answeringClient(fullAnswers())).desk, words);
    expect(pageText(alive)).not.toContain('Deleted');
  });

  it.each(named)('%s lets nothing through to the terminal that controls it', async (_, words) => {
    for (const text of [...nastyTexts, '\u001B[2J\u0007\u009B1m', '\u202E']) {
      const nasty = withTexts(fullAnswers(2), () => text);
      if (typeof nasty !== 'object' || nasty === null) throw new Error('no answers');
      const page = await pageOf(testDesk(answeringClient({ ...nasty })).desk, words);
      expect(pageText(page)).not.toMatch(/[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/u);
    }
  });

  it('gives lists and things for machines as the service names them', async () => {
    const { desk } = testDesk(answeringClient(fullAnswers(2)));
    expect((await pageOf(desk, ['recovery-policies'])).json).toMatchObject({
      list: [{ minRecoveryAuthLevel: expect.any(String) }, {}],
      nextPageToken: 'further',
    });
    expect((await pageOf(desk, ['owners', 'a', 'b', 'c'])).json).toMatchObject({
      immutableUserIds: ['user-ana', 'user-elsewhere'],
    });
    expect((await pageOf(desk, ['routing-rule', 'x'])).json).toMatchObject({ findingType: expect.any(String) });
  });

  it('marks owners that cannot be removed, and names those that are on another page', async () => {
    const page = await pageOf(testDesk(answeringClient(fullAnswers())).desk, ['owners', 'a', 'b', 'c']);
    expect(page.rows[0]?.marks).toEqual(['managed by the system']);
    expect(page.notes).toEqual(['Also managed by the system, and not on this page: user-elsewhere.']);
  });
});

describe('what goes wrong', () => {
  it.each([
    [['executions'], failure('network', true), 'The governance service does not answer.'],
    [['executions'], failure('timeout', true), 'The governance service does not answer.'],
    [['executions'], failure('unauthorized', true), 'does not accept the bot’s credentials'],
    [['executions'], failure('rate-limited', true, 2_500), 'Please try again in 3 s.'],
    [['executions'], failure('rate-limited', true), 'Please try again in a minute.'],
    [['executions'], failure('decode', true), 'cannot be read (POST /x: why)'],
    [['executions'], failure('http', true), 'answered with an error (POST /x: why)'],
    [['add-owner-source', 'app', 'a', 'b', 'c', 'd'], failure('network', true), 'Nothing was changed.'],
    [['add-owner-source', 'app', 'a', 'b', 'c', 'd'], failure('timeout', false), 'is not known: please look'],
  ])('%s after a failure says what it means', async (words, error, expected) => {
    expect(await wordsOf(testDesk(failingClient(() => error)), words)).toContain(expected);
  });

  it('is said in the service’s words, on one line, with its reference', async () => {
    const client: GovernanceClient = {
      call: async () =>
        refuse({ kind: 'forbidden', message: 'not\nfor you', existingTaskId: null, serviceRequestId: 'req-7' }),
      close: async () => undefined,
    };
    expect(await wordsOf(testDesk(client), ['executions'])).toBe(
      'The governance service does not allow this to the bot’s credentials. It says: “not for you” Its reference: req-7.',
    );
  });

  it('is thrown on where it is a bug', async () => {
    const test = testDesk(failingClient(() => new TypeError('bug')));
    await expect(wordsOf(test, ['executions'])).rejects.toThrow('bug');
  });
});

describe('who may, and what is kept', () => {
  const words = ['add-owner-source', 'app', 'app-1', 'owner', 'app-2', 'ent-2'];

  it('keeps a change before it is sent, and its outcome', async () => {
    const test = testDesk(answeringClient(fullAnswers()));
    await test.desk.carryOut(hana, orderOf(test, words));
    expect(test.kept.map((entry) => [entry.kind, entry.actor, entry.detail.outcome, entry.detail.id])).toEqual([
      ['admin-command', 'U0HANA', 'begun', 'id-0001'],
      ['admin-command', 'U0HANA', 'done', 'id-0001'],
    ]);
  });

  it('does not send what it could not keep', async () => {
    let sent = 0;
    const test = testDesk({
      call: () => {
        sent += 1;
        return Promise.reject(new Error('sent'));
      },
      close: async () => undefined,
    });
    test.kept.push = () => {
      throw new Error('disk full');
    };
    await expect(test.desk.carryOut(hana, orderOf(test, words))).rejects.toThrow('disk full');
    expect(sent).toBe(0);
  });

  it('checks the person again when it is carried out', async () => {
    const test = testDesk(failingClient(() => new Error('asked')));
    const order = orderOf(test, ['update-connector', 'a', 'b', '--set', 'config={"@type":"x","key":"hush"}']);
    const answer = await test.desk.carryOut(ben, order);
    expect(answer.kind).toBe('not-admin');
    expect(test.kept).toMatchObject([{ actor: 'U0BEN', detail: { outcome: 'not-admin' } }]);
    expect(JSON.stringify(test.kept)).not.toContain('hush');
  });

  it('does not carry out what is no command any more', async () => {
    const test = testDesk(failingClient(() => new Error('asked')));
    const order = { ...orderOf(test, ['executions']), args: ['forgotten-command', '--'] };
    expect(await test.desk.carryOut(hana, order)).toMatchObject({ kind: 'refused' });
  });

  it('names the operator of a command line', async () => {
    const test = testDesk(answeringClient(fullAnswers()));
    await wordsOf(test, ['credential-policies', 'night']);
    expect(test.kept).toMatchObject([
      {
        actor: null,
        detail: { via: 'command line', operator: 'hana', arguments: { query: 'night' }, outcome: 'done' },
      },
    ]);
  });
});

describe('every page of a list', () => {
  async function pagesOf(test: TestDesk, caller: AdminCaller = operator): Promise<AdminAnswer[]> {
    const answers: AdminAnswer[] = [];
    for await (const answer of test.desk.everyPage(caller, orderOf(test, ['recovery-policies']))) answers.push(answer);
    return answers;
  }

  function pagedClient(tokens: readonly string[]): GovernanceClient {
    let page = 0;
    return {
      async call(endpoint) {
        const nextPageToken = tokens[page] ?? '';
        page += 1;
        return { ok: true, value: endpoint.answer.parse({ list: [{ id: String(page) }], nextPageToken }) };
      },
      close: async () => undefined,
    };
  }

  it('ends with the last one', async () => {
    const test = testDesk(pagedClient(['a', 'b', '']));
    expect(await pagesOf(test)).toHaveLength(3);
    expect(test.kept.map((entry) => [entry.detail.outcome, entry.detail.pages])).toEqual([
      ['begun', 'all'],
      ['done', 3],
    ]);
  });

  it('ends where the service leads in a circle', async () => {
    const test = testDesk(pagedClient(['a', 'b', 'a', 'b']));
    const answers = await pagesOf(test);
    expect(answers.map((answer) => answer.kind)).toEqual(['page', 'page', 'page', 'failed']);
    expect(test.kept.at(-1)?.detail.outcome).toBe('failed');
  });

  it('ends with what is no page', async () => {
    const test = testDesk(failingClient(() => failure('network', true)));
    expect(await pagesOf(test)).toMatchObject([{ kind: 'failed' }]);
    expect(test.kept.at(-1)?.detail.outcome).toBe('failed');
  });

  it('is given to administrators only', async () => {
    const test = testDesk(failingClient(() => new Error('asked')));
    expect(await pagesOf(test, ben)).toMatchObject([{ kind: 'not-admin' }]);
  });
});
