import type { IdentityPerson } from '../../domain/people/identity-person.ts';
import type { Result } from '../../domain/result.ts';
import type { World } from '../ports/ports.ts';
import type { Store } from '../ports/store-ports.ts';

type People = ReadonlyMap<string, Pick<IdentityPerson, 'id'>>;

export interface ReloadPeopleDeps {
  readonly store: Store;
  readonly world: Pick<World, 'log'>;
  /** What the process knows of the directory file; changed in place. */
  readonly people: Map<string, Pick<IdentityPerson, 'id'>>;
  readonly readPeople: () => Result<
    People,
    readonly { readonly place: string; readonly message: string }[]
  >;
}

/**
 * Each call of the function takes up what changed in the directory file, so that a person who was
 * removed can no longer act. A broken file changes nothing, and is logged once with its lines.
 */
export function peopleReloader({
  store,
  world,
  people,
  readPeople,
}: ReloadPeopleDeps): () => Promise<void> {
  let loggedMistakes = '';
  // True at first: the file may have changed while no process ran.
  let areIdentitiesOld = true;
  return async () => {
    const file = readPeople();
    const mistakes = file.ok
      ? []
      : file.refusal.map(({ place, message }) => `${place}: ${message}`);
    const isNews = mistakes.join() !== loggedMistakes;
    loggedMistakes = mistakes.join();
    if (!file.ok) {
      if (isNews)
        world.log.error({ mistakes }, 'directory file is wrong; its last good version counts');
      return;
    }
    if (JSON.stringify([...file.value]) !== JSON.stringify([...people])) {
      people.clear();
      for (const [email, person] of file.value) people.set(email, person);
      areIdentitiesOld = true;
      world.log.info({ people: people.size }, 'directory file changed');
    }
    if (!areIdentitiesOld) return;
    await store.transaction((tx) => tx.identities.expireAll());
    areIdentitiesOld = false;
  };
}
