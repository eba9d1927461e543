/**
 * Blocks as Slack takes them: which types, which elements in which block, how long, how many, which
 * ids twice. Messages, modals and Home all go through `checkBlocks`. What passes comes back with
 * the ids that the app left out.
 */
import { z } from 'zod';
import type { ShownBlock } from '../client.ts';
import { anyText, blockId, mrkdwnText, plainText } from './composition.ts';
import { actionsElements, inputElements } from './elements.ts';
import { limits } from './limits.ts';
import { type Problem, problemsOf } from './problems.ts';
import { richTextBlock } from './rich-text.ts';
import { repeatedIds } from './uniqueness.ts';

export type Surface = 'message' | 'modal' | 'home';

const ids = { block_id: blockId };

const section = z.strictObject({
  type: z.literal('section'),
  ...ids,
  text: anyText(limits.text),
  accessory: z.discriminatedUnion('type', [...actionsElements]).optional(),
  expand: z.boolean().optional(),
});

const actions = z.strictObject({
  type: z.literal('actions'),
  ...ids,
  elements: z
    .array(z.discriminatedUnion('type', [...actionsElements]))
    .min(1)
    .max(limits.actionsElements),
});

const context = z.strictObject({
  type: z.literal('context'),
  ...ids,
  elements: z
    .array(z.discriminatedUnion('type', [plainText(limits.text), mrkdwnText(limits.text)]))
    .min(1)
    .max(limits.contextElements),
});

const header = z.strictObject({
  type: z.literal('header'),
  ...ids,
  text: plainText(limits.header),
});

const input = z.strictObject({
  type: z.literal('input'),
  ...ids,
  label: plainText(limits.label),
  hint: plainText(limits.label).optional(),
  optional: z.boolean().optional(),
  dispatch_action: z.boolean().optional(),
  element: z.discriminatedUnion('type', [...inputElements]),
});

/**
 * One block, on any surface. Slack has more kinds and more elements: here are those that the bot
 * sends.
 */
const block = z.discriminatedUnion('type', [
  section,
  actions,
  context,
  header,
  input,
  richTextBlock,
]) satisfies z.ZodType<ShownBlock>;

const lists: Record<Surface, z.ZodType<ShownBlock[]>> = {
  message: z.array(block).max(limits.blocksOfMessage),
  modal: z.array(block).max(limits.blocksOfView),
  home: z.array(block).max(limits.blocksOfView),
};

export type CheckedBlocks =
  | { readonly ok: true; readonly blocks: ShownBlock[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** `root`: where the list stands in the call's arguments, for the JSON pointers. */
export function checkBlocks(
  candidate: unknown,
  surface: Surface,
  root: readonly string[],
): CheckedBlocks {
  const checked = lists[surface].safeParse(candidate, { reportInput: true });
  if (!checked.success) return { ok: false, problems: problemsOf(checked.error.issues, root) };
  const problems = repeatedIds(checked.data, root);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, blocks: checked.data };
}
