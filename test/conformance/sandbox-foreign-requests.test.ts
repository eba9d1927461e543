import { type OutgoingHttpHeaders, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isForeign } from '../../sandbox/foreign-request.ts';
import {
  type GovernanceService,
  startGovernanceService,
} from '../../sandbox/governance/service.ts';
import { workspacePage } from '../../sandbox/workspace/page/page.ts';
import { type SlackWorkspace, startSlackWorkspace } from '../../sandbox/workspace/workspace.ts';

let workspace: SlackWorkspace;
let governance: GovernanceService;
beforeAll(async () => {
  workspace = await startSlackWorkspace({ page: workspacePage });
  governance = await startGovernanceService();
});
afterAll(async () => {
  await workspace.close();
  await governance.close();
});

/** fetch would not let a test name another Host. */
function statusOf(url: string, headers: OutgoingHttpHeaders): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    request(url, { headers }, (response) => resolve(response.resume().statusCode))
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
      .end();
  });
}

const doors: readonly (readonly [string, () => string])[] = [
  ['the page', () => `${workspace.url}/as/ben/C0GENERAL`],
  ['the Web API', () => `${workspace.apiUrl}auth.test`],
  ['the workspace’s controls', () => `${workspace.url}/sandbox/client/people`],
  ['the service', () => `${governance.url}/api/v1/apps`],
  ['the service’s controls', () => `${governance.url}/sandbox/requests`],
];

describe.each(doors)('%s', (_name, door) => {
  it('answers under an address of this machine, also when a tunnel changed the port', async () => {
    const { host } = new URL(door());
    for (const headers of [
      { Host: host },
      { Host: 'localhost:9' },
      { Host: host, Origin: `http://${host}` },
    ]) {
      expect(await statusOf(door(), headers)).not.toBe(403);
    }
  });

  it.each([
    ['a name that was pointed here', { Host: 'attacker.example' }],
    ['a name that begins like ours', { Host: 'localhost.attacker.example' }],
    ['another page', { Origin: 'https://attacker.example' }],
    ['another page on this machine', { Origin: 'http://127.0.0.1:1' }],
    ['a page without an origin', { Origin: 'null' }],
  ])('refuses %s', async (_who, headers) => {
    expect(await statusOf(door(), headers)).toBe(403);
  });
});

it('a socket is not opened for another page', async () => {
  const upgrade = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    Origin: 'https://attacker.example',
  };
  expect(await statusOf(`${workspace.url}/link`, upgrade)).toBe('ECONNRESET');
});

it('who listens at every address answers under addresses, and under no foreign name', () => {
  expect(isForeign({ host: '192.168.1.5:3000' }, '0.0.0.0')).toBe(false);
  expect(isForeign({ host: 'attacker.example:3000' }, '0.0.0.0')).toBe(true);
  expect(isForeign({ host: '192.168.1.5:3000' }, '127.0.0.1')).toBe(true);
  expect(isForeign({ host: 'lab.acme.example' }, 'lab.acme.example')).toBe(false);
  expect(isForeign({}, '127.0.0.1')).toBe(true);
});
