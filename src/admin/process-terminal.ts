import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import type { AdminTerminal } from './command-line.ts';

/** The terminal of this process. */
export function processTerminal(): AdminTerminal {
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    isInteractive: process.stdin.isTTY && process.stderr.isTTY,
    async ask(question) {
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      try {
        return await lines.question(question);
      } finally {
        lines.close();
      }
    },
  };
}

/** Who runs this process, for the audit trail. */
export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a user without a name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
