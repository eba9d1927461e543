/** What becomes of cards, messages and Homes, and what the bot does by itself. */

import type { OutwardJob } from '../../outward/job.ts';
import { entry } from '../fact-object.ts';
import type { MessageKind } from '../notice.ts';
import type { NoticeTarget } from '../place.ts';

/** What became of a message, a post or a line. */
export interface NoticeDetail {
  readonly noticeId: string;
  /** The kind of the message, or of the headline for which a post was made. */
  readonly notice: MessageKind | (string & {});
  readonly target: NoticeTarget;
  readonly refusal: object | null;
}

export const postingFacts = {
  'card.delivered': entry<{ cardId: string; channel: string; ts: string }>({
    event: 'has its card posted',
  }),
  'card.unreachable': entry<{ cardId: string; channel: string; code: string; reviewers: number }>({
    event: 'has a card that could not be posted',
  }),
  'notice.delivered': entry<NoticeDetail>({ event: 'has a message delivered' }),
  'notice.undeliverable': entry<NoticeDetail>({
    event: 'has a message that could not be delivered',
  }),
  'job.failed': entry<{ job: OutwardJob; reference: string }>({
    event: 'has a job that failed for good',
  }),
  'requests.pruned': entry<{ requests: number }>({ alone: 'Old requests were removed' }),
  'admin-command': entry<Readonly<Record<string, unknown>>>('composed'),
};
