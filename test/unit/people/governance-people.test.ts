import { describe, expect, it } from 'vitest';
import { listedUser } from '../../support/governance-fixtures.ts';
import { startGovernanceServer } from '../../support/governance-server.ts';

describe('finding a person by email', () => {
  async function find(email: string, list: unknown[]) {
    await using server = await startGovernanceServer(() => ({ json: { list, nextPageToken: '' } }));
    return await server.port('userSearch').findPersonByEmail(email);
  }
  const ana = listedUser('user-ana', 'Ana Lindqvist', 'Ana@acme.example');

  it('finds the one person with this address, in any case', async () => {
    const found = {
      id: 'user-ana',
      name: 'Ana Lindqvist',
      email: 'Ana@acme.example',
      status: 'ENABLED',
    };
    expect(await find('ANA@acme.example', [ana])).toEqual(found);
  });

  it('finds nobody if two people share the address', async () => {
    expect(
      await find('ana@acme.example', [ana, listedUser('user-ana-2', 'Ana', 'ana@acme.example')]),
    ).toBe('none');
  });

  it('finds nobody by a similar address', async () => {
    expect(
      await find('ana@acme.example', [listedUser('user-x', 'Ana', 'ana@acme.example.net')]),
    ).toBe('none');
    expect(await find('ana@acme.example', [])).toBe('none');
    expect(await find('', [listedUser('user-x', 'Ana', '')])).toBe('none');
    // The Kelvin sign, whose lower case is a k.
    expect(
      await find('\u212Aim@acme.example', [listedUser('user-x', 'Kim', 'kim@acme.example')]),
    ).toBe('none');
  });

  it.each([
    { deletedAt: '2025-01-01T00:00:00Z' },
    { status: 'DELETED' },
    { status: 'USER_STATUS_DELETED' },
  ])('ignores a deleted user: %j', async (deleted) => {
    const gone = { user: { ...ana.user, id: 'user-old', ...deleted } };
    expect(await find('ana@acme.example', [gone, ana])).toMatchObject({ id: 'user-ana' });
  });

  it.each([
    ['DISABLED', 'DISABLED'],
    ['USER_STATUS_DISABLED', 'DISABLED'],
    ['USER_STATUS_UNSPECIFIED', 'UNKNOWN'],
    [undefined, 'UNKNOWN'],
    ['ON_LEAVE', 'ON_LEAVE'],
  ])('tells the status %s as %s', async (status, told) => {
    expect(await find('ana@acme.example', [{ user: { ...ana.user, status } }])).toMatchObject({
      status: told,
    });
  });
});

describe('finding a person by id', () => {
  const ana = listedUser('user-ana', 'Ana Lindqvist', 'ana@acme.example');
  const gone = { user: { ...ana.user, deletedAt: '2025-01-01T00:00:00Z' } };
  const found = {
    id: 'user-ana',
    name: 'Ana Lindqvist',
    email: 'ana@acme.example',
    status: 'ENABLED',
  };

  async function find(
    operation: 'userRead' | 'userSearch',
    answer: { readonly status?: number; readonly json: object },
  ) {
    await using server = await startGovernanceServer(() => answer);
    const person = await server.port(operation).findPersonById('user-ana');
    return {
      person,
      asked: server.asked.map(({ method, target, body }) => [method, target, body]),
    };
  }

  it('reads the user if the tenant has userRead', async () => {
    const { person, asked } = await find('userRead', { json: { userView: ana } });
    expect(person).toEqual(found);
    expect(asked).toEqual([['GET', '/api/v1/users/user-ana', '']]);
  });

  it('searches by id if the tenant has only userSearch', async () => {
    const other = listedUser('user-anatol', 'Anatol', 'anatol@acme.example');
    const { person, asked } = await find('userSearch', {
      json: { list: [other, ana], nextPageToken: '' },
    });
    expect(person).toEqual(found);
    expect(asked).toEqual([
      ['POST', '/api/v1/search/users', expect.stringContaining('"refs":[{"id":"user-ana"}]')],
    ]);
  });

  it('finds nobody for an unknown or a deleted user', async () => {
    const unknown = { status: 404, json: { code: 5, message: 'no such user' } };
    expect((await find('userRead', unknown)).person).toBe('none');
    expect((await find('userRead', { json: { userView: gone } })).person).toBe('none');
    expect((await find('userSearch', { json: { list: [], nextPageToken: '' } })).person).toBe(
      'none',
    );
    expect((await find('userSearch', { json: { list: [gone], nextPageToken: '' } })).person).toBe(
      'none',
    );
  });

  it('fails if the service refuses the read', async () => {
    const forbidden = { status: 403, json: { code: 7, message: 'no looking here' } };
    await expect(find('userRead', forbidden)).rejects.toMatchObject({
      name: 'OutwardFailure',
      httpStatus: 403,
    });
    await expect(find('userSearch', forbidden)).rejects.toMatchObject({
      name: 'OutwardFailure',
      httpStatus: 403,
    });
  });
});
