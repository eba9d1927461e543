/** Where the worklist comes in: what waits for somebody in the service is shown on their Home. */
import type { Extra } from '../../extra.ts';
import { readWorkOf, workJobs } from './read-work.ts';
import { workSection } from './work-elsewhere.ts';
import { pruneWork } from './work-tables.ts';

export const worklist: Extra = {
  name: 'worklist',
  needs: ['taskSearch'],
  open: ({ tenant }) => ({
    jobs: (deps) => workJobs({ ...deps, workOf: (...of) => readWorkOf(tenant(), ...of) }),
    homeSections: (deps) => [workSection(deps)],
    prune: pruneWork,
  }),
};
