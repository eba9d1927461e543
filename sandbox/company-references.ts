/** Checks that every name in a company file is defined there, and only once. */
import type { Company, CompanyApp, CompanyStep } from './company-schema.ts';

type Named = readonly (string | null | undefined)[];
/** The names in one part of the file, and all names that are defined. */
type Mention = readonly [place: string, named: Named, all: readonly string[]];

/** Says which names are not defined, and which are defined twice. */
export function referenceMistakes(read: Company): string[] {
  const people = [...read.people, ...read.outsiders].map((one) => one.handle);
  const policies = read.policies.map((one) => one.id);
  const channels = read.channels.map((one) => one.id);
  const apps = read.apps.map((one) => one.id);
  const schemas = Object.keys(read.requestSchemas);
  const catalogs = read.catalogs.map((one) => one.id);
  const entitlements = read.apps.flatMap((one) =>
    one.resources.flatMap((of) => of.entitlements.map(({ id }) => `${one.id} ${id}`)),
  );
  const unique = [
    ...Object.entries({ people, policies, channels, apps, catalogs }),
    ...read.apps.map(
      (one) =>
        [one.id, one.resources.flatMap((of) => of.entitlements.map(({ id }) => id))] as const,
    ),
  ];
  const mentions: readonly Mention[] = [
    ...read.people.map(
      (one): Mention => [`people ${one.handle}`, [one.manager, one.delegate], people],
    ),
    ...read.channels.map(
      (one): Mention => [`channels ${one.id}`, one.members, [...people, 'everyone']],
    ),
    ...read.userGroups.map((one): Mention => [`userGroups ${one.id}`, one.members, people]),
    ...read.messages.map(
      (one): Mention => ['messages', [one.author, ...one.replies.map((of) => of.author)], people],
    ),
    ...read.messages.map((one): Mention => ['messages', [one.channel], channels]),
    ...read.policies.flatMap(({ id, steps }): Mention[] => [
      [`policies ${id}`, steps.flatMap(peopleOf), people],
      [`policies ${id}`, steps.map(formOf), schemas],
      [`policies ${id}`, steps.map(laterPolicyOf), policies],
    ]),
    ['defaultPolicies', Object.values(read.defaultPolicies), policies],
    ...read.catalogs.flatMap((one): Mention[] => [
      [`catalogs ${one.id}`, [...one.apps, one.standardOf], apps],
      [
        `catalogs ${one.id}`,
        [...one.access, ...one.entitlements, one.enrolment]
          .flatMap((ref) => ref ?? [])
          .map(({ appId, id }) => `${appId} ${id}`),
        entitlements,
      ],
    ]),
    ...read.apps.flatMap((one) => mentionsOf(one, { people, policies, channels, schemas })),
  ];
  const missing = mentions.flatMap(([place, named, all]) =>
    named.flatMap((one) =>
      one && !all.includes(one) ? `  ${place}: there is no “${one}” in this file` : [],
    ),
  );
  const twice = unique.flatMap(([place, ids]) =>
    [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))].map(
      (id) => `  ${place}: “${id}” is there twice`,
    ),
  );
  return [...missing, ...twice];
}

function mentionsOf(
  { id: appId, channel: posted, accounts, moreAccounts, types, resources, rules }: CompanyApp,
  known: Readonly<Record<'people' | 'policies' | 'channels' | 'schemas', readonly string[]>>,
): readonly Mention[] {
  const app = `apps ${appId}`;
  return [
    [`${app} channel`, [posted], known.channels],
    [`${app} accounts`, Object.keys(accounts), known.people],
    [`${app} moreAccounts`, Object.keys(moreAccounts), Object.keys(accounts)],
    ...rules.flatMap(({ id, policy: named, emergency, covers }): Mention[] => [
      [`${app} rules ${id}`, [named, emergency], known.policies],
      [
        `${app} rules ${id}`,
        covers,
        resources.flatMap((one) => one.entitlements.map((of) => of.id)),
      ],
    ]),
    [`${app} types`, resources.map(({ type }) => type), Object.keys(types)],
    ...resources.flatMap((one): Mention[] => [
      [`${app} ${one.id} owners`, [...Object.keys(one.owners), ...one.systemOwners], known.people],
      ...one.entitlements.flatMap(
        ({ id, policy: named, revokePolicy, emergency, owners: own, requestSchema, holders }) => {
          const place = `${app} ${one.id} ${id}`;
          const namedPolicies = [named, revokePolicy, emergency === true ? null : emergency];
          return [
            [`${place} owners`, Object.keys(own), known.people],
            [`${place} holders`, Object.keys(holders), known.people],
            [
              `${place} holders`,
              Object.values(holders).map((held) => held.account),
              Object.values(moreAccounts).flat(),
            ],
            [`${place} policy`, namedPolicies, known.policies],
            [`${place} requestSchema`, [requestSchema], known.schemas],
          ] satisfies Mention[];
        },
      ),
    ]),
  ];
}

function formOf(one: CompanyStep): string | null {
  return 'form' in one ? one.form : null;
}

function laterPolicyOf(one: CompanyStep): string | null {
  const later = 'escalation' in one ? one.escalation : undefined;
  return later !== undefined && 'policy' in later ? later.policy : null;
}

function peopleOf(one: CompanyStep): readonly string[] {
  const later = 'escalation' in one ? one.escalation : undefined;
  return [...(later !== undefined && 'to' in later ? later.to : []), ...reviewersOf(one)];
}

function reviewersOf(one: CompanyStep): readonly string[] {
  if ('users' in one) return one.users;
  if ('group' in one) return one.group.people;
  if ('manager' in one) return one.manager.fallback;
  return 'owners' in one ? one.owners.fallback : [];
}
