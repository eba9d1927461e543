import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { tableText } from './table-text.ts';
import { carryThrough } from './tenant/carry-through.ts';
import { checkTenant } from './tenant/check-tenant.ts';
import { findFacts, findingLines, writing } from './tenant/findings.ts';
import { addressProblem } from './tenant/tenant-address.ts';
import { TenantUnusable } from './tenant/tenant-listener.ts';
import { reportOf } from './tenant/tenant-report.ts';
import type { TenantSettings } from './tenant/tenant-settings.ts';

const secretName = 'GOVERNANCE_CLIENT_SECRET';

const help = `Prints the declared interface; with a tenant's address, checks the tenant against it, by reading only, and tells
what it has beyond: optional operations, spelling, paging, page sizes, expand masks, values that are not listed, the credentials' rights.

  npm run conformance
  npm run conformance -- --base-url URL --client-id ID [options]

  --base-url URL            address of the tenant; a path prefix is kept; https, or http on this machine
  --client-id ID            client whose secret is in the environment as ${secretName}
  --token-url URL           where tokens are given (default: /auth/v1/token at the tenant)
  --query-case both|camel|snake  how query parameters are spelled (default: both)
  --timeout SECONDS         how long one call may take (default: 30)
  --app-id, --resource-type-id, --resource-id, --entitlement-id, --role-slug, --user-id, --catalog-id, --rule-id
                            ids to read with, where the tenant does not tell any
  --write                   in a sandbox or a test tenant: makes one request for --user-id, --app-id and --entitlement-id, approves it
                            where the credentials may, and reads it until it has ended
  --help                    this text

Endpoints that change something are called with --write alone. The command ends with 0 when every answer is as declared,
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
        'query-case': { type: 'string', default: 'both' },
        write: { type: 'boolean', default: false },
        timeout: { type: 'string', default: '30' },
        'app-id': { type: 'string' },
        'resource-type-id': { type: 'string' },
        'resource-id': { type: 'string' },
        'entitlement-id': { type: 'string' },
        'role-slug': { type: 'string' },
        'user-id': { type: 'string' },
        'catalog-id': { type: 'string' },
        'rule-id': { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageMistake(error instanceof Error ? error.message : String(error));
  }
}

function settingsOf(
  values: ReturnType<typeof readArguments>,
  secret: string | undefined,
): TenantSettings {
  const baseUrl = urlOf('--base-url', required('--base-url', values['base-url']));
  const queryCase = values['query-case'];
  if (queryCase !== 'both' && queryCase !== 'camel' && queryCase !== 'snake') {
    throw new UsageMistake('--query-case takes both, camel or snake.');
  }
  if (values.write)
    for (const name of ['app-id', 'entitlement-id', 'user-id'] as const)
      required(`--${name}`, values[name]);
  const timeoutSeconds = Number(values.timeout);
  if (!(timeoutSeconds > 0 && timeoutSeconds <= 3600))
    throw new UsageMistake('--timeout takes seconds, 1 to 3600.');
  const tokenUrl = values['token-url'];
  return {
    baseUrl,
    clientId: required('--client-id', values['client-id']),
    clientSecret: required(`${secretName} in the environment`, secret),
    tokenUrl:
      tokenUrl === undefined ? new URL('/auth/v1/token', baseUrl) : urlOf('--token-url', tokenUrl),
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

export interface Ended {
  readonly exitCode: number;
  readonly out: string;
  readonly errors: string;
}

/** Prints the table, or checks a tenant by reading only. The exit codes are those of the help. */
export async function runConformance(
  args: readonly string[],
  secret: string | undefined,
): Promise<Ended> {
  try {
    const values = readArguments(args);
    if (values.help) return { exitCode: 0, out: help, errors: '' };
    if (args.length === 0) return { exitCode: 0, out: tableText(), errors: '' };
    const settings = settingsOf(values, secret);
    const { lines, exitCode } = reportOf(await checkTenant(settings));
    // The request comes first: it is a task to look at.
    const written = values.write ? await carryThrough(settings, wait) : [];
    const beyond = await findFacts(settings);
    const more = [
      ...findingLines([
        ...beyond.filter(({ what }) => !values.write || what !== writing.what),
        ...written,
      ]),
      '',
    ];
    const heading = `Governance service at ${settings.baseUrl.href}, as client ${settings.clientId}\n`;
    return {
      exitCode,
      out: [heading, ...lines.slice(0, -1), ...more, ...lines.slice(-1)].join('\n'),
      errors: '',
    };
  } catch (error) {
    if (!(error instanceof UsageMistake || error instanceof TenantUnusable)) throw error;
    const errors = error instanceof UsageMistake ? `${error.message} Try --help.` : error.message;
    return { exitCode: 2, out: '', errors };
  }
}
