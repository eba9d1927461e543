/**
 * Rich text, as an app sends it instead of mrkdwn. Slack has more elements: here are those that the
 * bot sends.
 */
import { z } from 'zod';
import { blockId } from './composition.ts';

const style = z
  .strictObject({ bold: z.boolean().optional(), italic: z.boolean().optional() })
  .optional();
const elements = z.array(
  z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('text'), text: z.string().min(1), style }),
    z.strictObject({
      type: z.literal('date'),
      timestamp: z.int(),
      format: z.string().min(1),
      fallback: z.string().optional(),
    }),
  ]),
);

export const richTextBlock = z.strictObject({
  type: z.literal('rich_text'),
  block_id: blockId,
  elements: z.array(
    z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('rich_text_section'), elements }),
      z.strictObject({
        type: z.literal('rich_text_quote'),
        elements,
        border: z.union([z.literal(0), z.literal(1)]).optional(),
      }),
    ]),
  ),
});
