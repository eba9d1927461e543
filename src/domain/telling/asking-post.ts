/**
 * The one message that a person has about what was asked for: one request, or several as sections.
 * Long because its sections, its headlines and its lines of the past are told in one place.
 */

import { emergencyPhrase, notFollowed } from '../message/kinds/request-messages.ts';
import {
  isUnsent,
  type MessageReader,
  messageReader,
  recipientOf,
} from '../message/message-context.ts';
import { checkedSentences, inLines, type Phrase, type Phrases, say } from '../message/phrase.ts';
import { isUnread } from '../task/task-snapshot.ts';
import { nudgedPhrase } from './open-post.ts';
import {
  deedPhrase,
  type Headline,
  isHeadlineKind,
  type RequestPost,
  soonest,
} from './post-parts.ts';
import { requestPost } from './request-post.ts';
import type { ToldRequest } from './told-request.ts';

/** What was asked for in one go, in the order in which it was asked for. */
export type ToldAsking = readonly ToldRequest[];

/** One of its requests, or several of which the same is said. */
export interface AskingSection extends RequestPost {
  /** The first of them. */
  readonly told: ToldRequest;
  /** All of them, where these are several. */
  readonly together: ToldAsking;
}

export interface AskingPost {
  readonly reader: MessageReader;
  /** The newest first. */
  readonly sections: readonly AskingSection[];
  /** What the reader is to learn, by its key. */
  readonly headlines: ReadonlyMap<string, Headline>;
  readonly lookAt: Date | null;
}

/** Above the lines of those that are all open. */
export const askingSentences = checkedSentences({
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
  const posts = asked.map((one) => ({ told: one, together: [], ...requestPost(one, readerId) }));
  const [first] = asked;
  const now = first?.now ?? new Date(0);
  const headlines = posts.flatMap((one) =>
    one.headline === null ? [] : [keyed(one, one.headline)],
  );
  const news = asked.length > 1 ? gathered(headlines, asked, now) : headlines;
  const groups = Map.groupBy(posts, ({ alike, told }) => alike ?? told.request.id);
  return {
    reader: first === undefined ? 'anybody' : messageReader(first.request, readerId),
    sections: [...groups.values()].flatMap((all) => saidOnce(all, readerId)).toSorted(newestFirst),
    headlines: new Map(news),
    lookAt: soonest(
      [...posts.map(({ lookAt }) => lookAt), ...news.map(([, one]) => one.notBefore)],
      now,
    ),
  };
}

/** What is said alike of several is said in one section, with buttons for all of them. */
function saidOnce(all: readonly AskingSection[], readerId: string): readonly AskingSection[] {
  const [first] = all;
  if (first === undefined || all.length === 1) return all;
  const together = all.map(({ told }) => told);
  const says = first.alike === 'open' ? listPhrases(together, first.told, readerId) : first.says;
  const buttons = first.buttons.filter((one) => one === 'withdraw' || one === 'nudge');
  return [{ ...first, together, says, remarks: [], buttons }];
}

/** Before these, a request has not reached its reviewers: that it has is news of its own. */
const heldBack: readonly string[] = ['waits', 'uncertain'];

/**
 * The headlines that the reader was not told yet; none while one of them waits a moment, because all
 * of them are told together.
 */
export function newsIn(
  { headlines, sections }: AskingPost,
  told: readonly string[],
  now: Date,
): readonly string[] {
  const all = sections.flatMap((one) => (one.together.length > 0 ? one.together : [one.told]));
  const urgentIds = all.flatMap(({ request }) => (request.emergency ? [request.id] : []));
  const news = [...headlines].filter(
    ([key]) => !told.includes(key) && !isKnown(key, told, urgentIds),
  );
  const isWaiting = news.some(([, { notBefore }]) => notBefore !== null && notBefore > now);
  return isWaiting ? [] : news.map(([key]) => key);
}

/** That a request is with its reviewers is an edit, where the reader knows it. */
function isKnown(key: string, told: readonly string[], urgentIds: readonly string[]): boolean {
  const [kind, requestId = ''] = key.split(' ');
  if (kind !== 'in-review') return false;
  const before = told.map((one) => one.split(' '));
  const ofIt = before.flatMap(([of = '', id]) => (id === requestId ? [of] : []));
  // They filled in its form, or look at an emergency that waits.
  if (ofIt.includes('form')) return true;
  if (urgentIds.includes(requestId) && ofIt.includes('waits')) return true;
  // Several that were sent are one piece of news.
  const isAnyTold = before.some(([of]) => of === kind);
  return isAnyTold && !ofIt.some((of) => heldBack.includes(of));
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
  return timeOf(other) - timeOf(one);
}

/** Those that are open stand last. */
function timeOf({ alike, told: { grant, deeds, changedAt } }: AskingSection): number {
  if (alike === 'open') return 0;
  const times = [grant?.endedAt, grant?.warnAt, grant?.startedAt, deeds.at(-1)?.at, changedAt];
  return Math.max(...times.map((one) => one?.getTime() ?? 0));
}

function listPhrases(all: ToldAsking, first: ToldRequest, readerId: string): Phrases {
  const { request } = first;
  const recipient = recipientOf({ request, reader: messageReader(request, readerId) });
  const lines = inLines(
    say(askingSentences.sent[recipient], { count: all.length }),
    say(askingSentences.list, { requests: all }),
    emergencyPhrase(first),
    nudgedPhrase(all, undefined),
    all.some(({ task }) => isUnread(task)) ? say(notFollowed) : null,
  );
  return [lines];
}

/** What a closed post was posted for, in the past. */
export const pasts = checkedSentences({
  late: ['Nobody had decided on {request}.', 'Über {request} hatte niemand entschieden.'],
  waits: ['{opening} had to wait.', '{opening} musste warten.'],
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
  // The time stands last: Slack writes it without a capital.
  line: ['{said:phrase} · {when:moment}', '{said:phrase} · {when:moment}'],
});

/** What is left of a post that told these: `when`: it was posted. */
export function pastLines(
  asked: ToldAsking,
  keys: readonly string[],
  when: Date,
): readonly { readonly about: ToldAsking; readonly line: Phrase }[] {
  const parts = keys.map((key) => key.split(' '));
  const groups = Map.groupBy(parts, ([kind = '', , occurrence]) =>
    ['over', 'decided', 'acted'].includes(kind) ? `${kind} ${occurrence}` : kind,
  );
  return [...groups.values()].map((all) => {
    const [kind = '', , ...occurrence] = all[0] ?? [];
    const ids = all.map(([, id]) => id);
    // Others that were sent joined that post by an edit.
    const about = asked.filter(
      ({ request, task }) => ids.includes(request.id) || (kind === 'in-review' && task !== null),
    );
    return { about, line: pastLine(about[0], kind, occurrence.join(' '), when) };
  });
}

function pastLine(
  told: ToldRequest | undefined,
  kind: string,
  occurrence: string,
  when: Date,
): Phrase {
  const deed = told?.deeds.find(({ id }) => id === occurrence);
  const pastKind = occurrence === 'denied' ? 'denied' : isHeadlineKind(kind) ? kind : 'acted';
  const past =
    told === undefined || deed === undefined
      ? say(pasts[pastKind])
      : deedPhrase(deed, { ...told, readerId: null });
  return say(pasts.line, { when, said: past });
}
