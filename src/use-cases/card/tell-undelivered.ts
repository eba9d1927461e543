import type { NoticeTarget } from '../../domain/message/place.ts';
import type { LocalDeps } from '../deps.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { tellEach } from '../record/tell.ts';

interface Undelivered {
  readonly requestId: string;
  readonly channel: string;
}

/**
 * Tells the administrators, once for each person or channel, that Slack takes nothing for them
 * about a request, and shows it on Home.
 */
export async function tellUndelivered(
  tx: StoreTransaction,
  { settings }: Pick<LocalDeps, 'settings'>,
  { requestId, channel }: Undelivered,
): Promise<void> {
  tx.marks.mark(requestId);
  await tellEach(tx, settings.admins, {
    key: `undelivered:${requestId}:${channel}`,
    requestId,
    body: { kind: 'trouble', what: 'undelivered', channel },
  });
}

/** Where a message was to go. */
export function channelOf(target: NoticeTarget): string {
  return 'slackUserId' in target ? target.slackUserId : target.channel;
}
