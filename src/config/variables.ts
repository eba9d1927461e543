import type { ConfigMistake } from './mistakes.ts';

/** The environment's variables as they come: all text, any of them absent. */
export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads one variable after the other and collects what is wrong with them, so that every mistake is told at once.
 * Where a value is missing or wrong, a mistake is noted and a stand-in is returned: results count only while `mistakes`
 * is empty. Blanks around a value are dropped; an empty value counts as missing. No mistake quotes a value that may be secret.
 */
export class VariableReader {
  readonly mistakes: ConfigMistake[] = [];
  readonly #variables: Variables;

  constructor(variables: Variables) {
    this.#variables = variables;
  }

  note(message: string): void {
    this.mistakes.push({ place: 'environment', message });
  }

  optional(name: string): string | null {
    const value = this.#variables[name]?.trim() ?? '';
    return value === '' ? null : value;
  }

  /** `advice` goes on after "set it to". */
  required(name: string, advice: string): string {
    const value = this.optional(name);
    if (value === null) this.note(`${name} is missing: set it to ${advice}.`);
    return value ?? '';
  }

  /** `what` names the kind of token, `advice` where to find it. */
  token(name: string, prefix: string, advice: string): string {
    const value = this.required(name, advice);
    if (value !== '' && !value.startsWith(prefix)) {
      this.note(`${name} does not begin with ${prefix}: set it to ${advice}.`);
    }
    return value;
  }

  oneOf<T extends string>(name: string, choices: readonly T[], fallback: T): T {
    const value = this.optional(name);
    if (value === null) return fallback;
    const choice = choices.find((known) => known === value);
    if (choice === undefined) this.note(`${name} is not one of ${choices.join(', ')}: set it to one of these.`);
    return choice ?? fallback;
  }

  /** 0 lets the system pick a free port. */
  port(name: string, fallback: number): number {
    const value = this.optional(name);
    if (value === null) return fallback;
    const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
    if (port <= 65_535) return port;
    this.note(`${name} is not a port: set it to a whole number from 0 to 65535.`);
    return fallback;
  }

  host(name: string, fallback: string): string {
    const value = this.optional(name);
    if (value === null || /^[\w.:-]+$/.test(value)) return value ?? fallback;
    this.note(`${name} is not a host name or an address: set it to the address to listen on, for example 127.0.0.1.`);
    return fallback;
  }
}
