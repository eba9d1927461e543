import type { ShownMessage } from '../../sandbox/workspace/client.ts';
import { pick, type Rig } from './workspace-rig.ts';

interface Posts {
  /** Posts a message of the bot; returns its `ts`. */
  readonly posted: (args?: Readonly<Record<string, unknown>>) => Promise<string>;
  /** The messages of a conversation, as a person sees them: Ana unless told otherwise. */
  readonly shown: (conversationId: string, personId?: string) => readonly ShownMessage[];
}

/** Messages that the bot posts through the Web API of a workspace. */
export function postsOf(slack: Rig): Posts {
  return {
    async posted(args = {}) {
      const message = { channel: 'C0REVIEWS', text: 'hello', ...args };
      return pick(await slack.call('chat.postMessage', message), 'ts');
    },
    shown: (conversationId, personId = 'U0ANA') =>
      slack.workspace.client.messages(personId, conversationId),
  };
}

/** Metadata of a card. */
export function metadata(id: string): Readonly<Record<string, unknown>> {
  return { event_type: 'access_card', event_payload: { id } };
}
