import { z } from 'zod';
import {
  acting,
  homeOpened,
  inView,
  messageShortcut,
  oneAction,
  onMessage,
  slashCommand,
  triggered,
  typedIn,
} from './listeners/payloads.ts';

const responseUrl = z.url({ protocol: /^https?$/ });
/** Bolt goes by these two before it looks at the type. */
const neither = { event: z.never().optional(), command: z.never().optional() };

function interaction<const Type extends string>(type: Type) {
  return z.looseObject({ type: z.literal(type), ...neither }).and(acting);
}

const clicked = z.looseObject({ action_id: z.string() }).and(oneAction);
const click = interaction('block_actions')
  .and(triggered)
  .and(onMessage)
  .and(z.looseObject({ actions: z.tuple([clicked], z.unknown()) }))
  // The answer to a click in a view is a view.
  .and(z.union([inView, z.looseObject({ response_url: responseUrl })]));

/**
 * What Bolt may be given: the kinds that Slack sends, with every member that listeners rely on. Bolt looks into members that are
 * not there, and a listener that throws would tell a person of a bug.
 */
const payload = z.union([
  z.looseObject({ event: homeOpened.or(z.looseObject({ type: z.string().regex(/^(?!app_home_opened$)/) })) }),
  z.looseObject({ event: z.never().optional(), response_url: responseUrl }).and(slashCommand),
  click,
  interaction('block_suggestion')
    .and(z.looseObject({ action_id: z.string() }))
    .and(typedIn)
    .and(inView),
  interaction('view_submission').and(inView),
  interaction('view_closed').and(inView),
  interaction('shortcut').and(triggered),
  interaction('message_action').and(triggered).and(messageShortcut),
]);

/** What is wrong with a payload; null where Bolt may have it. */
export function payloadProblem(body: unknown): string | null {
  const read = payload.safeParse(body);
  return read.success ? null : z.prettifyError(read.error);
}
