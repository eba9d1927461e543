import { expect, test } from 'vitest';
import { z } from 'zod';
import { runService } from '../../service-client.ts';
import { alteredService } from './altered-service.ts';
import { checked, known, settingsFor } from './checked-sandbox.ts';

const policies = '/api/v1/recovery-policies';
const page = z.looseObject({ nextPageToken: z.string() });

/** What the check says of endpoint 11, and how it ends, after its later pages were altered. */
async function laterPages(
  alter: (body: unknown, first: z.output<typeof page>, token: string) => object,
  status = 200,
) {
  await using running = await runService();
  let first: z.output<typeof page> | null = null;
  await using service = await alteredService(running.service.url, (path, body) => {
    const token = new URL(path, running.service.url).searchParams.get('pageToken') ?? '';
    if (!path.startsWith(policies)) return undefined;
    if (token === '') first = page.parse(body);
    return token === '' || first === null
      ? undefined
      : { status, text: JSON.stringify(alter(body, first, token)) };
  });
  const { of, exitCode } = await checked(settingsFor(service.url, { ids: known }));
  const outcome = of(11);
  const said =
    outcome?.kind === 'mismatch' ? outcome.mismatches.map(({ at, came }) => `${at}: ${came}`) : [];
  return [exitCode, ...said];
}

test('a later page that fails is a mismatch, not a list that was skipped', async () => {
  const busy = await laterPages(() => ({ code: 14, message: 'later' }), 503);
  expect(busy).toEqual([1, 'page 2: 503: the list breaks off']);
  const forbidden = await laterPages(() => ({ code: 7, message: 'no' }), 403);
  expect(forbidden).toEqual([1, 'page 2: 403: the list breaks off']);
});

test('a page that comes again under another token is a mismatch', async () => {
  const found = await laterPages((_, first, token) => ({ ...first, nextPageToken: `${token}.` }));
  expect(found).toEqual([1, expect.stringContaining('list: the same page again')]);
});

test('a token that comes again is a mismatch', async () => {
  const found = await laterPages((body, _, token) => ({
    ...page.parse(body),
    nextPageToken: token,
  }));
  expect(found).toEqual([1, 'nextPageToken: the token that led here: the list has no end']);
});

test('a list without paging parameters is reported as incomplete', async () => {
  await using running = await runService({ dialect: 'deployed' });
  const { of, text } = await checked(
    settingsFor(running.service.url, { ids: known, queryCase: 'snake' }),
  );
  for (const number of [14, 15, 16]) {
    expect(of(number)).toMatchObject({
      kind: 'ok',
      items: 10,
      incomplete: expect.stringContaining('there is more'),
    });
  }
  expect(text.match(/incomplete: it says that there is more/g)).toHaveLength(3);
});

test('an answer that the bot cannot read is a mismatch', async () => {
  await using running = await runService();
  await using service = await alteredService(running.service.url, (path, body) =>
    path.startsWith(policies)
      ? { text: JSON.stringify({ ...page.parse(body), nextPageToken: 7 }) }
      : undefined,
  );
  const { text } = await checked(settingsFor(service.url, { ids: known }));
  expect(text).toContain(
    'body: expected an answer that the bot can read, came GET /api/v1/recovery-policies',
  );
});
