import { createHash } from 'node:crypto';
import type { WebClient } from '@slack/web-api';
import { ifNotTaken } from '../domain/outward/outward-failure.ts';
import { ok } from '../domain/result.ts';
import type { CardModel } from '../use-cases/ports/card-contents.ts';
import type { Chat, HomeChat } from '../use-cases/ports/chat-ports.ts';
import { channelMembers, channelSharing } from './card/channel-facts.ts';
import { decisionOfStep, type IsConfidential } from './card/standing-words.ts';
import { confidentialCard, taskCard } from './card/task-card.ts';
import { homeView, type ShownSection } from './home/home.ts';
import { findPosted } from './message/find-posted.ts';
import { type PersonalChat, personalMessages } from './message/personal-messages.ts';
import type { Languages } from './people/languages.ts';
import type { Pacer } from './platform/pacer.ts';
import type { RenderedMessage } from './platform/rendered-message.ts';
import { permalinkTo, type SlackCalls, slackCalls } from './platform/slack-calls.ts';
import type { WorkspaceAddress } from './platform/web-clients.ts';
import { askingPosts } from './show/asking-posts.ts';
import { noticePosts } from './show/notice-posts.ts';
import { threadLinePosts } from './show/thread-line-posts.ts';
import { renderedList } from './show/waiting-list.ts';

export interface ChatSettings {
  readonly pacer: Pacer;
  readonly languages: Languages;
  readonly now: () => Date;
  /** Not known where absent. */
  readonly address?: Pick<WorkspaceAddress, 'linkTo'>;
  readonly isConfidential?: IsConfidential;
}

export interface SlackChat extends Chat, HomeChat<ShownSection>, PersonalChat {}

/** Slack as the use cases' chat, through the background client. */
export function createChat(
  client: WebClient,
  { pacer, languages, now, address, isConfidential = () => false }: ChatSettings,
): SlackChat {
  /** In the workspace's language. */
  const cardMessage = (card: CardModel): RenderedMessage => {
    const { workspace: texts } = languages;
    return isConfidential(card.request.appId)
      ? confidentialCard(texts, card)
      : taskCard(texts, card);
  };

  const calls = slackCalls(client, pacer);
  const { post, call, update } = calls;

  return {
    sharing: channelSharing(client, now),
    absentFrom: channelMembers(client, now),
    fingerprint: (card) => fingerprintOf(cardMessage(card)),
    postCard: async (channel, card, threadTs) => {
      const { cardId, request } = card;
      const carried = { card_id: cardId };
      const posting = { ticket: cardId, isUrgent: request.emergency, carried, threadTs };
      return post(channel, cardMessage(card), posting);
    },
    async updateCard(place, card) {
      return update(place, cardMessage(card), card.request.emergency || isWatched(card, now()));
    },
    async findCard({ id, channel }, since, threadTs) {
      const sought = { now, channel, carried: { card_id: id }, since, threadTs };
      const posted = await findPosted(client, sought);
      return typeof posted === 'string' ? posted : posted.place;
    },
    deleteMessage: (place) =>
      call('chat.delete', { ticket: place.ts, about: place.channel }, () =>
        client.chat.delete({ ...place }),
      ),
    linkTo: (place, threadTs) => address?.linkTo(place, threadTs) ?? null,
    async permalink(place) {
      const { channel: about, ts: ticket } = place;
      const answer = await call('chat.getPermalink', { ticket, about }, () =>
        client.chat.getPermalink({ channel: place.channel, message_ts: place.ts }),
      ).catch(ifNotTaken);
      // A message goes without a link rather than not at all.
      return answer?.ok ? permalinkTo(place, answer.value.permalink) : null;
    },
    ...noticePosts({ ...calls, client, languages, isConfidential, now }),
    ...askingPosts({ ...calls, client, languages, now }),
    renderList: async (content) =>
      renderedList(await languages.textsInTurn(content.readerId), content),
    ...threadLinePosts({ ...calls, client, languages, isConfidential, now }),
    ...personalMessages({ ...calls, languages }),
    publishHome: homePublisher({ client, languages, call }),
  };
}

interface HomePublishing extends Pick<SlackCalls, 'call'> {
  readonly client: WebClient;
  readonly languages: Languages;
}

function homePublisher({ client, languages, call }: HomePublishing): SlackChat['publishHome'] {
  return async (slackUserId, home, before) => {
    // A person who has just opened their Home looks at it.
    const texts =
      before === null ? languages.textsOf(slackUserId) : languages.textsInTurn(slackUserId);
    const view = homeView(await texts, home);
    const fingerprint = fingerprintOf(view);
    if (fingerprint === before) return ok(before);
    const publishing = () => client.views.publish({ user_id: slackUserId, view });
    const answer = await call(
      'views.publish',
      { ticket: slackUserId, about: slackUserId },
      publishing,
    );
    return answer.ok ? ok(fingerprint) : answer;
  };
}

/** How long a person watches the card after their decision, in milliseconds. */
const watchedMs = 15_000;

/** Somebody is deciding, or has just decided. */
function isWatched(card: CardModel, now: Date): boolean {
  const decision = decisionOfStep(card);
  const isUnderWay = decision !== undefined && decision.state !== 'done';
  return isUnderWay || card.reviews.some(({ at }) => now.getTime() - at.getTime() < watchedMs);
}

function fingerprintOf(rendered: object): string {
  return createHash('sha256').update(JSON.stringify(rendered)).digest('hex');
}
