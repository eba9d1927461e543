import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { readAccessFile } from '../../config/access-file.ts';
import { accessConfigPath, type Variables } from '../../config/environment.ts';
import { printMistakes } from '../../config/mistakes.ts';
import type { AccessSettings } from '../../domain/settings/access-settings.ts';
import { type Command, type CommandExit, type CommandRun, Misused, type Out } from '../command.ts';
import { StartRefused } from '../start-refused.ts';
import { AnsweredEnvironment } from './answered-environment.ts';
import { type AccessAnswers, accessYamlText } from './files/access-yaml.ts';
import { addressIn, type BotAddress, manifestText } from './files/app-manifest.ts';
import { envFileText, type WantedVariables } from './files/env-file.ts';
import {
  changedLines,
  type FileToWrite,
  putFile,
  readIfThere,
  writeWhole,
} from './files/written-file.ts';
import { askAccess } from './offer-questions.ts';
import { givenAnswers, type Prompts } from './prompts.ts';
import { readSetupFlags, type SetupFlags, setupHelp } from './setup-flags.ts';
import { askAddress, askSecret, askTokens, listChannels, untried } from './slack-questions.ts';
import { askTenant } from './tenant-questions.ts';

const names = { environment: '.env', manifest: 'slack-app.yml' } as const;

const fromHere = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

export interface SetupDeps {
  readonly env: Variables;
  /** Where the files are written. */
  readonly folder: string;
  /** null: there is no terminal to ask in. */
  readonly openPrompts: () => Promise<Prompts | null>;
  /** Runs with the variables of this file, where the environment itself does not say others. */
  readonly doctor: (envFile: string, out: Out, ask: CommandRun) => Promise<CommandExit>;
  readonly now: () => Date;
}

/** `npm run setup`. */
export const setupCommand = (deps: SetupDeps): Command => ({
  name: 'setup',
  help: setupHelp,
  async run(words, out, ask) {
    const flags = readSetupFlags(words);
    const prompts = flags.isAsking ? await deps.openPrompts() : givenAnswers(out);
    if (prompts === null) throw new Misused(noTerminal);
    const envFile = await new Setup(deps, flags, prompts).write();
    await prompts.say('The doctor looks at all of it:');
    const exit = await deps.doctor(envFile, out, ask);
    await out(exit === 0 ? doneWords : openWords);
    return exit;
  },
});

const noTerminal =
  'There is no terminal to ask in. Add --yes, and give the answers as flags and in the environment.';

const doneWords = '\nStart the bot with npm start.\n';
const openWords =
  '\nMend the errors above, and look again with npm run doctor; npm run setup asks again where an answer was wrong.\n';

class Setup {
  readonly #deps: SetupDeps;
  readonly #flags: SetupFlags;
  readonly #prompts: Prompts;
  readonly #env: AnsweredEnvironment;
  readonly #envText: string | null;
  readonly #accessPath: string;

  constructor(deps: SetupDeps, flags: SetupFlags, prompts: Prompts) {
    this.#deps = deps;
    this.#flags = flags;
    this.#prompts = prompts;
    this.#envText = readIfThere(this.#at(names.environment));
    const fromFile = parseEnv(this.#envText ?? '');
    this.#env = new AnsweredEnvironment(flags.variables, deps.env, fromFile);
    this.#accessPath = this.#at(accessConfigPath({ ...fromFile, ...deps.env }));
  }

  #at(name: string): string {
    return resolve(this.#deps.folder, name);
  }

  /** Asks everything and writes the files; the path of the one with the environment. */
  async write(): Promise<string> {
    const existing = this.#existingAccess();
    const address = this.#addressThere();
    if (!this.#prompts.canAsk) this.#refuseGaps(existing, address);
    const [prompts, env] = [this.#prompts, this.#env];
    const keep = () => this.#keep();
    const slack = await this.#askSlack(address);
    const tenant = await askTenant({ prompts, env, keep, now: this.#deps.now });
    try {
      await askStorage({ prompts, env, keep: () => undefined });
      const envFile = await this.#writeEnvironment();
      const answers = await askAccess({
        prompts,
        flags: this.#flags,
        existing,
        tenant,
        slack,
        channels: await listChannels(slack),
        baseUrl: env.settings().governance.baseUrl,
      });
      await this.#writeAccess(answers);
      return envFile;
    } finally {
      await tenant.client.close();
    }
  }

  /** With `--yes`, names everything that is missing at once. */
  #refuseGaps(existing: AccessSettings | null, address: BotAddress | undefined): void {
    const { apps, isOfferingAll } = this.#flags;
    const gaps = [
      ...(address === undefined ? ['Say how Slack reaches the bot: --address or --socket.'] : []),
      ...(existing === null && apps.length === 0 && !isOfferingAll
        ? ['Name the apps that people can ask for: --app for each, or --all-apps.']
        : []),
      ...this.#env.mistakes().map((one) => printMistakes([one])),
    ];
    if (gaps.length > 0) throw new Misused(gaps.join('\n'));
  }

  #existingAccess(): AccessSettings | null {
    const text = readIfThere(this.#accessPath);
    return text === null ? null : this.#validAccess(text, 'Correct it, or move the file away.');
  }

  #validAccess(text: string, mend: string): AccessSettings {
    const path = this.#accessPath;
    const beside = (name: string) => readFileSync(resolve(dirname(path), name), 'utf8');
    const reading = readAccessFile(text, path, beside);
    if (reading.ok) return reading.value;
    throw new StartRefused(`${printMistakes(reading.refusal)}\n${mend}`);
  }

  /** What the flags say, else what was said before; undefined where nobody said anything. */
  #addressThere(): BotAddress | undefined {
    const { address, isSocket } = this.#flags;
    if (isSocket) return null;
    if (address !== null) return address;
    const addressBefore = addressIn(readIfThere(this.#at(names.manifest)) ?? '');
    return addressBefore ?? (this.#env.has('SLACK_APP_TOKEN') ? null : undefined);
  }

  async #askSlack(usual: BotAddress | undefined) {
    const [prompts, env] = [this.#prompts, this.#env];
    const address = await askAddress(prompts, usual);
    const text = manifestText(readFileSync(fromHere('app-manifest.yml'), 'utf8'), address);
    await this.#put({ name: names.manifest, text, mode: 0o644 });
    if (!env.has('SLACK_BOT_TOKEN')) await prompts.say(appWords);
    return askTokens({ prompts, env, keep: () => this.#keep() }, address);
  }

  /** A file that this run began is its own; one that was there changes only after a word. */
  #put(
    file: Omit<FileToWrite, 'path' | 'changes'>,
    changes = (before: string) => changedLines(before, file.text),
  ): Promise<void> {
    const isOwn = file.name === names.environment && this.#envText === null;
    const path = this.#at(file.name);
    return putFile(this.#prompts, { ...file, path, changes }, isOwn || this.#flags.isReplacing);
  }

  #environmentText(): string {
    const text = envFileText(this.#envText, this.#env.wanted());
    if (text.ok) return text.value;
    throw new StartRefused(text.refusal);
  }

  /** A first run keeps each secret as soon as it is right: whoever stops it can go on later. */
  #keep(): void {
    if (this.#envText === null && this.#prompts.canAsk)
      writeWhole(this.#at(names.environment), this.#environmentText(), 0o600);
  }

  async #writeEnvironment(): Promise<string> {
    const variables = this.#env.wanted();
    const file = { name: names.environment, text: this.#environmentText(), mode: 0o600 };
    await this.#put(file, (before) => changedNames(before, variables));
    const shadowing = Object.entries(variables)
      .filter(([name, value]) => (this.#deps.env[name] ?? value) !== value)
      .map(([name]) => name);
    if (shadowing.length > 0)
      await this.#prompts.say(
        `The environment of this terminal says something else than .env, and counts more: unset ${shadowing.join(' ')}`,
      );
    return this.#at(names.environment);
  }

  async #writeAccess(answers: AccessAnswers): Promise<void> {
    const path = this.#accessPath;
    const schema = relative(dirname(path), fromHere('access.schema.json'));
    const before = readIfThere(path);
    const schemaPath = schema.startsWith('.') ? schema : `./${schema}`;
    const text = accessYamlText(before, answers, schemaPath);
    this.#validAccess(text, 'So nothing was written. Correct it in the file that is there.');
    await this.#put({ name: relative(this.#deps.folder, path), text, mode: 0o644 });
  }
}

/** Where everything is kept, and the key that signs the audit trail. Both may be left to the bot. */
async function askStorage(deps: Parameters<typeof askSecret>[0]): Promise<void> {
  await askSecret(deps, {
    name: 'DATABASE_URL',
    what: 'PostgreSQL that keeps everything (postgres://user:password@host:5432/database)?',
    usual: { words: 'the embedded database', value: '' },
    check: untried,
  });
  await askSecret(deps, {
    name: 'AUDIT_SIGNING_KEY',
    what: 'Key that signs the audit trail?',
    usual: { words: 'a new one', value: randomBytes(32).toString('hex') },
    check: untried,
  });
}

const appWords = `Make the Slack app: api.slack.com/apps > Create New App > From a manifest, and paste ${names.manifest}.
Install it to the workspace, then come back with its tokens.`;

/** Never their values: they can be secrets. */
function changedNames(before: string, wanted: WantedVariables): string {
  const there = parseEnv(before);
  return Object.entries(wanted)
    .filter(([name, value]) => (there[name] ?? null) !== value)
    .map(([name]) => name)
    .join(', ');
}
