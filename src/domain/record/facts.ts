import type { FactObject, FactOf, Reaction } from '../message/fact-object.ts';
import { accessFacts } from '../message/kinds/access-messages.ts';
import { actionFacts } from '../message/kinds/action-messages.ts';
import { agentFacts } from '../message/kinds/agent-facts.ts';
import { clickFacts } from '../message/kinds/click-messages.ts';
import { decisionFacts } from '../message/kinds/decision-messages.ts';
import { deliveredStepFacts } from '../message/kinds/delivered-step-messages.ts';
import { emergencyFacts } from '../message/kinds/emergency-messages.ts';
import { postingFacts } from '../message/kinds/posting-facts.ts';
import { requestFacts } from '../message/kinds/request-messages.ts';
import { undecidedFacts } from '../message/kinds/undecided-messages.ts';
import { unsentFacts } from '../message/kinds/unsent-messages.ts';
import type { NoticeBody } from '../message/notice.ts';

const objects = {
  ...requestFacts,
  ...unsentFacts,
  ...emergencyFacts,
  ...undecidedFacts,
  ...decisionFacts,
  ...actionFacts,
  ...clickFacts,
  ...accessFacts,
  ...postingFacts,
  ...deliveredStepFacts,
  ...agentFacts,
};

type Objects = typeof objects;
export type FactKind = keyof Objects;

/** What there is to know of each kind. The kinds and the names in their details are fixed: the chain's hash covers them. */
export type Facts = {
  [Kind in FactKind]: Objects[Kind] extends FactObject<infer Parts, unknown, infer _>
    ? Parts
    : never;
};

/** A fact of one kind, or of any kind. A part that the kind does not have is left out. */
export type Fact<Kind extends FactKind = FactKind> = {
  [One in Kind]: FactOf<Facts[One]> & { readonly kind: One };
}[Kind];

/**
 * For every fact: who is told what, and what the trail says.
 * `docs/messages.md` is made from it.
 */
export const reactions: {
  readonly [Kind in FactKind]: Reaction<Fact<Kind>, NoticeBody>;
} = objects;
