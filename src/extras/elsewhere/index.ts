/** Where requests that were made elsewhere come in: they are found, shown on Home, and followed to their end. */
import type { Extra } from '../../extra.ts';
import type { ReadAgain } from '../../queue/handlers.ts';
import { getTask, searchTasks } from '../../service/client/optional-operations.ts';
import type { ShownSection } from '../../slack/home/home-section.ts';
import type { LocalDeps } from '../../use-cases/deps.ts';
import { type HomeSection, whileReadable } from '../../use-cases/ports/home-contents.ts';
import { elsewhereSection } from './asked-elsewhere-blocks.ts';
import { findTasksElsewhere } from './find-tasks-elsewhere.ts';
import { followElsewhere, tellFollowers } from './follow-elsewhere.ts';

/** What is done each time open tasks are read again; each says itself how old a reading may be. */
export const readElsewhere: ReadAgain = async (deps) => {
  await findTasksElsewhere(deps);
  await tellFollowers(deps);
};

export const elsewhere: Extra = {
  name: 'elsewhere',
  open: ({ tenant }) => ({
    readAgain: readElsewhere,
    followTask: followElsewhere,
    homeSections: (deps) => elsewhereOnHomes(deps, () => tenant().isThere(searchTasks, getTask)),
  }),
};

/** Where tasks are not read again nobody would hear of their end. */
export function elsewhereOnHomes(
  deps: LocalDeps,
  isReadable: () => boolean,
): readonly HomeSection<ShownSection>[] {
  return [whileReadable(isReadable, elsewhereSection(deps))];
}
