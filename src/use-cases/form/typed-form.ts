import type { AppAccount, CatalogueEntitlement } from '../../domain/catalogue/entitlement.ts';
import type { RequestedAccess } from '../../domain/request/access-request.ts';
import type { RequestableApp } from '../../domain/settings/access-settings.ts';
import type { Language } from '../../domain/text/sentence.ts';

/**
 * What somebody typed and picked in a request form, and how the form was opened: the same from its
 * opening to its submission. What is asked for with it is `RequestedAccess`.
 */
export interface TypedForm
  extends Pick<
    RequestedAccess,
    | 'justification'
    | 'targetSlackId'
    | 'account'
    | 'draftedBy'
    | 'conversationId'
    | 'conversationUrl'
    | 'messageAuthor'
  > {
  /** Opened as an emergency: it offers only access that allows that. */
  readonly mode: 'request' | 'emergency';
  /** Whether it asks for emergency access: as it was opened, or by its box. */
  readonly emergency: boolean;
  /** The grant that is extended; the form then offers no other access and no other person. */
  readonly extends: {
    readonly requestId: string;
    readonly appId: string;
    readonly entitlementId: string;
    readonly targetSlackId: string | null;
    /** When the grant ends; ISO 8601. */
    readonly endsAt: string | null;
  } | null;
  /** The request that is withdrawn when this form is submitted, and its number. */
  readonly corrects: { readonly requestId: string; readonly numericId: string } | null;
  /** The picked app; null where none is picked, or it is not there any more. */
  readonly app: RequestableApp | null;
  readonly entitlements: readonly CatalogueEntitlement[];
  /** Something is picked that is not there any more. */
  readonly isSomethingGone: boolean;
  /** What the typed words could mean; one alone where a mistyped word was read as another. */
  readonly candidates: readonly {
    readonly app: RequestableApp;
    readonly entitlement: CatalogueEntitlement;
  }[];
  /** The accounts that the person it is for has in the app; empty where they were not read. */
  readonly accounts: readonly AppAccount[];
  /** To the letter. It is kept while a duration is picked, in case the person changes their mind. */
  readonly timeText: string;
  /** Whether `timeText` counts; if not, `durationSeconds` does. */
  readonly isTimeTyped: boolean;
  /** What was picked: null = until revoked; undefined = nothing. */
  readonly durationSeconds: number | null | undefined;
  /** False while the duration is only suggested. */
  readonly isTimeChosen: boolean;
  /** By field id, as typed. */
  readonly answers: ReadonlyMap<string, string>;
  /** How the person writes a time; `timeZone` null where nobody knows it. */
  readonly language: Language;
  readonly timeZone: string | null;
}

/** A form in which nothing is typed yet, for a person and a conversation. */
export const emptyForm: Omit<TypedForm, 'conversationId' | 'language' | 'timeZone'> = {
  mode: 'request',
  emergency: false,
  extends: null,
  corrects: null,
  draftedBy: null,
  app: null,
  entitlements: [],
  isSomethingGone: false,
  candidates: [],
  accounts: [],
  account: null,
  justification: '',
  timeText: '',
  isTimeTyped: false,
  durationSeconds: undefined,
  isTimeChosen: false,
  targetSlackId: null,
  answers: new Map(),
  conversationUrl: '',
  messageAuthor: null,
};
