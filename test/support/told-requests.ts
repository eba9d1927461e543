/** What posts are made from, and how they read; a test names only what differs. */

import type { Action, ActionKind } from '../../src/domain/action/action.ts';
import type { IdentityPerson } from '../../src/domain/people/identity-person.ts';
import type { Refusal } from '../../src/domain/refusals/refusals.ts';
import type { AccessRequest } from '../../src/domain/request/access-request.ts';
import type { TaskSnapshot } from '../../src/domain/task/task-snapshot.ts';
import { askingPost, type ToldAsking } from '../../src/domain/telling/asking-post.ts';
import type { Headline, PostButton } from '../../src/domain/telling/post-parts.ts';
import type {
  KeptNews,
  RequestWait,
  ToldGrant,
  ToldRequest,
} from '../../src/domain/telling/told-request.ts';
import { renderedPost } from '../../src/slack/show/asking-posts.ts';
import { type Texts, textsFor } from '../../src/slack/texts.ts';
import type {
  PostContent,
  PostSection,
  SpokenRequest,
} from '../../src/use-cases/ports/contents/post-chat.ts';
import { periodIn } from './periods.ts';
import { accessRequest, closedSnapshot, newAction, noon, snapshot } from './samples.ts';

export const ben = 'U0BEN';
export const dee = 'U0DEE';
/** When a grant ends that says nothing else. */
export const four = '2026-03-02T16:00:00.000Z';
/** A second from noon. */
export const before = new Date(noon.getTime() - 1_000);
export const after = new Date(noon.getTime() + 1_000);

export function toldRequest({
  request = accessRequest(),
  task = snapshot(),
  ...change
}: Partial<ToldRequest> = {}): ToldRequest {
  return {
    request,
    task,
    period: periodIn(task, request),
    grant: null,
    lapse: null,
    moreTime: null,
    watch: null,
    isCorrected: false,
    isAskedAgain: false,
    deeds: [],
    beingEnded: null,
    news: [],
    wait: null,
    hasWaited: false,
    changedAt: noon,
    hasCard: true,
    isUnreachable: false,
    onCallCard: null,
    deniedBy: [],
    isUndecided: false,
    isProfile: false,
    now: noon,
    ...change,
  };
}

/** Granted at noon, for four hours. */
export function toldGrant(change: Partial<ToldGrant> = {}): ToldGrant {
  return {
    startedAt: noon,
    endsAt: new Date(four),
    endedAt: null,
    endedBy: null,
    warnAt: null,
    revocationPending: null,
    ...change,
  };
}

/** While somebody has it, or afterwards. */
export function heldRequest(
  change: Partial<ToldGrant> = {},
  { task = closedSnapshot(), ...told }: Partial<ToldRequest> = {},
): ToldRequest {
  return toldRequest({ task, ...told, grant: toldGrant(change) });
}

/** Carried out at noon; its id is what was done. */
export function deed(verb: ActionKind, userId: string, change: Partial<Action> = {}): Action {
  return {
    ...newAction({ id: verb, verb }),
    by: { userId, teamId: 'T0ACME', userName: userId },
    state: 'done',
    refusal: null,
    identityUserId: null,
    answeredAt: null,
    renderedAt: null,
    ...change,
  };
}

/** Ben asks for Dee. */
export function asked(change: Partial<AccessRequest> = {}): AccessRequest {
  return accessRequest({ targetSlackId: dee, identityUserId: 'user-dee', ...change });
}

export const forDee = { request: asked() };
export const unsent = { state: 'submitted', taskId: null } as const;
export const approvedBy = { deeds: [deed('approve', 'U0ANA')] };
export const moreTime = snapshot({ numericId: '1043' });

export function wait(
  cause: RequestWait['cause'],
  request: Partial<AccessRequest> = {},
): Partial<ToldRequest> {
  const kept = accessRequest({ ...unsent, ...request });
  return { request: kept, task: null, wait: { cause, since: noon } };
}

export function refused(refusal: Refusal, request = accessRequest()): ToldRequest {
  return toldRequest({ request: { ...request, state: 'refused', refusal }, task: null });
}

/** At a step that is no review. */
export function step(otherStep: NonNullable<TaskSnapshot['otherStep']>): Partial<ToldRequest> {
  return { task: snapshot({ stepApprovers: [], otherStep }) };
}

export function form(
  inConsole: boolean,
  people: readonly IdentityPerson[] = [],
): Partial<ToldRequest> {
  return step({ kind: 'form', people, questions: [], inConsole });
}

export function closed(outcome: string): Partial<ToldRequest> {
  return { task: closedSnapshot({ outcome }) };
}

/** By Ben. */
export function withdrawn(change: Partial<ToldRequest> = {}): Partial<ToldRequest> {
  const request = { ...(change.request ?? accessRequest()), state: 'withdrawn' } as const;
  return { deeds: [deed('withdraw', ben)], ...change, request };
}

export function ended(endedBy: ToldGrant['endedBy']): Partial<ToldGrant> {
  return { endedAt: noon, endedBy };
}

const ofTask = { occurrence: 'task-9', at: noon };

/** Somebody ordered that it be taken away. */
export const ordered = {
  kind: 'taking-away',
  detail: { by: 'U0HANA', reason: 'Ben moved on' },
  ...ofTask,
} satisfies KeptNews;

/** It was to be taken away, and was not. */
export function failed(outcome: string): KeptNews {
  return { kind: 'not-gone', detail: { outcome }, ...ofTask };
}

/** It was taken away in the service. */
export function removed(
  change: Partial<Extract<KeptNews, { kind: 'removed' }>['detail']> = {},
): KeptNews {
  const taken = [
    { id: 'ent-write', name: 'Platform: write', toldTo: [] },
    { id: 'ent-read', name: 'Platform: read', toldTo: [] },
  ];
  const by = { by: ['U0ANA'], byNames: ['Cho'], removedAt: noon.toISOString() };
  return { kind: 'removed', detail: { ...by, taken, ...change }, ...ofTask };
}

function spoken(told: ToldRequest, change: Partial<SpokenRequest>): SpokenRequest {
  const { request, task, period, lapse, moreTime } = told;
  const links = { cardUrl: null, consoleUrl: null, existingUrl: null, leaving: null };
  return { request, task, period, lapse, moreTime, ...links, ...change };
}

/** As a use case hands it over, with every button that the domain offers. */
export function postContent(
  asked: ToldAsking,
  readerId: string,
  change: Partial<SpokenRequest> & Partial<Pick<PostContent, 'away' | 'emergency'>> = {},
): PostContent {
  const {
    away = new Set(),
    emergency = { channel: 'C0INCIDENTS', onCall: 'S0ONCALL' },
    ...links
  } = change;
  const post = askingPost(asked, readerId);
  const all = (some: ToldAsking) => some.map((one) => spoken(one, links));
  const sections = post.sections.map(
    ({ told, together, says, quote, remarks, question, buttons }): PostSection => ({
      ...spoken(told, links),
      says,
      quote,
      remarks,
      question,
      buttons,
      together: all(together),
      isPast: false,
    }),
  );
  const nobody = new Map<string, string>();
  const { reader } = post;
  return { readerId, reader, mentions: nobody, away, emergency, sections };
}

/** `TIME` for each moment, `[words]` for each link. */
export function readable(text: string): string {
  return text.replaceAll(/<!date[^>]*>/g, 'TIME').replaceAll(/<http[^|>]*\|([^>]*)>/g, '[$1]');
}

/** What a post says. */
export function postText(
  asked: ToldAsking,
  readerId: string,
  change: Parameters<typeof postContent>[2] = {},
  texts: Texts = textsFor('en', ['U0HANA']),
): string {
  return readable(renderedPost(texts, postContent(asked, readerId, change)).text);
}

/** The buttons of all of its sections. */
export function postButtons(asked: ToldAsking, readerId: string): readonly PostButton[] {
  return askingPost(asked, readerId).sections.flatMap(({ buttons }) => buttons);
}

/** Each headline: its key, and after how many seconds it is posted. */
export function headlinesOf(asked: ToldAsking, readerId: string): readonly string[] {
  const waits = ({ notBefore }: Headline): string => {
    const now = asked[0]?.now ?? noon;
    return notBefore === null ? '' : `, ${(notBefore.getTime() - now.getTime()) / 1_000} s`;
  };
  return [...askingPost(asked, readerId).headlines].map(([key, one]) => `${key}${waits(one)}`);
}

/** What a post says, with `X` for the access. */
export function said(
  told: ToldRequest,
  reader = ben,
  ...rest: [] | [{ away: Set<string> }]
): string {
  return postText([told], reader, ...rest).replaceAll('*GitHub · Platform: write*', 'X');
}

/** A stage, to whom, the headline with the seconds that it waits, the words, the buttons. */
export type ToldRow = readonly [
  stage: string,
  told: Partial<ToldRequest>,
  reader: string,
  headline: string,
  words: string,
  buttons: string,
];

/** What a reader is shown, as such a row says it. */
export function shownTo(change: Partial<ToldRequest>, reader: string) {
  const told = toldRequest(change);
  return {
    headline: headlinesOf([told], reader).join(' '),
    words: said(told, reader),
    buttons: postButtons([told], reader).join(' '),
  };
}
