/** What a post says to one reader, with the links and the buttons that it has for them. */

import { messageReader } from '../../domain/message/message-context.ts';
import type { IdentityPerson } from '../../domain/people/identity-person.ts';
import { taskLink } from '../../domain/settings/access-settings.ts';
import { isOpen } from '../../domain/task/task-snapshot.ts';
import { type AskingPost, type AskingSection, pastLine } from '../../domain/telling/asking-post.ts';
import type { PostButton } from '../../domain/telling/post-parts.ts';
import type { ToldRequest } from '../../domain/telling/told-request.ts';
import { whatHolderMay } from '../access/holder-requests.ts';
import { cardFor, reachOf } from '../card/card-model.ts';
import { linkToCard } from '../card/request-cards.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { PostContent, PostSection, SpokenRequest } from '../ports/contents/post-chat.ts';
import type { AskedView, EarlierPost } from '../ports/rows/post-rows.ts';
import { leavingProfile } from '../profiles/leaving-profile.ts';
import type { Asking } from './read-asking.ts';

export async function contentOf(
  deps: UseCaseDeps,
  asking: Asking,
  readerId: string,
  post: AskingPost,
): Promise<PostContent> {
  const sections: PostSection[] = [];
  for (const section of post.sections) {
    const { says, quote, remarks, question } = section;
    sections.push({
      ...(await spoken(deps, asking, readerId, section.told)),
      says,
      quote,
      remarks,
      question,
      isPast: false,
      together: await spokenOf(deps, asking, readerId, section.together),
      buttons: section.buttons.filter((one) => mayUse(deps, asking, readerId, section, one)),
    });
  }
  const { listed } = post;
  const requests = await spokenOf(deps, asking, readerId, listed);
  const buttons = post.listButtons.filter((one) => mayWithAny(deps, asking, readerId, listed, one));
  const { away } = await reachOf(deps.directory, reviewersIn(asking));
  return {
    ...emptyContent(deps, readerId, post.reader),
    away,
    sections,
    list: requests.length === 0 ? null : { requests, says: post.listSays, buttons },
  };
}

/** The line that is left of an earlier post. */
export async function closedContent(
  deps: UseCaseDeps,
  asking: Asking,
  readerId: string,
  { headline, postedAt }: EarlierPost,
): Promise<PostContent> {
  const [, requestId = ''] = headline.split(' ');
  const about = asking.asked.find(({ request }) => request.id === requestId) ?? asking.first;
  const line = pastLine(about, headline, new Date(postedAt));
  const isAboutAll = headline.startsWith('in-review ') && asking.asked.length > 1;
  const together = await spokenOf(deps, asking, readerId, isAboutAll ? asking.asked : []);
  const nothing = { quote: null, remarks: [], question: null, together, buttons: [] };
  const spokenOfIt = await spoken(deps, asking, readerId, about);
  const section = { ...spokenOfIt, ...nothing, says: [line], isPast: true };
  const reader = messageReader(about.request, readerId);
  return { ...emptyContent(deps, readerId, reader), sections: [section] };
}

/** A person is told who decides, and not called. */
function emptyContent(
  { settings }: UseCaseDeps,
  readerId: string,
  reader: PostContent['reader'],
): PostContent {
  const { emergency } = settings;
  const nobody = { mentions: new Map<string, string>(), away: new Set<string>() };
  return { ...nobody, readerId, reader, emergency, sections: [], list: null };
}

function reviewersIn({ asked }: Asking): readonly IdentityPerson[] {
  const all = asked.flatMap(({ task }) =>
    task !== null && isOpen(task) ? task.stepApprovers : [],
  );
  return [...new Map(all.map((one) => [one.id, one])).values()];
}

/** Whether a button of a section can do something for its reader now. */
function mayUse(
  deps: UseCaseDeps,
  asking: Asking,
  readerId: string,
  { told, together, question }: AskingSection,
  button: PostButton,
): boolean {
  if (together.length > 0) return mayWithAny(deps, asking, readerId, together, button);
  const { isAskedAgain, moreTime, request } = told;
  const may = whatHolderMay(deps, readerId, viewOf(asking, told));
  const usable: Partial<Record<PostButton, boolean>> = {
    ...may,
    settle: request.state === 'uncertain',
    answer: question !== null,
    mend: !isAskedAgain,
    see: request.state === 'refused' ? !isAskedAgain : moreTime !== null,
    extend: may.extend && !isAskedAgain,
    again: may.again && !isAskedAgain,
    'fill-in': true,
  };
  return usable[button] === true;
}

/** Whether a button about all of these can do something with one of them. */
function mayWithAny(
  deps: UseCaseDeps,
  asking: Asking,
  readerId: string,
  all: readonly ToldRequest[],
  button: PostButton,
): boolean {
  return all.some((one) => {
    const may = whatHolderMay(deps, readerId, viewOf(asking, one));
    return button === 'withdraw-all' ? may.withdraw : may.nudge;
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
  readerId: string,
  all: readonly ToldRequest[],
): Promise<readonly SpokenRequest[]> {
  const spoke: SpokenRequest[] = [];
  for (const one of all) spoke.push(await spoken(deps, asking, readerId, one));
  return spoke;
}

async function spoken(
  deps: UseCaseDeps,
  asking: Asking,
  readerId: string,
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
    cardUrl: await linkToCard(deps, cardFor(cards, readerId)),
    consoleUrl: taskLink(deps.settings.governance, task),
    existingUrl: await existingUrl(deps, told, readerId),
    leaving: grant === null ? null : leavingProfile(deps, request, [], isProfile),
  };
}

/** Where the request is that this one is a duplicate of, or that asks for more time. */
async function existingUrl(
  deps: UseCaseDeps,
  { request: { refusal }, moreTime }: ToldRequest,
  readerId: string,
): Promise<string | null> {
  const id = refusal?.existingTaskId ?? moreTime?.id ?? null;
  if (id === null) return null;
  const cards = await deps.store.transaction(async (tx) => {
    const task = await tx.tasks.find(id);
    return task === null ? [] : tx.cards.ofRequest(task.requestId);
  });
  const numericId = refusal?.numericId ?? moreTime?.numericId ?? '';
  const cardUrl = await linkToCard(deps, cardFor(cards, readerId));
  return cardUrl ?? taskLink(deps.settings.governance, { id, numericId });
}
