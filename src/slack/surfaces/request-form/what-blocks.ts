import type { InputBlock, KnownBlock } from '@slack/types';
import { entitlementsInOneGo } from '../../../domain/access-request.ts';
import type { RequestableApp } from '../../../domain/access-settings.ts';
import { limits } from '../../limits.ts';
import type { Texts } from '../../texts/texts.ts';
import { marked, name, option, plain } from '../text.ts';
import { entitlementFacts } from './entitlement-facts.ts';
import { appBlockId, entitlementBlockId, formFields, optionValue } from './fields.ts';
import type { RequestForm } from './request-form.ts';

/** What is asked for: an app, entitlements of it, and what there is to know of them. */
export function whatBlocks(texts: Texts, form: RequestForm): KnownBlock[] {
  const isOne = form.picked.length === 1;
  const facts = form.picked.flatMap((picked, index) => entitlementFacts(texts, picked, index, isOne));
  if (form.memory.extends !== null) {
    const what = `*${name(`${form.app?.name ?? ''} · ${form.picked[0]?.entitlement.name ?? ''}`, 200)}*`;
    const intro = marked(texts.requestForm.extendIntro({ what }));
    return [{ type: 'section', block_id: 'extend.intro', text: intro }, ...facts];
  }
  const blocks: KnownBlock[] = [];
  if (form.candidates.length > 0) blocks.push(candidatesBlock(texts, form));
  blocks.push(appBlock(texts, form));
  if (form.app !== null) blocks.push(entitlementBlock(texts, form.app, form), ...facts);
  return blocks;
}

function candidatesBlock(texts: Texts, form: RequestForm): KnownBlock {
  return {
    type: 'input',
    block_id: formFields.candidates.block,
    dispatch_action: true,
    optional: true,
    label: plain(texts.requestForm.candidates, limits.optionText),
    element: {
      type: 'radio_buttons',
      action_id: formFields.candidates.action,
      options: form.candidates.map(({ app, entitlement }, index) =>
        option(`${app.name} · ${entitlement.name}`, String(index)),
      ),
    },
  };
}

function appBlock(texts: Texts, { app, memory }: RequestForm): InputBlock {
  return {
    type: 'input',
    block_id: appBlockId(memory),
    dispatch_action: true,
    label: plain(texts.requestForm.app, limits.optionText),
    element: {
      type: 'external_select',
      action_id: formFields.app.action,
      min_query_length: 0,
      placeholder: plain(texts.requestForm.searchPlaceholder, limits.placeholder),
      ...(app === null ? {} : { initial_option: option(app.name, optionValue(app.id)) }),
    },
  };
}

function entitlementBlock(texts: Texts, app: RequestableApp, { picked }: RequestForm): InputBlock {
  const words = texts.requestForm;
  return {
    type: 'input',
    block_id: entitlementBlockId(app.id),
    dispatch_action: true,
    label: plain(words.entitlement, limits.optionText),
    hint: plain(words.entitlementHint({ most: entitlementsInOneGo }), limits.fieldText),
    element: {
      type: 'multi_external_select',
      action_id: formFields.entitlement.action,
      min_query_length: 0,
      max_selected_items: entitlementsInOneGo,
      placeholder: plain(words.searchPlaceholder, limits.placeholder),
      ...(picked.length === 0
        ? {}
        : { initial_options: picked.map(({ entitlement: { id, name: shown } }) => option(shown, optionValue(id))) }),
    },
  };
}
