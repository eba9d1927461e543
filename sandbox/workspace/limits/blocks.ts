/**
 * Blocks as Slack takes them, per surface: which types, which elements in which block, how long, how many, which ids twice. One
 * door for messages, modals and Home: `checkBlocks`. What passes comes back with the ids that the app left out.
 */
import { z } from 'zod';
import type { ShownBlock } from '../client.ts';
import { button, feedbackButtons, iconButton } from './buttons.ts';
import { anyText, blockId, imageElement, mrkdwnText, plainText, url } from './composition.ts';
import { accessories, actionsElements, inputElements } from './elements.ts';
import { limits } from './limits.ts';
import { type Problem, problemsOf } from './problems.ts';
import { richTextBlock } from './rich-text.ts';
import { repeatedIds } from './uniqueness.ts';

export type Surface = 'message' | 'modal' | 'home';

const ids = { block_id: blockId };

const section = z
  .strictObject({
    type: z.literal('section'),
    ...ids,
    text: anyText(limits.text).optional(),
    fields: z.array(anyText(limits.sectionField)).min(1).max(limits.sectionFields).optional(),
    accessory: z.discriminatedUnion('type', [imageElement, ...accessories]).optional(),
    expand: z.boolean().optional(),
  })
  .refine((one) => one.text !== undefined || one.fields !== undefined, {
    error: 'must define either `text` or `fields`',
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
    .array(z.discriminatedUnion('type', [imageElement, plainText(limits.text), mrkdwnText(limits.text)]))
    .min(1)
    .max(limits.contextElements),
});

const divider = z.strictObject({ type: z.literal('divider'), ...ids });

const header = z.strictObject({ type: z.literal('header'), ...ids, text: plainText(limits.header) });

const image = z.strictObject({
  ...imageElement.shape,
  ...ids,
  title: plainText(limits.altText).optional(),
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

const video = z.strictObject({
  type: z.literal('video'),
  ...ids,
  video_url: url,
  thumbnail_url: url,
  alt_text: z.string().min(1),
  title: plainText(199),
  title_url: url.optional(),
  author_name: z.string().max(49).optional(),
  provider_name: z.string().optional(),
  provider_icon_url: url.optional(),
  description: plainText(limits.text).optional(),
});

const alert = z.strictObject({
  type: z.literal('alert'),
  ...ids,
  text: anyText(limits.text),
  level: z.enum(['default', 'info', 'warning', 'error', 'success']).optional(),
});

const markdown = z.strictObject({
  type: z.literal('markdown'),
  ...ids,
  text: z.string().min(1).max(limits.markdown),
});

const cell = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('raw_text'), text: z.string().min(1) }),
  z.strictObject({ type: z.literal('raw_number'), value: z.number(), text: z.string().min(1) }),
  richTextBlock,
]);

const table = z.strictObject({
  type: z.literal('table'),
  ...ids,
  rows: z.array(z.array(cell).min(1).max(limits.tableCells)).min(1).max(limits.tableRows),
  column_settings: z
    .array(
      z.strictObject({ align: z.enum(['left', 'center', 'right']).optional(), is_wrapped: z.boolean().optional() }),
    )
    .max(limits.tableCells)
    .optional(),
});

const contextActions = z.strictObject({
  type: z.literal('context_actions'),
  ...ids,
  elements: z
    .array(z.discriminatedUnion('type', [feedbackButtons, iconButton]))
    .min(1)
    .max(limits.contextActionsElements),
});

const card = z
  .strictObject({
    type: z.literal('card'),
    ...ids,
    hero_image: imageElement.optional(),
    icon: imageElement.optional(),
    title: mrkdwnText(limits.cardWord).optional(),
    subtitle: mrkdwnText(limits.cardWord).optional(),
    body: mrkdwnText(limits.cardBody).optional(),
    actions: z.array(button).min(1).optional(),
  })
  .refine((one) => one.hero_image ?? one.title ?? one.actions ?? one.body, {
    error: 'must define at least one of `hero_image`, `title`, `actions` or `body`',
  });

const carousel = z.strictObject({
  type: z.literal('carousel'),
  ...ids,
  elements: z.array(card).min(1).max(limits.carouselCards),
});

const taskCard = z.strictObject({
  type: z.literal('task_card'),
  ...ids,
  task_id: z.string().min(1),
  title: z.string().min(1),
  details: richTextBlock.optional(),
  output: richTextBlock.optional(),
  sources: z.array(z.strictObject({ type: z.literal('url'), url, text: z.string() })).optional(),
  status: z.enum(['pending', 'in_progress', 'complete', 'error']),
});

const plan = z.strictObject({
  type: z.literal('plan'),
  ...ids,
  title: z.string().min(1),
  tasks: z.array(taskCard).optional(),
});

const everywhere = [section, actions, context, divider, header, image, input, richTextBlock, video] as const;

/**
 * `alert` is not for messages; `card`, `carousel`, `context_actions`, `markdown`, `plan`, `table` and `task_card` are not for modals
 * (slack.md). Blocks that need uploaded files or have no published surface (`file`, `container`, `data_table`) exist nowhere here.
 */
const bySurface = {
  message: z.discriminatedUnion('type', [
    ...everywhere,
    card,
    carousel,
    contextActions,
    markdown,
    plan,
    table,
    taskCard,
  ]),
  modal: z.discriminatedUnion('type', [...everywhere, alert]),
  home: z.discriminatedUnion('type', [...everywhere, alert, card, carousel, markdown, table]),
} satisfies Record<Surface, z.ZodType<ShownBlock>>;

const lists = {
  message: z.array(bySurface.message).max(limits.blocksOfMessage),
  modal: z.array(bySurface.modal).max(limits.blocksOfView),
  home: z.array(bySurface.home).max(limits.blocksOfView),
} satisfies Record<Surface, z.ZodType<ShownBlock[]>>;

export type CheckedBlocks =
  | { readonly ok: true; readonly blocks: ShownBlock[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** `root`: where the list stands in the call's arguments, for the JSON pointers. */
export function checkBlocks(candidate: unknown, surface: Surface, root: readonly string[]): CheckedBlocks {
  const checked = lists[surface].safeParse(candidate, { reportInput: true });
  if (!checked.success) return { ok: false, problems: problemsOf(checked.error.issues, root) };
  const problems = repeatedIds(checked.data, root);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, blocks: checked.data };
}
