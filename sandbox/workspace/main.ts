/** `npm run sandbox:workspace`: the workspace alone, for a bot in another process. */
import { parseArgs } from 'node:util';
import { CompanyFileError } from '../company.ts';
import { ManifestUnreadable } from './manifest.ts';
import { workspacePage } from './page/page.ts';
import { DataFileUnusable } from './state/data-file.ts';
import { unsentWords } from './unsent-events.ts';
import { PortUnusable, type SlackWorkspaceOptions, startSlackWorkspace } from './workspace.ts';

const help = `The sandbox's Slack workspace: a web page to click in, and Slack's Web API for a bot.

  npm run sandbox:workspace -- [options]

  --port PORT          where to listen (default 4020; 0: any free port)
  --host HOST          default 127.0.0.1
  --request-url URL    where the bot takes payloads, for example http://127.0.0.1:3000/slack/events
  --manifest FILE      the bot's manifest in Slack's format (default: the app-manifest.yml of this repository)
  --seed FILE          a company file instead of the company that comes along (sandbox/README.md)
  --data FILE          keeps the state in this file (default: in memory)
  --bot-token TOKEN    default xoxb-sandbox
  --signing-secret S   default sandbox-signing-secret
  --app-token TOKEN    for Socket Mode: payloads go to the bot's socket while it has one open (default xapp-sandbox)
  --mcp-path PATH      where at the bot's address its MCP server is, for example /mcp: then Slackbot is there
  --rate-limits        enforces Slack's rate limits
  --help               this text
`;

/** The command line is wrong. The message says what. */
class UsageMistake extends Error {
  override readonly name = 'UsageMistake';
}

function readCommandLine(args: readonly string[]): SlackWorkspaceOptions | 'help' {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch (cause) {
    throw new UsageMistake(cause instanceof Error ? cause.message : String(cause), { cause });
  }
  if (values.help === true) return 'help';
  const port = Number(values.port ?? '4020');
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new UsageMistake(`--port must be a number from 0 to 65535, not "${values.port}".`);
  }
  const requestUrl = values['request-url'];
  if (requestUrl !== undefined && !/^https?:\/\//.test(requestUrl)) {
    throw new UsageMistake(
      `--request-url must be an address that begins with http, not "${requestUrl}".`,
    );
  }
  return {
    port,
    requestUrl,
    host: values.host,
    manifest: values.manifest,
    dataFile: values.data,
    seedFile: values.seed,
    botToken: values['bot-token'],
    signingSecret: values['signing-secret'],
    appToken: values['app-token'],
    mcpPath: values['mcp-path'],
    rateLimits: values['rate-limits'],
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  return parseArgs({
    args: [...args],
    options: {
      port: text,
      host: text,
      'request-url': text,
      manifest: text,
      data: text,
      seed: text,
      'bot-token': text,
      'signing-secret': text,
      'app-token': text,
      'mcp-path': text,
      'rate-limits': flag,
      help: flag,
    },
  }).values;
}

async function run(): Promise<void> {
  const options = readCommandLine(process.argv.slice(2));
  if (options === 'help') {
    process.stdout.write(help);
    return;
  }
  const workspace = await startSlackWorkspace({
    ...options,
    page: (client) => workspacePage(client),
  });
  process.stdout.write(
    unsentWords(options.manifest) +
      `The workspace is open: ${workspace.url}\n` +
      `For the bot: SLACK_API_URL=${workspace.apiUrl}\n` +
      `Payloads go to: ${options.requestUrl ?? 'nowhere yet (--request-url, or a socket that the bot opens)'}\n`,
  );
  const stop = (): void => {
    workspace.close().catch(fail);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

/**
 * Exit code 2 for a wrong command line, 1 for a port, file or manifest that cannot be used.
 * Anything else is a bug and prints its trace.
 */
function fail(error: unknown): void {
  if (error instanceof UsageMistake) {
    process.stderr.write(`${error.message}\nSee --help.\n`);
    process.exitCode = 2;
    return;
  }
  const known =
    error instanceof PortUnusable ||
    error instanceof DataFileUnusable ||
    error instanceof ManifestUnreadable ||
    error instanceof CompanyFileError;
  process.stderr.write(
    known ? `${error.message}\n` : `${error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exitCode = 1;
}

await run().catch(fail);
