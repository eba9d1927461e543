/**
 * The one message that a person has about what was asked for: one request, or several as sections.
 * Long because its sections, its headlines and its lines of the past are told in one place.
 */

import { actedSentences } from '../message/kinds/action-messages.ts';
import { decidedSentences } from '../message/kinds/decision-messages.ts';
import { emergencyPhrase } from '../message/kinds/emergency-messages.ts';
import { notFollowed } from '../message/kinds/request-messages.ts';
import {
  isUnsent,
  type MessageReader,
  messageReader,
  recipientOf,
} from '../message/message-context.ts';
import { checkedSentences, type Phrase, type Phrases, say } from '../message/phrase.ts';
import { isDecisionUntold } from '../request/awaited-decision.ts';
import { isUnread } from '../task/task-snapshot.ts';
import { isOneOf } from '../text/sentence.ts';
import { callsPhrase, nudgedPhrase } from './open-post.ts';
import {
  type Headline,
  isHeadlineKind,
  type PostButton,
  type RequestPost,
  soonest,
} from './post-parts.ts';
import { postSentences } from './post-sentences.ts';
import { requestPost } from './request-post.ts';
import type { ToldRequest } from './told-request.ts';

/** What was asked for in one go, in the order in which it was asked for. */
export type ToldAsking = readonly ToldRequest[];

/** One of its requests, as it stands by itself. */
export interface AskingSection extends RequestPost {
  readonly told: ToldRequest;
  /** All that it speaks of, where these are several. */
  readonly together: ToldAsking;
}

export interface AskingPost {
  readonly reader: MessageReader;
  /** The newest first. */
  readonly sections: readonly AskingSection[];
  /** Those that are all with their reviewers, and say nothing more: a line for each. */
  readonly listed: readonly ToldRequest[];
  /** Above and below these lines. */
  readonly listSays: Phrases;
  readonly listButtons: readonly PostButton[];
  /** What the reader is to learn, by its key. */
  readonly headlines: ReadonlyMap<string, Headline>;
  readonly lookAt: Date | null;
}

/** Above and below the lines of those that are all with their reviewers. */
export const askingSentences = checkedSentences({
  open: {
    requester: [
      'Your {count:count} requests are with the reviewers:',
      'Deine {count:count} Anfragen liegen zur Prüfung vor:',
    ],
    reader: [
      '{requester} asked for this for you, and it is with the reviewers:',
      '{requester} hat das für dich angefragt, und es liegt zur Prüfung vor:',
    ],
    other: [
      'Your {count:count} requests for {holder} are with the reviewers:',
      'Deine {count:count} Anfragen für {holder} liegen zur Prüfung vor:',
    ],
  },
  sent: {
    requester: [
      'Your {count:count} requests were sent:',
      'Deine {count:count} Anfragen wurden gesendet:',
    ],
    reader: ['{requester} asked for this for you:', '{requester} hat das für dich angefragt:'],
    other: [
      'Your {count:count} requests for {holder} were sent:',
      'Deine {count:count} Anfragen für {holder} wurden gesendet:',
    ],
  },
  list: ['{requests:requests}', '{requests:requests}'],
  notFollowed,
});

export function askingPost(asked: ToldAsking, readerId: string): AskingPost {
  const sections = asked.map((one) => ({
    told: one,
    together: [],
    ...requestPost(one, readerId),
  }));
  const isTogether = sections.length > 1;
  const isElsewhere = sections.every(({ told }) => told.reachedDirectly !== null);
  const open = sections.filter(
    (one) =>
      isTogether &&
      isPlainlyOpen(one, readerId) &&
      (isElsewhere || one.told.reachedDirectly === null),
  );
  // One alone has its own buttons.
  const listed = open.length > 1 ? open : [];
  const apart = sections.filter((one) => !listed.includes(one));
  const [first] = asked;
  const now = first?.now ?? new Date(0);
  const headlines = sections.flatMap((one) =>
    one.headline === null ? [] : [keyed(one, one.headline)],
  );
  const news = isTogether ? gathered(headlines, asked, now) : headlines;
  return {
    reader: first === undefined ? 'anybody' : messageReader(first.request, readerId),
    sections: waitingTogether(apart).toSorted(newestFirst),
    listed: listed.map(({ told }) => told),
    listSays:
      listed.length === 0
        ? []
        : listPhrases(
            listed.map(({ told }) => told),
            readerId,
          ),
    listButtons: listed.length === 0 ? [] : ['withdraw-all', 'nudge-all'],
    headlines: new Map(news),
    lookAt: soonest(
      [...sections.map(({ lookAt }) => lookAt), ...news.map(([, one]) => one.notBefore)],
      now,
    ),
  };
}

/** What waits for the same is told in one sentence. */
function waitingTogether(sections: readonly AskingSection[]): readonly AskingSection[] {
  const [first] = sections.filter(({ headline }) => headline?.kind === 'waits');
  const waiting = sections.filter((one) => first !== undefined && waitsAlike(one, first));
  if (first === undefined || waiting.length === 1) return sections;
  const together = waiting.map(({ told }) => told);
  const all: AskingSection = { ...first, together, buttons: ['withdraw-all'] };
  return [all, ...sections.filter((one) => !waiting.includes(one))];
}

function waitsAlike({ told: { wait } }: AskingSection, { told }: AskingSection): boolean {
  return wait !== null && told.wait !== null && wait.cause === told.wait.cause;
}

/** Before these, a request has not reached its reviewers: that it has is news of its own. */
const heldBack: readonly string[] = ['waits', 'correction-waits', 'uncertain'];

/**
 * The headlines that the reader was not told yet; none while one of them waits a moment, because all
 * of them are told together.
 */
export function newsIn(
  { headlines, sections, listed }: AskingPost,
  told: readonly string[],
  now: Date,
): readonly string[] {
  const all = [...sections.map((one) => one.told), ...listed];
  const urgentIds = all.flatMap(({ request }) => (request.emergency ? [request.id] : []));
  const news = [...headlines].filter(
    ([key]) =>
      !told.includes(key) && !isToldWithOthers(key, told) && !isAfterWait(key, told, urgentIds),
  );
  const isWaiting = news.some(([, { notBefore }]) => notBefore !== null && notBefore > now);
  return isWaiting ? [] : news.map(([key]) => key);
}

/** In an emergency, whoever read that it waits is looking: that it is with the reviewers is an edit. */
function isAfterWait(key: string, told: readonly string[], urgentIds: readonly string[]): boolean {
  const [kind, requestId = ''] = key.split(' ');
  if (kind !== 'in-review' || !urgentIds.includes(requestId)) return false;
  return told.some((one) => one.startsWith(`waits ${requestId}`));
}

/** Several requests sent to their reviewers are one piece of news. */
function isToldWithOthers(key: string, told: readonly string[]): boolean {
  const [kind, requestId] = key.split(' ');
  if (kind !== 'in-review') return false;
  const before = told.map((one) => one.split(' '));
  const ofIt = before.flatMap(([of = '', id]) => (id === requestId ? [of] : []));
  // The reader filled in its form, and so knows that it went on.
  if (ofIt.includes('form')) return true;
  const isAnyTold = before.some(([of]) => of === kind);
  return isAnyTold && !ofIt.some((of) => heldBack.includes(of));
}

/** Nothing more is to be said of it than who decides. */
function isPlainlyOpen({ stage, headline, told }: AskingSection, readerId: string): boolean {
  const isOpen = stage.kind === 'in-review' || stage.kind === 'other-step';
  const reader = messageReader(told.request, readerId);
  const isAnybodyCalled =
    stage.kind === 'in-review' && callsPhrase({ ...told, reader, readerId }) !== null;
  return isOpen && headline?.kind === 'in-review' && !isAnybodyCalled;
}

function keyed({ told }: AskingSection, headline: Headline): readonly [string, Headline] {
  return [`${headline.kind} ${told.request.id} ${headline.occurrence}`.trim(), headline];
}

/** Things asked for together that change within this time are told together. */
const gatherMs = 7_000;
/** What waits for the service is sent so soon after the first of them. */
const triedAgainMs = 20_000;
/** So long after they were asked for, nobody waits for the others. */
const sentMs = 10_000;

/**
 * What is told of all that were asked for together waits for the last of them, and for those that are
 * on their way.
 */
function gathered(
  headlines: readonly (readonly [string, Headline])[],
  asked: ToldAsking,
  now: Date,
): readonly (readonly [string, Headline])[] {
  const sent = asked.map(({ request, task, wait }) =>
    task === null && wait === null && isUnsent(request) ? request.createdAt.getTime() + sentMs : 0,
  );
  // The others follow when they are tried again.
  const isOneWaiting = asked.some(({ wait }) => wait !== null);
  const waitFor = ({ kind, notBefore, since }: Headline): number => {
    const ms = kind === 'in-review' && isOneWaiting ? triedAgainMs : gatherMs;
    return Math.max(notBefore?.getTime() ?? 0, since === null ? 0 : since.getTime() + ms);
  };
  const latest = Math.max(0, ...sent, ...headlines.map(([, one]) => waitFor(one)));
  if (latest <= now.getTime()) return headlines;
  return headlines.map(([key, one]) => [key, { ...one, notBefore: new Date(latest) }]);
}

function newestFirst(one: AskingSection, other: AskingSection): number {
  return timeOf(other.told) - timeOf(one.told);
}

function timeOf({ grant, deeds, changedAt }: ToldRequest): number {
  const times = [grant?.endedAt, grant?.warnAt, grant?.startedAt, deeds.at(-1)?.at, changedAt];
  return Math.max(...times.map((one) => one?.getTime() ?? 0));
}

function listPhrases(listed: ToldAsking, readerId: string): Phrases {
  const [first] = listed;
  if (first === undefined) return [];
  const reader = messageReader(first.request, readerId);
  const recipient = recipientOf({ request: first.request, reader });
  const isUntold = listed.some(({ task }) => task !== null && isDecisionUntold(task));
  const openings = isUntold ? askingSentences.sent : askingSentences.open;
  return [
    directlyPhrase(listed) ?? say(openings[recipient], { count: listed.length }),
    say(askingSentences.list, { requests: listed }),
    emergencyPhrase(first),
    nudgedPhrase(listed, undefined),
    listed.some(({ task }) => isUnread(task)) ? say(notFollowed) : null,
  ];
}

/** Where their cards cannot be posted; null where they can. */
function directlyPhrase(listed: ToldAsking): Phrase | null {
  if (listed.some(({ reachedDirectly }) => reachedDirectly === null)) return null;
  const isAnyReached = listed.some(({ reachedDirectly }) => (reachedDirectly ?? 0) > 0);
  return say(isAnyReached ? postSentences.sentDirectly : postSentences.noReviewerKnown);
}

/** What a closed post was posted for, in the past. */
export const pasts = checkedSentences({
  late: ['Nobody had decided on {request}.', 'Über {request} hatte niemand entschieden.'],
  waits: ['{opening} had to wait.', '{opening} musste warten.'],
  'correction-waits': ['{opening} had to wait.', '{opening} musste warten.'],
  uncertain: [
    '{opening} was sent, and got no answer.',
    '{opening} wurde gesendet und bekam keine Antwort.',
  ],
  refused: ['{opening} did not go through.', '{opening} ging nicht durch.'],
  'in-review': ['{opening} was sent.', '{opening} wurde gesendet.'],
  form: ['{opening} waited for a form.', '{opening} wartete auf ein Formular.'],
  decided: ['{opening} was approved.', '{opening} wurde genehmigt.'],
  acted: ['{opening} changed.', '{opening} wurde geändert.'],
  over: ['{opening} was over.', '{opening} war vorbei.'],
  denied: ['{opening} was denied.', '{opening} wurde abgelehnt.'],
  granted: ['{opening} was granted.', '{opening} wurde gewährt.'],
  ending: ['{access} was about to end.', '{access} stand vor dem Ende.'],
  'taking-away': ['{access} was about to be taken away.', '{access} sollte entzogen werden.'],
  'profile-settled': [
    'Everything in {whatForWhom} was decided.',
    'Über alles, was {whatForWhom} bringt, war entschieden.',
  ],
  'not-gone': ['{access} was not taken away.', '{access} wurde nicht entzogen.'],
  ended: ['{access} ended.', '{access} endete.'],
  asked: ['{who:mention} asked about {request}.', '{who:mention} fragte nach: {request}.'],
  line: ['{when:moment}: {said:phrase}', '{when:moment}: {said:phrase}'],
});

/** The line that is left of an earlier post; `when`: it was posted, `key`: for what. */
export function pastLine(told: ToldRequest, key: string, when: Date): Phrase {
  return say(pasts.line, { when, said: pastPhrase(told, key) });
}

function pastPhrase({ deeds }: ToldRequest, key: string): Phrase {
  const [kind = '', , ...rest] = key.split(' ');
  const occurrence = rest.join(' ');
  const deed = deeds.find(({ id }) => id === occurrence);
  if (deed?.verb === 'ask') return say(pasts.asked, { who: deed.by.userId });
  if (deed?.verb === 'answer') return say(postSentences.answered, { who: deed.by.userId });
  if (deed?.verb === 'comment') return say(postSentences.commented, { who: deed.by.userId });
  if (deed?.verb === 'approve') return say(decidedSentences.approved, { who: deed.by.userId });
  if (deed !== undefined && isOneOf(actedSentences.acts, deed.verb))
    return say(actedSentences.acts[deed.verb], { who: deed.by.userId });
  if (kind === 'over' && occurrence === 'denied') return say(pasts.denied);
  return say(isHeadlineKind(kind) ? pasts[kind] : pasts.acted);
}
