import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { at } from '../../conformance/json-places.ts';
import { accessTextFor } from '../../sandbox/access-text.ts';
import { CompanyFileError, readCompany } from '../../sandbox/company.ts';
import { startGovernanceService } from '../../sandbox/governance/service.ts';
import { sandboxFailure } from '../../sandbox/sandbox.ts';
import { startSandbox } from '../../sandbox/stand-ins.ts';
import { readAccessFile } from '../../src/config/access-file.ts';
import { readSandboxFlags } from '../../src/start/sandbox-flags.ts';
import { temporaryFolder } from '../support/bot-world.ts';
import { ServiceClient, tokenOf } from './service-client.ts';

const readme = readFileSync(new URL('../../sandbox/README.md', import.meta.url), 'utf8');
const bakery = /```yaml\n(company:[\s\S]*?)```/.exec(readme)?.[1] ?? '';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let file = '';
beforeAll(async () => {
  folder = await temporaryFolder();
  file = join(folder.path, 'company.yaml');
  writeFileSync(file, bakery);
});
afterAll(() => folder.remove());

test('the company of the README replaces the one that comes along, in both halves', async () => {
  const sandbox = await startSandbox({
    host: '127.0.0.1',
    pagePort: 0,
    governancePort: 0,
    dataDir: join(folder.path, 'data'),
    manifestPath: new URL('../../app-manifest.yml', import.meta.url).pathname,
    seedFile: file,
  });
  try {
    const { baseUrl, clientId, clientSecret } = sandbox.governance;
    const client = new ServiceClient(baseUrl, await tokenOf(baseUrl, clientId, clientSecret));
    const made = await client.grant({
      appId: 'app-oven',
      appEntitlementId: 'heat',
      identityUserId: 'user-tom',
    });
    expect(at(made.body, 'taskView', 'task', 'stepApproverIds')).toEqual(['user-mia']);
    const page = await (await fetch(sandbox.pageUrl)).text();
    expect(page).toContain('Mia Baker');
    expect(page).not.toContain('Marisol');
  } finally {
    await sandbox.close();
  }
});

test('the bot gets settings for it', () => {
  expect(readAccessFile(accessTextFor(readCompany(file)), file, () => '')).toMatchObject({
    ok: true,
    value: { admins: ['U0TOM'], apps: [{ id: 'app-oven', name: 'Oven', channel: 'C0REVIEWS' }] },
  });
});

test('tasks of another company are not mixed in', async () => {
  const dataFile = join(folder.path, 'governance.json');
  await (await startGovernanceService({ dataFile })).close();
  await expect(startGovernanceService({ dataFile, seedFile: file })).rejects.toThrow(
    'is of Acme Lighthouse & Ferry Co., not of Example Bakery',
  );
});

test.each([
  ['risk: high', 'risk: huge', 'apps.0.resources.0.entitlements.0.risk'],
  [
    'longest: 8h',
    'longest: ever',
    'apps.0.resources.0.entitlements.0.longest: expected “until revoked” or a time',
  ],
  ['fallback: [mia]', 'fallback: [max]', 'policies policy-manager: there is no “max” in this file'],
  [
    '{ manager: { fallback: [mia] } }',
    '{ form: hours }',
    'policies policy-manager: there is no “hours” in this file',
  ],
  [
    'longest: 8h',
    'longest: 8h, requestSchema: hours',
    'bakehouse heat requestSchema: there is no “hours”',
  ],
  ['handle: tom', 'handle: mia', 'people: “mia” is there twice'],
  [
    'types: { room: Room }',
    'types: { hall: Hall }',
    'apps app-oven types: there is no “room” in this file',
  ],
  [
    'types: {',
    'channel: C0NOWHERE\n    types: {',
    'apps app-oven channel: there is no “C0NOWHERE” in this file',
  ],
  ['manager: mia,', 'manager: max,', 'people tom: there is no “max” in this file'],
  [
    'grant: policy-manager',
    'grant: policy-boss',
    'defaultPolicies: there is no “policy-boss” in this file',
  ],
  ['name: Oven', 'title: Oven', 'apps.0'],
  ['company: {', 'company: [', 'company.yaml'],
])('“%s” written as “%s” is named with its place', (right, wrong, place) => {
  const other = join(folder.path, 'wrong', '..', 'wrong-company.yaml');
  writeFileSync(other, bakery.replace(right, wrong));
  expect(() => readCompany(other)).toThrow(CompanyFileError);
  expect(() => readCompany(other)).toThrow(place);
});

test.each([
  [[], { ok: true, value: { seedFile: undefined, dialect: undefined } }],
  [
    ['--dialect', 'deployed', '--seed', 'c.yaml'],
    { ok: true, value: { seedFile: 'c.yaml', dialect: 'deployed' } },
  ],
  [
    ['--dialect', 'klingon'],
    { ok: false, refusal: '--dialect takes interface or deployed, not “klingon”.' },
  ],
  [['--sed', 'c.yaml'], { ok: false, refusal: "Unknown option '--sed'. See npm start -- --help." }],
])('npm start with %j', (args, expected) => {
  expect(readSandboxFlags(args)).toEqual(expected);
});

test('a company file that is wrong or missing ends the start with 2', () => {
  const failed = (seedFile: string) => {
    try {
      return readCompany(seedFile);
    } catch (error) {
      return sandboxFailure(error);
    }
  };
  const nowhere = join(folder.path, 'nowhere.yaml');
  expect(failed(nowhere)).toEqual({ exitCode: 2, words: `${nowhere}: there is no such file` });
  const wrong = join(folder.path, 'huge-risk.yaml');
  writeFileSync(wrong, bakery.replace('risk: high', 'risk: huge'));
  expect(failed(wrong)).toEqual({
    exitCode: 2,
    words: expect.stringContaining('apps.0.resources.0.entitlements.0.risk: '),
  });
});
