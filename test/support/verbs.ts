import type { ActionRight } from '../../src/domain/action/authorization.ts';

const everyVerb: Readonly<Record<ActionRight, true>> = {
  approve: true,
  deny: true,
  ask: true,
  reassign: true,
  shorten: true,
  'fill-in': true,
  comment: true,
  withdraw: true,
  escalate: true,
  'set-up': true,
  'cannot-set-up': true,
  'skip-step': true,
  restart: true,
  close: true,
  'retry-provisioning': true,
  'give-back': true,
};
/** Every verb that somebody may or may not use. */
export const verbs = Object.keys(everyVerb).filter((name): name is ActionRight =>
  Object.hasOwn(everyVerb, name),
);
