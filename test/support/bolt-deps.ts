import { slackLogger } from '../../src/slack/receiving/bolt-app.ts';
import {
  createPersonLimits,
  mostUnauthenticatedBytes,
  UnauthenticatedBodies,
} from '../../src/use-cases/people/limiter.ts';
import type { FakeWorld } from './fakes.ts';
import { everybodyReads } from './languages.ts';
import { defaultLimits } from './test-settings.ts';

/** What Bolt needs of the rest, for tests in which nobody reaches a limit. */
export function boltDeps(world: FakeWorld) {
  return {
    world,
    logger: slackLogger(world.log),
    languages: everybodyReads('en'),
    limits: createPersonLimits(defaultLimits, world),
    bodies: new UnauthenticatedBodies(world, mostUnauthenticatedBytes),
  };
}
