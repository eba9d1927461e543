import type { AccessSettings } from '../domain/access-settings.ts';
import type { NotYet } from '../domain/job.ts';
import type { Notice } from '../domain/notice.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import { readerOf } from './card-model.ts';
import { mayPostIn } from './card-places.ts';
import type { Chat, ChatRefusal, NoticeContext, Place } from './chat-ports.ts';
import type { CardRow, Store } from './store-ports.ts';

interface DeliverDeps {
  readonly store: Store;
  readonly chat: Chat;
  readonly settings: Pick<AccessSettings, 'apps' | 'channels' | 'emergency' | 'escalation' | 'digest'>;
}

interface Deliverable {
  readonly notice: Notice;
  readonly cards: readonly CardRow[];
}

type Delivery = Result<Place | null, ChatRefusal> | NotYet;

/** Posts a message where it belongs; where that is, of one to a person. */
export async function deliverNotice(deps: DeliverDeps, kept: Deliverable, context: NoticeContext): Promise<Delivery> {
  const { target, body } = kept.notice;
  switch (target.kind) {
    case 'direct':
      return deps.chat.sendDirect(target.slackUserId, body, context);
    case 'ephemeral': {
      const answer = await deps.chat.sendEphemeral(target, body, context);
      // Not in the channel, or the channel is not ours to write in: the person still gets the word.
      return answer.ok ? ok(null) : deps.chat.sendDirect(target.slackUserId, body, context);
    }
    case 'channel':
      if (!(await mayPostIn(deps, target.channel))) return refuse({ kind: 'rejected', code: 'shared-channel' });
      return deps.chat.sendToChannel(target.channel, body, context);
    case 'thread':
      return deliverInThread(deps, kept, target.cardId, context);
  }
}

async function deliverInThread(
  deps: DeliverDeps,
  { notice, cards }: Deliverable,
  cardId: string,
  context: NoticeContext,
): Promise<Delivery> {
  const card = cards.find((one) => one.id === cardId);
  if (card === undefined || card.state === 'unreachable') return refuse({ kind: 'message-gone', code: 'no-card' });
  if (card.ts === null || card.postedChannel === null) return 'not-yet';
  // A message in a thread has none of its own.
  const { threadOf } = card;
  const root = threadOf === null ? null : await deps.store.transaction((tx) => tx.cards.find(threadOf));
  if (root !== null && root.state !== 'unreachable' && root.ts === null) return 'not-yet';
  return deps.chat.sendThread(
    { channel: card.postedChannel, ts: root?.ts ?? card.ts },
    notice.body,
    context,
    readerOf(card),
  );
}
