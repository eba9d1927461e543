import type { AllMiddlewareArgs, App as BoltApp, SlackCommandMiddlewareArgs } from '@slack/bolt';
import { standings, underWay } from '../../domain/action/holder-action.ts';
import { DatabaseFailure } from '../../domain/outward/outward-failure.ts';
import { readCommand } from '../../domain/request/command-grammar.ts';
import { holderRequests, shownRequests } from '../../use-cases/access/holder-requests.ts';
import {
  type FormMistake,
  type Submission,
  submitWithinLimits,
} from '../../use-cases/form/submit-request.ts';
import type { TypedForm } from '../../use-cases/form/typed-form.ts';
import { mistakeWords, tooQuickWords } from '../action/refusal-words.ts';
import { helpMessage, standingMessage } from '../home/standing.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { submittedModal, wordModal } from '../modals.ts';
import type { Reader } from '../people/languages.ts';
import { messageWords } from '../people/message-words.ts';
import {
  actorOf,
  conversationUrl,
  messageShortcut,
  slashCommand,
  type ViewState,
  viewOf,
} from '../platform/payloads.ts';
import { cut, link } from '../platform/text.ts';
import { aboutOne, duplicateRequestWords } from './blocks/entitlement-facts.ts';
import { formTitle } from './blocks/request-form.ts';
import {
  answerField,
  answerMistakeWords,
  formFields,
  requestFormId,
} from './blocks/request-form-fields.ts';
import { requestedEndWords } from './blocks/time-blocks.ts';
import { openForm, openFormForClick } from './open-form.ts';
import { prefillOfCommand } from './prefill.ts';
import { pickedSeconds, submittedForm, untickedBlock } from './read-form.ts';

type CommandCall = Pick<
  SlackCommandMiddlewareArgs & AllMiddlewareArgs,
  'ack' | 'respond' | 'body' | 'client'
>;

/**
 * The commands, and the shortcuts "Request access" from anywhere and "Request access for this" on a
 * message, which is quoted and linked.
 */
export function formAsked(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.command('/request-access', (call) => answer(deps, 'request', call));
  bolt.command('/emergency-access', (call) => answer(deps, 'emergency', call));

  bolt.shortcut('request_access', async ({ ack, body, client }) => {
    await ack();
    await openFormForClick(deps, client, body, {});
  });

  bolt.shortcut('request_access_for_message', async ({ ack, body, client }) => {
    await ack();
    const { channel, message, team } = messageShortcut.parse(body);
    const author = message.user ?? null;
    const words = await messageWords(deps, actorOf(body).userId, message.text ?? '', author);
    await openFormForClick(deps, client, body, {
      conversationId: channel.id,
      conversationUrl: conversationUrl(team?.domain, channel.id, message),
      messageAuthor: author,
      prefill: { justification: quoted(words) },
    });
  });
}

/**
 * The form, filled in with what was typed; `status`, `list` and `help` are answered to the person
 * alone.
 */
async function answer(
  deps: ListenerDeps,
  mode: TypedForm['mode'],
  { ack, body, client, respond }: CommandCall,
) {
  const command = slashCommand.parse(body);
  const spoken = readCommand(command.text ?? '');
  // Asked while Slack gets its answer: the trigger lives 3 s.
  const readerLookup = deps.languages.readerOf(command.user_id);
  await ack();
  const reader = await readerLookup;
  const { texts } = reader;
  if (spoken.kind === 'help') {
    await respond({ response_type: 'ephemeral', ...helpMessage(texts, deps.helpLines) });
    return;
  }
  if (spoken.kind !== 'ask') {
    const standing = spoken.kind === 'list' ? standings : underWay;
    const requests = await holderRequests(deps, command.user_id, shownRequests.message, standing);
    await respond({
      response_type: 'ephemeral',
      ...standingMessage(texts, command.user_id, requests, spoken.kind),
    });
    return;
  }
  await openForm(deps, client, {
    triggerId: command.trigger_id,
    slackUserId: command.user_id,
    reader,
    mode,
    conversationId: command.channel_id,
    conversationUrl: conversationUrl(command.team_domain, command.channel_id),
    prefill: await prefillOfCommand(deps, spoken, { mode, askerId: command.user_id }, reader),
    typed: `${command.command} ${command.text ?? ''}`.trim(),
  });
}

/**
 * A longer message is cut: the link leads to the rest, and the justification needs room below it.
 */
const quotedLength = 1_000;

/** A message as a quotation to write below; nothing for one without words. */
function quoted(text: string): string {
  const words = text.trim();
  return words === '' ? '' : `${cut(words, quotedLength).replaceAll(/^/gm, '> ')}\n`;
}

/** The request is stored before Slack gets its answer; no other system is asked in between. */
export function requestSubmitted(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.view({ type: 'view_submission', callback_id: requestFormId }, async ({ ack, body }) => {
    const view = viewOf(body);
    const typedForm = submittedForm(deps, view);
    const reader = deps.languages.readerFrom(typedForm);
    const { texts } = reader;
    const refuseWith = (errors: Record<string, string>) =>
      ack({ response_action: 'errors', errors });
    if (typedForm === null)
      return refuseWith(errorsFor(reader, view, [{ field: 'app', code: 'not-there' }]));
    const form: Submission = { ...typedForm, key: view.submissionKey, requester: actorOf(body) };
    const notTicked = untickedBlock(view);
    if (notTicked !== null) return refuseWith({ [notTicked]: texts.requestForm.notTicked });
    const submission = await submitWithinLimits(deps, form).catch(async (err: unknown) => {
      deps.submitted('not-kept');
      const isUncertain = err instanceof DatabaseFailure && err.isUncertain;
      const { notSaved, maybeSaved } = texts.requestForm;
      await refuseWith({ [mainBlock(view)]: isUncertain ? maybeSaved : notSaved });
      throw err;
    });
    deps.submitted(submission.ok ? 'kept' : 'refused');
    const title = formTitle(texts, form);
    if (submission.ok) {
      const { channel, onCall } = deps.settings.emergency;
      const incident = form.emergency && channel !== null ? { channel, onCall } : null;
      const emergencies = deps.settings.emergency;
      const timedForm = { ...form, emergencies, now: deps.world.now() };
      const ends = requestedEndWords(texts, timedForm, form.durationSeconds);
      const submitted = { incident, ends };
      return ack({ response_action: 'update', view: submittedModal(texts, title, submitted) });
    }
    if (submission.refusal.kind === 'too-quick')
      return refuseWith({
        [mainBlock(view)]: tooQuickWords(texts, submission.refusal.waitSeconds),
      });
    if (submission.refusal.kind === 'mistakes')
      return refuseWith(errorsFor(reader, view, submission.refusal.mistakes));
    const { open, url } = submission.refusal.duplicate;
    const see = url === null ? '' : `\n${link(url, texts.notices.seeRequest)}`;
    const urgent = form.emergency ? ` ${texts.notices.waiting.emergency}` : '';
    const duplicateWords = `${duplicateRequestWords(texts, open)}${urgent}${see}`;
    const words = aboutOne(
      open.request.entitlementName,
      form.entitlements.length === 1,
      duplicateWords,
    );
    return ack({ response_action: 'push', view: wordModal(texts, title, words) });
  });
}

/** The field that everybody fills in; the first one where no justification is asked for. */
function mainBlock({ blockIds }: ViewState): string {
  const { block } = formFields.justification;
  return blockIds.includes(block) ? block : (blockIds[0] ?? block);
}

/** Shows each mistake at its field. */
function errorsFor(
  { texts }: Reader,
  view: ViewState,
  mistakes: readonly FormMistake[],
): Record<string, string> {
  const { duration, time } = formFields;
  const isPicked = pickedSeconds(view.input(duration.block, duration.action)) !== undefined;
  const isTimeTyped = !isPicked && (view.input(time.block, time.action) ?? '').trim() !== '';
  const errors: Record<string, string> = {};
  // Mistakes whose field is not shown are shown where everybody looks.
  const say = (block: string, words: string) => {
    errors[view.blockIds.includes(block) ? block : mainBlock(view)] = words;
  };
  for (const mistake of mistakes) {
    if ('fieldId' in mistake) {
      say(answerField(mistake.fieldId).block, answerMistakeWords(texts, mistake));
      continue;
    }
    const field = mistake.field === 'duration' && isTimeTyped ? 'time' : mistake.field;
    const block = view.blockId(formFields[field].block);
    say(block, mistakeWords(texts, mistake));
  }
  return errors;
}
