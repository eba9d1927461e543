/** Settings of steps that the service hands to the bot: above all, who answers them. */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { AccessSettings } from '../domain/settings/access-settings.ts';
import {
  type AnswererChoice,
  type AnswererSource,
  type Answerers,
  ownedThings,
} from '../domain/settings/answerers.ts';
import {
  asRead,
  duration,
  expecting,
  filledListOf,
  group,
  oneOf,
  optional,
  personId,
  settings,
  someOf,
  textSetting,
  writtenAlso,
} from './values.ts';

const hourSeconds = 3_600;
const daySeconds = 86_400;

/** The choices that are written as one word. */
const answererWords = ['owners', 'manager'] as const;
const answererWord = oneOf(answererWords);

/** `true`: of the resource, in any role. */
const ownersChoice = z
  .preprocess(
    (written) => (written === true ? {} : written),
    settings({
      of: optional(oneOf(ownedThings), 'resource'),
      role: textSetting('the role of the owners in the governance service, like owner').optional(),
    }),
  )
  .register(writtenAlso, { ways: [{ const: true }] })
  .transform(({ of, role }, context) => {
    if (role === undefined) return { of };
    if (of !== 'app') return { of, role };
    const message = 'cannot be chosen for owners of the app; leave it out.';
    context.addIssue({ code: 'custom', path: ['role'], message });
    return z.NEVER;
  });

const answererSource = z
  .preprocess(
    (written, context) => {
      if (typeof written !== 'string') return written;
      const word = answererWord.safeParse(written);
      if (word.success) return { [word.data]: true };
      const message = `${word.error.issues[0]?.message ?? ''} Or write settings: group, people.`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    },
    settings({
      owners: optional(ownersChoice, false),
      manager: optional(z.literal(true, expecting('true')), false),
      group: optional(
        settings({
          appId: textSetting('the app’s id in the governance service'),
          entitlementId: textSetting('the id of the entitlement whose holders decide'),
        }),
        null,
      ),
      people: someOf(personId, 'a list like [U0ANA]', null),
    }).transform(({ owners, manager, group: ofGroup, people }, context): AnswererSource => {
      const chosen: AnswererSource[] = [
        ...(owners === false ? [] : [{ kind: 'owners', ...owners } as const]),
        ...(manager ? [{ kind: 'manager' } as const] : []),
        ...(ofGroup === null ? [] : [{ kind: 'group', ...ofGroup } as const]),
        ...(people === null ? [] : [{ kind: 'people', people } as const]),
      ];
      const [only, ...others] = chosen;
      if (only !== undefined && others.length === 0) return only;
      const what = only === undefined ? 'names nobody' : 'names several';
      const message = `${what}; write exactly one of owners, manager, group and people, or a list like [owners, manager].`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }),
  )
  .register(writtenAlso, { ways: [{ enum: [...answererWords] }] });

const answererChoice: z.ZodType<AnswererChoice> = z
  .union([filledListOf(answererSource, 'a list like [owners, manager]'), answererSource])
  .transform((written) => (Array.isArray(written) ? written : [written]));

/** Who answers delivered steps. What an app leaves out, it takes from the general ones. */
const answerers = {
  reviewers: optional(answererChoice, null),
  setUpBy: optional(answererChoice, null),
  fallback: optional(
    z.union([z.literal('admins'), filledListOf(personId, 'admins, or a list like [U0ANA]')]),
    null,
  ),
};
interface WrittenAnswerers {
  readonly reviewers: AnswererChoice | null;
  readonly setUpBy: AnswererChoice | null;
  readonly fallback: readonly string[] | 'admins' | null;
}

/** What an app says of it, filled in by what is said of all; null where it says nothing. */
export function answerersWithDefaults(
  app: WrittenAnswerers | null,
  general: Answerers,
): Answerers | null {
  if (app === null) return null;
  return {
    reviewers: app.reviewers ?? general.reviewers,
    setUpBy: app.setUpBy ?? general.setUpBy,
    fallback: app.fallback === null ? general.fallback : orAdmins(app.fallback),
  };
}

const orAdmins = (written: WrittenAnswerers['fallback']): readonly string[] | null =>
  written === 'admins' ? null : written;

export const answerersOfApp = optional(settings(answerers), null);

const ownersOfResource: AnswererChoice = [{ kind: 'owners', of: 'resource' }];

export const webhook: z.ZodType<AccessSettings['webhook']> = group({
  ...answerers,
  freshFor: optional(duration, 4 * hourSeconds),
  answerWithin: optional(duration, daySeconds),
}).transform(({ freshFor, answerWithin, reviewers, setUpBy, fallback, ...webhook }) =>
  asRead<AccessSettings['webhook']>()({
    ...webhook,
    fallback: orAdmins(fallback),
    reviewers: reviewers ?? ownersOfResource,
    setUpBy: setUpBy ?? ownersOfResource,
    freshForSeconds: freshFor,
    answerWithinSeconds: answerWithin,
  }),
);

const usualWebhook = webhook.parse({});

/** Whether the general settings say what they would without being written. */
export function isUsualWebhook(written: AccessSettings['webhook']): boolean {
  return isDeepStrictEqual(written, usualWebhook);
}
