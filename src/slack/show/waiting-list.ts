/** The message that tells a reviewer what waits for them, in words and blocks. */

import type { KnownBlock } from '@slack/types';
import { remindedPhrase, waitingHeading } from '../../domain/message/kinds/undecided-messages.ts';
import type { ListContent, ListedReview } from '../../use-cases/ports/contents/list-chat.ts';
import type { RenderedPost } from '../../use-cases/ports/contents/post-chat.ts';
import { reviewBlocks } from '../card/waiting-review.ts';
import { speechOf, waitingLine } from '../message/phrase-words.ts';
import { limits } from '../platform/limits.ts';
import { line, name, section } from '../platform/text.ts';
import type { Texts } from '../texts.ts';
import { rendering } from './asking-posts.ts';

/** The most characters of an answer in the words for screen readers and notifications. */
const spokenLength = 500;

/** What the blocks below the requests take at most, in characters. */
const roomBelow = 1_500;

/** As many requests as fit, each with all that is needed to decide; the others are counted. */
export function renderedList(texts: Texts, content: ListContent): RenderedPost {
  const { reviews, left } = content;
  const [first, ...others] = reviews;
  if (first === undefined)
    return rendering(texts.waiting.nothing, [section(texts.waiting.nothing)]);
  const { say } = speechAbout(texts, content, first);
  const heading = say(waitingHeading(reviews.map(({ card }) => card)));
  const again = reviews.map(({ reminded }) =>
    reminded === null ? '' : say(remindedPhrase(reminded)),
  );
  // A single request's count comes first: then no two reminders begin alike.
  const isAlone = others.length === 0 && again[0] !== undefined && again[0] !== '';
  const opening = isAlone ? `${again[0]} ${heading}` : heading;
  const blocks: KnownBlock[] = [section(opening)];
  let count = 0;
  for (const [index, review] of reviews.entries()) {
    const above = isAlone || again[index] === '' ? [] : [section(again[index] ?? '')];
    const more = [...above, ...reviewBlocks(texts, review)];
    const size = JSON.stringify([...blocks, ...more]).length;
    const isTooLong = blocks.length + more.length >= limits.messageBlocks;
    if (count > 0 && (isTooLong || size + roomBelow > limits.blocksPayload)) break;
    blocks.push(...more);
    count += 1;
  }
  const hidden = reviews.length - count + left;
  blocks.push(...line('list', hidden === 0 ? '' : texts.home.moreWaiting({ count: hidden })));
  const lines = reviews.flatMap(({ card, cardUrl }) => [
    waitingLine(texts, { ...card, url: cardUrl }),
    ...card.remarks.slice(-1).map(({ reason }) => name(reason, spokenLength)),
  ]);
  return rendering([opening, ...lines].join('\n'), blocks);
}

function speechAbout(texts: Texts, { emergency }: ListContent, { card, cardUrl }: ListedReview) {
  const { request, task, period, lapse, mentions, away, consoleUrl } = card;
  const about = { request, task, period, lapse, mentions, away, consoleUrl, cardUrl, emergency };
  return speechOf(texts, { ...about, group: [] }, 'anybody');
}
