/** The messages that people have about what was asked for, in words and blocks. */

import type { Button, KnownBlock } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { PostButton } from '../../domain/telling/post-parts.ts';
import type {
  PostChat,
  PostContent,
  PostSection,
  RenderedPost,
  SpokenRequest,
} from '../../use-cases/ports/contents/post-chat.ts';
import {
  askedActions,
  button,
  confirmation,
  confirmedWhat,
  holderActions,
  holderButtons,
  labelled,
  uncertainActions,
} from '../action/buttons.ts';
import { findPosted } from '../message/find-posted.ts';
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
  let parts: readonly SaidParts[] = [];
  let blocks: KnownBlock[] = [];
  for (const room of rooms) {
    parts = content.sections.map((one, index) => sectionParts(texts, content, one, index, room));
    blocks = parts.flatMap((one) => one.blocks);
    if (JSON.stringify(blocks).length <= limits.blocksPayload) break;
  }
  return rendering(parts.map(({ spoken }) => spoken).join('\n'), blocks);
}

function sectionParts(
  texts: Texts,
  { mentions, away, emergency, reader }: PostContent,
  one: PostSection,
  index: number,
  room: Room,
): SaidParts {
  const { says, quote, remarks, buttons, together: group, isPast } = one;
  const { say } = speechOf(texts, { ...one, mentions, away, group }, reader);
  const sentences = says.map(say).filter((words) => words !== '');
  const earlier = remarks.map(
    ({ by, reason }) => `${mention(by.userId)}: ${name(reason, room.remark)}`,
  );
  const links = linksOf(texts, one).slice(0, isPast || group.length > 0 ? 1 : 2);
  const { spoken, blocks } = isPast
    ? saidParts(texts, { said: [...sentences, ...links].join(' · '), below: [], quote }, room)
    : saidParts(
        texts,
        { said: sentences.join(' '), below: [...earlier, links.join(' · ')], quote },
        room,
      );
  const all = buttons
    .flatMap((offer) => buttonsOfPost(texts, emergency.onCall, one, offer))
    .slice(0, room.buttons);
  const id = index === 0 ? postBlock : `${postBlock}:${index}`;
  return { spoken, blocks: [...blocks, ...actionsBlock(id, all)] };
}

interface SaidParts {
  /** For screen readers and notifications, which get only this. */
  readonly spoken: string;
  readonly blocks: KnownBlock[];
}

/**
 * Sentences, with what somebody typed right below them, as typed. A question comes first, because a
 * notification shows only the beginning.
 */
export function saidParts(
  { card }: Texts,
  {
    said,
    below,
    quote,
  }: { readonly said: string; readonly below: readonly string[] } & Pick<PostSection, 'quote'>,
  room: Room = rooms[0],
): SaidParts {
  const others = below.filter((line) => line !== '');
  const block = (lines: readonly string[]): KnownBlock[] =>
    lines.length === 0 ? [] : [{ type: 'section', text: marked(lines.join('\n'), room.words) }];
  const all = [said, ...others];
  if (quote === null) return { spoken: all.join('\n'), blocks: block(all) };
  const typed = quote.kind === 'reason' ? card.reason({ reason: quote.text }) : quote.text;
  const spoken = name(typed, spokenLength);
  const quotation: KnownBlock = { type: 'section', text: plain(typed, room.typed) };
  return quote.kind === 'question'
    ? { spoken: [spoken, ...all].join('\n'), blocks: [quotation, ...block(all)] }
    : {
        spoken: [...all, spoken].join('\n'),
        blocks: [...block([said]), quotation, ...block(others)],
      };
}

/** To the card, and to the console. */
export function linksOf(
  { notices, home }: Texts,
  { cardUrl, consoleUrl }: Pick<SpokenRequest, 'cardUrl' | 'consoleUrl'>,
): readonly string[] {
  return [
    ...(cardUrl === null ? [] : [link(cardUrl, notices.seeRequest)]),
    ...(consoleUrl === null ? [] : [link(consoleUrl, capitalised(home.console))]),
  ];
}

/** Ids of the blocks that hold them begin so. */
export const postBlock = 'post';

/** About all that the section speaks of; none where an offer needs a link that is not there. */
function buttonsOfPost(
  texts: Texts,
  onCall: string | null,
  about: PostSection,
  offer: PostButton,
): readonly Button[] {
  const { notices, review, home } = texts;
  const { existingUrl: url, question, together, request, moreTime } = about;
  const { id } = request;
  const holders = holderButtons(texts, { ...about, alsoWithdraws: moreTime !== null }, onCall);
  if (together.length > 0)
    return offer === 'nudge'
      ? [button(holderActions['nudge-all'], home.nudge, id)]
      : [
          {
            ...button(holderActions['withdraw-all'], home.withdrawAll, id),
            confirm: confirmation(
              texts,
              home.withdrawAllTitle,
              home.withdrawAllWarning,
              home.withdrawAll,
            ),
          },
        ];
  const { again, againWarning, leave } = notices.uncertain;
  const own: Readonly<Record<PostButton, readonly Button[]>> = {
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
    extend: [{ ...holders.extend, style: 'primary' }],
    'give-back': [{ ...holders['give-back'], text: plain(notices.done, limits.buttonText) }],
    'fill-in': [button(askedActions['fill-in'], review.acts['fill-in'], id, 'primary')],
  };
  return own[offer].map((one) => labelled(one, confirmedWhat(about)));
}
