/** How messages name a request, who decides on it, and what was decided. */
import { notFollowed } from '../../../domain/message/kinds/request-messages.ts';

export const requestNotices = {
  yourRequest: ['your request', 'deine Anfrage'],
  /** In a sentence that begins with the requester. */
  ownRequest: ['their request', 'die eigene Anfrage'],
  /** After a sentence that names the requester. */
  theRequest: ['the request', 'die Anfrage'],
  undecided: [
    'Nobody decided in time, so I denied {request}.',
    'Niemand hat rechtzeitig entschieden. Darum habe ich abgelehnt: {request}.',
  ],
  /** In the place of a request where access is to be taken away. */
  removal: ['the removal of {what} from {holder}', 'die Entziehung von {what} bei {holder}'],
  theirRequest: ['the request by {who}', 'die Anfrage von {who}'],
  forWhat: ['{request} for {what}', '{request} für {what}'],
  /** To the target, if somebody else asked. */
  forYou: ['{request} for your access to {what}', '{request} für deinen Zugriff auf {what}'],
  /** To anybody else, if the request is not for the requester. */
  forOther: [
    "{request} for {holder}'s access to {what}",
    '{request} für den Zugriff von {holder} auf {what}',
  ],
  forMoreTime: ['{request} for more time with {what}', '{request} auf mehr Zeit mit {what}'],
  forMoreTimeYou: [
    '{request} for more time with {what} for you',
    '{request} auf mehr Zeit mit {what} für dich',
  ],
  forMoreTimeOther: [
    '{request} for more time with {what} for {holder}',
    '{request} auf mehr Zeit mit {what} für {holder}',
  ],
  open: ['{opening} is with the reviewers.', '{opening} liegt zur Prüfung vor.'],
  deniedUnlessDecided: [
    'If nobody decides, I will deny it: {when}.',
    'Ohne Entscheidung lehne ich sie ab: {when}.',
  ],
  /** Instead of `open`, before what it waits for. */
  sent: ['{opening} was sent.', '{opening} ist gesendet.'],
  /** Above a list of requests that were made together, each with its reviewers. */
  groupOpen: [
    'Your {count} requests are with the reviewers:',
    'Deine {count} Anfragen liegen zur Prüfung vor:',
  ],
  groupSent: ['Your {count} requests were sent:', 'Deine {count} Anfragen wurden gesendet:'],
  groupSentForOther: [
    'Your {count} requests for {holder} were sent:',
    'Deine {count} Anfragen für {holder} wurden gesendet:',
  ],
  groupSentForYou: ['{who} asked for this for you:', '{who} hat das für dich angefragt:'],
  groupOpenForOther: [
    'Your {count} requests for {holder} are with the reviewers:',
    'Deine {count} Anfragen für {holder} liegen zur Prüfung vor:',
  ],
  groupOpenForYou: [
    '{who} asked for this for you, and it is with the reviewers:',
    '{who} hat das für dich angefragt, und es liegt zur Prüfung vor:',
  ],
  /** Replaces that heading when none of the requests waits any more. */
  groupOver: ['What became of these requests:', 'Was aus diesen Anfragen wurde:'],
  groupOverForOther: [
    'What became of these requests for {holder}:',
    'Was aus diesen Anfragen für {holder} wurde:',
  ],
  deciderUntold: [
    'The access service does not say who decides.',
    'Der Zugriffsdienst sagt nicht, wer entscheidet.',
  ],
  decidedBy: ['{people} will decide.', 'Darüber entscheidet {people}.'],
  notFollowed,
  approved: ['{who} approved {request}.', '{who} hat {request} genehmigt.'],
  denied: ['{who} denied {request}.', '{who} hat {request} abgelehnt.'],
  deniedBy: ['{opening} was denied by {people}.', '{opening} wurde von {people} abgelehnt.'],
  oneMoreStep: ['One more step to go.', 'Ein Schritt fehlt noch.'],
  shortenedTo: ['The time is now {duration}.', 'Die Dauer ist jetzt: {duration}.'],
  /**
   * How a request ended, by the task's outcome. `granted` stands only in the first message: another
   * one says what was granted.
   */
  closed: {
    granted: [
      '{opening}{number} was granted {period}.',
      '{opening}{number} wurde {period} gewährt.',
    ],
    denied: ['{opening}{number} was denied.', '{opening}{number} wurde abgelehnt.'],
    error: [
      '{opening} was approved, but access could not be set up. Ask {helpers}.',
      '{opening} wurde genehmigt, aber der Zugriff ließ sich nicht einrichten. Wende dich an {helpers}.',
    ],
    'left-open': [
      '{opening} is withdrawn here, and still open in the access service.',
      '{opening} ist hier zurückgezogen und im Zugriffsdienst noch offen.',
    ],
    otherwise: ['{opening} is over: {outcome}.', '{opening} ist vorbei: {outcome}.'],
  },
  /** The outcome of a click or a request, in a message that has to name its subject. */
  aboutRequest: ['{what}: {said}', '{what}: {said}'],
  /** To people who may not know more of it. */
  hiddenRequest: ['a request for {what}', 'eine Anfrage für {what}'],
  anAdministrator: ['an administrator', 'der Administration'],
  seeRequest: ['See request', 'Anfrage ansehen'],
} as const;
