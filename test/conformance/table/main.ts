/** `npm run conformance`: writes the table, or checks a tenant by reading only. The secret comes from the environment alone. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkTenant } from './tenant/check-tenant.ts';
import { addressProblem } from './tenant/tenant-address.ts';
import { TenantUnusable } from './tenant/tenant-calls.ts';
import { reportOf } from './tenant/tenant-report.ts';
import type { TenantSettings } from './tenant/tenant-settings.ts';
import { tableText } from './write-table.ts';

const secretName = 'GOVERNANCE_CLIENT_SECRET';

const help = `Checks a governance service against the declared interface, by reading only.

  npm run conformance -- --base-url URL --client-id ID [options]
  npm run conformance -- --write-table

  --base-url URL            address of the tenant; a path prefix is kept; https, or http on this machine
  --client-id ID            client whose secret is in the environment as ${secretName}
  --token-url URL           where tokens are given (default: /auth/v1/token at the tenant)
  --query-case camel|snake  how the tenant spells query parameters (default: camel)
  --timeout SECONDS         how long one call may take (default: 30)
  --app-id, --resource-type-id, --resource-id, --entitlement-id, --role-slug, --user-id, --catalog-id, --rule-id
                            ids to read with, where the tenant does not tell any
  --write-table             writes docs/conformance.md anew
  --help                    this text

Endpoints that change something are never called. The command ends with 0 when every answer is as declared,
1 when one is not, and 2 when nothing could be checked.
`;

/** A mistake in the command line or the environment, in one sentence. */
class UsageMistake extends Error {}

function urlOf(name: string, text: string): URL {
  const problem = addressProblem(text);
  if (problem !== null) throw new UsageMistake(`${name} ${problem}`);
  return new URL(text);
}

function required(name: string, value: string | undefined): string {
  if (value === undefined || value === '') throw new UsageMistake(`${name} is missing.`);
  return value;
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        'base-url': { type: 'string' },
        'client-id': { type: 'string' },
        'token-url': { type: 'string' },
        'query-case': { type: 'string', default: 'camel' },
        timeout: { type: 'string', default: '30' },
        'app-id': { type: 'string' },
        'resource-type-id': { type: 'string' },
        'resource-id': { type: 'string' },
        'entitlement-id': { type: 'string' },
        'role-slug': { type: 'string' },
        'user-id': { type: 'string' },
        'catalog-id': { type: 'string' },
        'rule-id': { type: 'string' },
        'write-table': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageMistake(error instanceof Error ? error.message : String(error));
  }
}

function settingsOf(values: ReturnType<typeof readArguments>): TenantSettings {
  const baseUrl = urlOf('--base-url', required('--base-url', values['base-url']));
  const queryCase = values['query-case'];
  if (queryCase !== 'camel' && queryCase !== 'snake') throw new UsageMistake('--query-case takes camel or snake.');
  const timeoutSeconds = Number(values.timeout);
  if (!(timeoutSeconds > 0 && timeoutSeconds <= 3600)) throw new UsageMistake('--timeout takes seconds, 1 to 3600.');
  const tokenUrl = values['token-url'];
  return {
    baseUrl,
    clientId: required('--client-id', values['client-id']),
    clientSecret: required(`${secretName} in the environment`, process.env[secretName]),
    tokenUrl: tokenUrl === undefined ? new URL('/auth/v1/token', baseUrl) : urlOf('--token-url', tokenUrl),
    queryCase,
    timeoutMs: timeoutSeconds * 1000,
    ids: {
      appId: values['app-id'],
      resourceTypeId: values['resource-type-id'],
      resourceId: values['resource-id'],
      entitlementId: values['entitlement-id'],
      roleSlug: values['role-slug'],
      userId: values['user-id'],
      catalogId: values['catalog-id'],
      ruleId: values['rule-id'],
    },
  };
}

async function run(args: readonly string[]): Promise<number> {
  const values = readArguments(args);
  if (values.help) {
    console.log(help);
    return 0;
  }
  if (values['write-table']) {
    writeFileSync(new URL('../../../docs/conformance.md', import.meta.url), tableText());
    console.log('docs/conformance.md is written.');
    return 0;
  }
  const settings = settingsOf(values);
  console.log(`Governance service at ${settings.baseUrl.href}, as client ${settings.clientId}\n`);
  const { lines, exitCode } = reportOf(await checkTenant(settings));
  console.log(lines.join('\n'));
  return exitCode;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageMistake || error instanceof TenantUnusable)) throw error;
  console.error(error instanceof UsageMistake ? `${error.message} Try --help.` : error.message);
  process.exitCode = 2;
}
