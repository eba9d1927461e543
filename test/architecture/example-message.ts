import { message } from '../../src/domain/message/message-object.ts';
import { say } from '../../src/domain/message/phrase.ts';

/** To the other reviewers: one of them lets the request wait until `endsAt`, in ISO 8601. */
export const postponed = message<{ slackUserId: string; endsAt: string; reason: string }>()({
  kind: 'postponed',
  links: 'request-and-console', // or 'request', 'none'
  // An answer is a value, or a function of the fields.
  quotes: ({ reason }) => (reason === '' ? null : { kind: 'own-words', text: reason }),
  readers: 'concerned', // people who may know what the request is about
  sentences: {
    waits: [
      '{slackUserId:mention} lets {request} wait until {endsAt:moment}.',
      '{slackUserId:mention} lässt {request} bis {endsAt:moment} warten.',
    ],
  },
  says: ({ slackUserId, endsAt }, _context, { waits }) => [say(waits, { slackUserId, endsAt })],
});
