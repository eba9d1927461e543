import type { AppAccount, CatalogueEntitlement } from '../../../domain/catalogue/entitlement.ts';
import type { Drafter, SlackActor } from '../../../domain/request/access-request.ts';
import type { RequestableApp } from '../../../domain/settings/access-settings.ts';
import type { Language } from '../../../domain/text/sentence.ts';
import type { Submission } from '../../../use-cases/form/submit-request.ts';
import { emptyForm } from '../../../use-cases/form/typed-form.ts';

/** What nobody sent until then is not sent any more. */
export const draftLastsMs = 86_400_000;

/** A form as an agent filled it in. */
export interface DraftedForm {
  readonly kind: 'form';
  readonly appId: string;
  readonly appName: string;
  readonly entitlementId: string;
  readonly entitlementName: string;
  /** To the letter; an end counts from when it is sent. */
  readonly timeText: string;
  readonly reason: string;
  readonly emergency: boolean;
  readonly account: AppAccount | null;
  readonly answers: readonly DraftedAnswer[];
  /** The request whose access is to last longer; null = a new request. */
  readonly extendsRequestId: string | null;
  /** How the person writes a time: nobody is asked when it is sent. */
  readonly language: Language;
  readonly timeZone: string | null;
}

/** To an extra question of the form, as typed. */
export interface DraftedAnswer {
  readonly fieldId: string;
  readonly question: string;
  readonly text: string;
  /** The text is Slack ids, one a line. */
  readonly arePeople: boolean;
}

/** Access that is to be given back. */
export interface DraftedReturn {
  readonly kind: 'give-back';
  readonly requestId: string;
  readonly appName: string;
  readonly entitlementName: string;
}

export type DraftContent = DraftedForm | DraftedReturn;

/** `open` also where it was sent by a form, or is over. */
type StoredState = 'open' | 'sent' | 'discarded';

export interface Draft {
  readonly id: string;
  readonly teamId: string;
  readonly slackUserId: string;
  /** For whom it was made: the account can pass to somebody else. */
  readonly identityId: string;
  readonly client: Pick<Drafter, 'kind' | 'name'>;
  readonly content: DraftContent;
  readonly state: StoredState;
  readonly at: Date;
  readonly endsAt: Date;
  /** Where its message is; null before it is posted. */
  readonly postedChannel: string | null;
  readonly ts: string | null;
  readonly permalink: string | null;
  /** What its message says; null before it is posted. */
  readonly shown: DraftState | null;
}

export type DraftState = 'waiting' | 'sent' | 'discarded' | 'ended';

/** `isAskedFor`: a request names it as the draft that it came of. */
export function draftStateAt(
  { state, endsAt }: Pick<Draft, 'state' | 'endsAt'>,
  now: Date,
  isAskedFor: boolean,
): DraftState {
  // A form that was opened before may be submitted after *Discard*.
  if (isAskedFor) return 'sent';
  if (state !== 'open') return state;
  return endsAt <= now ? 'ended' : 'waiting';
}

/** What tells its submission from all others. */
export const submissionKeyOf = (draftId: string): string => `draft:${draftId}`;

type Drafted = Pick<Draft, 'id' | 'client' | 'identityId'>;

export function drafterOf({ id, client, identityId }: Drafted): Drafter {
  return { ...client, draftId: id, identityId };
}

interface NamedAccess {
  readonly app: RequestableApp | null;
  readonly entitlement: CatalogueEntitlement | null;
}

/** The draft as its person would submit it, with what there is to ask for now. */
export function submissionOf(
  form: DraftedForm,
  { app, entitlement }: NamedAccess,
  { draft, by }: { readonly draft: Drafted; readonly by: SlackActor },
): Submission {
  const { extendsRequestId: requestId } = form;
  const of = { appId: form.appId, entitlementId: form.entitlementId };
  return {
    ...emptyForm,
    key: submissionKeyOf(draft.id),
    requester: by,
    app,
    entitlements: entitlement === null ? [] : [entitlement],
    isSomethingGone: entitlement === null,
    justification: form.reason,
    timeText: form.timeText,
    isTimeTyped: true,
    emergency: form.emergency,
    account: form.account,
    answers: new Map(form.answers.map(({ fieldId, text }) => [fieldId, text])),
    // The holder and the end of the access are read again.
    extends: requestId === null ? null : { requestId, ...of, targetSlackId: null, endsAt: null },
    draftedBy: drafterOf(draft),
    conversationId: by.userId,
    language: form.language,
    timeZone: form.timeZone,
  };
}
