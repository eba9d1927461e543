/** A click or a choice in a message, a modal or Home. */
import type {
  Container,
  ElementAction,
  Entered,
  EnteredValues,
  Outcome,
  Person,
  ShownBlock,
  StateValues,
} from '../client.ts';
import { blockActions, type Place } from '../delivery/payloads.ts';
import { enteredState, fixedOptions } from '../state/element-values.ts';
import { findElement, type InteractiveElement } from '../state/interactive-elements.ts';
import {
  findPerson,
  findPlace,
  type InteractionContext,
  responseUrl,
} from './interaction-context.ts';
import { clickFailure, done, elementGone, type Refusal, refuse, trouble } from './outcomes.ts';

type Payload = Record<string, unknown>;

export async function act(
  context: InteractionContext,
  personId: string,
  container: Container,
  action: ElementAction,
  values: EnteredValues,
): Promise<Outcome> {
  const person = findPerson(context, personId);
  if (!person.ok) return person;
  const place = findPlace(context, personId, container);
  if (!place.ok) return place;
  const found = findElement(blocksOf(place.value), action.blockId, action.actionId);
  if (found === undefined) return elementGone;
  const { block, element } = found;
  const entered = enterAll(context, personId, place.value, action, values, element);
  if (!entered.ok) return entered;
  const current = keep(context, personId, place.value, entered.state);
  // Without `dispatch_action` the app hears of a choice in an input block with the submission.
  if (block.type === 'input' && block.dispatch_action !== true) return done;
  const described = describe(element, action, entered.state);
  if (!described.ok) return described;
  const payload = {
    ...described.payload,
    block_id: action.blockId,
    action_id: action.actionId,
    action_ts: context.state.timestamps.next(),
  };
  return deliver(context, person.value, current, payload);
}

async function deliver(
  context: InteractionContext,
  person: Person,
  place: Place,
  action: Payload,
): Promise<Outcome> {
  const inView = place.kind === 'view';
  const issued = {
    triggerId: context.state.triggers.issue(person.id),
    responseUrl: inView
      ? null
      : responseUrl(context, {
          personId: person.id,
          conversationId: place.message.conversationId,
          messageTs: place.message.ts,
          threadTs: place.message.threadTs,
        }),
  };
  const answer = await context.delivery.deliver({
    kind: 'interactive',
    payload: blockActions(person, place, action, issued),
  });
  if (answer.ok) return done;
  return inView ? trouble(answer.code) : clickFailure(answer);
}

export function blocksOf(place: Place): readonly ShownBlock[] {
  return place.kind === 'view' ? place.view.content.blocks : place.message.blocks;
}

function stateOf(place: Place): StateValues {
  return place.kind === 'view' ? place.view.state : place.state;
}

type Entering = { readonly ok: true; readonly state: StateValues } | Refusal;

function enterAll(
  context: InteractionContext,
  personId: string,
  place: Place,
  action: ElementAction,
  values: EnteredValues,
  element: InteractiveElement,
): Entering {
  const offered = (blockId: string, actionId: string) =>
    context.offers.offered(personId, place, blockId, actionId);
  const others = enteredState(blocksOf(place), stateOf(place), values, offered);
  if (!others.ok) return refuse('validation', others.sentence);
  if (action.entered === undefined || !hasState(element)) return others;
  const own: EnteredValues = { [action.blockId]: { [action.actionId]: action.entered } };
  const all = enteredState(blocksOf(place), others.state, own, offered);
  return all.ok ? all : refuse('validation', all.sentence);
}

function hasState(element: InteractiveElement): boolean {
  return element.type !== 'overflow';
}

/** Stores the values of the inputs, and returns the place with them. */
function keep(
  context: InteractionContext,
  personId: string,
  place: Place,
  state: StateValues,
): Place {
  if (place.kind === 'view') {
    const view = context.state.views.put({ ...place.view, state });
    context.state.announce({ kind: view.content.kind === 'home' ? 'home' : 'views', personId });
    return { kind: 'view', view };
  }
  context.state.choose(personId, place.message, state);
  context.state.announce({
    kind: 'conversation',
    conversationId: place.message.conversationId,
    personId,
  });
  return { ...place, state };
}

type Described = { readonly ok: true; readonly payload: Payload } | Refusal;

/** The `actions[]` entry: the element's choice, and what Slack repeats of the element itself. */
function describe(
  element: InteractiveElement,
  action: ElementAction,
  state: StateValues,
): Described {
  const repeated = {
    ...('placeholder' in element && element.placeholder
      ? { placeholder: element.placeholder }
      : {}),
    ...('confirm' in element && element.confirm ? { confirm: element.confirm } : {}),
    ...('initial_option' in element && element.initial_option
      ? { initial_option: element.initial_option }
      : {}),
  };
  if (element.type === 'button') {
    return {
      ok: true,
      payload: {
        type: element.type,
        text: element.text,
        ...(element.value === undefined ? {} : { value: element.value }),
        ...(element.style === undefined ? {} : { style: element.style }),
        ...(element.url === undefined ? {} : { url: element.url }),
        ...repeated,
      },
    };
  }
  if (element.type === 'overflow') {
    const option = fixedOptions(element)?.find((one) => one.value === single(action.entered));
    if (option === undefined) return refuse('validation', 'That is not one of the options.');
    return { ok: true, payload: { type: element.type, selected_option: option, ...repeated } };
  }
  const value = state[action.blockId]?.[action.actionId] ?? { type: element.type };
  return { ok: true, payload: { ...value, ...repeated } };
}

function single(entered: Entered | undefined): string | undefined {
  if (entered === null || entered === undefined) return undefined;
  return typeof entered === 'string' ? entered : entered[0];
}
