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
} from '../platform/payloads.ts';

const responseUrl = z.url({ protocol: /^https?$/ });
/** Bolt reads these two before it looks at the type. */
const neither = { event: z.never().optional(), command: z.never().optional() };

const person = { ...neither, ...acting.shape };
const view = inView.shape;

const click = z.looseObject({
  type: z.literal('block_actions'),
  ...person,
  ...triggered.shape,
  ...onMessage.shape,
  actions: z.tuple([z.looseObject({ ...oneAction.shape, action_id: z.string() })], z.unknown()),
});

/**
 * The payloads that Bolt may get: the kinds that Slack sends, with every member that listeners rely
 * on. Bolt reads members without checking that they exist, and a listener that throws would tell a
 * person of a bug.
 */
const payload = z.union([
  z.looseObject({
    event: homeOpened.or(z.looseObject({ type: z.string().regex(/^(?!app_home_opened$)/) })),
  }),
  z.looseObject({ event: neither.event, response_url: responseUrl, ...slashCommand.shape }),
  // The answer to a click in a view is a view.
  click.extend(view),
  click.extend({ response_url: responseUrl }),
  z.looseObject({
    type: z.literal('block_suggestion'),
    action_id: z.string(),
    ...person,
    ...typedIn.shape,
    ...view,
  }),
  z.looseObject({ type: z.literal(['view_submission', 'view_closed']), ...person, ...view }),
  z.looseObject({ type: z.literal('shortcut'), ...person, ...triggered.shape }),
  z.looseObject({
    type: z.literal('message_action'),
    ...person,
    ...triggered.shape,
    ...messageShortcut.shape,
  }),
]);

/** The fault of a payload; null if Bolt may have it. */
export function payloadProblem(body: unknown): string | null {
  const parsed = payload.safeParse(body);
  return parsed.success ? null : z.prettifyError(parsed.error);
}
