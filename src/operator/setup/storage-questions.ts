import { randomBytes } from 'node:crypto';
import { ok, refuse } from '../../domain/result.ts';
import type { AnsweredEnvironment, SecretName } from './answered-environment.ts';
import { type Prompts, untilRight } from './prompts.ts';

interface StorageDeps {
  readonly prompts: Prompts;
  readonly env: AnsweredEnvironment;
}

/** Where everything is kept, and the key that signs the audit trail. Both may be left to the bot. */
export async function askStorage(deps: StorageDeps): Promise<void> {
  await askOptional(deps, {
    name: 'DATABASE_URL',
    what: 'PostgreSQL that keeps everything (postgres://user:password@host:5432/database)?',
    enterTakes: 'the embedded database',
    otherwise: '',
  });
  await askOptional(deps, {
    name: 'AUDIT_SIGNING_KEY',
    what: 'Key that signs the audit trail?',
    enterTakes: 'a new one',
    otherwise: randomBytes(32).toString('hex'),
  });
}

function askOptional(
  { prompts, env }: StorageDeps,
  {
    name,
    what,
    enterTakes,
    otherwise,
  }: {
    readonly name: SecretName;
    readonly what: string;
    /** Where there is none yet. */
    readonly enterTakes: string;
    /** '' leaves the variable out. */
    readonly otherwise: string;
  },
): Promise<void> {
  return untilRight<null, void>(prompts, {
    initial: null,
    async ask() {
      const enter = env.has(name) ? 'keeps the one that is there' : `takes ${enterTakes}`;
      const typed = await prompts.secret(`${what} Enter ${enter}.`);
      if (typed.trim() !== '') env.set(name, typed);
      else if (!env.has(name)) env.set(name, otherwise);
      return null;
    },
    async check() {
      const mistake = env.mistakeOf(name);
      if (mistake === null) return ok(undefined);
      env.set(name, '');
      return refuse(mistake);
    },
  });
}
