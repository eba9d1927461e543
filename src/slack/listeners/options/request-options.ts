import type { App as BoltApp } from '@slack/bolt';
import type { PlainTextOption } from '@slack/types';
import type { CatalogueEntitlement } from '../../../domain/entitlement.ts';
import { emergencyCatalogue, type OfferedCatalogue } from '../../../use-cases/catalogue.ts';
import {
  appChoices,
  type ChoicesAsked,
  type ChoicesDeps,
  entitlementChoices,
} from '../../../use-cases/offered-choices.ts';
import { limits } from '../../limits.ts';
import {
  appOfBlock,
  formFields,
  optionValue,
  readFormMemory,
} from '../../surfaces/request-form/fields.ts';
import { option, plain } from '../../surfaces/text.ts';
import type { ListenerDeps } from '../deps.ts';
import { actorOf, typedIn, viewOf } from '../payloads.ts';
import { appOfOption } from '../request-form/filled-form.ts';

/**
 * Typeahead of the request form, from memory. Before anything is typed, the person's usual choices
 * come first.
 */
export function requestOptions(bolt: BoltApp, deps: ListenerDeps): void {
  const choices: ChoicesDeps = {
    usual: (asked) => deps.store.transaction((tx) => tx.requests.usual(asked)),
    world: deps.world,
  };
  const { app, entitlement } = formFields;
  bolt.options<'block_suggestion'>(
    { type: 'block_suggestion', action_id: app.action },
    async ({ ack, body }) => {
      const found = await appChoices(choices, offeredIn(deps, body), askedIn(body));
      await ack({ options: found.map((one) => option(one.name, optionValue(one.id))) });
    },
  );
  bolt.options<'block_suggestion'>(
    { type: 'block_suggestion', action_id: entitlement.action },
    async ({ ack, body }) => {
      const picked = appOfOption(deps.catalogue, appOfBlock(typedIn.parse(body).block_id));
      if (picked === null) return ack({ options: [] });
      const found = await entitlementChoices(
        choices,
        offeredIn(deps, body),
        picked.id,
        askedIn(body),
      );
      if (found.length > 0 || deps.catalogue.ages().get(picked.id) !== null) {
        return ack({ options: found.map(entitlementOption) });
      }
      const { requestForm } = await deps.languages.textsOf(actorOf(body).userId);
      // Picking it is answered like something that is gone.
      await ack({ options: [option(requestForm.listUnavailable, 'unavailable')] });
    },
  );
}

/** The emergency form offers only what can be had as an emergency. */
function offeredIn({ catalogue }: ListenerDeps, body: unknown): OfferedCatalogue {
  const memory = readFormMemory(viewOf(body).privateMetadata);
  return memory?.mode === 'emergency' ? emergencyCatalogue(catalogue) : catalogue;
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
