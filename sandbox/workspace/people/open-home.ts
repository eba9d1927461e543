/** Opening the app's Home tab: the app is told, and what it published last is shown meanwhile. */
import type { Outcome } from '../client.ts';
import { canUseApp, directory } from '../state/directory.ts';
import { viewShape } from '../wire/view-shape.ts';
import { type Desk, findPerson } from './desk.ts';
import { done, notAllowed, refuse } from './outcomes.ts';

/** Always ok once the first attempt is over: Slack's client shows nothing when the app does not take the event. */
export async function openHome(desk: Desk, personId: string): Promise<Outcome> {
  const person = findPerson(personId);
  if (!person.ok) return person;
  if (!canUseApp(person.value)) return notAllowed;
  if (!desk.manifest.homeTabEnabled) return refuse('not_enabled', 'This app has no Home.');
  const published = desk.state.views.home(personId);
  await desk.events.announce('app_home_opened', {
    type: 'app_home_opened',
    user: personId,
    channel: directory.directMessageOf(personId)?.id,
    tab: 'home',
    event_ts: desk.state.timestamps.next(),
    ...(published === undefined ? {} : { view: viewShape(published) }),
  });
  return done;
}
