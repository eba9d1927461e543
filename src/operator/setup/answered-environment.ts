import {
  isProduction,
  readBotEnvironment,
  type SlackEnvironment,
  setVariables,
  type Variables,
} from '../../config/environment.ts';
import type { ConfigMistake } from '../../config/mistakes.ts';
import { isSetOrFile } from '../../config/secret-files.ts';
import type { WantedVariables } from './files/env-file.ts';

/** What `.env` gets, where it is set. */
const writtenNames = [
  'NODE_ENV',
  'SLACK_BOT_TOKEN',
  'SLACK_SIGNING_SECRET',
  'SLACK_APP_TOKEN',
  'SLACK_API_URL',
  'GOVERNANCE_BASE_URL',
  'GOVERNANCE_TOKEN_URL',
  'GOVERNANCE_CLIENT_ID',
  'GOVERNANCE_CLIENT_SECRET',
  'DATABASE_URL',
  'AUDIT_SIGNING_KEY',
  'ACCESS_CONFIG',
] as const;
export type WrittenName = (typeof writtenNames)[number];
export type SecretName = Extract<
  WrittenName,
  `${string}_TOKEN` | `${string}_SECRET` | 'DATABASE_URL' | 'AUDIT_SIGNING_KEY'
>;

/** Valid values for what was not asked for yet, so that the rest can be checked. */
const placeholders: Variables = {
  SLACK_BOT_TOKEN: 'xoxb-',
  SLACK_SIGNING_SECRET: '-',
  GOVERNANCE_BASE_URL: 'https://acme.example',
  GOVERNANCE_CLIENT_ID: '-',
  GOVERNANCE_CLIENT_SECRET: '-',
};

/** The variables of the bot: those that were there, and those that were answered. */
export class AnsweredEnvironment {
  readonly #variables = new Map<string, string>();

  /** An earlier one counts more. */
  constructor(...sources: readonly Variables[]) {
    for (const source of sources.toReversed())
      for (const [name, value] of Object.entries(setVariables(source))) this.#put(name, value);
    if (!isProduction(this.#all())) this.#variables.set('NODE_ENV', 'production');
  }

  get(name: WrittenName): string {
    return this.#variables.get(name) ?? '';
  }

  /** Whether it is set, or the file that holds it is named. */
  has(name: WrittenName): boolean {
    return isSetOrFile(this.#all(), name);
  }

  /** An answer counts instead of a file that was named. An empty one takes the variable out. */
  set(name: WrittenName, value: string): void {
    this.#put(name, value.trim());
  }

  /** What is wrong with a variable; null if nothing is. */
  mistakeOf(name: WrittenName): string | null {
    const reading = readBotEnvironment(this.#withPlaceholders());
    const isOfIt = ({ message }: ConfigMistake) =>
      message.startsWith(`${name} `) || message.startsWith(`${name}_FILE `);
    return reading.ok ? null : (reading.refusal.find(isOfIt)?.message ?? null);
  }

  /** Everything that is missing or wrong. */
  mistakes(): readonly ConfigMistake[] {
    const reading = readBotEnvironment(this.#outward());
    return reading.ok ? [] : reading.refusal;
  }

  /** The settings, as far as they were asked for. Throws where one of them is wrong. */
  settings(): SlackEnvironment {
    const reading = readBotEnvironment(this.#withPlaceholders());
    if (reading.ok) return reading.value;
    throw new Error(reading.refusal.map(({ message }) => message).join(' '));
  }

  /** For `.env`: what is not set is taken out of it. */
  wanted(): WantedVariables {
    const names = writtenNames.flatMap((name) => [name, `${name}_FILE`]);
    return Object.fromEntries(names.map((name) => [name, this.#variables.get(name) ?? null]));
  }

  #put(name: string, value: string): void {
    const other = name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : `${name}_FILE`;
    this.#variables.delete(other);
    if (value === '') this.#variables.delete(name);
    else this.#variables.set(name, value);
  }

  #all(): Variables {
    return Object.fromEntries(this.#variables);
  }

  /** Only what is asked here: the rest is the doctor's. */
  #outward(): Variables {
    return Object.fromEntries(
      Object.entries(this.wanted()).map(([name, value]) => [name, value ?? undefined]),
    );
  }

  #withPlaceholders(): Variables {
    const outward = this.#outward();
    const open = Object.entries(placeholders).filter(([name]) => !isSetOrFile(outward, name));
    return { ...outward, ...Object.fromEntries(open) };
  }
}
