import { z } from 'zod';
import {
  type GrantPart,
  grantParts,
  type SnapshotEntitlement,
} from '../../../domain/task/task-snapshot.ts';
import type { TaskAnswer } from '../../client/endpoints.ts';
import { type Expanded, locate } from '../../client/wire/expanded.ts';
import type { AccessType } from '../catalogue/access-type.ts';
import { ownerOfAccount } from '../people/read-accounts.ts';
import { type KnownPeople, peopleAt } from '../people/read-people.ts';

interface TaskNames {
  readonly view: TaskAnswer['taskView'];
  readonly expanded: Expanded;
  readonly grant: AccessType | null;
  readonly everyone: KnownPeople;
  readonly entitlements: readonly SnapshotEntitlement[];
}

/**
 * The parts for which one answer has two different values. An answer names person, app and
 * entitlement in several places, and a card shows only one of them: one place could name what was
 * requested and another what is really granted.
 */
export function contradictionsIn({
  view,
  expanded,
  grant,
  everyone,
  entitlements,
}: TaskNames): readonly GrantPart[] {
  const people = (path: string) => peopleAt(expanded, path, everyone).map(({ id }) => id);
  // A task for an account may name the account's own user beside the identity.
  const isForAccount = grant !== null && grant.appUserId !== '';
  const named = isForAccount ? [] : [view.task.userId, ...people(view.userPath)];
  const owner = isForAccount ? ownerOfAccount(expanded, view.appUserPath, grant.appUserId) : null;
  const persons = [
    grant?.identityUserId ?? '',
    ...people(view.identityUserPath),
    ...named,
    owner ?? '',
  ];
  const located = locate(expanded, view.appPath).flatMap(
    (value) => withId.safeParse(value).data?.id ?? [],
  );
  const apps = [grant?.appId ?? '', ...located, ...entitlements.map(({ appId }) => appId)];
  const entitlementId = grant?.appEntitlementId ?? '';
  const isNamed =
    entitlementId === '' ||
    entitlements.length === 0 ||
    entitlements.some(({ id }) => id === entitlementId);
  const isContradicted = {
    person: isSeveral(persons),
    // It is named in one place only.
    account: false,
    app: isSeveral(apps),
    entitlement: !isNamed,
    request: false,
  };
  return grantParts.filter((part) => isContradicted[part]);
}

const withId = z.object({ id: z.string().min(1) });

function isSeveral(ids: readonly string[]): boolean {
  return new Set(ids.filter((id) => id !== '')).size > 1;
}
