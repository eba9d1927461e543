import type { App as BoltApp } from '@slack/bolt';
import { readDuration } from '../../../domain/request/time-text.ts';
import type { Result } from '../../../domain/result.ts';
import { refusalWords, tooQuickWords } from '../../../slack/action/refusal-words.ts';
import { sayToClicker } from '../../../slack/action/say-to-clicker.ts';
import { openFormForClick, type Prefill } from '../../../slack/form/open-form.ts';
import { prefillOfRequest } from '../../../slack/form/prefill.ts';
import type { ListenerDeps } from '../../../slack/listener-deps.ts';
import { actorOf, clickedElement, clickedMessage } from '../../../slack/platform/payloads.ts';
import { type Texts, textsOfExtra } from '../../../slack/texts.ts';
import { type DraftedForm, drafterOf } from './draft.ts';
import { draftActions } from './draft-message.ts';
import { submissionMistakeWords } from './mistake-words.ts';
import {
  type DraftClick,
  type DraftRefusal,
  discardDraft,
  draftToChange,
  sendDraft,
} from './settle-draft.ts';

/** The buttons of a draft. The person is checked, not the button. */
export function draftClicked(bolt: BoltApp, deps: ListenerDeps): void {
  const settling = {
    [draftActions.send]: sendDraft,
    [draftActions.discard]: discardDraft,
  };
  for (const [actionId, settle] of Object.entries(settling)) {
    bolt.action({ type: 'block_actions', action_id: actionId }, async (click) => {
      const by = clickOf(click.body, click.action);
      const answer = await settle(deps, by);
      await click.ack();
      await sayRefusal(deps, click, by, answer);
    });
  }
  bolt.action({ type: 'block_actions', action_id: draftActions.change }, async (click) => {
    const { ack, body, action, client } = click;
    const by = clickOf(body, action);
    await ack();
    const answer = await draftToChange(deps, by);
    if (!answer.ok) return sayRefusal(deps, click, by, answer);
    const { content } = answer.value;
    if (content.kind !== 'form') return;
    const prefill = await prefillOf(deps, content, by);
    await openFormForClick(deps, client, body, { prefill, draftedBy: drafterOf(answer.value) });
  });
}

function clickOf(body: unknown, action: unknown): DraftClick {
  const by = actorOf(body);
  const channel = clickedMessage(body)?.channel ?? by.userId;
  return { draftId: clickedElement(action).value, by, channel };
}

/** The form as the draft has it; what is gone since is left out, and the form says so. */
async function prefillOf(
  deps: ListenerDeps,
  form: DraftedForm,
  { by }: DraftClick,
): Promise<Prefill> {
  const filled = {
    justification: form.reason,
    timeText: form.timeText,
    durationSeconds: readDuration(form.timeText) ?? undefined,
    emergency: form.emergency,
  };
  if (form.extendsRequestId !== null) {
    const texts = await deps.languages.textsOf(by.userId);
    const extension = { by, requestId: form.extendsRequestId, how: 'extend' } as const;
    const { prefill = {} } = (await prefillOfRequest(deps, texts, extension)) ?? {};
    return { ...prefill, ...filled };
  }
  const app = deps.catalogue.appById(form.appId);
  const entitlement = app === null ? null : deps.catalogue.entitlement(app.id, form.entitlementId);
  return {
    app,
    entitlements: entitlement === null ? [] : [entitlement],
    ...filled,
    account: form.account,
    answers: new Map(form.answers.map(({ fieldId, text }) => [fieldId, text])),
  };
}

/** Below the draft; the draft itself shows what was done. */
async function sayRefusal(
  deps: ListenerDeps,
  click: Parameters<typeof sayToClicker>[0],
  { by }: DraftClick,
  answer: Result<unknown, DraftRefusal>,
): Promise<void> {
  // A second click on the same button says nothing: the message shows that it was sent.
  if (answer.ok || answer.refusal.kind === 'sent') return;
  const over = deps.limits.take(['refusals'], by.userId);
  if (over !== null && !over.isFirst) return;
  const texts = await deps.languages.textsOf(by.userId);
  const words =
    over === null
      ? draftRefusalWords(texts, answer.refusal)
      : tooQuickWords(texts, over.waitSeconds);
  await sayToClicker(click, texts, words);
}

function draftRefusalWords(texts: Texts, refusal: DraftRefusal): string {
  const words = clickWords(texts);
  switch (refusal.kind) {
    case 'unknown':
      return refusalWords(texts, { code: 'unknown' });
    case 'not-yours':
      return refusalWords(texts, { code: 'not-yours' });
    case 'too-quick':
      return tooQuickWords(texts, refusal.waitSeconds);
    case 'sent':
    case 'discarded':
    case 'ended':
    case 'hidden':
    case 'not-possible':
      return words[refusal.kind];
    case 'renamed':
      return words.renamed(refusal);
    case 'mistakes':
    case 'duplicate':
      return [words.notSent, ...submissionMistakeWords(texts, refusal)].join('\n');
  }
}

const clickWords = textsOfExtra({
  sent: ['You sent this already.', 'Das hast du schon abgeschickt.'],
  discarded: [
    'You discarded this. Nothing was sent.',
    'Das hast du verworfen. Nichts wurde abgeschickt.',
  ],
  ended: [
    'This draft has ended. Nothing was sent. Ask for a new one, or use `/request-access`.',
    'Dieser Entwurf ist abgelaufen. Nichts wurde abgeschickt. Lass einen neuen machen oder nutze `/request-access`.',
  ],
  hidden: [
    'Nothing was sent: this is not offered to you any more. Press *Change* to ask for it all the same.',
    'Nichts wurde abgeschickt: das wird dir nicht mehr angeboten. Mit *Ändern* fragst du es trotzdem an.',
  ],
  renamed: [
    'Nothing was sent: this is called {what:name} now. Press *Change* to read it again and send it.',
    'Nichts wurde abgeschickt: das heißt jetzt {what:name}. Mit *Ändern* liest du es noch einmal und schickst es ab.',
  ],
  'not-possible': [
    'Nothing was sent: this is not possible any more. Your Home shows how it stands.',
    'Nichts wurde abgeschickt: das geht nicht mehr. Deine Home-Seite zeigt, wie es steht.',
  ],
  notSent: ['Nothing was sent:', 'Nichts wurde abgeschickt:'],
} as const);
