import type { AuditWords, FactObject, FactOf } from '../message/fact-object.ts';
import { accessFacts } from '../message/kinds/access-messages.ts';
import { actionFacts } from '../message/kinds/action-messages.ts';
import { decisionFacts } from '../message/kinds/decision-messages.ts';
import {
  agentFacts,
  deliveredStepFacts,
  postingFacts,
} from '../message/kinds/facts-without-messages.ts';
import { requestFacts } from '../message/kinds/request-messages.ts';

const objects = {
  ...requestFacts,
  ...decisionFacts,
  ...actionFacts,
  ...accessFacts,
  ...postingFacts,
  ...deliveredStepFacts,
  ...agentFacts,
};

type Objects = typeof objects;
export type FactKind = keyof Objects;

/** What the trail keeps of each kind. The kinds and the names in it are fixed: the chain's hash covers them. */
export type Details = {
  [Kind in FactKind]: Objects[Kind] extends FactObject<infer Detail> ? Detail : never;
};

/** A fact of one kind, or of any kind. */
export type Fact<Kind extends FactKind = FactKind> = {
  [One in Kind]: FactOf<Details[One]> & { readonly kind: One };
}[Kind];

/** What the trail says of each fact. `docs/messages.md` is made from it. */
export const auditWords: { readonly [Kind in FactKind]: { readonly audit: AuditWords } } = objects;
