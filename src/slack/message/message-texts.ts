/** How messages name a request, what their buttons say, and lists and lines in channels. */
import { emergencyOffer } from '../../domain/message/kinds/undecided-messages.ts';

export const notices = {
  yourRequest: ['your request', 'deine Anfrage'],
  /** In a sentence that begins with the requester. */
  ownRequest: ['their request', 'die eigene Anfrage'],
  /** After a sentence that names the requester. */
  theRequest: ['the request', 'die Anfrage'],
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
  /** To people who may not know more of it. */
  hiddenRequest: ['a request for {what}', 'eine Anfrage für {what}'],
  anAdministrator: ['an administrator', 'der Administration'],
  seeRequest: ['See request', 'Anfrage ansehen'],
  yourAccess: ['your access to {what}', 'dein Zugriff auf {what}'],
  theirAccess: ["{who}'s access to {what}", 'der Zugriff von {who} auf {what}'],
  done: ["I'm done", 'Ich bin fertig'],
  mend: ['Change and try again', 'Ändern und neu versuchen'],
  uncertain: {
    again: ['Send it again', 'Noch einmal schicken'],
    againWarning: [
      'If the first one arrived, there will be two requests.',
      'Wenn die erste angekommen ist, gibt es dann zwei Anfragen.',
    ],
    leave: ['It is there', 'Sie ist da'],
    sending: ['I am sending it again.', 'Ich schicke sie noch einmal.'],
    left: ['Good, I will leave it as it is.', 'Gut, ich lasse es so.'],
  },
  waiting: {
    emergency: emergencyOffer,
  },
} as const;
