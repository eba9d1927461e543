/** What a post says to one reader, with the links and the buttons that it has for them. */

import { messageReader } from '../../domain/message/message-context.ts';
import type { IdentityPerson } from '../../domain/people/identity-person.ts';
import { taskLink } from '../../domain/settings/access-settings.ts';
import { isOpen } from '../../domain/task/task-snapshot.ts';
import {
  type AskingPost,
  type AskingSection,
  pastLines,
} from '../../domain/telling/asking-post.ts';
import type { PostButton } from '../../domain/telling/post-parts.ts';
import type { ToldRequest } from '../../domain/telling/told-request.ts';
import { leavingProfile, whatHolderMay } from '../access/holder-requests.ts';
import { postedCard, reachOf } from '../card/card-model.ts';
import { linkToCard } from '../card/request-cards.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { PostContent, PostSection, SpokenRequest } from '../ports/contents/post-chat.ts';
import type { AskedView, EarlierPost } from '../ports/rows/post-rows.ts';
import type { Asking } from './read-asking.ts';

export async function contentOf(
  deps: UseCaseDeps,
  asking: Asking,
  readerId: string,
  post: AskingPost,
): Promise<PostContent> {
  const sections: PostSection[] = [];
  for (const section of post.sections) {
    const { told, together, says, quote, remarks, question, buttons } = section;
    sections.push({
      ...(await spoken(deps, asking, told)),
      together: await spokenOf(deps, asking, together),
      says,
      quote,
      remarks,
      question,
      buttons: buttons.filter((one) => mayUse(deps, asking, readerId, section, one)),
      isPast: false,
    });
  }
  const { away } = await reachOf(deps.directory, reviewersIn(asking));
  return { ...emptyContent(deps, readerId, post.reader), away, sections };
}

/** The lines that are left of an earlier post. */
export async function closedContent(
  deps: UseCaseDeps,
  asking: Asking,
  readerId: string,
  earlier: EarlierPost,
): Promise<PostContent> {
  const sections: PostSection[] = [];
  const keys = keysOf(asking, readerId, earlier);
  for (const { about, line } of pastLines(asking.asked, keys, new Date(earlier.postedAt))) {
    const [first = asking.first] = about;
    sections.push({
      ...(await spoken(deps, asking, first)),
      together: await spokenOf(deps, asking, about),
      says: [line],
      quote: null,
      remarks: [],
      question: null,
      buttons: [],
      isPast: true,
    });
  }
  const reader = messageReader(asking.first.request, readerId);
  return { ...emptyContent(deps, readerId, reader), sections };
}

/** All that a post told: each names its first key, and they are kept in the order of the posts. */
function keysOf(
  { posts }: Asking,
  readerId: string,
  { headline: first }: EarlierPost,
): readonly string[] {
  const row = posts.find((one) => one.readerId === readerId);
  if (row === undefined || !row.told.includes(first)) return [first];
  const keys = row.told.slice(row.told.indexOf(first));
  const nexts = [...row.toClose, row].flatMap(({ headline }) =>
    headline === null || headline === first ? [] : [keys.indexOf(headline)],
  );
  return keys.slice(0, Math.min(...nexts.filter((one) => one > 0), keys.length));
}

function reviewersIn({ asked }: Asking): readonly IdentityPerson[] {
  const all = asked.flatMap(({ task }) =>
    task !== null && isOpen(task) ? task.stepApprovers : [],
  );
  return [...new Map(all.map((one) => [one.id, one])).values()];
}

/** A person is told who decides, and not called. */
function emptyContent(
  { settings }: UseCaseDeps,
  readerId: string,
  reader: PostContent['reader'],
): PostContent {
  const { emergency } = settings;
  const nobody = { mentions: new Map<string, string>(), away: new Set<string>() };
  return { ...nobody, readerId, reader, emergency, sections: [] };
}

/** Whether a button can do something for its reader now, about one of those that it is for. */
function mayUse(
  deps: UseCaseDeps,
  asking: Asking,
  readerId: string,
  { told, together, question }: AskingSection,
  button: PostButton,
): boolean {
  return [told, ...together].some((one) => {
    const { isAskedAgain, request } = one;
    const may = whatHolderMay(deps, readerId, viewOf(asking, one));
    const usable: Record<PostButton, boolean> = {
      ...may,
      settle: request.state === 'uncertain',
      answer: question !== null,
      mend: !isAskedAgain,
      see: !isAskedAgain,
      extend: may.extend && !isAskedAgain,
      again: may.again && !isAskedAgain,
      'fill-in': true,
    };
    return usable[button];
  });
}

function viewOf({ views }: Asking, { request: { id } }: ToldRequest): AskedView {
  const view = views.get(id);
  if (view === undefined) throw new Error(`the request ${id} was not read with the others`);
  return view;
}

async function spokenOf(
  deps: UseCaseDeps,
  asking: Asking,
  all: readonly ToldRequest[],
): Promise<readonly SpokenRequest[]> {
  const spoke: SpokenRequest[] = [];
  for (const one of all) spoke.push(await spoken(deps, asking, one));
  return spoke;
}

async function spoken(
  deps: UseCaseDeps,
  asking: Asking,
  told: ToldRequest,
): Promise<SpokenRequest> {
  const { request, task, period, lapse, moreTime, grant, isProfile } = told;
  const { cards } = viewOf(asking, told);
  return {
    request,
    task,
    period,
    lapse,
    moreTime,
    cardUrl: await linkToCard(deps, postedCard(cards)),
    consoleUrl: taskLink(deps.settings.governance, task),
    existingUrl: await existingUrl(deps, told),
    leaving: grant === null ? null : leavingProfile(deps, request, [], isProfile),
  };
}

/** Where the request is that this one is a duplicate of. */
async function existingUrl(
  deps: UseCaseDeps,
  { request: { refusal } }: ToldRequest,
): Promise<string | null> {
  const id = refusal?.existingTaskId ?? null;
  if (id === null) return null;
  const cards = await deps.store.transaction(async (tx) => {
    const task = await tx.tasks.find(id);
    return task === null ? [] : tx.cards.ofRequest(task.requestId);
  });
  const cardUrl = await linkToCard(deps, postedCard(cards));
  const numericId = refusal?.numericId ?? '';
  return cardUrl ?? taskLink(deps.settings.governance, { id, numericId });
}
