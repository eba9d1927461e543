/**
 * Facts of which no message tells: what becomes of cards and messages, what agents do for people,
 * and what becomes of steps that the service hands to the bot.
 */

import type { OutwardJob } from '../../outward/job.ts';
import type { Drafter } from '../../request/access-request.ts';
import { entry } from '../fact-object.ts';
import type { NoticeKind } from '../notice.ts';
import type { NoticeTarget } from '../place.ts';

/** What became of a message, a post or a line. */
export interface NoticeDetail {
  readonly noticeId: string;
  /** The kind of the message, or of the headline for which a post was made. */
  readonly notice: NoticeKind | (string & {});
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

/** `client`: by which way it calls; `clientName`: how the person calls it. */
interface AgentDetail {
  readonly client: 'slackbot' | 'token';
  readonly clientName: string;
  readonly tool: string;
}

interface ConnectionDetail {
  readonly tokenId: string;
  readonly clientName: string;
}

interface DraftDetail {
  readonly draftId: string;
  readonly draftedBy: Drafter;
}

export const agentFacts = {
  'draft.prepared': entry<
    DraftDetail & { slackUserId: string; appName: string; entitlementName: string }
  >('composed'),
  'draft.sent': entry<DraftDetail>({ deed: 'sent a draft for' }),
  'draft.discarded': entry<DraftDetail>({ alone: 'A draft was discarded' }),
  /** Many calls of a tool, also of one that writes: what it wrote is a fact of its own. */
  'agent.looked-up': entry<AgentDetail & { calls: number; startedAt: string }>('composed'),
  'agent.connected': entry<ConnectionDetail & { endsAt: string }>('composed'),
  'agent.disconnected': entry<ConnectionDetail & { end: string }>('composed'),
};

export const deliveredStepFacts = {
  /** The service handed a step to the bot. `people`: who is asked for the answer, and why they. */
  'delivery.opened': entry<{
    stepId: string;
    event: string;
    receivedAt: string;
    people: readonly { readonly identityUserId: string; readonly by: string }[];
  }>({ event: 'has a step that the access service handed over' }),
  /** Nobody decided it in time, so the bot denied it. */
  'delivery.denied-undecided': entry<{ stepId: string }>({
    event: 'was denied because nobody decided in time',
  }),
  /** Its request was withdrawn, so the bot ended it. */
  'delivery.ended-withdrawn': entry<{ stepId: string }>({
    event: 'had a step denied because it was withdrawn',
  }),
  /** It tells no task, or no step, that can be read. `deniedAt`: in ISO 8601. */
  'delivery.unreadable': entry<{ webhookId: string; event: string; deniedAt: string | null }>({
    alone: 'The access service handed over a step that cannot be read',
  }),
  /** Nobody was found who may answer it, or a list could not be read. */
  'delivery.nobody-found': entry<{ stepId: string }>({
    event: 'has a step that nobody was found to answer',
  }),
  /** The service takes no answer to it any more. */
  'delivery.answer-refused': entry<{ stepId: string }>({
    event: 'has a step to which the access service takes no answer any more',
  }),
};
