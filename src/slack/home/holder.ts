import type { App as BoltApp } from '@slack/bolt';
import { type HolderActionKind, holderActionKinds } from '../../domain/action/holder-action.ts';
import { groupFor } from '../../use-cases/access/holder-requests.ts';
import { acceptForEach } from '../../use-cases/action/accept-action.ts';
import { openHome } from '../../use-cases/home/sync-home.ts';
import { settleUncertain } from '../../use-cases/request/stop-request.ts';
import { closeCopy } from '../../use-cases/show/one-post.ts';
import { holderActions, uncertainActions } from '../action/buttons.ts';
import { refusalWords } from '../action/refusal-words.ts';
import { sayAccepted, sayToClicker } from '../action/say-to-clicker.ts';
import { isOfWaitingReview } from '../card/waiting-review.ts';
import { openFormForClick } from '../form/open-form.ts';
import { prefillOfRequest } from '../form/prefill.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { actorOf, clickedElement, clickedMessage } from '../platform/payloads.ts';
import { postBlock } from '../show/asking-posts.ts';
import { homeActions } from './home.ts';

/** The buttons about a person's own requests, on Home and in direct messages. */
export function holderClicked(bolt: BoltApp, deps: ListenerDeps): void {
  // The button is a link: Slack opens it, and waits for its answer all the same.
  bolt.action({ type: 'block_actions', action_id: holderActions.see }, ({ ack }) => ack());

  /** `idsOf`: what the button of a request is about. */
  const carryOut = (
    actionId: string,
    verb: HolderActionKind,
    idsOf: (slackUserId: string, requestId: string) => Promise<readonly string[]>,
  ) =>
    bolt.action({ type: 'block_actions', action_id: actionId }, async (click) => {
      const { ack, body, action } = click;
      const by = actorOf(body);
      const channel = clickedMessage(body)?.channel ?? by.userId;
      const ids = await idsOf(by.userId, clickedElement(action).value);
      const accepted = await acceptForEach(deps, ids, { verb, by, reason: '', channel });
      await ack();
      await sayAccepted(deps, click, by.userId, accepted);
    });
  for (const kind of holderActionKinds)
    carryOut(holderActions[kind], kind, async (_by, id) => [id]);
  for (const kind of ['withdraw', 'nudge'] as const) {
    carryOut(holderActions[`${kind}-all`], kind, (by, id) => groupFor(deps, by, id, kind));
  }

  for (const how of ['again', 'extend', 'mend', 'correct'] as const) {
    bolt.action({ type: 'block_actions', action_id: holderActions[how] }, async (click) => {
      const { ack, body, action, client } = click;
      const by = actorOf(body);
      const requestId = clickedElement(action).value;
      await ack();
      const texts = await deps.languages.textsOf(by.userId);
      const prefillAnswer = await prefillOfRequest(deps, texts, { by, requestId, how });
      if (prefillAnswer === null)
        return sayToClicker(click, texts, refusalWords(texts, { code: 'unknown' }));
      const { prefill, request } = prefillAnswer;
      const { conversationId, conversationUrl, messageAuthor } = request;
      await openFormForClick(deps, client, body, {
        conversationId,
        conversationUrl,
        messageAuthor,
        prefill,
      });
    });
  }
}

/** Clicks on the messages of which each person has one: a copy is closed. */
export function postClicked(bolt: BoltApp, deps: Pick<ListenerDeps, 'store'>): void {
  bolt.use(async (call) => {
    await call.next();
    if (!('action' in call) || call.body.type !== 'block_actions') return;
    const { blockId, value: about } = clickedElement(call.action);
    const clicked = clickedMessage(call.body);
    if (clicked === null) return;
    const { userId: readerId } = actorOf(call.body);
    if (blockId.split(':')[0] === postBlock) await closeCopy(deps, { about, readerId, clicked });
    // Home is no message.
    if (isOfWaitingReview(blockId)) await closeCopy(deps, { about: null, readerId, clicked });
  });
}

/** The requester's choice about a request whose outcome is unknown: send it again, or leave it. */
export function uncertainSettled(bolt: BoltApp, deps: ListenerDeps): void {
  for (const choice of ['again', 'leave'] as const) {
    bolt.action(
      { type: 'block_actions', action_id: uncertainActions[choice] },
      async ({ ack, body, action, respond }) => {
        const slackUserId = actorOf(body).userId;
        const settled = await settleUncertain(deps, {
          requestId: clickedElement(action).value,
          slackUserId,
          choice,
        });
        await ack();
        const texts = await deps.languages.textsOf(slackUserId);
        const { uncertain } = texts.notices;
        const choiceWords = choice === 'leave' ? uncertain.left : uncertain.sending;
        const text = {
          done: choiceWords,
          'not-yours': refusalWords(texts, { code: 'not-yours' }),
          settled: refusalWords(texts, { code: 'repeated' }),
        }[settled];
        await respond({ replace_original: settled !== 'not-yours', text });
      },
    );
  }
}

/**
 * Home: it is published by a job, like all that goes outward. A request from its buttons belongs to
 * the direct message with the bot.
 */
export function homeListeners(bolt: BoltApp, deps: ListenerDeps): void {
  for (const mode of ['request', 'emergency'] as const) {
    bolt.action(
      { type: 'block_actions', action_id: homeActions[mode] },
      async ({ ack, body, client }) => {
        await ack();
        await openFormForClick(deps, client, body, { mode });
      },
    );
  }

  bolt.event('app_home_opened', async ({ event }) => {
    if (event.tab !== 'home') return;
    await openHome(deps, event.user);
  });
}
