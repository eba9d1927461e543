import type { App as BoltApp } from '@slack/bolt';
import { withoutEntities } from '../../domain/request/command-grammar.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { actorOf, clickedElement, clickedMessage, slashCommand } from '../platform/payloads.ts';
import type { RenderedMessage } from '../platform/rendered-message.ts';
import { adminActions, adminMessage, adminWords, readAdminButton } from './admin-page.ts';

const oldButtonWords =
  'This button is from another version of me, and I cannot read it. Please type the command again.';

/**
 * `/access-admin ...`: Slack gets its answer at once, the administrator theirs when the service has
 * answered. The buttons below it lead to other pages of a list, or are the word on a change.
 */
export function adminAsked(bolt: BoltApp, { administer, store, world }: ListenerDeps): void {
  bolt.command('/access-admin', async ({ ack, body, respond }) => {
    const { text, user_id: slackUserId } = slashCommand.parse(body);
    await ack();
    const answer = await administer({ via: 'chat', slackUserId }, withoutEntities(text ?? ''));
    await respond({ response_type: 'ephemeral', ...adminMessage(answer) });
  });

  async function answerOf(
    body: unknown,
    action: unknown,
    confirmed?: 'confirmed',
  ): Promise<RenderedMessage> {
    const words = readAdminButton(clickedElement(action).value);
    if (words === null) return adminWords(oldButtonWords);
    return adminMessage(
      await administer({ via: 'chat', slackUserId: actorOf(body).userId }, words, confirmed),
    );
  }

  const inPlace = { response_type: 'ephemeral', replace_original: true } as const;

  for (const actionId of [adminActions.next, adminActions.full]) {
    bolt.action(
      { type: 'block_actions', action_id: actionId },
      async ({ ack, body, action, respond }) => {
        await ack();
        await respond({ ...inPlace, ...(await answerOf(body, action)) });
      },
    );
  }

  bolt.action(
    { type: 'block_actions', action_id: adminActions.confirm },
    async ({ ack, body, action, respond }) => {
      await ack();
      const question = JSON.stringify(clickedMessage(body));
      // A second click on a question changes nothing, even in another process.
      if (!(await store.transaction((tx) => tx.confirmations.confirm(question, world.now()))))
        return;
      await respond({ ...inPlace, ...adminWords('Asking the governance service …') });
      await respond({ ...inPlace, ...(await answerOf(body, action, 'confirmed')) });
    },
  );

  bolt.action(
    { type: 'block_actions', action_id: adminActions.cancel },
    async ({ ack, respond }) => {
      await ack();
      await respond({ ...inPlace, ...adminWords('Cancelled. Nothing was changed.') });
    },
  );
}
