/** Filling in, submitting and closing modals. */
import type { EnteredValues, Outcome, Person } from '../client.ts';
import { readSubmissionAck, type SubmissionAck } from '../delivery/acks.ts';
import { viewClosed, viewSubmission } from '../delivery/payloads.ts';
import { enteredState } from '../state/element-values.ts';
import type { StoredView } from '../state/stored.ts';
import { type Desk, findPerson, findPlace } from './desk.ts';
import { fieldErrors } from './field-errors.ts';
import { done, type Refusal, refuse, trouble, viewGone } from './outcomes.ts';

/** Keeps what has been typed. Says nothing: whatever does not fit is found when it is submitted. */
export function fill(desk: Desk, personId: string, viewId: string, values: EnteredValues): void {
  const view = desk.state.views.byId(viewId);
  if (view === undefined || view.personId !== personId) return;
  const entered = enter(desk, view, values);
  if (!entered.ok) return;
  desk.state.views.put({ ...view, state: entered.state });
  desk.state.announce({ kind: view.content.kind === 'home' ? 'home' : 'views', personId });
}

function enter(desk: Desk, view: StoredView, values: EnteredValues) {
  const place = { kind: 'view', view } as const;
  return enteredState(view.content.blocks, view.state, values, (blockId, actionId) =>
    desk.offers.offered(view.personId, place, blockId, actionId),
  );
}

export async function submitView(
  desk: Desk,
  personId: string,
  viewId: string,
  values: EnteredValues,
): Promise<Outcome> {
  const person = findPerson(personId);
  if (!person.ok) return person;
  const place = findPlace(desk, personId, { kind: 'view', viewId });
  if (!place.ok) return place;
  if (place.value.kind !== 'view' || place.value.view.content.submit === null) {
    return refuse('not_allowed', 'There is nothing to submit here.');
  }
  const { view } = place.value;
  const entered = enter(desk, view, values);
  if (!entered.ok) return refuse('validation', entered.sentence);
  const errors = fieldErrors(view.content.blocks, entered.state);
  const filled = { ...view, state: entered.state };
  if (Object.keys(errors).length > 0) return showErrors(desk, filled, errors, 'validation');
  const sent = desk.state.views.put({ ...filled, errors: {}, busy: true });
  desk.state.announceViews(personId);
  const answer = await desk.delivery.deliver({
    kind: 'interactive',
    payload: viewSubmission(person.value, sent, desk.state.triggers.issue(personId)),
  });
  // The app may have updated or closed it in the meantime.
  const now = desk.state.views.byId(viewId);
  const idle = now === undefined ? undefined : desk.state.views.put({ ...now, busy: false });
  const outcome = answer.ok ? settle(desk, idle, sent, answer.body) : trouble(answer.code);
  desk.state.announceViews(personId);
  return outcome;
}

function settle(desk: Desk, view: StoredView | undefined, sent: StoredView, body: string): Outcome {
  const inputs = sent.content.blocks.filter((block) => block.type === 'input').map((block) => block.block_id);
  const ack = readSubmissionAck(body, inputs);
  if (ack.kind === 'invalid') return invalid(ack.reason);
  if (ack.kind === 'clear') {
    desk.state.views.clear(sent.personId);
    return done;
  }
  if (ack.kind === 'close') {
    // A view that was opened on top meanwhile stays.
    if (view !== undefined && desk.state.views.top(sent.personId)?.id === view.id) desk.state.views.close(view);
    return done;
  }
  return view === undefined ? viewGone : carryOut(desk, view, ack);
}

function carryOut(
  desk: Desk,
  view: StoredView,
  ack: Extract<SubmissionAck, { kind: 'errors' | 'update' | 'push' }>,
): Outcome {
  if (ack.kind === 'errors') return showErrors(desk, view, ack.errors, 'view_errors');
  if (ack.kind === 'update') {
    desk.state.views.update(view, ack.view);
    return done;
  }
  return desk.state.views.push(view.personId, ack.view) === undefined ? invalid('push_limit_reached') : done;
}

/** Slack's client only says that something went wrong; the reason is for whoever builds the app. */
function invalid(reason: string): Refusal {
  const { sentence } = trouble('invalid_response');
  return refuse('invalid_response', `${sentence} (${reason})`);
}

function showErrors(
  desk: Desk,
  view: StoredView,
  errors: Readonly<Record<string, string>>,
  code: 'validation' | 'view_errors',
): Outcome {
  desk.state.views.put({ ...view, errors });
  desk.state.announceViews(view.personId);
  return { ok: false, code, sentence: 'Some fields need another look.', errors };
}

/** The app hears of it only where the view says `notify_on_close`; the window closes whatever it answers. */
export async function closeView(desk: Desk, personId: string, viewId: string): Promise<Outcome> {
  const person = findPerson(personId);
  if (!person.ok) return person;
  const place = findPlace(desk, personId, { kind: 'view', viewId });
  if (!place.ok) return place;
  if (place.value.kind !== 'view' || place.value.view.content.kind === 'home') return viewGone;
  const { view } = place.value;
  const { clearOnClose } = view.content;
  const closed = clearOnClose ? desk.state.views.stack(personId) : [view];
  if (clearOnClose) desk.state.views.clear(personId);
  else desk.state.views.close(view);
  desk.state.announceViews(personId);
  await tell(desk, person.value, closed, clearOnClose);
  return done;
}

async function tell(desk: Desk, person: Person, closed: readonly StoredView[], isCleared: boolean): Promise<void> {
  for (const view of closed.filter((one) => one.content.notifyOnClose).toReversed()) {
    await desk.delivery.deliver({ kind: 'interactive', payload: viewClosed(person, view, isCleared) });
  }
}
