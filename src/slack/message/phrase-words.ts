/**
 * How Slack says what a message says: people as mentions, moments in each reader's time zone.
 * Long because every format and every place of a sentence stands here.
 */

import type { Lapse } from '../../domain/access/grant.ts';
import type { ActionKind } from '../../domain/action/action.ts';
import { isActionForm } from '../../domain/action/action-form.ts';
import { isForRequester, requesterName } from '../../domain/action/holder-action.ts';
import {
  hasIt,
  isForThemselves,
  type ListedRequest,
  type MessageContext,
  type MessageReader,
  outcomeOfSubject,
  recipientOf,
} from '../../domain/message/message-context.ts';
import type { MessagePlace, MessageValues, Named, Phrase } from '../../domain/message/phrase.ts';
import { areReviewersUntold, isEmergency } from '../../domain/request/untold.ts';
import { type FormattedValues, isOneOf } from '../../domain/text/sentence.ts';
import { nobodyReached, type Reach } from '../../use-cases/ports/card-contents.ts';
import type { NoticeSubject } from '../../use-cases/ports/chat-ports.ts';
import { actLabel } from '../action/buttons.ts';
import { refusalWords } from '../action/refusal-words.ts';
import {
  calledPeople,
  confidentialWords,
  decidersWords,
  standsWords,
} from '../card/standing-words.ts';
import {
  accessName,
  awayWords,
  countingIn,
  endWords,
  holderWords,
  known,
  numbered,
  outcomeWords,
  peopleWords,
  periodWords,
  requesterWords,
  stepWords,
  titleWords,
  waitedFor,
} from '../card/task-words.ts';
import {
  capitalised,
  channelLink,
  formats,
  groupMention,
  link,
  listed,
  mention,
  moment,
  name,
  type PartValue,
} from '../platform/text.ts';
import { countedItems } from '../profiles/profile-words.ts';
import type { Texts } from '../texts.ts';

/** What sentences are about, as far as they say it. */
interface Spoken extends Pick<MessageContext, 'request' | 'task' | 'period'>, Reach {
  readonly consoleUrl: string | null;
  /** All of them, where it is about several that were asked for in one go. */
  readonly group?: readonly ListedRequest[];
  /** As in `lapseOf` for a request for more time. */
  readonly lapse?: Lapse | null;
  /** Only the app may be named. */
  readonly isHidden?: boolean;
  /** Seen right below the card of its request, which says what was asked for. */
  readonly isUnderCard?: boolean;
  /** Names by Slack id, of people who are named, not mentioned: they did it themselves, or have a message that says it. */
  readonly namedPeople?: ReadonlyMap<string, string>;
}

interface Speech {
  readonly texts: Texts;
  readonly about: Spoken & { readonly reader: MessageReader };
  /** A phrase in words; empty where nothing is left to say. */
  readonly say: (phrase: Phrase | null) => string;
}

export function speechOf(texts: Texts, about: Spoken, reader: MessageReader): Speech {
  const speech: Speech = {
    texts,
    about: { ...about, reader },
    say: (phrase) => (phrase === null ? '' : phraseWords(speech, phrase)),
  };
  return speech;
}

function phraseWords(speech: Speech, phrase: Phrase): string {
  if ('parts' in phrase) {
    const words = phrase.parts.map(speech.say).filter((one) => one !== '');
    return words.join(phrase.between === 'lines' ? '\n' : ' ');
  }
  const { sentence, values, instead } = phrase;
  const valueIn = (place: string, format: string | undefined): string => {
    if (format === undefined)
      return isOneOf(places, place) ? places[instead[place] ?? place](speech) : '';
    return isOneOf(valueFormats, format) ? formatted(format, values[place], speech) : '';
  };
  const isTold = (place: string, format: string | undefined): boolean =>
    (format === undefined || isGiven(values[place])) && valueIn(place, format) !== '';
  return speech.texts.say(sentence, { isTold, valueIn });
}

const isGiven = (value: unknown) => value !== null && value !== undefined && value !== '';

type Formats = {
  readonly [Format in keyof MessageValues]: (
    value: MessageValues[Format],
    speech: Speech,
  ) => string;
};

/** The overload says what the compiler cannot follow: `say` takes only values that fit. */
function formatted(format: keyof MessageValues, value: unknown, speech: Speech): string;
function formatted<Format extends keyof MessageValues>(
  format: Format,
  value: MessageValues[Format],
  speech: Speech,
): string {
  return valueFormats[format](value, speech);
}

/** The most characters of a name in a list of names. */
const nameLength = 80;

const plain =
  (format: keyof FormattedValues) =>
  (value: PartValue, { texts }: Speech): string =>
    formats[format](value, countingIn(texts));

const valueFormats: Formats = {
  name: plain('name'),
  quote: plain('quote'),
  mention: plain('mention'),
  moment: plain('moment'),
  duration: plain('duration'),
  number: plain('number'),
  people: plain('people'),
  brief: plain('brief'),
  actor: (userId, { texts, about }) =>
    userId === null ? texts.notices.anAdministrator : personWords(about, userId),
  button: (verb, { texts }) => buttonLabel(texts, verb),
  count: String,
  called: (people, { texts }) => calledPeople(texts, people),
  everybody: (people, { texts }) => {
    const words = people.map((one) => namedWords(texts, one));
    return listed(texts, words, 'and');
  },
  group: groupMention,
  deciders: (people, { texts, about }) =>
    peopleWords(texts, waitedFor(people, about), about.mentions, 'or'),
  absent: (people, { texts, about }) => awayWords(texts, people, about),
  reviewers: (people, { texts, about }) =>
    peopleWords(texts, waitedFor(people, about), about.mentions, 'and'),
  end: (end, { texts }) => endWords(texts, end === 'until-revoked' ? null : end),
  period: (period, { texts, about }) => periodWords(texts, about.request, period),
  outcome: (outcome, { texts, about }) => name(outcomeWords(texts, outcome, about.request)),
  step: (step, { texts, about }) => stepWords(texts, step, about.mentions),
  refusal: (refusal, { texts, about: { consoleUrl } }) => refusalWords(texts, refusal, consoleUrl),
  items: (names, { texts }) => (names.length === 0 ? '' : countedItems(texts, names)),
  phrase: (phrase, { say }) => say(phrase),
  requests: (requests, { texts, about }) =>
    requests.map((one) => `• ${lineOf(texts, one, about)}`).join('\n'),
};

const places: { readonly [Place in Exclude<MessagePlace, 'helpers'>]: (speech: Speech) => string } =
  {
    request: (speech) => requestFor(speech, places.bareRequest(speech)),
    opening: (speech) => capitalised(places.request(speech)),
    ownRequest: (speech) => requestFor(speech, speech.texts.notices.ownRequest),
    bareRequest: ({ texts, about }) => {
      const { yourRequest, theirRequest, theRequest } = texts.notices;
      if (about.isUnderCard === true) return theRequest;
      if (about.reader === 'requester') return yourRequest;
      const { requester } = about.request;
      const who =
        requester === null
          ? requesterWords(texts, about.request)
          : personWords(about, requester.userId);
      return theirRequest({ who });
    },
    what: ({ about }) => whatWords(about),
    whatForWhom: (speech) => {
      const { texts, about } = speech;
      const what = whatWords(about);
      const isNamed = recipientOf(about) === 'other' && about.isHidden !== true;
      return isNamed
        ? texts.card.header.forSomebody({ what, target: places.holder(speech) })
        : what;
    },
    requester: ({ texts, about }) => requesterWords(texts, about.request),
    holder: ({ texts, about }) => holderWords(texts, about.request, about.task),
    access: (speech) => {
      const { notices } = speech.texts;
      const what = whatWords(speech.about);
      const words = hasIt(speech.about)
        ? notices.yourAccess({ what })
        : notices.theirAccess({ who: places.holder(speech), what });
      return capitalised(words);
    },
    number: ({ about: { task } }) => (task === null ? '' : numbered(task)),
  };

function personWords({ namedPeople }: Spoken, userId: string): string {
  const named = namedPeople?.get(userId);
  return named === undefined ? mention(userId) : name(named, nameLength);
}

/** "your request for *GitHub · write*", with other words for "your request". */
function requestFor(speech: Speech, request: string): string {
  const { texts, about } = speech;
  const { notices } = texts;
  const what = whatWords(about);
  // A stranger learns no more about a confidential request than a channel does.
  if (about.isHidden === true) return notices.hiddenRequest({ what });
  if (about.task?.takesAway === true) {
    // By the service's name: the person hears of it where it is decided, not in Slack.
    const holder = name(about.task.target?.name ?? texts.card.somebodyElse, nameLength);
    return notices.removal({ what, holder });
  }
  if (about.isUnderCard === true) return request;
  const sentences = isMoreTime(about) ? moreTime : newAccess;
  return notices[sentences[recipientOf(about)]]({ request, what, holder: places.holder(speech) });
}

/** How a message refers to a request, by the person who gets the access. */
const newAccess = { requester: 'forWhat', reader: 'forYou', other: 'forOther' } as const;

const moreTime = {
  requester: 'forMoreTime',
  reader: 'forMoreTimeYou',
  other: 'forMoreTimeOther',
} as const;

/** What a request for more time was to prolong may be gone; a withdrawn one is told as it was. */
function isMoreTime({ request, lapse = null }: Spoken): boolean {
  const isNewAccess = lapse !== null && request.state !== 'withdrawn';
  return request.extendsRequestId !== null && !isNewAccess;
}

/**
 * The access that a message is about, in bold. Requests that were made together are all named; of a
 * hidden one only the app.
 */
function whatWords({ request, task, group = [], isHidden = false }: Spoken): string {
  if (isHidden) return `*${name(request.appName, nameLength)}*`;
  const names = group.map((one) => one.request.entitlementName);
  const access =
    names.length > 1 ? `${request.appName} · ${names.join(', ')}` : accessOf({ request, task });
  return `*${name(access, 200)}*`;
}

function accessOf({ request, task }: ListedRequest): string {
  const taskName = task === null ? '' : accessName(task);
  return taskName || `${request.appName} · ${request.entitlementName}`;
}

function namedWords(texts: Texts, one: Named): string {
  if ('slackUserId' in one) return mention(one.slackUserId);
  return 'name' in one ? name(one.name, nameLength) : channelLink(texts, one.channel);
}

function buttonLabel(texts: Texts, verb: ActionKind): string {
  const { review, home, requestForm } = texts;
  const named = {
    approve: review.approve,
    deny: review.deny,
    withdraw: home.withdraw,
    nudge: home.nudge,
    'give-back': home.giveBack,
    escalate: requestForm.askForEmergency,
  };
  return known(named, verb) ?? (isActionForm(verb) ? actLabel(texts, verb) : verb);
}

/** "*GitHub · write* (#1042): Ana or Cho", or how it ended. */
function lineOf(texts: Texts, subject: ListedRequest, reach: Reach = nobodyReached): string {
  const { task } = subject;
  const isUnderWay = task !== null && outcomeOfSubject(subject) === null;
  // What it is listed for says already that it waits for them.
  const isReviewed = isUnderWay && task.otherStep === undefined && !areReviewersUntold(task);
  const words = isReviewed
    ? decidersWords(texts, subject, reach)
    : standsWords(texts, { ...subject, consoleUrl: null });
  return [titleWords(subject), words].filter((one) => one !== '').join(': ');
}

/** One request: access, requester, time and reviewers. */
export function waitingLine(texts: Texts, subject: NoticeSubject): string {
  const { request, task, url = null } = subject;
  const see = url === null ? [] : [link(url, texts.notices.seeRequest)];
  if (subject.isHidden === true)
    return [`• ${name(confidentialWords(texts, subject))}`, ...see].join(' · ');
  // By name: a list in a channel calls nobody.
  const who = name(requesterName(request, task), 80);
  const when = moment(request.createdAt);
  const isForOther = task === null ? !isForThemselves(request) : !isForRequester(request, task);
  const target = name(task?.target?.name ?? texts.card.somebodyElse, 80);
  const requesterPart = isForOther
    ? texts.card.askedForAt({ who, target, when })
    : texts.card.askedAt({ who, when });
  const isUrgent = task === null ? request.emergency : isEmergency(task, request);
  const emergency = isUrgent ? [texts.card.emergency] : [];
  const parts = [`• ${lineOf(texts, subject)}`, ...emergency, requesterPart, ...see];
  return parts.join(' · ');
}
