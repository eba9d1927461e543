/**
 * The app's answer to an options request (`block_suggestion`), as Slack takes it, within the
 * limits.
 */
import type { Option } from '@slack/types';
import { z } from 'zod';
import { selectOption } from './composition.ts';
import { limits } from './limits.ts';
import { problemLine, problemsOf } from './problems.ts';

const schema = z.object({ options: z.array(selectOption).max(limits.options) });

export type CheckedOptions =
  | { readonly ok: true; readonly options: Option[] }
  | { readonly ok: false; readonly reason: string };

export function checkOfferedOptions(candidate: unknown): CheckedOptions {
  const checked = schema.safeParse(candidate, { reportInput: true });
  if (!checked.success) {
    return { ok: false, reason: problemsOf(checked.error.issues, []).map(problemLine).join('; ') };
  }
  return { ok: true, options: checked.data.options };
}
