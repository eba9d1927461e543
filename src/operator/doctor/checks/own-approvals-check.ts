import { z } from 'zod';
import { unlessFailing } from '../../../domain/outward/outward-failure.ts';
import type { AccessSettings } from '../../../domain/settings/access-settings.ts';
import { quotedName } from '../../../domain/text/foreign-text.ts';
import type { GovernanceClient } from '../../../service/client/client.ts';
import { introspect, readAppOwnerIds } from '../../../service/client/optional-operations.ts';
import { endpoint } from '../../../service/client/wire/endpoint.ts';
import { collect, pages } from '../../../service/client/wire/paging.ts';
import { list, text } from '../../../service/client/wire/wire-fields.ts';
import type { AccessGovernance } from '../../../use-cases/ports/ports.ts';
import { Finding, type Look, someAtOnce } from '../check.ts';

interface OwnApprovalsDeps extends Pick<AccessSettings, 'apps'> {
  readonly client: Pick<GovernanceClient, 'call'>;
  readonly governance: Pick<AccessGovernance, 'listResourceOwners'>;
}

const policy = z.object({
  id: text,
  displayName: text,
  /** Steps by their key, as the service sent them, because people are named in many places. */
  policySteps: z.unknown().optional(),
});

/** Some searches of the service wrap what they list. */
function unwrapped(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'policy' in item ? item.policy : item;
}

/** All policies but those that belong to a single app or entitlement. */
export const searchPolicies = endpoint(
  'POST',
  '/api/v1/search/policies',
  z.object({ list: list(z.unknown().transform(unwrapped).pipe(policy)), nextPageToken: text }),
);

const why =
  'The service counts a request by a reviewer as approved by them, and the bot requests for everybody.';
const mend = 'Give the bot a service principal that approves nothing.';

/**
 * Whether the bot's own account reviews anything: then its requests approve themselves. Known are
 * the owners of the configured resources and their apps, and the policies that name the account.
 * Members of groups are not read.
 */
export function ownApprovalsLook(deps: OwnApprovalsDeps): Look {
  const ask = async (): Promise<string> => {
    const own = await unlessFailing(deps.client.call(introspect, { path: {} }), () => null);
    const ownId = own?.ok === true ? own.value.userId : '';
    if (ownId === '')
      throw new Finding(
        'warning',
        `not checked: the tenant does not tell whose the bot’s credentials are. ${mend}`,
      );
    const { duties, unread } = await dutiesOf(deps, ownId);
    const unseen = [...new Set(unread)].join(', ');
    if (duties.length > 0) {
      const rest = unseen === '' ? '' : ` Not checked: ${unseen}.`;
      throw new Finding('warning', `${ownId} ${duties.join(', and ')}. ${why} ${mend}${rest}`);
    }
    if (unseen !== '')
      throw new Finding('warning', `not checked: ${unseen} cannot be read. ${mend}`);
    return `none known: ${ownId} owns no resource and no app of access.yaml, and no policy names it`;
  };
  return { what: 'approvals by the bot itself', ask, mend };
}

/** As the end of a sentence about the account, "owns GitHub team/platform"; and the reads that failed. */
async function dutiesOf({ client, governance, apps }: OwnApprovalsDeps, ownId: string) {
  const duties: string[] = [];
  const unread: string[] = [];
  const ofApps = async ({ id: appId, name, resources }: AccessSettings['apps'][number]) => {
    const reading = client.call(readAppOwnerIds, { path: { app_id: appId } });
    const owners = await unlessFailing(reading, () => null);
    if (owners?.ok !== true) unread.push('the owners of apps');
    else if (owners.value.userIds.includes(ownId)) duties.push(`owns the app ${name}`);
    for (const resource of resources) {
      const list = governance.listResourceOwners({ appId, ...resource });
      const those = await unlessFailing(list, () => null);
      if (those === null) unread.push('the owners of resources');
      else if (those.some(({ id }) => id === ownId))
        duties.push(`owns ${name} ${resource.resourceTypeId}/${resource.resourceId}`);
    }
  };
  await someAtOnce(apps, ofApps, () => undefined);
  const all = pages(client, searchPolicies, { path: {}, body: {} });
  const reading = collect(all, (page) => page.list);
  const policies = await unlessFailing(reading, () => null);
  if (policies === null) unread.push('the policies');
  for (const { id, displayName, policySteps } of policies ?? [])
    if (holdsText(policySteps, ownId))
      duties.push(`is named in the policy ${quotedName(displayName.trim() || id)}`);
  return { duties, unread };
}

/** Deeper than any policy goes. */
const deepest = 20;

/**
 * Whether a text occurs anywhere in the value. The interface does not limit the places, and an id
 * matches nothing else by chance.
 */
function holdsText(value: unknown, searched: string, depth = 0): boolean {
  if (typeof value === 'string') return value === searched;
  if (typeof value !== 'object' || value === null || depth > deepest) return false;
  return Object.values(value).some((member) => holdsText(member, searched, depth + 1));
}
