import {
  askedAgain,
  endOfAccess,
  notGoneSentences,
  profileSentences,
  removedSentences,
} from '../message/kinds/access-messages.ts';
import { actedSentences } from '../message/kinds/action-messages.ts';
import { decidedSentences } from '../message/kinds/decision-messages.ts';
import {
  deciders,
  formSentences,
  notFollowed,
  saidToBeEmergency,
} from '../message/kinds/request-messages.ts';
import { answeredOther, notSentAgain } from '../message/kinds/trouble-messages.ts';
import { calls, emergencyOffer } from '../message/kinds/undecided-messages.ts';
import { checkedSentences } from '../message/phrase.ts';

export const postSentences = checkedSentences({
  waits: {
    governance: [
      'The access service is not answering. I kept {request} and will send it when it is back.',
      'Der Zugriffsdienst antwortet nicht. Ich habe {request} gespeichert und schicke sie, sobald er wieder da ist.',
    ],
    refused: [
      'The access service refuses me, because my credentials are wrong. I kept {request} and will send it when that is mended. Tell {helpers}.',
      'Der Zugriffsdienst weist mich ab, weil meine Zugangsdaten nicht stimmen. Ich habe {request} gespeichert und schicke sie, sobald das behoben ist. Sag {helpers} Bescheid.',
    ],
    slack: [
      'Slack does not let me look people up. I kept {request} and will send it when it does. Tell {helpers}.',
      'Slack lässt mich keine Personen nachschlagen. Ich habe {request} gespeichert und schicke sie, sobald es geht. Sag {helpers} Bescheid.',
    ],
    correction: [
      'Your corrected request for {whatForWhom} has to wait: the access service has not closed your first one yet. Until then the first one stands, and it can still be decided on. I will send the corrected one when the first is closed.',
      'Deine berichtigte Anfrage für {whatForWhom} muss warten: Der Zugriffsdienst hat die erste noch nicht geschlossen. Bis dahin gilt die erste, und über sie kann noch entschieden werden. Sobald sie geschlossen ist, schicke ich die berichtigte.',
    ],
  },
  unsent: ['I am sending {request}.', 'Ich schicke {request}.'],
  uncertain: [
    'I sent {request} and got no answer. Look for it in the governance console, or ask {helpers}. If it is not there, send it again.',
    'Ich habe {request} abgeschickt und keine Antwort bekommen. Sieh in der Zugriffsverwaltung nach, oder wende dich an {helpers}. Wenn sie dort nicht ist, schick sie noch einmal.',
  ],
  refused: [
    '{opening} did not go through. {refusal:refusal}',
    '{opening} ging nicht durch. {refusal:refusal}',
  ],
  /** The refusal says "this", because each request of a group is told of by itself. */
  duplicate: ['{whatForWhom}: {refusal:refusal}', '{whatForWhom}: {refusal:refusal}'],
  left: ['I will not send {request} again.', 'Ich schicke {request} nicht noch einmal.'],
  inReview: ['{opening} is with the reviewers.', '{opening} liegt zur Prüfung vor.'],
  /** Instead of `inReview`, before what it waits for. */
  sent: ['{opening} was sent.', '{opening} ist gesendet.'],
  noReviewerKnown: [
    'I could not reach a reviewer of {request} in Slack. Tell {helpers}.',
    'Von den Personen, die über {request} entscheiden, konnte ich in Slack keine erreichen. Wende dich an {helpers}.',
  ],
  failing: [
    'It could not be set up yet. The access service tries again.',
    'Die Einrichtung ist noch nicht gelungen. Der Zugriffsdienst versucht es weiter.',
  ],
  /** Instead of `inReview`, once it is late. */
  undecided: [
    'Nobody has decided on {request} yet.',
    'Über {request} hat noch niemand entschieden.',
  ],
  called: {
    reminded: [
      '• {when:moment}: I reminded {people:called}.',
      '• {when:moment}: Ich habe {people:called} erinnert.',
    ],
    told: [
      '• {when:moment}: I told {people:called}.',
      '• {when:moment}: Ich habe {people:called} Bescheid gesagt.',
    ],
  },
  form: formSentences,
  calls,
  /** The last words, once everybody was called. */
  nobodyNext: {
    emergency: [
      'Still urgent? Phone on-call, or message {helpers}.',
      'Immer noch dringend? Ruf die Bereitschaft an, oder wende dich an {helpers}.',
    ],
    other: ['Still urgent? Message {helpers}.', 'Immer noch dringend? Wende dich an {helpers}.'],
  },
  emergencyOffer,
  nudged: [
    'The reviewers were asked again {when:moment}.',
    'Die Prüfenden wurden noch einmal gefragt: {when:moment}.',
  ],
  ends: ['{access} ends {when:moment}.', '{access} endet {when:moment}.'],
  taken: {
    now: [
      '{access} is being taken away by {who:actor}.',
      '{access} wird gerade von {who:actor} entzogen.',
    ],
    goneBy: [
      '{access} was taken away by {who:actor}[[ {when:moment}]].',
      '{access} wurde von {who:actor} entzogen[[: {when:moment}]].',
    ],
  },
  notGone: notGoneSentences,
  removed: removedSentences,
  profile: profileSentences,
  pending: {
    'given-back': ['{access} is being given back.', '{access} wird gerade zurückgegeben.'],
    'taken-away': ['{access} is being taken away.', '{access} wird gerade entzogen.'],
  },
  /** An act that waits, below what still holds. */
  beingDone: {
    withdraw: ['Withdrawing it …', 'Ich ziehe sie zurück …'],
    'give-back': ['Giving it back …', 'Ich gebe ihn zurück …'],
  },
  refusals: { answeredOther, notSentAgain },
  decided: decidedSentences,
  acted: actedSentences,
  deciders,
  notFollowed,
  saidToBeEmergency,
  askedAgain,
  endOfAccess,
});
