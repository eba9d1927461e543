/** What becomes of what an agent drafted for a person. */
import type { Drafter } from '../../request/access-request.ts';
import { entry } from '../fact-object.ts';

interface DraftDetail {
  readonly draftId: string;
  readonly draftedBy: Drafter;
}

export const draftFacts = {
  'draft.prepared': entry<
    DraftDetail & { slackUserId: string; appName: string; entitlementName: string }
  >()('composed'),
  'draft.sent': entry<DraftDetail>()({ deed: 'sent a draft for' }),
  'draft.discarded': entry<DraftDetail>()({ alone: 'A draft was discarded' }),
};
