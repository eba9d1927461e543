/** Secrets that a file holds, as Docker and Kubernetes hand them over: `SLACK_BOT_TOKEN_FILE`. */
import { readFileSync, statSync } from 'node:fs';
import type { ConfigMistake } from './mistakes.ts';

/** Variables that have a value. */
type SetVariables = Readonly<Record<string, string | undefined>>;

/** The variables that hold secrets. Each can be named with `_FILE` behind it instead. */
export const secretVariables = [
  'SLACK_BOT_TOKEN',
  'SLACK_SIGNING_SECRET',
  'SLACK_APP_TOKEN',
  'GOVERNANCE_CLIENT_SECRET',
  'DATABASE_URL',
  'WEBHOOK_KEY',
  'AUDIT_SIGNING_KEY',
] as const;

/** Whether a variable is set, or the file that holds it is named. */
export function isSetOrFile(set: SetVariables, name: string): boolean {
  return set[name] !== undefined || set[`${name}_FILE`] !== undefined;
}

interface ResolvedSecrets {
  /** With the secrets of all files that could be read. */
  readonly variables: SetVariables;
  readonly mistakes: readonly (ConfigMistake & { readonly variable: string })[];
}

/** The variables that are set, with what the files hold that they name. */
export function withSecretFiles(set: SetVariables): ResolvedSecrets {
  const variables: Record<string, string | undefined> = { ...set };
  const mistakes: (ConfigMistake & { readonly variable: string })[] = [];
  for (const variable of secretVariables) {
    const path = set[`${variable}_FILE`];
    if (path === undefined) continue;
    const secret = set[variable] === undefined ? secretIn(path) : { problem: bothSet };
    if ('text' in secret) variables[variable] = secret.text;
    else {
      const message = `${variable}_FILE ${secret.problem}`;
      mistakes.push({ variable, place: 'environment', message });
    }
  }
  return { variables, mistakes };
}

const bothSet = 'is set beside the variable that holds the secret itself: leave one of both out.';

/** More than any secret has. */
const mostBytes = 65_536;

/** No problem quotes the path: somebody may have written the secret itself there. */
function secretIn(path: string): { readonly text: string } | { readonly problem: string } {
  try {
    const file = statSync(path);
    if (!file.isFile()) return { problem: 'does not name a file: set it to the path of one.' };
    if (file.size > mostBytes)
      return { problem: 'names a file of more than 64 KiB, which holds no secret: correct it.' };
    const text = readFileSync(path, 'utf8').trim();
    return text === '' ? { problem: 'names an empty file: write the secret into it.' } : { text };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    if (error.code === 'ENOENT')
      return {
        problem: 'names a file that is not there: set it to the path of the secret’s file.',
      };
    const reason = String(error.code);
    return {
      problem: `names a file that cannot be read (${reason}): let the bot’s user read it.`,
    };
  }
}
