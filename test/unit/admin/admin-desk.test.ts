// Long because every command of the operator is read, refused and carried out here.
import { describe, expect, it } from 'vitest';
import { type AdminPage, tellingFields } from '../../../src/domain/admin/admin-answer.ts';
import { type FailureKind, OutwardFailure } from '../../../src/domain/outward/outward-failure.ts';
import { ok, refuse } from '../../../src/domain/result.ts';
import { pageText } from '../../../src/operator/admin/admin-terminal.ts';
import type { GovernanceClient } from '../../../src/service/client/client.ts';
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
} from '../../support/admin-answers.ts';
import { nastyTexts } from '../../support/slack-limits.ts';

const named = everyCommand.map((words) => [words.join(' '), words] as const);
const adding = ['add-owner-source', 'app', 'app-github', 'owner', 'app-2', 'ent-2'];

function failingClient(failure: () => Error): GovernanceClient {
  return { call: () => Promise.reject(failure()), close: async () => undefined };
}

const failure = (kind: FailureKind, certainlyNotDone: boolean) =>
  new OutwardFailure({ system: 'governance', kind, message: 'POST /x: why', certainlyNotDone });

async function wordsOf({ administer }: TestDesk, words: readonly string[]): Promise<string> {
  const answer = await administer(operator, words, 'confirmed');
  return 'words' in answer && typeof answer.words === 'string' ? answer.words : `a ${answer.kind}`;
}

const inFull = ({ title, records, notes }: AdminPage) =>
  pageText({ ...nothingMore, title, records, notes });
const nothingMore = { isFull: true, next: null, full: null, json: null };

describe('the answer to a command', () => {
  it.each(named)('%s shows a full record', async (_, words) => {
    const page = await pageOf(testDesk(answeringClient(fullAnswers())), words);
    expect(page.records.length).toBeGreaterThan(0);
    expect(inFull(page)).not.toMatch(/undefined|null|\[object|NaN|UNSPECIFIED/);
  });

  it.each(named)('%s shows a record in which nothing is set', async (_, words) => {
    const page = await pageOf(testDesk(answeringClient(emptyAnswers)), words);
    expect(inFull(page)).not.toMatch(/undefined|null|\[object|NaN|UNSPECIFIED/);
  });

  const withDeleted =
    /^(entitlements|owners|entitlement-owner|credential|recovery|update-connector|executions)/;
  it.each(named.filter(([command]) => withDeleted.test(command)))(
    '%s says first what was deleted',
    async (_, words) => {
      const wire = JSON.stringify(fullAnswers()).replaceAll(
        '"deletedAt":null',
        '"deletedAt":"2025-11-30T12:00:00Z"',
      );
      const answers: Record<number, object> = JSON.parse(wire);
      const page = await pageOf(testDesk(answeringClient(answers)), words);
      expect(page.records[0]?.fields[0]?.label).toBe('Deleted');
      const alive = await pageOf(testDesk(answeringClient(fullAnswers())), words);
      expect(alive.records[0]?.fields[0]?.label).not.toBe('Deleted');
    },
  );

  const controlling = /[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/u;
  it.each(named)('%s lets nothing through to the terminal that controls it', async (_, words) => {
    const nastiest = nastyTexts
      .filter((text) => controlling.test(text))
      .map((text) => text.slice(0, 100));
    for (const text of [...nastiest, '\u001B[2J\u0007\u009B1m', '\u202E']) {
      const nasty = withTexts(fullAnswers(2), () => text);
      if (typeof nasty !== 'object' || nasty === null) throw new Error('no answers');
      const page = await pageOf(testDesk(answeringClient({ ...nasty })), words);
      for (const shown of [pageText(page), inFull(page)]) {
        expect(shown).not.toMatch(controlling);
      }
    }
  });

  it('shows one record a line, with its name, its id and its main fields', async () => {
    const page = await pageOf(testDesk(answeringClient(fullAnswers(2))), [
      'mcp-servers',
      'app-github',
    ]);
    const line =
      'Tides (connector-2) · Address: https://tides.acme.example/mcp · Signs in with: oauth2';
    const called = 'Last called: 2026-02-03T08:00:00.123456Z';
    expect(pageText(page)).toBe(
      `MCP servers of GitHub (app-github)\n----------------------------------\n\n${line} · ${called}\n${line} · ${called}\n`,
    );
    expect(page.records[0]?.fields.length).toBeGreaterThan(tellingFields);
  });

  it('is every field on a line of its own on request', async () => {
    const desk = testDesk(answeringClient(fullAnswers()));
    const text = pageText(await pageOf(desk, ['mcp-servers', 'app-github', '--full']));
    for (const line of [
      '  Bearer token: ',
      '  Basic auth password: ',
      '  Tool prefix: ',
      '  Tunnel appliance ID: ',
    ]) {
      expect(text).toContain(line);
    }
    expect(text).toMatch(/OAuth 2\.0 credentials: set\n/);
    const unset = { list: [{ oauth2CredentialsConfigured: false }], nextPageToken: '' };
    const without = pageText(
      await pageOf(testDesk(answeringClient({ 8: unset })), ['mcp-servers', 'a', '--full']),
    );
    expect(without).toMatch(/OAuth 2\.0 credentials: not set\n/);
    expect(text.match(/Tides \(connector-2\)/g)).toHaveLength(1);
    const compact = await pageOf(desk, ['mcp-servers', 'app-github']);
    expect([compact.full, compact.next]).toEqual([
      ['mcp-servers', '--full', 'app-github'],
      ['mcp-servers', '--page-token=further', 'app-github'],
    ]);
  });

  it('gives lists and things for machines as the service names them', async () => {
    const desk = testDesk(answeringClient(fullAnswers(2)));
    expect((await pageOf(desk, ['recovery-policies'])).json).toMatchObject({
      list: [{ minRecoveryAuthLevel: expect.any(String) }, {}],
      nextPageToken: 'further',
    });
    expect((await pageOf(desk, ['owners', 'a', 'b', 'c'])).json).toMatchObject({
      immutableUserIds: ['user-ana', 'user-elsewhere'],
      list: [{ id: 'user-ana' }, {}],
    });
    expect((await pageOf(desk, ['routing-rule', 'x'])).json).toMatchObject({
      findingType: expect.any(String),
    });
  });

  it('marks owners that cannot be removed', async () => {
    const page = await pageOf(testDesk(answeringClient(fullAnswers())), ['owners', 'a', 'b', 'c']);
    expect(page.records[0]?.fields[0]).toEqual({ label: 'Managed by the system', text: 'yes' });
  });

  it('lists the configured apps with the resources that can be named, and asks the service nothing', async () => {
    const page = await pageOf(testDesk(failingClient(() => new Error('asked'))), ['apps']);
    expect(pageText(page)).toContain(
      'GitHub (app-github) · Resources: team platform\nBeacon (app-beacon) · Resources: lamp "north rock/lamp #1"\n',
    );
    expect(page.full).toBeNull();
  });

  it('says that a list is empty', async () => {
    const empty = testDesk(answeringClient({ 11: { list: [], nextPageToken: '' } }));
    expect((await pageOf(empty, ['recovery-policies'])).notes).toEqual([
      'There is nothing in this list.',
    ]);
  });

  it('says that a list without paging parameters is incomplete when it repeats a page', async () => {
    const page = await pageOf(testDesk(answeringClient(fullAnswers())), [
      'executions',
      '--page-token',
      'further',
    ]);
    expect(page).toMatchObject({ next: null, isIncomplete: true });
    expect(page.notes.join()).toMatch(
      /^This list is incomplete .* let the bot use it .*executionSearch\); else/,
    );
  });

  it.each([
    [
      ['executions'],
      /no page size here\. If the tenant has .*all_automation_executions, let the bot use it .*executionSearch/,
    ],
    [
      ['role-suggestions'],
      /no page size here\. If the tenant has .*suggestions, let the bot use it .*roleSuggestionSearch/,
    ],
    [['federation-providers'], /no page size here\.$/],
    [['executions', '--all'], /^--page-size has no effect/],
  ])('says of %j that the service takes no page size', async (words, expected) => {
    const last = {
      list: [{ id: 'p' }],
      automationExecutions: [{ id: 'run-1' }],
      nextPageToken: '',
    };
    const desk = testDesk(answeringClient({ 14: last, 15: last, 16: last }));
    expect((await pageOf(desk, [...words, '--page-size', '10'])).notes.join('\n')).toMatch(
      expected,
    );
    expect((await pageOf(desk, words)).notes).toEqual([]);
  });

  it('sends a page size when the tenant has the paged search, and says nothing of it', async () => {
    const bodies: unknown[] = [];
    const client: GovernanceClient = {
      call: async (endpoint, { body }) => {
        bodies.push(body);
        return ok(endpoint.answer.parse({ list: [] }));
      },
      close: async () => undefined,
    };
    const desk = testDesk(client, new Set(['executionSearch']));
    const { notes } = await pageOf(desk, ['executions', '--page-size', '10']);
    expect([bodies, notes]).toEqual([[{ pageSize: 10 }], ['There is nothing in this list.']]);
  });

  it('never shows the first page as another one when the service ignores the cursor', async () => {
    const desk = testDesk(answeringClient(fullAnswers()));
    expect(await wordsOf(desk, ['recovery-policies', '--page-token', 'further'])).toContain(
      'pageToken: ignored',
    );
  });

  it('shows no owners of other roles when the service ignores the role', async () => {
    const list = [
      { roleSlug: 'owner', user: { id: 'user-ana' } },
      { roleSlug: 'approver', user: { id: 'user-cho' } },
    ];
    const desk = testDesk(answeringClient({ ...fullAnswers(), 10: { list, nextPageToken: '' } }));
    expect(await wordsOf(desk, ['owners', 'a', 'b', 'c', '--role', 'owner'])).toContain(
      'roleSlug: ignored',
    );
  });
});

describe('a failed command', () => {
  it.each([
    [['executions'], failure('http', true), 'gave no usable answer (POST /x: why)'],
    [['executions'], failure('unauthorized', true), 'does not accept the bot’s credentials'],
    [adding, failure('network', true), 'Nothing was changed.'],
    [adding, failure('timeout', false), 'is not known: please look'],
  ])('%s after a failure says what it means', async (words, error, expected) => {
    expect(await wordsOf(testDesk(failingClient(() => error)), words)).toContain(expected);
  });

  it('shows the service’s message on one line, with its reference', async () => {
    const client: GovernanceClient = {
      call: async () =>
        refuse({
          kind: 'forbidden',
          message: 'not\nfor you',
          existingTaskId: null,
          serviceRequestId: 'req-7',
        }),
      close: async () => undefined,
    };
    expect(await wordsOf(testDesk(client), ['executions'])).toBe(
      'The governance service refuses this (forbidden). It says: “not for you” Its reference: req-7.',
    );
  });

  it.each([
    [
      ['who-has', 'github', 'Platform: write'],
      ' If "Platform: write" is a name, type the entitlement’s id instead, which is shown by entitlements app-github team platform.',
    ],
    [
      ['take-away', 'beacon', 'Lamp', 'user-ben', '--reason', 'left'],
      ' If "Lamp" is a name, type the entitlement’s id instead, which is shown by entitlements app-beacon lamp "north rock/lamp #1".',
    ],
    [
      ['who-has', 'app-tides', 'Crew'],
      ' If "Crew" is a name, type the entitlement’s id instead, which is shown by entitlements <appId> <resourceTypeId> <resourceId>.',
    ],
    [['who-has', 'github', 'ent-1'], ''],
    [['executions'], ''],
  ])('says where ids are found if the service finds no %s', async (words, advice) => {
    const client: GovernanceClient = {
      call: async () =>
        refuse({ kind: 'not-found', message: '', existingTaskId: null, serviceRequestId: null }),
      close: async () => undefined,
    };
    expect(await wordsOf(testDesk(client), words)).toBe(
      `The governance service refuses this (not found).${advice}`,
    );
  });

  it('rethrows a bug', async () => {
    const desk = testDesk(failingClient(() => new TypeError('bug')));
    await expect(wordsOf(desk, ['executions'])).rejects.toThrow('bug');
  });
});

describe('every page of a list', () => {
  function pagedClient(tokens: readonly string[]): GovernanceClient {
    let page = 0;
    return {
      async call(endpoint) {
        const nextPageToken = tokens[page] ?? '';
        page += 1;
        return {
          ok: true,
          value: endpoint.answer.parse({ list: [{ id: `policy-${page}` }], nextPageToken }),
        };
      },
      close: async () => undefined,
    };
  }

  it('is one page', async () => {
    const page = await pageOf(testDesk(pagedClient(['a', 'b', ''])), [
      'recovery-policies',
      '--all',
    ]);
    expect(page.json).toMatchObject({
      list: [{ id: 'policy-1' }, { id: 'policy-2' }, { id: 'policy-3' }],
      nextPageToken: '',
    });
    expect(page.next).toBeNull();
  });

  it('fails when the service reports a role, because the list may be incomplete', async () => {
    const desk = testDesk(pagedClient(['a', 'b', 'a', 'b']));
    expect(await wordsOf(desk, ['recovery-policies', '--all'])).toContain('the list has no end');
    expect(desk.kept.at(-1)?.detail.outcome).toBe('failed');
  });
});
