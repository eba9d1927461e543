import type { IdentityPerson } from '../../domain/people/identity-person.ts';
import type { AccessSettings } from '../../domain/settings/access-settings.ts';
import { slackAccountsOf } from '../../use-cases/card/card-model.ts';
import type { Chat, ChatDirectory } from '../../use-cases/ports/chat-ports.ts';
import type { AccessGovernance } from '../../use-cases/ports/ports.ts';
import { check, Finding, type Looks } from './check.ts';

export interface ReviewersCheckDeps {
  readonly governance: Pick<AccessGovernance, 'listResourceOwners'>;
  readonly directory: ChatDirectory;
  readonly absentFrom: Chat['absentFrom'];
  readonly settings: Pick<AccessSettings, 'apps'>;
}

const mend = 'Look at Slack and the governance service above.';

/**
 * Whether the owners of what can be requested, who review by most policies, are in the channel that
 * gets its cards.
 */
export function reviewersLooks(deps: ReviewersCheckDeps): Looks {
  const apps = deps.settings.apps.filter((app) => app.resources.length > 0 && !app.confidential);
  const byChannel = Map.groupBy(apps, ({ channel }) => channel ?? '');
  byChannel.delete('');
  return Array.from(byChannel, ([channel, those]) =>
    check(`owners in channel ${channel}`, () => ownersSay(deps, channel, those), mend),
  );
}

async function ownersSay(
  { governance, directory, absentFrom }: ReviewersCheckDeps,
  channel: string,
  apps: AccessSettings['apps'],
): Promise<string> {
  const owners = new Map<string, IdentityPerson>();
  for (const { id: appId, resources } of apps)
    for (const resource of resources) {
      const answer = await governance.listResourceOwners({ appId, ...resource });
      for (const owner of answer.ok ? answer.value : []) owners.set(owner.id, owner);
    }
  const accounts = [...(await slackAccountsOf(directory, [...owners.values()])).values()];
  const absent = await absentFrom(
    channel,
    accounts.map(({ userId }) => userId),
  );
  if (absent.length === 0) return 'none of them is known to be missing';
  const names = accounts.filter(({ userId }) => absent.includes(userId)).map(({ name }) => name);
  throw new Finding(
    'warning',
    `not there: ${names.join(', ')}. Cards that wait for them go to them directly. Invite them with /invite.`,
  );
}
