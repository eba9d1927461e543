/** Filling in, submitting and closing modals. */
import type { EnteredValues, Outcome } from '../client.ts';
import { readSubmissionAck, type SubmissionAck } from '../delivery/acks.ts';
import { viewSubmission } from '../delivery/payloads.ts';
import { enteredState } from '../state/element-values.ts';
import type { StoredView } from '../state/stored.ts';
import { fieldErrors } from './field-errors.ts';
import { findPerson, findPlace, type InteractionContext } from './interaction-context.ts';
import { done, type Refusal, refuse, trouble, viewGone } from './outcomes.ts';

/** Stores what has been typed. Reports no mistakes: they are found at the submission. */
export function fill(
  context: InteractionContext,
  personId: string,
  viewId: string,
  values: EnteredValues,
): void {
  const view = context.state.views.byId(viewId);
  if (view === undefined || view.personId !== personId) return;
  const entered = enter(context, view, values);
  if (!entered.ok) return;
  context.state.views.put({ ...view, state: entered.state });
  context.state.announce({ kind: view.content.kind === 'home' ? 'home' : 'views', personId });
}

function enter(context: InteractionContext, view: StoredView, values: EnteredValues) {
  const place = { kind: 'view', view } as const;
  return enteredState(view.content.blocks, view.state, values, (blockId, actionId) =>
    context.offers.offered(view.personId, place, blockId, actionId),
  );
}

export async function submitView(
  context: InteractionContext,
  personId: string,
  viewId: string,
  values: EnteredValues,
): Promise<Outcome> {
  const person = findPerson(context, personId);
  if (!person.ok) return person;
  const place = findPlace(context, personId, { kind: 'view', viewId });
  if (!place.ok) return place;
  if (place.value.kind !== 'view' || place.value.view.content.submit === null) {
    return refuse('not_allowed', 'There is nothing to submit here.');
  }
  const { view } = place.value;
  const entered = enter(context, view, values);
  if (!entered.ok) return refuse('validation', entered.sentence);
  const errors = fieldErrors(view.content.blocks, entered.state);
  const filled = { ...view, state: entered.state };
  if (Object.keys(errors).length > 0) return showErrors(context, filled, errors, 'validation');
  const sent = context.state.views.put({ ...filled, errors: {}, busy: true });
  context.state.announceViews(personId);
  const answer = await context.delivery.deliver({
    kind: 'interactive',
    payload: viewSubmission(person.value, sent, context.state.triggers.issue(personId)),
  });
  // The app may have updated or closed it in the meantime.
  const now = context.state.views.byId(viewId);
  const idle = now === undefined ? undefined : context.state.views.put({ ...now, busy: false });
  const outcome = answer.ok ? settle(context, idle, sent, answer.body) : trouble(answer.code);
  context.state.announceViews(personId);
  return outcome;
}

function settle(
  context: InteractionContext,
  view: StoredView | undefined,
  sent: StoredView,
  body: string,
): Outcome {
  const inputs = sent.content.blocks
    .filter((block) => block.type === 'input')
    .map((block) => block.block_id);
  const ack = readSubmissionAck(body, inputs);
  if (ack.kind === 'invalid') return invalid(ack.reason);
  if (ack.kind === 'clear') {
    context.state.views.clear(sent.personId);
    return done;
  }
  if (ack.kind === 'close') {
    // A view that was opened on top in the meantime stays open.
    if (view !== undefined && context.state.views.top(sent.personId)?.id === view.id)
      context.state.views.close(view);
    return done;
  }
  return view === undefined ? viewGone : carryOut(context, view, ack);
}

function carryOut(
  context: InteractionContext,
  view: StoredView,
  ack: Extract<SubmissionAck, { kind: 'errors' | 'update' | 'push' }>,
): Outcome {
  if (ack.kind === 'errors') return showErrors(context, view, ack.errors, 'view_errors');
  if (ack.kind === 'update') {
    context.state.views.update(view, ack.view);
    return done;
  }
  return context.state.views.push(view.personId, ack.view) === undefined
    ? invalid('push_limit_reached')
    : done;
}

/** Slack's client only says that something went wrong; the reason is added for developers. */
function invalid(reason: string): Refusal {
  const { sentence } = trouble('invalid_response');
  return refuse('invalid_response', `${sentence} (${reason})`);
}

function showErrors(
  context: InteractionContext,
  view: StoredView,
  errors: Readonly<Record<string, string>>,
  code: 'validation' | 'view_errors',
): Outcome {
  context.state.views.put({ ...view, errors });
  context.state.announceViews(view.personId);
  return { ok: false, code, sentence: 'Some fields need another look.', errors };
}

/** The app is not told: it would be only of a view with `notify_on_close`, which is refused here. */
export function closeView(context: InteractionContext, personId: string, viewId: string): Outcome {
  const person = findPerson(context, personId);
  if (!person.ok) return person;
  const place = findPlace(context, personId, { kind: 'view', viewId });
  if (!place.ok) return place;
  if (place.value.kind !== 'view' || place.value.view.content.kind === 'home') return viewGone;
  context.state.views.close(place.value.view);
  context.state.announceViews(personId);
  return done;
}
