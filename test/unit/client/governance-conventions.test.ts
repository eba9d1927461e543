/** Long because the service spells the same thing in many ways, and each has its case. */
import fc from 'fast-check';
import type { JSONValue } from 'json-p3';
import { describe, expect, it } from 'vitest';
import { locate, typeNameOf } from '../../../src/service/client/wire/expanded.ts';
import { collect, type Page, pagesOf } from '../../../src/service/client/wire/paging.ts';
import { parseDuration, printDuration } from '../../../src/service/client/wire/wire-fields.ts';
import { anyCharacter } from '../../support/slack-limits.ts';

describe('durations', () => {
  it.each([
    ['3600s', 3600],
    ['1.5s', 1.5],
    ['0s', 0],
    ['-1s', -1],
    ['0.000000001s', 1e-9],
    ['8760h0m0s', 31_536_000],
    ['1h', 3600],
    ['1h1.5s', 3601.5],
  ])('%s is %d seconds', (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds);
  });

  it.each([
    'P1D',
    '0m1h',
    'h',
    '1h-1m',
    '3600',
    '',
    's',
    '1,5s',
    ' 1s',
    '1s ',
    '1e3s',
    '.5s',
    '1.s',
    '0x1s',
    '1.0000000001s',
    '999999999999s',
    null,
  ])('%j is not a duration', (text) => {
    expect(parseDuration(text)).toBeNull();
  });

  it.each([
    [3600, '3600s'],
    [5400, '5400s'],
    [1.5, '1.5s'],
    [0, '0s'],
    [-0, '0s'],
  ])('%d seconds are sent as %s', (seconds, text) => {
    expect(printDuration(seconds)).toBe(text);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e15])('%d seconds cannot be sent', (seconds) => {
    expect(() => printDuration(seconds)).toThrow(RangeError);
  });

  it('survive printing and parsing', () => {
    const milliseconds = fc.integer({ min: -1e14, max: 1e14 });
    fc.assert(
      fc.property(milliseconds, (ms) => {
        expect(parseDuration(printDuration(ms / 1000))).toBe(ms / 1000 + 0);
      }),
    );
  });
});

describe('the object at a path in expanded', () => {
  const expanded = [{ id: 'a', list: [1, null, 2] }, [{ id: 'b' }, { id: 'c' }], null];

  it.each([
    ['$.expanded[0].id', ['a']],
    ['$.expanded[1]', [{ id: 'b' }, { id: 'c' }]],
    ['$.expanded[1][*].id', ['b', 'c']],
    ['$.expanded[0,1].id', ['a']],
    ["$['expanded'][0]['list']", [1, 2]],
    ['$.expanded[0:1].id', ['a']],
    ['$.expanded[?@.id == "a"].id', []],
    ['$.expanded[?length(@) > 0]', []],
    ['$..id', []],
    ['$.expanded[-2][0].id', ['b']],
    ['$.expanded[2]', []],
    ['$.expanded[9]', []],
    ['$[0].id', ['a']],
    ['$[1]', [{ id: 'b' }, { id: 'c' }]],
    ['$[*].id', ['a']],
    ['$[9]', []],
    ['$.nothing', []],
    ['expanded[0]', []],
    ['$[', []],
    ['', []],
    [null, []],
    [undefined, []],
  ])('%j', (path, located) => {
    expect(locate(expanded, path)).toEqual(located);
  });

  it('does not run a tenant’s regular expression, which might never end', () => {
    const users = [{ id: 'user-1', displayName: `${'a'.repeat(60)}!` }];
    expect(locate(users, '$.expanded[?match(@.displayName, "((a+)+)+b")]')).toEqual([]);
    expect(locate(users, '$.expanded[?search(@.displayName, "((a+)+)+b")]')).toEqual([]);
  });

  it('gives up on a path that doubles its selection with every level', () => {
    let nested: JSONValue = 'treasure';
    for (let depth = 0; depth < 60; depth += 1) nested = [nested];
    expect(locate([nested], `$.expanded${'[0]'.repeat(61)}`)).toEqual(['treasure']);
    expect(locate([nested], `$.expanded${'[0,0]'.repeat(61)}`)).toEqual([]);
    const many = Array.from({ length: 15_000 }, () => []);
    expect(locate(many, `$.expanded[*][${'0,'.repeat(450)}0]`)).toEqual([]);
  });

  it('is not looked for any more once the paths of one answer took too long together', () => {
    const answer: JSONValue[] = Array.from({ length: 50 }, () => ['lamp']);
    expect(locate(answer, '$.expanded[0]')).toEqual(['lamp']);
    for (let at = 0; at < 100; at += 1) locate(answer, `$.expanded[*][${'0,'.repeat(40)}${at}]`);
    expect(locate(answer, '$.expanded[0]')).toEqual([]);
    expect(locate([['lamp']], '$.expanded[0]')).toEqual(['lamp']);
  });

  it('never throws for any path', () => {
    const pieces = fc.constantFrom(
      '$',
      '.',
      '..',
      '[',
      ']',
      '*',
      '?',
      '@',
      'expanded',
      '0',
      '-1',
      ':',
      "'",
      '(',
      ')',
      '==',
      'id',
      ',',
      ' ',
      '\\',
    );
    const nearly = fc.array(pieces, { maxLength: 12 }).map((parts) => `$${parts.join('')}`);
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: anyCharacter }), nearly),
        fc.array(fc.jsonValue()),
        (path, values) => {
          const json: unknown = JSON.parse(JSON.stringify(values));
          expect(Array.isArray(json) && Array.isArray(locate(json, path))).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('does not throw for a very deep path in a very deep value', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
    expect(Array.isArray(deep) && locate(deep, '$..[?@..id]')).toEqual([]);
    expect(locate(expanded, `$${'[0]'.repeat(5_000)}`)).toEqual([]);
  });

  it.each([
    ['type.googleapis.com/c1.api.user.v1.User', 'User'],
    ['c1.api.app.v1.App', 'App'],
    ['User', 'User'],
    ['type.googleapis.com/User', 'User'],
    ['', ''],
    [7, ''],
  ])('has the type that %j ends in', (name, expected) => {
    expect(typeNameOf({ '@type': name })).toBe(expected);
  });

  it.each([null, 7, 'x', {}])('has no type without @type (%j)', (value) => {
    expect(typeNameOf(value)).toBe('');
  });
});

describe('paging', () => {
  const fleet = { method: 'GET', path: '/api/v1/fleet' } as const;
  const everything = (all: ReturnType<typeof pagesOf<Page<number>>>) =>
    collect(all, ({ list }) => list);

  /** A list whose pages are given by cursor. */
  function service(pagesByCursor: Readonly<Record<string, Page<number>>>) {
    const cursors: string[] = [];
    return {
      cursors,
      read: async ({ pageToken: cursor }: { pageToken: string }): Promise<Page<number>> => {
        cursors.push(cursor);
        return pagesByCursor[cursor] ?? Promise.reject(new Error('bad cursor'));
      },
    };
  }

  it('goes on over short and empty pages until no token is left', async () => {
    const { read, cursors } = service({
      '': { list: [1], nextPageToken: 'a' },
      a: { list: [], nextPageToken: 'b' },
      b: { list: [2, 3], nextPageToken: '' },
    });
    expect(await everything(pagesOf(fleet, read))).toEqual([1, 2, 3]);
    expect(cursors).toEqual(['', 'a', 'b']);
  });

  it.each([
    ['the same cursor again', { '': 'a', a: 'a' }, ['', 'a']],
    ['a role', { '': 'a', a: 'b', b: 'a' }, ['', 'a', 'b']],
  ])('ends at %s', async (_, next, asked) => {
    const written = Object.entries(next).map(([cursor, nextPageToken], index) => [
      cursor,
      { list: [index], nextPageToken },
    ]);
    const { read, cursors } = service(Object.fromEntries(written));
    await expect(everything(pagesOf(fleet, read))).rejects.toMatchObject({
      kind: 'decode',
      message: expect.stringContaining('GET /api/v1/fleet: nextPageToken: the same as before'),
    });
    expect(cursors).toEqual(asked);
  });

  it('fails when any earlier page comes again', async () => {
    const { read } = service({
      '': { list: [1], nextPageToken: 'a' },
      a: { list: [2], nextPageToken: 'b' },
      b: { list: [1], nextPageToken: 'c' },
    });
    await expect(everything(pagesOf(fleet, read))).rejects.toMatchObject({
      kind: 'decode',
      message: 'GET /api/v1/fleet: pageToken: ignored: a page that was read came again',
    });
  });

  it('is incomplete when a list without paging parameters repeats a page', async () => {
    const unpaged = { ...fleet, hasNoPageSize: true } as const;
    const { read } = service({
      '': { list: [1], nextPageToken: 'a' },
      a: { list: [1], nextPageToken: 'b' },
    });
    const found: Page<number>[] = [];
    for await (const page of pagesOf(unpaged, read)) found.push(page);
    expect(found).toEqual([
      { list: [1], nextPageToken: 'a' },
      {
        list: [],
        nextPageToken: '',
        incomplete: expect.stringContaining('GET /api/v1/fleet: the service says that'),
      },
    ]);
    await expect(everything(pagesOf(unpaged, read))).rejects.toMatchObject({ kind: 'decode' });
  });

  it('fails when a service invents cursors without end', async () => {
    let count = 0;
    const read = async () => ({ list: [], nextPageToken: `cursor-${count++}` });
    await expect(everything(pagesOf(fleet, read))).rejects.toMatchObject({
      kind: 'decode',
      message: 'GET /api/v1/fleet: nextPageToken: still another page after 20000',
    });
  });

  it('reads no more pages than the caller takes', async () => {
    const { read, cursors } = service({
      '': { list: [1], nextPageToken: 'a' },
      a: { list: [2], nextPageToken: '' },
    });
    for await (const _page of pagesOf(fleet, read)) break;
    expect(cursors).toEqual(['']);
  });
});
