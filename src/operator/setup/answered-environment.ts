import { randomBytes } from 'node:crypto';
import {
  readBotEnvironment,
  type SlackEnvironment,
  setVariables,
  type Variables,
} from '../../config/environment.ts';
import type { ConfigMistake } from '../../config/mistakes.ts';
import { isSetOrFile } from '../../config/secret-files.ts';
import { StartRefused } from '../start-refused.ts';

export type AskedName =
  | 'SLACK_BOT_TOKEN'
  | 'SLACK_SIGNING_SECRET'
  | 'SLACK_APP_TOKEN'
  | 'GOVERNANCE_BASE_URL'
  | 'GOVERNANCE_CLIENT_ID'
  | 'GOVERNANCE_CLIENT_SECRET'
  | 'DATABASE_URL';

/** Valid values for what was not asked for yet, so that the rest can be checked. */
const placeholders: Readonly<Record<string, string>> = {
  SLACK_BOT_TOKEN: 'xoxb-',
  SLACK_SIGNING_SECRET: '-',
  GOVERNANCE_BASE_URL: 'https://acme.example',
  GOVERNANCE_CLIENT_ID: '-',
  GOVERNANCE_CLIENT_SECRET: '-',
};

/** The variables that setup reads; the doctor looks at all of them. */
const namesHere = [
  ...Object.keys(placeholders),
  'SLACK_APP_TOKEN',
  'SLACK_API_URL',
  'GOVERNANCE_TOKEN_URL',
  'DATABASE_URL',
].flatMap((name) => [name, `${name}_FILE`]);

/** The variables of the bot: those that are there, and those that were answered. */
export class AnsweredEnvironment {
  readonly #there: Readonly<Record<string, string>>;
  readonly #answers = new Map<string, string>();

  /** Those of `.env`, and those of this process, which count more. */
  constructor(ofFile: Variables, ofProcess: Variables) {
    this.#there = setVariables({ ...ofFile, ...ofProcess });
    if (this.#there.NODE_ENV === undefined) this.#answers.set('NODE_ENV', 'production');
    if (!this.has('AUDIT_SIGNING_KEY'))
      this.#answers.set('AUDIT_SIGNING_KEY', randomBytes(32).toString('hex'));
  }

  get(name: AskedName): string {
    return this.#all()[name] ?? '';
  }

  /** Whether it is set, or the file that holds it is named. */
  has(name: AskedName | 'AUDIT_SIGNING_KEY'): boolean {
    return isSetOrFile(this.#all(), name);
  }

  /** An empty answer takes an earlier one back. */
  set(name: AskedName, value: string): void {
    if (value.trim() === '') this.#answers.delete(name);
    else this.#answers.set(name, value.trim());
  }

  /** Why a variable that is set is wrong; null if it is right. */
  mistakeOf(name: AskedName): string | null {
    const reading = readBotEnvironment(this.#withPlaceholders());
    const isOfIt = ({ message }: ConfigMistake) =>
      message.startsWith(`${name} `) || message.startsWith(`${name}_FILE `);
    return reading.ok ? null : (reading.refusal.find(isOfIt)?.message ?? null);
  }

  /** The settings, as far as they are known. Throws `StartRefused` where one of them is wrong. */
  settings(): SlackEnvironment {
    const reading = readBotEnvironment(this.#withPlaceholders());
    if (reading.ok) return reading.value;
    throw new StartRefused(reading.refusal.map(({ message }) => message).join('\n'));
  }

  /** What `.env` gets. */
  answers(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#answers);
  }

  #all(): Readonly<Record<string, string>> {
    return { ...this.#there, ...this.answers() };
  }

  #withPlaceholders(): Variables {
    const all = this.#all();
    const here = Object.entries(all).filter(([name]) => namesHere.includes(name));
    const open = Object.entries(placeholders).filter(([name]) => !isSetOrFile(all, name));
    return { NODE_ENV: 'production', ...Object.fromEntries([...here, ...open]) };
  }
}
