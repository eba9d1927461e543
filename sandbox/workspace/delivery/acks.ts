/** Reads the app's answers to deliveries as Slack does. */
import { z } from 'zod';
import type { ShownBlock } from '../client.ts';
import { checkMessageBlocks, cutText } from '../limits/messages.ts';
import { problemLine } from '../limits/problems.ts';
import { checkView, type ViewContent } from '../limits/views.ts';

export interface ReplyMessage {
  readonly text: string;
  readonly blocks: ShownBlock[];
  readonly inChannel: boolean;
}

export type CommandAck =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'message'; readonly message: ReplyMessage }
  | { readonly kind: 'invalid'; readonly reason: string };

function decoded(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const reply = z.object({
  text: z.string().optional(),
  blocks: z.unknown().optional(),
  response_type: z.enum(['ephemeral', 'in_channel']).default('ephemeral'),
});

/**
 * A JSON message, or plain text; both are shown to the person who typed the command, unless it says
 * `in_channel`.
 */
export function readCommandAck(body: string): CommandAck {
  if (body.trim() === '') return { kind: 'nothing' };
  const json = decoded(body);
  if (typeof json !== 'object' || json === null) {
    return { kind: 'message', message: { text: cutText(body), blocks: [], inChannel: false } };
  }
  const parsed = reply.safeParse(json);
  if (!parsed.success) return { kind: 'invalid', reason: z.prettifyError(parsed.error) };
  const { text = '', blocks } = parsed.data;
  if (text === '' && blocks === undefined) return { kind: 'nothing' };
  const checked = checkMessageBlocks(blocks ?? []);
  if (!checked.ok)
    return {
      kind: 'invalid',
      reason: [checked.code, ...checked.problems.map(problemLine)].join('; '),
    };
  const inChannel = parsed.data.response_type === 'in_channel';
  return { kind: 'message', message: { text: cutText(text), blocks: checked.blocks, inChannel } };
}

export type SubmissionAck =
  | { readonly kind: 'close' }
  | { readonly kind: 'clear' }
  | { readonly kind: 'errors'; readonly errors: Readonly<Record<string, string>> }
  | { readonly kind: 'update' | 'push'; readonly view: ViewContent }
  | { readonly kind: 'invalid'; readonly reason: string };

const submissionAnswer = z.discriminatedUnion('response_action', [
  z.object({ response_action: z.literal('clear') }),
  z.object({
    response_action: z.literal('errors'),
    errors: z.record(z.string(), z.string().min(1)),
  }),
  z.object({ response_action: z.literal('update'), view: z.unknown() }),
  z.object({ response_action: z.literal('push'), view: z.unknown() }),
]);

/** `inputBlockIds`: errors may name only these. */
export function readSubmissionAck(body: string, inputBlockIds: readonly string[]): SubmissionAck {
  if (body.trim() === '') return { kind: 'close' };
  const parsed = submissionAnswer.safeParse(decoded(body));
  if (!parsed.success) return { kind: 'invalid', reason: z.prettifyError(parsed.error) };
  const answer = parsed.data;
  switch (answer.response_action) {
    case 'clear':
      return { kind: 'clear' };
    case 'errors': {
      const stray = Object.keys(answer.errors).filter((id) => !inputBlockIds.includes(id));
      if (stray.length > 0 || Object.keys(answer.errors).length === 0) {
        return {
          kind: 'invalid',
          reason: `errors must name input blocks of the view: ${stray.join(', ')}`,
        };
      }
      return { kind: 'errors', errors: answer.errors };
    }
    case 'update':
    case 'push': {
      const checked = checkView(answer.view, 'modal');
      if (!checked.ok) {
        return {
          kind: 'invalid',
          reason: [checked.code, ...checked.problems.map(problemLine)].join('; '),
        };
      }
      return { kind: answer.response_action, view: checked.view };
    }
  }
}

export { decoded as decodeJson };
