import { createHash } from 'node:crypto';
import type { InputBlock, KnownBlock, ModalView, PlainTextOption } from '@slack/types';
import { z } from 'zod';
import { justificationLimit, offeredDurations } from '../../domain/access-request.ts';
import type { CatalogueEntitlement } from '../../domain/entitlement.ts';
import { readJson } from '../json-text.ts';
import { limits } from '../limits.ts';
import type { Texts } from '../texts/texts.ts';
import { durationWords } from './duration-words.ts';
import { cut, marked, name, plain } from './text.ts';

export const requestModalId = 'request.submit';

export const requestFields = {
  app: { block: 'app', action: 'request.app' },
  /** The block's id ends with how often the app was picked: a new app clears the entitlement. */
  entitlement: { block: 'entitlement', action: 'request.entitlement' },
  justification: { block: 'justification', action: 'request.justification' },
  duration: { block: 'duration', action: 'request.duration' },
} as const;

const requestFormMemory = z.object({
  v: z.literal(1),
  conversationId: z.string(),
  teamDomain: z.string(),
  /** How often the app, and the entitlement, was picked in this form. */
  appPicks: z.number().int(),
  entitlementPicks: z.number().int(),
  appId: z.string().nullable(),
});
/** What the form remembers between Slack's calls, in `private_metadata`. */
export type RequestFormMemory = z.infer<typeof requestFormMemory>;

export function readFormMemory(privateMetadata: string): RequestFormMemory | null {
  const parsed = requestFormMemory.safeParse(readJson(privateMetadata));
  return parsed.success ? parsed.data : null;
}

export interface RequestForm {
  readonly memory: RequestFormMemory;
  readonly app: { readonly name: string; readonly durationsSeconds: readonly number[] } | null;
  readonly entitlement: CatalogueEntitlement | null;
  /** Something to say at the top of the form; our own words. */
  readonly remark: string | null;
}

/** An option's value may have 75 characters: a longer id is stood for by its hash. */
export function optionValue(id: string): string {
  if (id.length <= limits.optionValue) return id;
  return `sha256:${createHash('sha256').update(id).digest('hex')}`;
}

export const untilRevoked = 'until-revoked';

export function durationOption(texts: Texts, seconds: number | null): PlainTextOption {
  return {
    text: plain(durationWords(texts, seconds), limits.optionText),
    value: seconds === null ? untilRevoked : String(seconds),
  };
}

/** App, entitlement, why and how long; the entitlement's own limits once it is picked. */
export function requestModal(texts: Texts, form: RequestForm): ModalView {
  const { requestForm } = texts;
  const blocks: KnownBlock[] = [];
  if (form.remark !== null) blocks.push({ type: 'section', block_id: 'remark', text: marked(form.remark) });
  blocks.push(appBlock(texts));
  if (form.app !== null) blocks.push(entitlementBlock(texts, form));
  if (form.entitlement !== null) blocks.push(...entitlementFacts(texts, form.entitlement));
  blocks.push(justificationBlock(texts));
  if (form.app !== null) blocks.push(durationBlock(texts, form, form.app.durationsSeconds));
  return {
    type: 'modal',
    callback_id: requestModalId,
    private_metadata: JSON.stringify(form.memory),
    title: plain(requestForm.title, limits.modalTitle),
    submit: plain(requestForm.submit, limits.modalTitle),
    close: plain(requestForm.cancel, limits.modalTitle),
    blocks,
  };
}

function appBlock({ requestForm }: Texts): InputBlock {
  return {
    type: 'input',
    block_id: requestFields.app.block,
    dispatch_action: true,
    label: plain(requestForm.app, limits.optionText),
    element: {
      type: 'external_select',
      action_id: requestFields.app.action,
      min_query_length: 0,
      placeholder: plain(requestForm.appPlaceholder, 150),
    },
  };
}

function entitlementBlockId(memory: RequestFormMemory): string {
  return `${requestFields.entitlement.block}-${memory.appPicks}`;
}

function entitlementBlock({ requestForm }: Texts, form: RequestForm): InputBlock {
  return {
    type: 'input',
    block_id: entitlementBlockId(form.memory),
    dispatch_action: true,
    label: plain(requestForm.entitlement, limits.optionText),
    element: {
      type: 'external_select',
      action_id: requestFields.entitlement.action,
      min_query_length: 0,
      placeholder: plain(requestForm.entitlementPlaceholder, 150),
    },
  };
}

function entitlementFacts(texts: Texts, entitlement: CatalogueEntitlement): KnownBlock[] {
  const { requestForm } = texts;
  const facts: string[] = [];
  if (entitlement.riskLevel !== '') facts.push(requestForm.risk({ risk: name(entitlement.riskLevel) }));
  if (entitlement.longestSeconds !== null) {
    facts.push(requestForm.longest({ duration: durationWords(texts, entitlement.longestSeconds) }));
  } else if (entitlement.mayBePermanent) facts.push(requestForm.untilRevokedPossible);
  const described = entitlement.description.trim();
  const blocks: KnownBlock[] = [];
  if (described !== '') {
    blocks.push({ type: 'context', block_id: 'described', elements: [plain(cut(described, 500), 600)] });
  }
  if (facts.length > 0) blocks.push({ type: 'context', block_id: 'facts', elements: [marked(facts.join(' · '))] });
  return blocks;
}

function justificationBlock({ requestForm }: Texts): InputBlock {
  return {
    type: 'input',
    block_id: requestFields.justification.block,
    label: plain(requestForm.justification, limits.optionText),
    hint: plain(requestForm.justificationHint, limits.fieldText),
    element: {
      type: 'plain_text_input',
      action_id: requestFields.justification.action,
      multiline: true,
      max_length: justificationLimit,
    },
  };
}

function durationBlockId(memory: RequestFormMemory): string {
  return `${requestFields.duration.block}-${memory.appPicks}-${memory.entitlementPicks}`;
}

function durationBlock(texts: Texts, form: RequestForm, configuredSeconds: readonly number[]): InputBlock {
  const entitlement = form.entitlement ?? { longestSeconds: null, mayBePermanent: false };
  const options = offeredDurations(configuredSeconds, entitlement)
    .slice(0, limits.options)
    .map((seconds) => durationOption(texts, seconds));
  const [shortest] = options;
  return {
    type: 'input',
    block_id: durationBlockId(form.memory),
    label: plain(texts.requestForm.duration, limits.optionText),
    element: {
      type: 'static_select',
      action_id: requestFields.duration.action,
      options,
      ...(shortest === undefined ? {} : { initial_option: shortest }),
    },
  };
}
