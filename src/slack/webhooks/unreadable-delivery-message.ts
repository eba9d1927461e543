import type { UnreadableDelivery } from '../../use-cases/ports/chat-ports.ts';
import type { RenderedMessage } from '../platform/rendered-message.ts';
import { moment, section } from '../platform/text.ts';
import type { Texts } from '../platform/texts.ts';

/** To an administrator. Has no word of the tenant's in it: nothing of the delivery could be read. */
export function unreadableMessage(
  { notices: { unreadable } }: Texts,
  { event, receivedAt, deniedAt }: UnreadableDelivery,
): RenderedMessage {
  const received = moment(receivedAt);
  const opening =
    event === 'provision-step' ? unreadable.setUp({ received }) : unreadable.decision({ received });
  const next = deniedAt === null ? unreadable.left : unreadable.denied({ when: moment(deniedAt) });
  const text = [opening, next, unreadable.help].join(' ');
  return { text, blocks: [section(text)] };
}
