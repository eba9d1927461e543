import { isHolderActing } from '../../domain/action/holder-action.ts';
import { isPicked, type RequestData } from '../../domain/form/request-answers.ts';
import {
  type AccessRequest,
  certainBounds,
  justificationLimit,
  longestEmergency,
  type SlackActor,
} from '../../domain/request/access-request.ts';
import { closestSubcommand, type SpokenCommand } from '../../domain/request/command-grammar.ts';
import { readTimeText } from '../../domain/request/time-text.ts';
import { emergencyCatalogue } from '../../use-cases/catalogue/catalogue.ts';
import { understandEmergency } from '../../use-cases/catalogue/understand-command.ts';
import { hiddenFor, understandAsSeen } from '../../use-cases/catalogue/visible-catalogue.ts';
import type { TypedForm } from '../../use-cases/form/typed-form.ts';
import type { Store } from '../../use-cases/ports/store-ports.ts';
import { refusalWords } from '../action/refusal-words.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import type { Reader } from '../people/languages.ts';
import { name } from '../platform/text.ts';
import type { Texts } from '../texts.ts';
import { isAnyUnread } from './form-views.ts';
import type { Prefill } from './open-form.ts';

type Asking = Extract<SpokenCommand, { kind: 'ask' }>;

/**
 * The form filled in with what could be understood of a typed command; what could not is shown
 * back.
 */
export async function prefillOfCommand(
  {
    catalogue,
    settings,
    world,
    visibility,
  }: Pick<ListenerDeps, 'catalogue' | 'settings' | 'world' | 'visibility'>,
  spoken: Asking,
  { mode, askerId }: { readonly mode: TypedForm['mode']; readonly askerId: string },
  reader: Reader,
): Promise<Prefill> {
  const words = reader.texts.requestForm;
  const isEmergency = mode === 'emergency';
  const people = { askerId, holderId: spoken.target ?? askerId };
  const isHidden = hiddenFor({ settings, visibility }, people);
  const { app, entitlement, suggestions, notFound, notAsEmergency, corrections } = isEmergency
    ? await understandEmergency(catalogue, spoken.what)
    : { ...(await understandAsSeen(catalogue, isHidden, spoken.what)), notAsEmergency: null };
  const candidates = suggestions.flatMap((one) => {
    const itsApp = catalogue.appById(one.appId);
    return itsApp === null ? [] : [{ app: itsApp, entitlement: one }];
  });
  const longest = longestEmergency(
    entitlement === null ? null : certainBounds(entitlement).longestSeconds,
    settings.emergency.durationsSeconds,
  );
  const time = typedTime(reader, spoken.time, world.now(), isEmergency ? longest : null);
  // What is in a list that was not read yet may well be understood.
  const isUnread = isAnyUnread(catalogue);
  const strange = [isUnread ? null : notFound, ...spoken.leftovers].filter(Boolean).join(' ');
  const near = notFound === spoken.what ? closestSubcommand(spoken.what) : null;
  const remarks = [
    notAsEmergency === null ? '' : words.namedNotAsEmergency({ what: quoted(notAsEmergency) }),
    ...corrections.map(({ typed, readAs }) =>
      words.readAs({ typed: quoted(typed), meant: quoted(readAs) }),
    ),
    suggestions.length < 2 ? '' : words.ambiguous({ words: quoted(spoken.what) }),
    isUnread && notFound ? words.notAmongRead({ words: quoted(notFound) }) : '',
    strange === '' ? '' : words.notUnderstood({ words: quoted(strange) }),
    near === null ? '' : words.didYouMean({ word: near }),
    time.why === ''
      ? ''
      : words.timeNotFilledIn({ words: quoted(spoken.time ?? ''), why: time.why }),
    (spoken.because ?? '').length > justificationLimit ? words.reasonCut : '',
  ];
  const isNothingThere =
    isEmergency && !isUnread && emergencyCatalogue(catalogue).apps('').length === 0;
  return {
    app,
    entitlements: entitlement === null ? [] : [entitlement],
    candidates,
    justification: spoken.because ?? '',
    targetSlackId: spoken.target,
    ...time.filled,
    remark: isNothingThere
      ? words.nothingForEmergencies
      : remarks.filter(Boolean).join('\n') || null,
  };
}

/**
 * The time as it is filled in, or why it is not. It stays as typed: an end is counted from the
 * moment of the submission.
 */
function typedTime(reader: Reader, typed: string | null, now: Date, longestSeconds: number | null) {
  const { texts, timeZone, language } = reader;
  const none = { timeText: '', durationSeconds: undefined };
  if (typed === null) return { filled: none, why: '' };
  const time = readTimeText(typed, { now, timeZone, language });
  // What was typed stands before it already.
  if (!time.ok) return { filled: none, why: refusalWords(texts, { ...time.refusal, typed: [] }) };
  const { seconds, until } = time.value;
  const durationSeconds = until === null ? seconds : undefined;
  if (longestSeconds === null || (durationSeconds ?? 0) <= longestSeconds) {
    return { filled: { timeText: typed, durationSeconds }, why: '' };
  }
  return { filled: none, why: refusalWords(texts, { code: 'too-long', longestSeconds }) };
}

const quoted = (words: string) => name(words, 300);

/**
 * `again` repeats a request, `extend` asks for more time, `mend` changes a refused request,
 * `correct` an open one.
 */
type AskAgain = 'again' | 'extend' | 'mend' | 'correct';

/**
 * The form filled in from an earlier request of this person; null if it is not theirs or no longer
 * exists.
 */
export async function prefillOfRequest(
  { store, catalogue }: Pick<ListenerDeps, 'store' | 'catalogue'>,
  texts: Texts,
  {
    by,
    requestId,
    how,
  }: { readonly by: SlackActor; readonly requestId: string; readonly how: AskAgain },
): Promise<{ readonly prefill: Prefill; readonly request: AccessRequest } | null> {
  const request = await store.transaction((tx) => tx.requests.find(requestId));
  if (request === null || !isHolderActing(request, by)) return null;
  const isMended = how === 'mend' || how === 'correct';
  // A refused request for more time is corrected as one for more time.
  const asMoreTime = isMended ? request.extendsRequestId : null;
  const prolonged = how === 'extend' ? request.id : asMoreTime;
  const grant =
    prolonged === null ? null : await store.transaction((tx) => tx.grants.find(prolonged));
  // null if nothing is left, or if no end is known.
  const endsAt = grant?.endedAt === null ? (grant.endsAt?.toISOString() ?? null) : null;
  const app = catalogue.appById(request.appId);
  const entitlement = app === null ? null : catalogue.entitlement(app.id, request.entitlementId);
  const { refusal, appId, entitlementId } = request;
  const targetSlackId = request.targetSlackId === by.userId ? null : request.targetSlackId;
  // What was to be prolonged may have ended meanwhile: then the corrected request is a new one.
  const isOver = isMended && grant !== null && grant.endedAt !== null;
  const isMoreTime = entitlement !== null && prolonged !== null && !isOver;
  const remarks = [
    isMended && refusal !== null && refusal.code !== 'answer-disagrees'
      ? texts.requestForm.refusedBefore({ why: refusalWords(texts, refusal) })
      : '',
    entitlement === null ? texts.requestForm.gone : '',
  ];
  const prefill: Prefill = {
    app,
    entitlements: entitlement === null ? [] : [entitlement],
    justification: request.justification,
    // An end that was typed long ago is another one by now.
    ...(isMended && request.timeText !== ''
      ? { timeText: request.timeText, durationSeconds: undefined }
      : { timeText: '', durationSeconds: request.durationSeconds }),
    targetSlackId,
    account: request.account,
    emergency: request.emergency,
    answers: new Map(
      Object.entries(request.requestData ?? {}).map(([id, answer]) => [id, answerText(answer)]),
    ),
    remark: remarks.filter(Boolean).join('\n') || null,
    corrects:
      how === 'correct' ? { requestId, numericId: await numericIdOf(store, request) } : null,
    extends: isMoreTime
      ? { requestId: prolonged, appId, entitlementId, targetSlackId, endsAt }
      : null,
  };
  return { prefill, request };
}

async function numericIdOf(store: Store, { taskId }: AccessRequest): Promise<string> {
  if (taskId === null) return '';
  const task = await store.transaction((tx) => tx.tasks.find(taskId));
  return task?.snapshot.numericId ?? '';
}

function answerText(answer: RequestData[string]): string {
  if (typeof answer === 'boolean') return answer ? 'yes' : 'no';
  return [isPicked(answer) ? answer.slackUserIds : answer].flat().join('\n');
}
