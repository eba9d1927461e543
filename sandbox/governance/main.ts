import { parseArgs } from 'node:util';
import { CompanyFileError } from '../company.ts';
import {
  DataFileError,
  type Dialect,
  type GovernanceService,
  startGovernanceService,
} from './service.ts';

const help = `The sandbox's access-governance service, alone.

  npm run sandbox:governance -- [options]

  --port NUMBER        port on 127.0.0.1 (default 4010; 0 for any free one)
  --data FILE          keep the state in this file (default: in memory only)
  --documented-only    leave out every optional operation
  --dialect NAME       interface (default): names and values as the interface writes them; deployed: as deployments do
  --seed FILE          a company file instead of the company that comes along (sandbox/README.md)
  --help               this text
`;

interface Settings {
  readonly port: number;
  readonly dataFile: string | undefined;
  readonly documentedOnly: boolean;
  readonly dialect: Dialect;
  readonly seedFile: string | undefined;
}

function settingsOf(args: readonly string[]): Settings | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '4010' },
      data: { type: 'string' },
      'documented-only': { type: 'boolean', default: false },
      dialect: { type: 'string', default: 'interface' },
      seed: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65535) {
    throw new TypeError(`--port takes a number from 0 to 65535, not '${values.port}'.`);
  }
  if (values.dialect !== 'interface' && values.dialect !== 'deployed') {
    throw new TypeError(`--dialect takes interface or deployed, not '${values.dialect}'.`);
  }
  return {
    port: Number(values.port),
    dataFile: values.data,
    documentedOnly: values['documented-only'],
    dialect: values.dialect,
    seedFile: values.seed,
  };
}

function sentenceOf(error: unknown, port: number): string {
  if (error instanceof DataFileError || error instanceof CompanyFileError) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use already; choose another one with --port.`;
  if (code === 'EACCES')
    return `Port ${port} needs more rights than this process has; choose another one with --port.`;
  return `The service could not start: ${error instanceof Error ? error.message : String(error)}.`;
}

function printAddress(service: GovernanceService, settings: Settings): void {
  console.log(`Governance service: ${service.url}
  requests    ${service.url}/
  token       POST ${service.url}/auth/v1/token  (client_id=sandbox-bot, client_secret=sandbox-secret)
  operations  ${settings.documentedOnly ? 'the 16 documented endpoints only' : 'documented and optional'}
  dialect     ${settings.dialect}
  state       ${settings.dataFile ?? 'in memory'}`);
}

async function run(args: readonly string[]): Promise<void> {
  let settings: Settings | 'help';
  try {
    settings = settingsOf(args);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)} Try --help.`);
    process.exitCode = 2;
    return;
  }
  if (settings === 'help') {
    console.log(help);
    return;
  }
  let service: GovernanceService;
  try {
    service = await startGovernanceService(settings);
  } catch (error) {
    console.error(sentenceOf(error, settings.port));
    process.exitCode = 1;
    return;
  }
  printAddress(service, settings);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void service.close();
    });
  }
}

await run(process.argv.slice(2));
