/** Messages about steps that the service hands to the bot. */
import { entry, type Nothing, tell } from '../fact-object.ts';
import { message } from '../message-object.ts';
import { say } from '../phrase.ts';

/** To the administrators: nobody was found who may answer a delivered step. */
export const nobodyAnswers = message()({
  kind: 'nobody-answers',
  buttons: [],
  links: 'none',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: [],
  needlessOnce: 'never',
  sentences: {
    nobody: [
      'I found nobody who may answer a step of {request}. Check webhook.reviewers, webhook.setUpBy and webhook.fallback.',
      'Ich finde niemanden, der einen Schritt beantworten darf. Es geht um {request}. Prüfe webhook.reviewers, webhook.setUpBy und webhook.fallback.',
    ],
  },
  says: (_body, _context, { nobody }) => [say(nobody)],
});

/** To the administrators: the service takes no answer to a delivered step any more. */
export const answerRefused = message()({
  kind: 'answer-refused',
  buttons: [],
  links: 'none',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: [],
  needlessOnce: 'never',
  sentences: {
    tooLate: [
      'Nobody decided a step of {request} in time, and the access service no longer accepts an answer. Look at it in the governance console, and check webhook.answerWithin.',
      'Niemand hat rechtzeitig entschieden, und der Zugriffsdienst nimmt keine Antwort mehr an. Es geht um {request}. Sieh in der Zugriffsverwaltung nach, und prüfe webhook.answerWithin.',
    ],
  },
  says: (_body, _context, { tooLate }) => [say(tooLate)],
});

export const deliveredStepFacts = {
  /** The service handed a step to the bot. `people`: who is asked for the answer, and why they. */
  'delivery.opened': entry<
    {
      stepId: string;
      event: string;
      receivedAt: string;
      people: readonly { readonly identityUserId: string; readonly by: string }[];
    },
    Nothing,
    'people'
  >()(
    { event: 'has a step that the access service handed over' },
    { shows: ['cards', 'people-homes'] },
  ),
  /** Nobody decided it in time, so the bot denied it. */
  'delivery.denied-undecided': entry<{ stepId: string }>()({
    event: 'was denied because nobody decided in time',
  }),
  /** Its request was withdrawn, so the bot ended it. */
  'delivery.ended-withdrawn': entry<{ stepId: string }>()({
    event: 'had a step denied because it was withdrawn',
  }),
  /** It tells no task, or no step, that can be read. `deniedAt`: in ISO 8601. */
  'delivery.unreadable': entry<{ webhookId: string; event: string; deniedAt: string | null }>()({
    alone: 'The access service handed over a step that cannot be read',
  }),
  /** Nobody was found who may answer it, or a list could not be read. */
  'delivery.nobody-found': entry<{ stepId: string }, Nothing, 'administrators'>()(
    { event: 'has a step that nobody was found to answer' },
    {
      tells: [
        tell('administrators', nobodyAnswers, {
          key: ({ detail: { stepId } }, { taskId }) => `nobody-answers:${taskId}:${stepId}`,
          body: () => ({}),
        }),
      ],
    },
  ),
  /** The service takes no answer to it any more. */
  'delivery.answer-refused': entry<{ stepId: string }, Nothing, 'administrators'>()(
    { event: 'has a step to which the access service takes no answer any more' },
    {
      tells: [
        tell('administrators', answerRefused, {
          key: ({ detail: { stepId } }, { taskId }) => `answer-refused:${taskId}:${stepId}`,
          body: () => ({}),
        }),
      ],
    },
  ),
};
