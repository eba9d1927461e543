import type { RespondFn } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import { wordModal } from '../surfaces/modals.ts';
import type { Texts } from '../texts/texts.ts';
import { attempt } from '../web-api-failure.ts';
import { clickedMessage, triggerOf } from './payloads.ts';

/** What a click brings along to answer it. */
export interface Click {
  readonly body: unknown;
  readonly client: WebClient;
  readonly respond: RespondFn;
}

/** A sentence that only whoever clicked sees: below the message; where there is none, as on Home, in a window. */
export async function sayToClicker({ body, client, respond }: Click, texts: Texts, text: string): Promise<void> {
  if (clickedMessage(body) !== null) {
    await respond({ response_type: 'ephemeral', replace_original: false, text });
    return;
  }
  const view = wordModal(texts, texts.home.title, text);
  await attempt('views.open', () => client.views.open({ trigger_id: triggerOf(body), view }));
}
