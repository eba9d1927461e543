/** Where an app answers an interaction without a token: `POST /hooks/:id`. */
import { Hono } from 'hono';
import { z } from 'zod';
import { checkMessageBlocks, cutText } from '../limits/messages.ts';
import { problemLine } from '../limits/problems.ts';
import type { StoredMessage, StoredResponseUrl } from '../state/stored.ts';
import type { WorkspaceState } from '../state/workspace-state.ts';
import { decodeJson } from './acks.ts';
import { showReply } from './replies.ts';

// Slack also accepts strings.
const flag = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
  .default(false);

const bodySchema = z.object({
  text: z.string().optional(),
  blocks: z.unknown().optional(),
  response_type: z.enum(['ephemeral', 'in_channel']).default('ephemeral'),
  replace_original: flag,
  thread_ts: z.string().optional(),
});

type Body = z.infer<typeof bodySchema>;

export function responseUrlRoutes(state: WorkspaceState): Hono {
  const routes = new Hono();
  routes.post('/:id', async (context) => {
    const usage = state.responseUrls.use(context.req.param('id'));
    if (!usage.ok) return context.json({ ok: false, error: usage.code }, 404);
    const parsed = bodySchema.safeParse(decodeJson(await context.req.text()));
    if (!parsed.success) return context.json({ ok: false, error: 'invalid_payload' }, 400);
    const refusal = answer(state, usage.target, parsed.data);
    if (refusal === null) return context.text('ok');
    const { status, ...reason } = refusal;
    return context.json({ ok: false, ...reason }, status);
  });
  return routes;
}

interface Refusal {
  readonly error: string;
  readonly status: 400 | 404;
  readonly response_metadata?: { readonly messages: readonly string[] };
}

function answer(state: WorkspaceState, target: StoredResponseUrl, body: Body): Refusal | null {
  const original =
    target.messageTs === null
      ? undefined
      : state.messages.find(target.conversationId, target.messageTs);
  if (body.text === undefined && body.blocks === undefined)
    return { error: 'no_text', status: 400 };
  const checked = checkMessageBlocks(body.blocks ?? []);
  if (!checked.ok) {
    const messages = checked.problems.map((problem) => `[ERROR] ${problemLine(problem)}`);
    return { error: checked.code, status: 400, response_metadata: { messages } };
  }
  const text = cutText(body.text ?? '');
  if (body.replace_original && target.messageTs !== null) {
    if (original === undefined) return { error: 'message_not_found', status: 404 };
    replaceOriginal(state, original, text, checked.blocks);
    return null;
  }
  showReply(
    state,
    {
      conversationId: target.conversationId,
      personId: target.personId,
      threadTs: body.thread_ts ?? target.threadTs,
    },
    { text, blocks: checked.blocks, inChannel: body.response_type === 'in_channel' },
  );
  return null;
}

function replaceOriginal(
  state: WorkspaceState,
  original: StoredMessage,
  text: string,
  blocks: StoredMessage['blocks'],
): void {
  state.announceMessage(state.messages.replace(original, { text, blocks }, blocks.length === 0));
}
