import type { App as BoltApp } from '@slack/bolt';
import type { PlainTextOption } from '@slack/types';
import type { CatalogueEntitlement } from '../../domain/catalogue/entitlement.ts';
import { emergencyCatalogue, type OfferedCatalogue } from '../../use-cases/catalogue/catalogue.ts';
import { visibleCatalogue } from '../../use-cases/catalogue/visible-catalogue.ts';
import {
  appChoices,
  type ChoicesAsked,
  type ChoicesDeps,
  entitlementChoices,
} from '../../use-cases/form/offered-choices.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { limits } from '../platform/limits.ts';
import { actorOf, typedIn, viewOf } from '../platform/payloads.ts';
import { option, plain } from '../platform/text.ts';
import { formFields, optionValue } from './blocks/request-form-fields.ts';
import { patience, seenBy } from './form-views.ts';
import { goesByVisibility, hiddenFor } from './hidden-access.ts';
import { appOfEntitlements, readForm } from './read-form.ts';

/**
 * Typeahead of the request form, from memory. Before anything is typed, the person's usual choices
 * come first.
 */
export function requestOptions(bolt: BoltApp, deps: ListenerDeps): void {
  const choices: ChoicesDeps = {
    usual: (query) => deps.store.transaction((tx) => tx.requests.usual(query)),
    world: deps.world,
  };
  const { app, entitlement } = formFields;
  bolt.options<'block_suggestion'>(
    { type: 'block_suggestion', action_id: app.action },
    async ({ ack, body }) => {
      const apps = await appChoices(choices, await offeredIn(deps, body), askedIn(body));
      await ack({ options: apps.map((one) => option(one.name, optionValue(one.id))) });
    },
  );
  bolt.options<'block_suggestion'>(
    { type: 'block_suggestion', action_id: entitlement.action },
    async ({ ack, body }) => {
      const blockId = typedIn.parse(body).block_id;
      const picked = appOfEntitlements(deps.catalogue, viewOf(body), blockId);
      if (picked === null) return ack({ options: [] });
      const entitlements = await entitlementChoices(
        choices,
        await offeredIn(deps, body),
        picked.id,
        askedIn(body),
      );
      if (entitlements.length > 0 || deps.catalogue.ages().get(picked.id) !== null) {
        return ack({ options: entitlements.map(entitlementOption) });
      }
      const { requestForm } = await deps.languages.textsOf(actorOf(body).userId);
      // Picking it is answered like something that is gone.
      await ack({ options: [option(requestForm.listUnavailable, 'unavailable')] });
    },
  );
}

/**
 * The emergency form offers only what can be had as an emergency. Others offer what is shown to the
 * person that the request is for.
 */
async function offeredIn(deps: ListenerDeps, body: unknown): Promise<OfferedCatalogue> {
  const { catalogue } = deps;
  const form = readForm(deps, viewOf(body));
  if (form === null) return catalogue;
  if (form.mode === 'emergency') return emergencyCatalogue(catalogue);
  if (!goesByVisibility(form)) return catalogue;
  const askerId = actorOf(body).userId;
  const holderId = form.targetSlackId ?? askerId;
  await seenBy(deps, holderId, patience());
  return visibleCatalogue(catalogue, hiddenFor(deps, { askerId, holderId }));
}

function askedIn(body: unknown): ChoicesAsked {
  return {
    typed: typedIn.parse(body).value ?? '',
    slackUserId: actorOf(body).userId,
    limit: limits.options,
  };
}

function entitlementOption({
  id,
  name,
  resourceName,
  description,
}: CatalogueEntitlement): PlainTextOption {
  const about = [resourceName, description.replace(/\s+/g, ' ')]
    .filter((part) => part.trim() !== '')
    .join(' · ');
  return {
    ...option(name, optionValue(id)),
    ...(about !== '' && { description: plain(about, limits.optionText) }),
  };
}
