/** Where requests that were made elsewhere come in: they are found, shown on Home, and followed to their end. */
import type { Extra } from '../../extra.ts';
import type { ReadAgain } from '../../queue/handlers.ts';
import { elsewhereSection } from './asked-elsewhere.ts';
import { findTasksElsewhere } from './find-tasks-elsewhere.ts';
import { followElsewhere, tellFollowers } from './follow-elsewhere.ts';

/** What is done each time open tasks are read again; each says itself how old a reading may be. */
export const readElsewhere: ReadAgain = async (deps) => {
  await findTasksElsewhere(deps);
  await tellFollowers(deps);
};

export const elsewhere: Extra = {
  name: 'elsewhere',
  // Where tasks are not read again nobody would hear of their end.
  needs: [{ anyOf: ['taskSearch', 'taskRead'] }],
  open: () => ({
    readAgain: readElsewhere,
    followTask: followElsewhere,
    homeSections: (deps) => [elsewhereSection(deps)],
  }),
};
