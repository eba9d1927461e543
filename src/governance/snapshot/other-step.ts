import { z } from 'zod';
import type { IdentityPerson, OtherStep, StepPolicy } from '../../domain/task-snapshot.ts';
import { readFormQuestions } from './form-questions.ts';
import { personById } from './people.ts';

const word = z.string().catch('');
const ids = z.array(z.string()).catch([]);
const object = z.looseObject({});
/** Objects of a step, one of which says of what kind it is. */
const current = z
  .object({
    approval: object,
    form: object,
    wait: z.object({ name: word, untilTime: z.object({ untilTime: word }).catch({ untilTime: '' }) }),
    provision: z.object({
      state: word,
      provision: z
        .object({ provisionPolicy: z.looseObject({ manual: object.nullish() }).catch({}) })
        .catch({ provisionPolicy: {} }),
    }),
    action: object,
    accept: object,
    reject: object,
  })
  .partial();
const manual = z.object({
  userIds: ids,
  assignee: z.object({ users: z.object({ userIds: ids }).catch({ userIds: [] }) }).catch({ users: { userIds: [] } }),
});

/**
 * What the current step waits for, where it is no review by people; undefined where it is one, and where the service tells no step.
 * @param people who are told for the current step, whatever it is
 */
export function readOtherStep(
  policy: unknown,
  { processing, stepPolicy }: { readonly processing: string; readonly stepPolicy: StepPolicy | null | undefined },
  people: readonly IdentityPerson[],
  known: ReadonlyMap<string, IdentityPerson>,
): OtherStep | undefined {
  const told = z.object({ current: object }).safeParse(policy).data?.current;
  if (told === undefined) {
    return processing === 'TASK_PROCESSING_TYPE_PROCESSING' && people.length === 0 ? { kind: 'processing' } : undefined;
  }
  const step = current.safeParse(Object.fromEntries(Object.entries(told).filter(([, value]) => value !== null))).data;
  if (step?.approval !== undefined) {
    return stepPolicy?.approver === 'service' ? { kind: 'decided-elsewhere' } : undefined;
  }
  if (step?.form !== undefined) return { kind: 'form', people, ...readFormQuestions(innermostForm(step.form)) };
  if (step?.wait !== undefined) {
    const until = step.wait.untilTime.untilTime;
    return { kind: 'wait', until: Number.isNaN(Date.parse(until)) ? null : until, what: step.wait.name };
  }
  if (step?.provision !== undefined) return setUpBy(step.provision, people, known);
  if (step?.action !== undefined) return { kind: 'automation' };
  if (step?.accept !== undefined) return { kind: 'accepted' };
  if (step?.reject !== undefined) return { kind: 'rejected' };
  // Without anything that says of what kind it is, the people of the step review it, as on tenants that tell no kinds.
  return people.length > 0 || Object.keys(told).every((key) => !isKind(told[key])) ? undefined : { kind: 'unknown' };
}

/** A form stands in its step under `form.form`, and there once more under `form`. */
function innermostForm(step: object): unknown {
  return 'form' in step && typeof step.form === 'object' && step.form !== null ? innermostForm(step.form) : step;
}

function isKind(member: unknown): boolean {
  return typeof member === 'object' && member !== null;
}

function setUpBy(
  { state, provision }: { readonly state: string; readonly provision: { readonly provisionPolicy: object } },
  people: readonly IdentityPerson[],
  known: ReadonlyMap<string, IdentityPerson>,
): OtherStep {
  if ('manual' in provision.provisionPolicy && isKind(provision.provisionPolicy.manual)) {
    const { userIds, assignee } = manual.parse(provision.provisionPolicy.manual);
    const named = [...assignee.users.userIds, ...userIds].filter((id) => id !== '');
    const assigned = [...new Set(named)].map((id) => known.get(id) ?? personById(id));
    return { kind: 'set-up-by-hand', people: people.length > 0 ? people : assigned };
  }
  return { kind: /WEBHOOK|EXTERNAL_TICKET/.test(state) ? 'set-up-elsewhere' : 'set-up' };
}
