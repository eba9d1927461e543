/** Where the worklist comes in: what waits for somebody in the service is shown on their Home. */
import type { Extra } from '../../extra.ts';
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
    homeSections: workOnHomes,
    prune: pruneWork,
  }),
};

/** Without a search of tasks there is nothing to show. */
export function workOnHomes(deps: LocalDeps): readonly HomeSection<ShownSection>[] {
  const isReadable = () => deps.governance.abilities.canSearchTasks;
  return [whileReadable(isReadable, workSection(deps))];
}
