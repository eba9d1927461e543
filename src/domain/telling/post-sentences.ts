import {
  askedAgain,
  endOfAccess,
  notGoneSentences,
  profileSentences,
  removedSentences,
} from '../message/kinds/access-messages.ts';
import { actedSentences, shortened } from '../message/kinds/action-messages.ts';
import { decidedSentences } from '../message/kinds/decision-messages.ts';
import { calledInEmergency, saidToBeEmergency } from '../message/kinds/emergency-messages.ts';
import { deciders, formSentences, notFollowed } from '../message/kinds/request-messages.ts';
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
      'Your corrected request for {whatForWhom} has to wait: the access service has not closed your first one{numericId:number} yet. Until then the first one stands, and it can still be decided on. I will send the corrected one when the first is closed.',
      'Deine berichtigte Anfrage für {whatForWhom} muss warten: Der Zugriffsdienst hat die erste{numericId:number} noch nicht geschlossen. Bis dahin gilt die erste, und über sie kann noch entschieden werden. Sobald sie geschlossen ist, schicke ich die berichtigte.',
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
  sentDirectly: [
    '{opening} went directly to its reviewers.',
    '{opening} ging direkt an die Prüfenden.',
  ],
  noReviewerKnown: [
    'I could not reach a reviewer of {request} in Slack. Tell {helpers}.',
    'Von den Personen, die über {request} entscheiden, konnte ich in Slack keine erreichen. Wende dich an {helpers}.',
  ],
  late: {
    undecided: [
      'Nobody has decided on {request} yet.',
      'Über {request} hat noch niemand entschieden.',
    ],
    untold: [
      'The access service does not say whether somebody has decided on {request}.',
      'Der Zugriffsdienst sagt nicht, ob schon entschieden wurde. Es geht um {request}.',
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
    next: calls.next,
    meanwhile: [
      'You can nudge the reviewers, or phone on-call.',
      'Du kannst die Prüfenden anstupsen oder die Bereitschaft anrufen.',
    ],
    /** The last words, once everybody was called. */
    nobodyNext: [
      'Still urgent? Phone on-call, or message {helpers}.',
      'Immer noch dringend? Ruf die Bereitschaft an, oder wende dich an {helpers}.',
    ],
    nobodyToTell: [
      'I found nobody else to tell. Ask {helpers}.',
      'Ich habe sonst niemanden gefunden, dem ich Bescheid sagen kann. Wende dich an {helpers}.',
    ],
    emergencyOffer,
  },
  form: formSentences,
  nudged: [
    'The reviewers were asked again {when:moment}.',
    'Die Prüfenden wurden noch einmal gefragt: {when:moment}.',
  ],
  answered: [
    '{who:mention} answered about {request}.',
    '{who:mention} hat geantwortet. Es geht um {request}.',
  ],
  commented: ['{who:mention} commented on {request}.', '{who:mention} hat {request} kommentiert.'],
  ends: ['{access} ends {when:moment}.', '{access} endet {when:moment}.'],
  taken: {
    pending: ['{access} is being taken away.', '{access} wird gerade entzogen.'],
    now: [
      '{access} is being taken away by {who:actor}.',
      '{access} wird gerade von {who:actor} entzogen.',
    ],
    goneBy: [
      '{access} was taken away by {who:actor}[[ {when:moment}]].',
      '{access} wurde von {who:actor} entzogen[[: {when:moment}]].',
    ],
    perhapsBy: [
      '{access} was to be taken away by {who:actor}. The access service did not tell me whether it was.',
      '{access} sollte von {who:actor} entzogen werden. Ob das geschah, hat mir der Zugriffsdienst nicht gesagt.',
    ],
  },
  notGone: notGoneSentences,
  removed: removedSentences,
  profile: profileSentences,
  givenBackNow: ['{access} is being given back.', '{access} wird gerade zurückgegeben.'],
  refusals: { answeredOther, notSentAgain },
  decided: decidedSentences,
  acted: actedSentences,
  shortened,
  deciders,
  notFollowed,
  saidToBeEmergency,
  calledInEmergency,
  askedAgain,
  endOfAccess,
});
