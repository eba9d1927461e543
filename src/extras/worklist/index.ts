/** Where the worklist comes in: what waits for somebody in the service is shown on their Home. */
import type { Extra } from '../../extra.ts';
import { searchTasks } from '../../service/client/optional-operations.ts';
import type { ShownSection } from '../../slack/home/home-section.ts';
import type { LocalDeps } from '../../use-cases/deps.ts';
import { type HomeSection, whileReadable } from '../../use-cases/ports/home-contents.ts';
import { readWorkOf } from './read-reviewer-work.ts';
import { workJobs } from './read-work.ts';
import { workSection } from './work-elsewhere.ts';
import { pruneWork } from './work-tables.ts';

export const worklist: Extra = {
  name: 'worklist',
  open: ({ tenant }) => ({
    jobs: (deps) => workJobs({ ...deps, workOf: (...of) => readWorkOf(tenant(), ...of) }),
    homeSections: (deps) => workOnHomes(deps, () => tenant().isThere(searchTasks)),
    prune: pruneWork,
  }),
};

/** Without a search of tasks there is nothing to show. */
export function workOnHomes(
  deps: LocalDeps,
  isReadable: () => boolean,
): readonly HomeSection<ShownSection>[] {
  return [whileReadable(isReadable, workSection(deps))];
}
