import type { SlackActor } from '../../../domain/request/access-request.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import { rowsOfExtra } from '../../../store/transaction.ts';
import { whatHolderMay } from '../../../use-cases/access/holder-requests.ts';
import { keepAction } from '../../../use-cases/action/accept-action.ts';
import { hiddenFor } from '../../../use-cases/catalogue/visible-catalogue.ts';
import type { LocalDeps } from '../../../use-cases/deps.ts';
import { keepSubmission, type SubmissionRefusal } from '../../../use-cases/form/submit-request.ts';
import { takeSubmission } from '../../../use-cases/people/limiter.ts';
import type { StoreTransaction } from '../../../use-cases/ports/store-ports.ts';
import type { Visibility } from '../../../use-cases/ports/visibility-ports.ts';
import { record } from '../../../use-cases/record/record.ts';
import {
  type Draft,
  type DraftedForm,
  type DraftedReturn,
  type DraftState,
  drafterOf,
  draftStateAt,
  submissionKeyOf,
  submissionOf,
} from './draft.ts';
import { draftRows } from './draft-tables.ts';

export interface SettleDeps extends LocalDeps {
  readonly visibility: LocalDeps['visibility'] & Pick<Visibility, 'hiddenFrom'>;
}

export interface DraftClick {
  readonly draftId: string;
  readonly by: SlackActor;
  /** Where it was clicked. */
  readonly channel: string;
}

type OverRefusal = 'unknown' | 'not-yours' | Exclude<DraftState, 'waiting'>;

export type DraftRefusal =
  | { readonly kind: OverRefusal }
  /** The person does not see it in the tenant's catalogs any more. */
  | { readonly kind: 'hidden' }
  /** It is not called what the person read. `what`: how it is called now. */
  | { readonly kind: 'renamed'; readonly what: string }
  /** The access is not there any more, or nothing of the kind can be done about it. */
  | { readonly kind: 'not-possible' }
  | { readonly kind: 'too-quick'; readonly waitSeconds: number }
  | SubmissionRefusal;

/**
 * Sends a draft for its person: checked again as if they had just filled in the form, and kept as
 * that would be, in one transaction. A repetition changes nothing.
 */
export async function sendDraft(
  deps: SettleDeps,
  click: DraftClick,
): Promise<Result<void, DraftRefusal>> {
  const over = await overLimits(deps, click);
  if (over !== null) return refuse(over);
  return deps.store.transaction(async (tx) => {
    const waiting = await waitingDraft(tx, click);
    if (!waiting.ok) return waiting;
    const draft = waiting.value;
    const { content } = draft;
    const sending =
      content.kind === 'form'
        ? await sendForm(tx, deps, draft, content, click.by)
        : await sendReturn(tx, deps, content, click);
    if (!sending.ok) return sending;
    const requestId = sending.value;
    await settle(tx, draft, 'sent');
    const detail = { draftId: draft.id, draftedBy: drafterOf(draft) };
    await record(tx, { kind: 'draft.sent', requestId, actor: click.by.userId, detail });
    return ok(undefined);
  });
}

/** From now on nobody can send it. */
export async function discardDraft(
  { store }: Pick<LocalDeps, 'store'>,
  click: DraftClick,
): Promise<Result<void, DraftRefusal>> {
  return store.transaction(async (tx) => {
    const waiting = await waitingDraft(tx, click);
    if (!waiting.ok) return waiting;
    const draft = waiting.value;
    await settle(tx, draft, 'discarded');
    const detail = { draftId: draft.id, draftedBy: drafterOf(draft) };
    await record(tx, { kind: 'draft.discarded', actor: click.by.userId, detail });
    return ok(undefined);
  });
}

/**
 * What the form opens with. The draft can still be sent as it is, and the form be submitted after it
 * has ended, or was discarded: whoever submits it wants it.
 */
export async function draftToChange(
  { store }: Pick<LocalDeps, 'store'>,
  click: DraftClick,
): Promise<Result<Draft, DraftRefusal>> {
  return store.transaction((tx) => waitingDraft(tx, click));
}

async function overLimits(deps: SettleDeps, click: DraftClick): Promise<DraftRefusal | null> {
  const waiting = await deps.store.transaction((tx) => waitingDraft(tx, click));
  // Whoever may not send it uses up nothing.
  if (!waiting.ok) return waiting.refusal;
  const { content } = waiting.value;
  if (content.kind !== 'form') return null;
  const acts = content.emergency ? (['requests', 'emergencies'] as const) : (['requests'] as const);
  const use = { slackUserId: click.by.userId, times: 1 };
  const over = await takeSubmission(deps, acts, use, (tx) =>
    tx.requests.isKept(submissionKeyOf(click.draftId)),
  );
  return over === null ? null : { kind: 'too-quick', waitSeconds: over.waitSeconds };
}

/** The draft with its lock, if this person can still send it. */
async function waitingDraft(
  tx: StoreTransaction,
  { draftId, by }: DraftClick,
): Promise<Result<Draft, DraftRefusal>> {
  const rows = rowsOfExtra(tx, draftRows);
  const draft = await rows.lock(draftId);
  if (draft === null) return refuse({ kind: 'unknown' });
  if (draft.slackUserId !== by.userId) return refuse({ kind: 'not-yours' });
  const state = await draftStateIn(tx, draft);
  if (state === 'waiting') return ok(draft);
  // Its message offers what is over.
  await tx.enqueue({ kind: 'show-draft', draftId });
  return refuse({ kind: state });
}

/** How it stands. Sent by a form, its own row does not say so. */
export async function draftStateIn(tx: StoreTransaction, draft: Draft): Promise<DraftState> {
  const { at, slackUserId, identityId } = draft;
  const isAskedFor = (await rowsOfExtra(tx, draftRows).requestOf(draft)) !== null;
  const state = draftStateAt(draft, tx.at, isAskedFor);
  if (state !== 'waiting') return state;
  // A restored copy does not know what was sent after it was made. An account may have passed on
  // without anybody knowing: the request is then refused when its people are confirmed.
  const isOver =
    (await tx.restores.isOlderThanAny(at)) ||
    (await tx.identities.changeOf(slackUserId, at, identityId)) !== null;
  return isOver ? 'ended' : state;
}

async function sendForm(
  tx: StoreTransaction,
  deps: SettleDeps,
  draft: Draft,
  form: DraftedForm,
  by: SlackActor,
): Promise<Result<string | null, DraftRefusal>> {
  const { appId, entitlementId, emergency, extendsRequestId } = form;
  const isHidden = hiddenFor(deps, { askerId: by.userId, holderId: by.userId });
  if (!emergency && extendsRequestId === null && isHidden({ appId, entitlementId }))
    return refuse({ kind: 'hidden' });
  if (extendsRequestId !== null && !(await holderMay(tx, deps, extendsRequestId, by, 'extend')))
    return refuse({ kind: 'not-possible' });
  const app = deps.catalogue.appById(appId);
  const entitlement = app === null ? null : deps.catalogue.entitlement(app.id, entitlementId);
  if (app !== null && entitlement !== null) {
    const isRenamed = app.name !== form.appName || entitlement.name !== form.entitlementName;
    if (isRenamed) return refuse({ kind: 'renamed', what: `${app.name} · ${entitlement.name}` });
  }
  const submission = submissionOf(form, { app, entitlement }, { draft, by });
  const answer = await keepSubmission(tx, deps, submission);
  if (!answer.ok) return answer;
  return ok(await rowsOfExtra(tx, draftRows).requestOf(draft));
}

async function sendReturn(
  tx: StoreTransaction,
  deps: SettleDeps,
  { requestId }: DraftedReturn,
  { draftId, by, channel }: DraftClick,
): Promise<Result<string | null, DraftRefusal>> {
  if (!(await holderMay(tx, deps, requestId, by, 'give-back')))
    return refuse({ kind: 'not-possible' });
  const key = submissionKeyOf(draftId);
  const action = { verb: 'give-back', requestId, by, reason: '', channel, key } as const;
  const accepted = await keepAction(tx, deps, action);
  if (accepted === 'kept' || accepted === 'repeated') return ok(requestId);
  return refuse({ kind: 'not-possible' });
}

async function holderMay(
  tx: StoreTransaction,
  deps: LocalDeps,
  requestId: string,
  { userId }: SlackActor,
  what: 'extend' | 'give-back',
): Promise<boolean> {
  const row = await tx.requests.standing(requestId);
  return row !== null && whatHolderMay(deps, userId, row)[what];
}

async function settle(
  tx: StoreTransaction,
  { id }: Draft,
  state: Exclude<Draft['state'], 'open'>,
): Promise<void> {
  await rowsOfExtra(tx, draftRows).change(id, { state });
  await tx.enqueue({ kind: 'show-draft', draftId: id });
}
