import { setTimeout as sleep } from 'node:timers/promises';
import type { App as BoltApp } from '@slack/bolt';
import type { PlainTextOption } from '@slack/types';
import type { CatalogueEntitlement } from '../../../domain/entitlement.ts';
import { emergencyCatalogue, type OfferedCatalogue } from '../../../use-cases/emergency-catalogue.ts';
import {
  appChoices,
  type ChoicesAsked,
  type ChoicesDeps,
  entitlementChoices,
} from '../../../use-cases/offered-choices.ts';
import { limits } from '../../limits.ts';
import { appOfBlock, formFields, optionValue } from '../../surfaces/request-form/fields.ts';
import { type FormMemory, readFormMemory } from '../../surfaces/request-form/memory.ts';
import { option, plain } from '../../surfaces/text.ts';
import type { ListenerDeps } from '../deps.ts';
import { actorOf, typedIn, viewOf } from '../payloads.ts';
import { appOfOption } from '../request-form/filled-form.ts';

/** Stands for a list that could not be shown; picking it is answered with a sentence. */
export const unavailableOption = 'unavailable';

/** Typeahead of the request form, from memory; where nothing is typed, what the person asks for usually comes first. */
export function requestOptions(bolt: BoltApp, deps: ListenerDeps): void {
  const choices: ChoicesDeps = {
    usual: (asked) => deps.store.transaction((tx) => tx.requests.usual(asked)),
    wait: (ms) => sleep(ms, undefined, { ref: false }),
    world: deps.world,
  };
  bolt.options<'block_suggestion'>(
    { type: 'block_suggestion', action_id: formFields.app.action },
    async ({ ack, body }) => {
      const memory = readFormMemory(viewOf(body).privateMetadata);
      const found = await appChoices(choices, catalogueOf(deps, memory), askedIn(body));
      await ack({ options: found.map((one) => option(one.name, optionValue(one.id))) });
    },
  );
  bolt.options<'block_suggestion'>(
    { type: 'block_suggestion', action_id: formFields.entitlement.action },
    async ({ ack, body }) => {
      const memory = readFormMemory(viewOf(body).privateMetadata);
      const app = appOfOption(deps.catalogue, appOfBlock(typedIn.parse(body).block_id));
      const options =
        app === null ? [] : await entitlementOptions(deps, choices, catalogueOf(deps, memory), app.id, askedIn(body));
      await ack({ options });
    },
  );
}

/** The emergency form offers only what can be had as an emergency. */
function catalogueOf(deps: ListenerDeps, memory: FormMemory | null): OfferedCatalogue {
  return memory?.mode === 'emergency' ? emergencyCatalogue(deps.catalogue) : deps.catalogue;
}

function askedIn(body: unknown): ChoicesAsked {
  return { typed: typedIn.parse(body).value ?? '', slackUserId: actorOf(body).userId, limit: limits.options };
}

async function entitlementOptions(
  deps: ListenerDeps,
  choices: ChoicesDeps,
  catalogue: OfferedCatalogue,
  appId: string,
  asked: ChoicesAsked,
): Promise<PlainTextOption[]> {
  const found = await entitlementChoices(choices, catalogue, appId, asked);
  if (found.length > 0) return found.map(entitlementOption);
  if (typeof deps.catalogue.ages().get(appId) === 'number') return [];
  const { requestForm } = await deps.languages.textsOf(asked.slackUserId);
  return [option(requestForm.listUnavailable, unavailableOption)];
}

function entitlementOption(entitlement: CatalogueEntitlement): PlainTextOption {
  const about = [entitlement.resourceName, entitlement.description.replace(/\s+/g, ' ')]
    .filter((part) => part.trim() !== '')
    .join(' · ');
  return {
    ...option(entitlement.name, optionValue(entitlement.id)),
    ...(about === '' ? {} : { description: plain(about, limits.optionText) }),
  };
}
