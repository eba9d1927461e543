import type { IdentityRefusal, SlackActor } from '../domain/access-request.ts';
import type { AccessSettings } from '../domain/access-settings.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import type { IdentityPerson } from '../domain/task-snapshot.ts';
import type { ChatDirectory, SlackPerson } from './chat-ports.ts';
import type { AccessGovernance } from './ports.ts';
import type { Store } from './store-ports.ts';
import type { World } from './world.ts';

export interface IdentityDeps {
  readonly store: Store;
  readonly directory: ChatDirectory;
  readonly governance: AccessGovernance;
  readonly settings: Pick<AccessSettings, 'directory' | 'apps'>;
  readonly world: World;
}

const cacheMs = 10 * 60_000;

/**
 * The identity behind a Slack account, by the email that Slack verified: the directory file first, then userSearch, then the
 * owners of the configured resources. Never guessed.
 *
 * @param options.fresh asks Slack and the service again: whoever decides is checked against the truth of this moment
 */
export async function resolveIdentity(
  deps: IdentityDeps,
  actor: Pick<SlackActor, 'userId'>,
  options: { readonly fresh: boolean },
): Promise<Result<IdentityPerson, IdentityRefusal>> {
  if (!options.fresh) {
    const kept = await deps.store.transaction((tx) => tx.identities.find(actor.userId));
    if (kept !== null && deps.world.now().getTime() - kept.checkedAt.getTime() < cacheMs) return ok(kept.person);
  }
  const resolved = await resolveNow(deps, actor);
  await deps.store.transaction(async (tx) => {
    if (resolved.ok) {
      await tx.identities.save({
        slackUserId: actor.userId,
        person: resolved.value,
        checkedAt: deps.world.now(),
      });
    } else await tx.identities.forget(actor.userId);
  });
  return resolved;
}

async function resolveNow(
  deps: IdentityDeps,
  actor: Pick<SlackActor, 'userId'>,
): Promise<Result<IdentityPerson, IdentityRefusal>> {
  const account = await deps.directory.person(actor.userId);
  if (account === null) return refuse({ kind: 'unknown-person', email: '' });
  const refusal = accountRefusal(account);
  if (refusal !== null) return refuse(refusal);
  if (account.email === null) return refuse({ kind: 'no-email' });
  const person = await identityByEmail(deps, account.email, account.name);
  return person === null ? refuse({ kind: 'unknown-person', email: account.email }) : ok(person);
}

function accountRefusal(account: SlackPerson): IdentityRefusal | null {
  if (account.isDeactivated) return { kind: 'deactivated' };
  if (account.isBot) return { kind: 'bot' };
  if (account.isExternal) return { kind: 'external' };
  if (account.isGuest) return { kind: 'guest' };
  return null;
}

async function identityByEmail(deps: IdentityDeps, email: string, name: string): Promise<IdentityPerson | null> {
  const wanted = email.toLowerCase();
  const listed = deps.settings.directory.get(wanted);
  if (listed !== undefined) return { id: listed.id, name, email };
  if (deps.governance.operations.has('userSearch')) return deps.governance.findPersonByEmail(email);
  return ownerByEmail(deps, wanted);
}

/** Without a directory file and userSearch the owners lists are all that names people with their email. */
async function ownerByEmail(deps: IdentityDeps, wanted: string): Promise<IdentityPerson | null> {
  for (const requestable of deps.settings.apps) {
    for (const resource of requestable.resources) {
      const owners = await deps.governance.listResourceOwners({ appId: requestable.id, ...resource });
      if (!owners.ok) continue;
      const found = owners.value.find((owner) => owner.email?.toLowerCase() === wanted);
      if (found !== undefined) return found;
    }
  }
  return null;
}
