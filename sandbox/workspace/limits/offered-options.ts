/** The app's answer to an options request (`block_suggestion`), as Slack takes it: options or groups, within the limits. */
import { z } from 'zod';
import type { OfferedGroup } from '../client.ts';
import { optionGroup, selectOption } from './composition.ts';
import { limits } from './limits.ts';
import { problemLine, problemsOf } from './problems.ts';

const schema = z
  .object({
    options: z.array(selectOption).max(limits.options).optional(),
    option_groups: z.array(optionGroup).max(limits.optionGroups).optional(),
  })
  .refine((answer) => (answer.options === undefined) !== (answer.option_groups === undefined), {
    error: 'must provide exactly one of `options` or `option_groups`',
  });

export type CheckedOptions =
  | { readonly ok: true; readonly groups: OfferedGroup[] }
  | { readonly ok: false; readonly reason: string };

export function checkOfferedOptions(candidate: unknown): CheckedOptions {
  const checked = schema.safeParse(candidate, { reportInput: true });
  if (!checked.success) {
    return { ok: false, reason: problemsOf(checked.error.issues, []).map(problemLine).join('; ') };
  }
  const { options, option_groups: groups } = checked.data;
  if (groups !== undefined) {
    return { ok: true, groups: groups.map((group) => ({ label: group.label.text, options: group.options })) };
  }
  return { ok: true, groups: [{ label: null, options: options ?? [] }] };
}
