/**
 * Members of records that are only shown to operators: by name, whatever is in them, because one
 * wrong detail must not hide the rest of a list. Those that the interface does not declare are
 * dropped. `operator/admin/table/viewer.ts` hides what is named like a secret, at any depth.
 */
import { z } from 'zod';

/**
 * What deployments spell otherwise than the interface (docs/spec/deployments.md#names-and-values):
 * their name, then ours.
 */
const interfaceNames: Readonly<Record<string, string>> = {
  matchBatonId: 'matchSyncerId',
  googleEnabled: 'providerAEnabled',
  googleHostedDomains: 'providerAHostedDomains',
  microsoftEnabled: 'providerBEnabled',
  microsoftTenantIds: 'providerBTenantIds',
  awsAccessKeyId: 'cloudAccessKeyId',
  awsSecretAccessKeyConfigured: 'cloudSecretAccessKeyConfigured',
  awsSessionTokenConfigured: 'cloudSessionTokenConfigured',
  slackChannel: 'chatChannel',
};

function underInterfaceNames(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  // Copying every object would make long lists slow.
  if (!Object.keys(value).some((name) => Object.hasOwn(interfaceNames, name))) return value;
  const entries = Object.entries(value).map(([name, member]) => [
    Object.hasOwn(interfaceNames, name) ? interfaceNames[name] : name,
    member,
  ]);
  return Object.fromEntries(entries);
}

/** An object under the names of the interface, whichever spelling came. */
export function spelled<Shape extends z.ZodRawShape>(
  members: Shape,
): z.ZodType<z.output<z.ZodObject<Shape>>> {
  return z.preprocess(underInterfaceNames, z.object(members));
}

export type ShownMembers = Readonly<Record<string, z.ZodType<unknown>>>;

const asItCame = z.unknown().optional();

/** Members that are shown as they came; their names separated by spaces. */
export function members(names: string): ShownMembers {
  return Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, asItCame]),
  );
}

/** A member whose own members are known by these alone. What is no object is shown as it came. */
export function shownMessage(shown: ShownMembers): z.ZodType<unknown> {
  return z.union([spelled(shown), z.unknown()]).optional();
}

/** A member that has names of deployments at any depth, under the interface's. */
export const shownUnderOurNames = z.unknown().transform(ourNamesWithin).optional();

function ourNamesWithin(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ourNamesWithin);
  const named = underInterfaceNames(value);
  if (typeof named !== 'object' || named === null) return named;
  return Object.fromEntries(
    Object.entries(named).map(([name, member]) => [name, ourNamesWithin(member)]),
  );
}
