import {
  chmodSync,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { readAccessFile } from '../../config/access-file.ts';
import { accessConfigPath, type Variables } from '../../config/environment.ts';
import { printMistakes } from '../../config/mistakes.ts';
import { ok } from '../../domain/result.ts';
import { type Command, type CommandExit, Misused, type Out, readFlags } from '../command.ts';
import { StartRefused } from '../start-refused.ts';
import { askAccess } from './access-questions.ts';
import { AnsweredEnvironment } from './answered-environment.ts';
import { accessYamlText } from './files/access-yaml.ts';
import { addressIn, type BotAddress, manifestText } from './files/app-manifest.ts';
import { envFileText } from './files/env-file.ts';
import { askVariables, type Prompts } from './prompts.ts';
import { askAddress, askTokens } from './slack-questions.ts';
import { askTenant } from './tenant-questions.ts';

const names = { environment: '.env', manifest: 'slack-app.yml' } as const;

const fromHere = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const setupHelp = `Usage: npm run setup

Asks for the tokens of the Slack app, the tenant and its credentials, the database, and what people can ask for. It checks each answer at once, writes
slack-app.yml (the manifest of the Slack app), .env (secrets; mode 0600) and access.yaml, and runs the doctor. A file that is there stays as it is, and
.env gets the variables that neither it nor the environment has: take a line or a file away to be asked about it again.

To install without a terminal, write access.yaml and set the variables (docs/configuration.md), and run npm run doctor.
Ends with the doctor's exit: 0; with 1 where there is an error, or something could not be reached or written; with 2 where nobody can be asked.`;

export interface SetupDeps {
  readonly env: Variables;
  /** Where the files are written. */
  readonly folder: string;
  /** null: there is no terminal to ask in. */
  readonly openPrompts: () => Promise<Prompts | null>;
  /** Runs with the variables of this file, where the environment itself does not say others. */
  readonly doctor: (envFile: string, out: Out) => Promise<CommandExit>;
  readonly now: () => Date;
}

/** `npm run setup`. */
export const setupCommand = (deps: SetupDeps): Command => ({
  name: 'setup',
  help: setupHelp,
  async run(words, out) {
    readFlags(words, {});
    const prompts = await deps.openPrompts();
    if (prompts === null)
      throw new Misused('There is no terminal to ask in. Write the settings, and run the doctor.');
    const envFile = await new Setup(deps, prompts).write();
    await prompts.say('The doctor looks at all of it:');
    const exit = await deps.doctor(envFile, out);
    await out(exit === 0 ? doneWords : openWords);
    return exit;
  },
});

const doneWords = '\nStart the bot with npm start.\n';
const openWords = '\nMend the errors above, and look again with npm run doctor.\n';

/** Asks for the settings that are missing and adds them; it changes none that is there. */
class Setup {
  readonly #deps: SetupDeps;
  readonly #prompts: Prompts;
  readonly #env: AnsweredEnvironment;
  readonly #accessPath: string;

  constructor(deps: SetupDeps, prompts: Prompts) {
    this.#deps = deps;
    this.#prompts = prompts;
    const ofFile = parseEnv(readIfThere(this.#at(names.environment)) ?? '');
    this.#env = new AnsweredEnvironment(ofFile, deps.env);
    this.#accessPath = this.#at(accessConfigPath({ ...ofFile, ...deps.env }));
  }

  #at(name: string): string {
    return resolve(this.#deps.folder, name);
  }

  /** Asks everything and writes the files; the path of the one with the environment. */
  async write(): Promise<string> {
    const [prompts, env] = [this.#prompts, this.#env];
    const accessText = readIfThere(this.#accessPath);
    if (accessText !== null) this.#refuseMistakes(accessText, 'Correct it, or move the file away.');
    // Before somebody types what could not be checked or kept then.
    env.settings();
    this.#textToKeep();
    const variables = { prompts, env, keep: () => this.#keep() };
    const slack = await askTokens(variables, await this.#address());
    const tenant = await askTenant({ ...variables, now: this.#deps.now });
    try {
      await askVariables(variables, [databaseQuestion], async () => ok(undefined));
      const accessName = relative(this.#deps.folder, this.#accessPath);
      if (accessText === null) {
        const { baseUrl } = env.settings().governance;
        const schema = relative(dirname(this.#accessPath), fromHere('access.schema.json'));
        const text = accessYamlText(
          await askAccess({ prompts, tenant, slack, baseUrl }),
          schema.startsWith('.') ? schema : `./${schema}`,
        );
        this.#refuseMistakes(text, 'So nothing was written.');
        writeWhole(this.#accessPath, text, 0o644);
        await prompts.say(`${accessName} is written.`);
      } else await prompts.say(`${accessName} stays as it is.`);
      return this.#at(names.environment);
    } finally {
      await tenant.client.close();
    }
  }

  #refuseMistakes(text: string, mend: string): void {
    const path = this.#accessPath;
    const beside = (name: string) => readFileSync(resolve(dirname(path), name), 'utf8');
    const reading = readAccessFile(text, path, beside);
    if (!reading.ok) throw new StartRefused(`${printMistakes(reading.refusal)}\n${mend}`);
  }

  /** What the manifest says that is there; else asks, and writes one. */
  async #address(): Promise<BotAddress> {
    const path = this.#at(names.manifest);
    const manifest = readIfThere(path);
    if (manifest !== null) return addressIn(manifest);
    const isSocket = this.#env.has('SLACK_APP_TOKEN');
    const address = isSocket ? null : await askAddress(this.#prompts);
    const template = readFileSync(fromHere('app-manifest.yml'), 'utf8');
    writeWhole(path, manifestText(template, address), 0o644);
    await this.#prompts.say(appWords);
    return address;
  }

  /** Writes each answer as soon as it is right, so that the next run asks only for the others. */
  #keep(): void {
    writeWhole(this.#at(names.environment), this.#textToKeep(), 0o600);
  }

  /** The file is read each time: somebody may have changed it meanwhile. */
  #textToKeep(): string {
    const text = envFileText(readIfThere(this.#at(names.environment)), this.#env.answers());
    if (!text.ok) throw new StartRefused(text.refusal);
    return text.value;
  }
}

const databaseQuestion = {
  name: 'DATABASE_URL',
  what: 'PostgreSQL that keeps everything (postgres://user:password@host:5432/database)?',
  without: 'takes the embedded database',
} as const;

const appWords = `${names.manifest} is written. Make the Slack app: api.slack.com/apps > Create New App > From a manifest, and paste it.
Install it to the workspace, then come back with its tokens.`;

/** Absent: null. */
function readIfThere(path: string): string | null {
  if (!existsSync(path)) return null;
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new StartRefused(`${path} cannot be read (${wordsOf(error)}).`, { cause: error });
  }
}

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Whole or not at all; readable as `mode` says from the beginning. */
function writeWhole(path: string, text: string, mode: number): void {
  const target = existsSync(path) ? realpathSync(path) : path;
  const next = `${target}.${process.pid}.new`;
  try {
    writeFileSync(next, text, { mode: 0o600, flag: 'wx' });
    chmodSync(next, mode);
    renameSync(next, target);
  } catch (error) {
    throw new StartRefused(`${path} cannot be written (${wordsOf(error)}).`, { cause: error });
  }
}
