import type { Place } from '../../domain/message/place.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { ChatRefusal } from '../../use-cases/ports/contents/chat-refusal.ts';
import type { Languages } from '../people/languages.ts';
import type { RenderedMessage } from '../platform/rendered-message.ts';
import type { SlackCalls } from '../platform/slack-calls.ts';
import type { Texts } from '../texts.ts';

/** A message of an extra to one person. */
export interface PersonalMessage {
  /** Where it is; null before it is posted. */
  readonly place: Place | null;
  /** What tells it from others that wait for their turn. */
  readonly ticket: string;
  readonly message: (texts: Texts) => RenderedMessage;
}

export interface PersonalChat {
  /** Posts it, or brings it up to date, in the language of the person. Throws as `Chat` does. */
  showPerson(slackUserId: string, one: PersonalMessage): Promise<Result<Place, ChatRefusal>>;
}

export function personalMessages({
  post,
  update,
  languages,
}: Pick<SlackCalls, 'post' | 'update'> & { readonly languages: Languages }): PersonalChat {
  return {
    async showPerson(slackUserId, { place, ticket, message }) {
      const rendered = message(await languages.textsInTurn(slackUserId));
      if (place === null) return post(slackUserId, rendered, { ticket });
      const answer = await update(place, rendered);
      return answer.ok ? ok(place) : answer;
    },
  };
}
