import type { KnownBlock, ModalView } from '@slack/types';
import type { AccessSettings, RequestableApp } from '../../../domain/access-settings.ts';
import type { CatalogueEntitlement } from '../../../domain/entitlement.ts';
import type { EntitlementHelp } from '../../../use-cases/entitlement-help.ts';
import { limits } from '../../limits.ts';
import type { Texts } from '../../texts/texts.ts';
import { marked, plain } from '../text.ts';
import { optionValue, requestFormId } from './fields.ts';
import { howBlocks } from './how-blocks.ts';
import type { FormMemory } from './memory.ts';
import { whatBlocks } from './what-blocks.ts';

export interface PickedEntitlement {
  readonly entitlement: CatalogueEntitlement;
  /** null before it is gathered. */
  readonly help: EntitlementHelp | null;
  readonly isForOther: boolean;
}

/** What was typed and picked so far: shown again, whatever else changes. */
export interface FilledForm {
  readonly justification: string;
  readonly timeText: string;
  /** Undefined where nothing was picked; null = until revoked. */
  readonly durationSeconds: number | null | undefined;
  readonly targetSlackId: string | null;
  readonly emergency: boolean;
  /** By field id. */
  readonly answers: ReadonlyMap<string, string>;
}

export const emptyForm: FilledForm = {
  justification: '',
  timeText: '',
  durationSeconds: undefined,
  targetSlackId: null,
  emergency: false,
  answers: new Map(),
};

export interface RequestForm {
  /** Without the candidates, which are those that are shown. */
  readonly memory: FormMemory;
  readonly app: RequestableApp | null;
  readonly picked: readonly PickedEntitlement[];
  /** Two or more that the typed words could mean. */
  readonly candidates: readonly { readonly app: RequestableApp; readonly entitlement: CatalogueEntitlement }[];
  readonly filled: FilledForm;
  readonly emergency: AccessSettings['emergency'];
  readonly now: Date;
  /** Something to say at the top of the form; our own words. */
  readonly remark: string | null;
}

export function formTitle({ requestForm: words }: Texts, memory: Pick<FormMemory, 'mode' | 'extends'>): string {
  if (memory.extends !== null) return words.extendTitle;
  return memory.mode === 'emergency' ? words.emergencyTitle : words.title;
}

/** The form to ask with: what, why, how long, for whom; what it says of an entitlement follows what is picked. */
export function requestForm(texts: Texts, form: RequestForm): ModalView {
  const words = texts.requestForm;
  const candidates = form.candidates.map(({ app, entitlement }) => [optionValue(app.id), optionValue(entitlement.id)]);
  return {
    type: 'modal',
    callback_id: requestFormId,
    private_metadata: JSON.stringify({ ...form.memory, candidates }),
    title: plain(formTitle(texts, form.memory), limits.modalTitle),
    submit: plain(words.submit, limits.modalTitle),
    close: plain(words.cancel, limits.modalTitle),
    blocks: [...introBlocks(texts, form), ...whatBlocks(texts, form), ...howBlocks(texts, form)],
  };
}

function introBlocks({ requestForm: words }: Texts, { remark, memory, emergency }: RequestForm): KnownBlock[] {
  const blocks: KnownBlock[] = [];
  if (remark !== null) blocks.push({ type: 'section', block_id: 'remark', text: marked(remark) });
  if (memory.mode === 'emergency' && emergency.onCall !== null) {
    blocks.push({ type: 'section', block_id: 'emergency.intro', text: marked(words.onCallIsCalled) });
  }
  return blocks;
}
