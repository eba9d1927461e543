/** How Slack says what a message says: people as mentions, moments in each reader's time zone. */

import type { ActionKind } from '../../domain/action/action.ts';
import { isActionForm } from '../../domain/action/action-form.ts';
import { isForRequester, requesterName } from '../../domain/action/holder-action.ts';
import {
  isForThemselves,
  type ListedRequest,
  type MessageReader,
  outcomeOfSubject,
  reviewersOf,
} from '../../domain/message/message-context.ts';
import type { MessagePlace, MessageValues, Named, Phrase } from '../../domain/message/phrase.ts';
import { namesOf } from '../../domain/people/identity-person.ts';
import { areReviewersUntold, isEmergency } from '../../domain/request/untold.ts';
import type { FormattedValues } from '../../domain/text/sentence.ts';
import { nobodyReached, type Reach } from '../../use-cases/ports/card-contents.ts';
import type { NoticeSubject } from '../../use-cases/ports/chat-ports.ts';
import { actLabel } from '../action/action-form-modal.ts';
import { alsoTakenNames } from '../action/decided-field-words.ts';
import { refusalWords } from '../action/refusal-words.ts';
import { endWords, plainPeriodWords } from '../card/duration-words.ts';
import { requesterWords } from '../card/people-asking.ts';
import {
  accessName,
  awayWords,
  confidentialWords,
  countedNames,
  countingIn,
  known,
  numbered,
  outcomeWords,
  peopleWords,
  stepWords,
  waitedFor,
} from '../card/task-words.ts';
import { calledPeople } from '../card/undecided-words.ts';
import { endingWords } from '../home/standing.ts';
import {
  channelLink,
  formats,
  groupMention,
  link,
  listed,
  mention,
  moment,
  name,
} from '../platform/text.ts';
import { countedItems } from '../profiles/profile-words.ts';
import type { Texts } from '../texts.ts';
import { partsOf, requestFor, requestWords, type Speech, type SpokenAbout } from './speech.ts';

export function speechOf<About extends Omit<SpokenAbout, 'reader'>>(
  texts: Texts,
  about: About,
  reader: MessageReader,
): Speech<About & { readonly reader: MessageReader }> {
  const context = { ...about, reader };
  const speech: Speech<About & { readonly reader: MessageReader }> = {
    texts,
    context,
    parts: partsOf(texts, context),
    say: (phrase) => (phrase === null ? '' : phraseWords(speech, phrase)),
  };
  return speech;
}

/** Empty where nothing is left to say. */
function phraseWords(speech: Speech, phrase: Phrase): string {
  if ('parts' in phrase) {
    const words = phrase.parts.map(speech.say).filter((one) => one !== '');
    return words.join(phrase.between === 'lines' ? '\n' : ' ');
  }
  const { sentence, values, instead } = phrase;
  const valueIn = (place: string, format: string | undefined): string => {
    if (format !== undefined)
      return isFormat(format) ? formatted(format, values[place], speech) : '';
    return isPlace(place) ? places[instead[place] ?? place](speech) : '';
  };
  const isTold = (place: string, format: string | undefined): boolean =>
    !isMissing(values[place], format) && valueIn(place, format) !== '';
  return speech.texts.say(sentence, { isTold, valueIn });
}

function isMissing(value: unknown, format: string | undefined): boolean {
  return format !== undefined && (value === null || value === undefined || value === '');
}

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

function isFormat(format: string): format is keyof MessageValues {
  return Object.hasOwn(valueFormats, format);
}

function isPlace(place: string): place is keyof typeof places {
  return Object.hasOwn(places, place);
}

/** The most characters of a name in a list of names. */
const nameLength = 80;

const plain =
  <Format extends keyof FormattedValues>(format: Format) =>
  (value: FormattedValues[Format], { texts }: Speech): string =>
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
  actor: (userId, { texts }) => (userId === null ? texts.notices.anAdministrator : mention(userId)),
  button: (verb, { texts }) => rightLabel(texts, verb),
  channel: (channel, { texts }) => channelLink(texts, channel),
  count: String,
  called: (people, { texts }) => calledPeople(texts, people),
  everybody: (people, { texts }) =>
    listed(
      texts,
      people.map((one) => namedWords(texts, one)),
      'and',
    ),
  group: groupMention,
  deciders: (people, { texts, context }) =>
    peopleWords(texts, waitedFor(people, context), context.mentions, 'or'),
  absent: (people, { texts, context }) => awayWords(texts, people, context),
  reviewers: (people, { texts, context }) =>
    peopleWords(texts, waitedFor(people, context), context.mentions, 'and'),
  end: (end, { texts }) => endWords(texts, end === 'until-revoked' ? null : end),
  ending: ({ end, at }, { texts }) => endingWords(texts, end, at),
  period: (period, { texts, context }) => plainPeriodWords(texts, context.request, period),
  outcome: ({ outcome, request }, { texts }) => name(outcomeWords(texts, outcome, request)),
  step: (step, { texts, context }) => stepWords(texts, step, context.mentions),
  refusal: (refusal, { texts, context: { consoleUrl, task, period, request } }) =>
    refusalWords(texts, refusal, consoleUrl, task === null ? null : { task, period, request }),
  also: (names, { texts }) => alsoTakenNames(texts, names, (one) => name(one, nameLength)),
  items: (names, { texts }) => (names.length === 0 ? '' : countedItems(texts, names)),
  phrase: (phrase, { say }) => say(phrase),
  requests: (requests, speech) => groupLines(speech, requests),
};

const places: { readonly [Place in Exclude<MessagePlace, 'helpers'>]: (speech: Speech) => string } =
  {
    request: ({ parts }) => parts.request,
    opening: ({ parts }) => parts.opening,
    ownRequest: ({ texts, context }) => requestFor(texts, context, texts.notices.ownRequest),
    bareRequest: ({ texts, context }) => requestWords(texts, context),
    what: ({ parts }) => parts.what,
    whatForWhom: ({ parts }) => parts.whatForWhom,
    requester: ({ texts, context }) => requesterWords(texts, context.request),
    holder: ({ parts }) => parts.holder,
    access: ({ parts }) => parts.access,
    number: ({ parts }) => parts.number,
    waiting: waitingLines,
    card: ({ texts, context: { cardUrl } }) =>
      cardUrl === null ? '' : link(cardUrl, texts.notices.seeRequest),
  };

function namedWords(texts: Texts, one: Named): string {
  if ('slackUserId' in one) return mention(one.slackUserId);
  return 'name' in one ? name(one.name, nameLength) : channelLink(texts, one.channel);
}

/** The label of the button that needs a right which the bot lacks. */
function rightLabel(texts: Texts, verb: ActionKind): string {
  const { review, home } = texts;
  const decisions = { approve: review.approve, deny: review.deny };
  const named = {
    ...decisions,
    withdraw: home.withdraw,
    nudge: home.nudge,
    'give-back': home.giveBack,
  };
  return known(named, verb) ?? (isActionForm(verb) ? actLabel(texts, verb) : verb);
}

/** Requests that were made together: one line each, with its reviewers. */
function groupLines({ texts, context }: Speech, requests: readonly ListedRequest[]): string {
  return requests.map((one) => `• ${lineOf(texts, one, context)}`).join('\n');
}

function lineOf(texts: Texts, subject: ListedRequest, reach: Reach = nobodyReached): string {
  const { request, task } = subject;
  const title = titleOf(subject);
  const outcome = outcomeOfSubject(subject);
  if (outcome !== null) return `${title}: ${name(outcomeWords(texts, outcome, request))}`;
  if (task?.otherStep !== undefined) return `${title}: ${stepWords(texts, task.otherStep)}`;
  const reviewers = reviewersOf(subject);
  const people = namesOf(waitedFor(reviewers, reach));
  const absent = awayWords(texts, reviewers, reach);
  const decide = `${countedNames(texts, people, 'or')}${absent === '' ? '' : `. ${absent}.`}`;
  if (people.length > 0) return `${title}: ${decide}`;
  const isUntold = task !== null && areReviewersUntold(task);
  return isUntold ? `${title}: ${texts.notices.deciderUntold}` : title;
}

/** "*GitHub · write* (#1042)". */
function titleOf({ request, task }: ListedRequest): string {
  const what =
    (task === null ? '' : accessName(task)) || `${request.appName} · ${request.entitlementName}`;
  return `*${name(what, 150)}*${task === null ? '' : numbered(task)}`;
}

/** The most lines of a list; the rest is only counted. */
const listedLines = 10;

function listLines<Item>(
  { lists }: Texts,
  items: readonly Item[],
  line: (item: Item) => string,
): readonly string[] {
  const count = items.length - listedLines;
  const more = count > 0 ? [lists.moreLeftOut({ count })] : [];
  return [...items.slice(0, listedLines).map(line), ...more];
}

/** A line for each request that waits. */
function waitingLines({ texts, context }: Speech): string {
  return listLines(texts, context.group, (one) => waitingLine(texts, one)).join('\n');
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
