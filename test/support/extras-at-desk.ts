/** Extras, as a desk mounts them: with what the tests of use cases look at. */
import type { OptionalOperation } from '../../src/domain/settings/access-settings.ts';
import type { OpenedExtra } from '../../src/extra.ts';
import { draftJobs } from '../../src/extras/agents/index.ts';
import { elsewhereSection } from '../../src/extras/elsewhere/asked-elsewhere.ts';
import { followElsewhere } from '../../src/extras/elsewhere/follow-elsewhere.ts';
import { readElsewhere } from '../../src/extras/elsewhere/index.ts';
import { giveUpHeld } from '../../src/extras/held/give-back-held.ts';
import { heldSection } from '../../src/extras/held/held-access-blocks.ts';
import { pruneHeld } from '../../src/extras/held/held-tables.ts';
import { heldJobs, lastHoldings } from '../../src/extras/held/index.ts';
import { followProfiles } from '../../src/extras/profiles/follow-profiles.ts';
import { requestedProfiles } from '../../src/extras/profiles/joined-profiles.ts';
import { type ReadWorkDeps, workJobs } from '../../src/extras/worklist/read-work.ts';
import { workSection } from '../../src/extras/worklist/work-elsewhere.ts';
import { pruneWork } from '../../src/extras/worklist/work-tables.ts';
import type { LocalDeps } from '../../src/use-cases/deps.ts';
import { whileReadable } from '../../src/use-cases/ports/home-contents.ts';
import { FakeGovernance } from './fakes.ts';

type AtDesk = Partial<OpenedExtra>;

/** Whether the service of the desk has one of these operations now. */
function hasAny({ governance }: LocalDeps, ...operations: readonly OptionalOperation[]) {
  return () => governance instanceof FakeGovernance && !governance.lacks(...operations);
}

export const elsewhereOnDesk = (deps: LocalDeps) => [
  whileReadable(hasAny(deps, 'taskSearch', 'taskRead'), elsewhereSection(deps)),
];

export const heldOnDesk = (deps: LocalDeps) => [
  whileReadable(hasAny(deps, 'grantSearch'), heldSection(deps)),
];

export const workOnDesk = (deps: LocalDeps) => [
  whileReadable(hasAny(deps, 'taskSearch'), workSection(deps)),
];

export const elsewhereAtDesk: AtDesk = {
  readAgain: readElsewhere,
  followTask: followElsewhere,
  homeSections: elsewhereOnDesk,
};

export const heldAtDesk: AtDesk = {
  jobs: heldJobs,
  giveUp: giveUpHeld,
  lastHoldings,
  homeSections: heldOnDesk,
  prune: pruneHeld,
};

export const profilesAtDesk: AtDesk = { readAgain: followProfiles, profiles: requestedProfiles };

/** @param workOf what waits for somebody in the service */
export function worklistAtDesk(workOf: ReadWorkDeps['workOf']): AtDesk {
  return {
    jobs: (deps) => workJobs({ ...deps, workOf }),
    homeSections: workOnDesk,
    prune: pruneWork,
  };
}

const draftsAtDesk: AtDesk = { jobs: draftJobs };

const nothing = async () => ({ items: [], isCut: false });

/** All of them, but for webhooks (`delivering.ts`). */
export const allAtDesk: readonly AtDesk[] = [
  elsewhereAtDesk,
  profilesAtDesk,
  worklistAtDesk(nothing),
  heldAtDesk,
  draftsAtDesk,
];
