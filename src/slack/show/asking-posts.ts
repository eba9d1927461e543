/** The messages that people have about what was asked for, in words and blocks. */

import type { Button, KnownBlock } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { isFormInConsole } from '../../domain/message/kinds/request-messages.ts';
import type { PostButton } from '../../domain/telling/post-parts.ts';
import type {
  PostChat,
  PostContent,
  PostSection,
  RenderedPost,
  SpokenRequest,
} from '../../use-cases/ports/contents/post-chat.ts';
import {
  button,
  confirmation,
  confirmedWhat,
  holderActions,
  holderButtons,
  labelled,
} from '../action/buttons.ts';
import { findPosted } from '../message/find-posted.ts';
import { askedActions, uncertainActions } from '../message/notice-buttons.ts';
import { speechOf } from '../message/phrase-words.ts';
import type { Languages } from '../people/languages.ts';
import { limits } from '../platform/limits.ts';
import type { SlackCalls } from '../platform/slack-calls.ts';
import {
  actionsBlock,
  capitalised,
  cutMarked,
  link,
  marked,
  mention,
  name,
  plain,
  section,
} from '../platform/text.ts';
import type { Texts } from '../texts.ts';

interface Posting extends Pick<SlackCalls, 'post' | 'update'> {
  readonly client: WebClient;
  readonly now: () => Date;
  readonly languages: Languages;
}

export function askingPosts({ post, update, languages, client, now }: Posting): PostChat {
  return {
    renderPost: async (content) =>
      renderedPost(await languages.textsInTurn(content.readerId), content),
    sendPost: ({ askingId, readerId, isUrgent, claim }, rendered) =>
      post(readerId, asMessage(rendered), {
        // One that is sent again has another claim, and keeps its place.
        ticket: `${askingId ?? 'list'} ${readerId}`,
        isUrgent,
        carried: { notice_id: claim },
      }),
    async findPost({ channel, claim, since }) {
      const carried = { notice_id: claim };
      const posted = await findPosted(client, { now, channel, carried, since, threadTs: null });
      return typeof posted === 'string' ? posted : posted.place;
    },
    updatePost: (place, rendered, isUrgent) => update(place, asMessage(rendered), isUrgent),
  };
}

/** A post as the use cases pass it through. */
export function rendering(text: string, blocks: KnownBlock[]): RenderedPost {
  const rendered: RenderedPost = { text: cutMarked(text, limits.sectionText), blocks };
  blocksOf.set(rendered, blocks);
  return rendered;
}

const blocksOf = new WeakMap<RenderedPost, KnownBlock[]>();

function asMessage(rendered: RenderedPost) {
  return { text: rendered.text, blocks: blocksOf.get(rendered) ?? [] };
}

/** The most characters of typed text in the words for screen readers and notifications. */
const spokenLength = 1_000;

/**
 * How much each section shows, from the room that nearly every post needs to one that fits any text:
 * the most characters of its words, of what somebody typed, and of each earlier remark; and its first
 * buttons, of which Home has all.
 */
const rooms = [
  { words: limits.sectionText, typed: limits.sectionText, remark: 200, buttons: 10 },
  { words: 1_500, typed: 700, remark: 100, buttons: 10 },
  { words: 600, typed: 100, remark: 50, buttons: 10 },
  { words: 300, typed: 60, remark: 30, buttons: 1 },
] as const;

type Room = (typeof rooms)[number];

export function renderedPost(texts: Texts, content: PostContent): RenderedPost {
  let parts: readonly Parts[] = [];
  let blocks: KnownBlock[] = [];
  for (const room of rooms) {
    parts = [
      ...content.sections.map((one, index) => sectionParts(texts, content, one, index, room)),
      ...(content.list === null ? [] : [listParts(texts, content, content.list)]),
    ];
    blocks = parts.flatMap((one) => one.blocks);
    if (JSON.stringify(blocks).length <= limits.blocksPayload) break;
  }
  return rendering(parts.map(({ spoken }) => spoken).join('\n'), blocks);
}

interface Parts {
  /** For screen readers and notifications, which get only this. */
  readonly spoken: string;
  readonly blocks: KnownBlock[];
}

function speechAbout(
  texts: Texts,
  { mentions, away, emergency, reader }: PostContent,
  about: SpokenRequest,
  group: readonly SpokenRequest[],
) {
  const context = { ...about, mentions, away, emergency, group };
  return speechOf(texts, context, reader);
}

function sectionParts(
  texts: Texts,
  content: PostContent,
  one: PostSection,
  index: number,
  room: Room,
): Parts {
  const { says, quote, remarks, buttons, together, isPast } = one;
  const { say } = speechAbout(texts, content, one, together);
  const sentences = says.map(say).filter((words) => words !== '');
  const earlier = remarks.map(
    ({ by, reason }) => `${mention(by.userId)}: ${name(reason, room.remark)}`,
  );
  const typed = quotedIn(texts, quote);
  const isQuestion = quote?.kind === 'question';
  // What was typed stands right below the sentence about it.
  const isApart = typed !== '' && !isQuestion;
  const below = [...earlier, linksOf(texts, one, isPast)].filter((line) => line !== '');
  const between = isPast ? ' · ' : '\n';
  const first = [sentences.join(' '), ...(isApart ? [] : below)].filter((line) => line !== '');
  const words = [...first, ...(isApart ? below : [])].join(between);
  const quotation: KnownBlock[] =
    typed === '' ? [] : [{ type: 'section', text: plain(typed, room.typed) }];
  const sentenceBlock = wordsBlock(first.join(between), room);
  const rest = isApart && below.length > 0 ? [wordsBlock(below.join(between), room)] : [];
  const body = isQuestion ? [...quotation, sentenceBlock] : [sentenceBlock, ...quotation, ...rest];
  const all = buttons
    .flatMap((offer) => buttonsOfPost(texts, content, one, offer))
    .slice(0, room.buttons);
  const spoken = typed === '' ? [] : [name(typed, spokenLength)];
  return {
    // The question comes first, because a notification shows only the beginning.
    spoken: (isQuestion ? [...spoken, words] : [words, ...spoken]).join('\n'),
    blocks: [...body, ...actionsBlock(index === 0 ? postBlock : `${postBlock}:${index}`, all)],
  };
}

const wordsBlock = (words: string, room: Room): KnownBlock => ({
  type: 'section',
  text: marked(words, room.words),
});

/** Text that a person typed, shown as typed. */
function quotedIn({ card }: Texts, quote: PostSection['quote']): string {
  if (quote === null) return '';
  return quote.kind === 'reason' ? card.reason({ reason: quote.text }) : quote.text;
}

function linksOf(
  { notices, home }: Texts,
  { cardUrl, consoleUrl }: SpokenRequest,
  isFirstAlone: boolean,
): string {
  const links = [
    ...(cardUrl === null ? [] : [link(cardUrl, notices.seeRequest)]),
    ...(consoleUrl === null ? [] : [link(consoleUrl, capitalised(home.console))]),
  ];
  return links.slice(0, isFirstAlone ? 1 : links.length).join(' · ');
}

function listParts(
  texts: Texts,
  content: PostContent,
  list: NonNullable<PostContent['list']>,
): Parts {
  const [first] = list.requests;
  if (first === undefined) return { spoken: '', blocks: [] };
  const { say } = speechAbout(texts, content, first, list.requests);
  const { seeRequest } = texts.notices;
  const card = first.cardUrl === null ? [] : [link(first.cardUrl, seeRequest)];
  const words = [...list.says.map(say), ...card].filter((line) => line !== '').join('\n');
  const buttons = list.buttons.flatMap((offer) =>
    buttonsOfPost(texts, content, { ...first, question: null }, offer),
  );
  return { spoken: words, blocks: [section(words), ...actionsBlock(`${postBlock}:all`, buttons)] };
}

/** Ids of the blocks that hold them begin so. */
export const postBlock = 'post';

/** None where an offer needs a link that is not there. */
function buttonsOfPost(
  texts: Texts,
  { emergency }: PostContent,
  about: SpokenRequest & Pick<PostSection, 'question'>,
  offer: PostButton,
): readonly Button[] {
  const { notices, review, home } = texts;
  const { id } = about.request;
  const { existingUrl: url, question } = about;
  const holders = holderButtons(
    texts,
    { ...about, alsoWithdraws: about.moreTime !== null },
    emergency.onCall,
  );
  const { again, againWarning, leave } = notices.uncertain;
  const confirmAll = confirmation(
    texts,
    home.withdrawAllTitle,
    home.withdrawAllWarning,
    home.withdrawAll,
  );
  const own: Readonly<Partial<Record<PostButton, readonly Button[]>>> = {
    escalate: [holders.escalate],
    withdraw: [holders.withdraw],
    correct: [holders.correct],
    nudge: [holders.nudge],
    again: [holders.again],
    settle: [
      {
        ...button(uncertainActions.again, again, id),
        confirm: confirmation(texts, again, againWarning, again),
      },
      button(uncertainActions.leave, leave, id),
    ],
    answer: [button(askedActions.answer, review.acts.answer, question ?? id, 'primary')],
    mend: [button(holderActions.mend, notices.mend, id, 'primary')],
    see: url === null ? [] : [{ ...button(holderActions.see, notices.seeRequest, id), url }],
    extend: [
      { ...holders.extend, style: 'primary' },
      button(holderActions.letEnd, notices.letItEnd, id),
    ],
    'give-back': [{ ...holders['give-back'], text: plain(notices.done, limits.buttonText) }],
    'fill-in': isFormInConsole(about.task)
      ? []
      : [button(askedActions['fill-in'], review.acts['fill-in'], id, 'primary')],
    'withdraw-all': [
      { ...button(holderActions['withdraw-all'], home.withdrawAll, id), confirm: confirmAll },
    ],
    'nudge-all': [button(holderActions['nudge-all'], home.nudge, id)],
  };
  const isAboutAll = offer === 'withdraw-all' || offer === 'nudge-all';
  const what = isAboutAll ? '' : confirmedWhat(about);
  return (own[offer] ?? []).map((one) => (what === '' ? one : labelled(one, what)));
}
