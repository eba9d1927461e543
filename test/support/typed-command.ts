import { type Command, runTyped } from '../../src/operator/command.ts';

/** A command as somebody typed it: how it ended, and what it wrote. */
export async function typeCommand(command: Command, words: readonly string[]) {
  const seen = { out: '', err: '' };
  const out = async (text: string) => {
    seen.out += text;
  };
  const err = async (text: string) => {
    seen.err += text;
  };
  return { exit: await runTyped(command, words, { out, err }), ...seen };
}
