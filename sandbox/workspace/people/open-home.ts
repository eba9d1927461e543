/** Opening the app's Home tab: the app is told, and what it published last is shown meanwhile. */
import type { Outcome } from '../client.ts';
import { canUseApp } from '../state/directory.ts';
import { viewShape } from '../wire/view-shape.ts';
import { findPerson, type InteractionContext } from './interaction-context.ts';
import { done, notAllowed, refuse } from './outcomes.ts';

/**
 * Always ok after the first attempt: Slack's client shows no error when the app does not accept the
 * event.
 */
export async function openHome(context: InteractionContext, personId: string): Promise<Outcome> {
  const person = findPerson(context, personId);
  if (!person.ok) return person;
  if (!canUseApp(person.value)) return notAllowed;
  if (!context.manifest.homeTabEnabled) return refuse('not_enabled', 'This app has no Home.');
  const published = context.state.views.home(personId);
  await context.events.announce('app_home_opened', {
    type: 'app_home_opened',
    user: personId,
    channel: context.state.directory.directMessageOf(personId)?.id,
    tab: 'home',
    event_ts: context.state.timestamps.next(),
    ...(published === undefined ? {} : { view: viewShape(published) }),
  });
  return done;
}
