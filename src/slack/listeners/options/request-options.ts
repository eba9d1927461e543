import type { App as BoltApp } from '@slack/bolt';
import type { PlainTextOption } from '@slack/types';
import { z } from 'zod';
import type { CatalogueEntitlement } from '../../../domain/entitlement.ts';
import { limits } from '../../limits.ts';
import { optionValue, readFormMemory, requestFields } from '../../surfaces/request-modal.ts';
import { cut, plain } from '../../surfaces/text.ts';
import type { ListenerDeps } from '../deps.ts';
import { viewOf } from '../payloads.ts';

const typed = z.object({ value: z.string().nullish() });

/** Stands for a list that could not be shown; picking it is answered with a sentence. */
export const unavailableOption = 'unavailable';

/** Typeahead of the request form, from memory. */
export function requestOptions(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.options<'block_suggestion'>(
    { type: 'block_suggestion', action_id: requestFields.app.action },
    async ({ ack, body }) => {
      const found = deps.catalogue.apps(typed.parse(body).value ?? '').slice(0, limits.options);
      await ack({
        options: found.map((one) => ({ text: plain(one.name, limits.optionText), value: optionValue(one.id) })),
      });
    },
  );
  bolt.options<'block_suggestion'>(
    { type: 'block_suggestion', action_id: requestFields.entitlement.action },
    async ({ ack, body }) => {
      const appId = readFormMemory(viewOf(body).privateMetadata)?.appId ?? null;
      await ack({ options: appId === null ? [] : entitlementOptions(deps, appId, typed.parse(body).value ?? '') });
    },
  );
}

function entitlementOptions(deps: ListenerDeps, appId: string, text: string): PlainTextOption[] {
  const found = deps.catalogue.entitlements(appId, text, limits.options);
  if (found.length > 0) return found.map(entitlementOption);
  if (deps.catalogue.freshness(appId) !== 'never') return [];
  return [{ text: plain('The list cannot be loaded just now', limits.optionText), value: unavailableOption }];
}

function entitlementOption(entitlement: CatalogueEntitlement): PlainTextOption {
  const about = [entitlement.resourceName, entitlement.description.replace(/\s+/g, ' ')]
    .filter((part) => part.trim() !== '')
    .join(' · ');
  return {
    text: plain(entitlement.name, limits.optionText),
    value: optionValue(entitlement.id),
    ...(about === '' ? {} : { description: plain(cut(about, limits.optionText), limits.optionText) }),
  };
}
