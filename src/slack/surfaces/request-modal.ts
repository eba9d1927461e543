import { createHash } from 'node:crypto';
import type { InputBlock, KnownBlock, ModalView, PlainTextOption } from '@slack/types';
import { z } from 'zod';
import { justificationLimit, offeredDurations } from '../../domain/access-request.ts';
import type { CatalogueEntitlement } from '../../domain/entitlement.ts';
import { readJson } from '../json-text.ts';
import { limits } from '../limits.ts';
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

export function durationOption(seconds: number | null): PlainTextOption {
  return {
    text: plain(durationWords(seconds), limits.optionText),
    value: seconds === null ? untilRevoked : String(seconds),
  };
}

/** App, entitlement, why and how long; the entitlement's own limits once it is picked. */
export function requestModal(form: RequestForm): ModalView {
  const blocks: KnownBlock[] = [];
  if (form.remark !== null) blocks.push({ type: 'section', block_id: 'remark', text: marked(form.remark) });
  blocks.push(appBlock());
  if (form.app !== null) blocks.push(entitlementBlock(form));
  if (form.entitlement !== null) blocks.push(...entitlementFacts(form.entitlement));
  blocks.push(justificationBlock());
  if (form.app !== null) blocks.push(durationBlock(form, form.app.durationsSeconds));
  return {
    type: 'modal',
    callback_id: requestModalId,
    private_metadata: JSON.stringify(form.memory),
    title: plain('Request access', limits.modalTitle),
    submit: plain('Submit', limits.modalTitle),
    close: plain('Cancel', limits.modalTitle),
    blocks,
  };
}

function appBlock(): InputBlock {
  return {
    type: 'input',
    block_id: requestFields.app.block,
    dispatch_action: true,
    label: plain('App', limits.optionText),
    element: {
      type: 'external_select',
      action_id: requestFields.app.action,
      min_query_length: 0,
      placeholder: plain('Type to find an app', 150),
    },
  };
}

function entitlementBlockId(memory: RequestFormMemory): string {
  return `${requestFields.entitlement.block}-${memory.appPicks}`;
}

function entitlementBlock(form: RequestForm): InputBlock {
  return {
    type: 'input',
    block_id: entitlementBlockId(form.memory),
    dispatch_action: true,
    label: plain('What you need in it', limits.optionText),
    element: {
      type: 'external_select',
      action_id: requestFields.entitlement.action,
      min_query_length: 0,
      placeholder: plain('Type to find a role, group or permission', 150),
    },
  };
}

function entitlementFacts(entitlement: CatalogueEntitlement): KnownBlock[] {
  const facts: string[] = [];
  if (entitlement.riskLevel !== '') facts.push(`Risk: ${name(entitlement.riskLevel)}`);
  if (entitlement.longestSeconds !== null) facts.push(`Longest: ${durationWords(entitlement.longestSeconds)}`);
  else if (entitlement.mayBePermanent) facts.push('Can be granted until revoked');
  const described = entitlement.description.trim();
  const blocks: KnownBlock[] = [];
  if (described !== '') {
    blocks.push({ type: 'context', block_id: 'described', elements: [plain(cut(described, 500), 600)] });
  }
  if (facts.length > 0) blocks.push({ type: 'context', block_id: 'facts', elements: [marked(facts.join(' · '))] });
  return blocks;
}

function justificationBlock(): InputBlock {
  return {
    type: 'input',
    block_id: requestFields.justification.block,
    label: plain('Why you need it', limits.optionText),
    hint: plain('The reviewers decide by this. A ticket or incident number helps.', limits.fieldText),
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

function durationBlock(form: RequestForm, configuredSeconds: readonly number[]): InputBlock {
  const entitlement = form.entitlement ?? { longestSeconds: null, mayBePermanent: false };
  const options = offeredDurations(configuredSeconds, entitlement).slice(0, limits.options).map(durationOption);
  const [shortest] = options;
  return {
    type: 'input',
    block_id: durationBlockId(form.memory),
    label: plain('For how long', limits.optionText),
    element: {
      type: 'static_select',
      action_id: requestFields.duration.action,
      options,
      ...(shortest === undefined ? {} : { initial_option: shortest }),
    },
  };
}
