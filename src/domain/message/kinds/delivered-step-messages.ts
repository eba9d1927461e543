/** What becomes of steps that the service hands to the bot. */
import { entry } from '../fact-object.ts';

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
