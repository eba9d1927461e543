import { OutwardFailure, unlessFailing } from '../../../domain/outward/outward-failure.ts';
import type { ServiceRefusal } from '../../../domain/outward/service-refusal.ts';
import type { Result } from '../../../domain/result.ts';
import type { AccessSettings } from '../../../domain/settings/access-settings.ts';
import { quotedName } from '../../../domain/text/foreign-text.ts';
import type { GovernanceClient } from '../../../service/client/client.ts';
import { introspect, searchTasks } from '../../../service/client/optional-operations.ts';
import { readAppOwnerIds } from '../../../service/client/owner-operations.ts';
import { collect, pages } from '../../../service/client/wire/paging.ts';
import { taskSnapshot } from '../../../service/read/task/read-task-snapshot.ts';
import type { AccessGovernance } from '../../../use-cases/ports/ports.ts';
import { type Check, check, Finding } from '../check.ts';
import { type Policy, searchPolicies } from '../doctor-reads.ts';

type Client = Pick<GovernanceClient, 'call'>;

interface OwnApprovalsDeps extends Pick<AccessSettings, 'apps'> {
  readonly client: Client;
  readonly governance: AccessGovernance;
  /** Whether open tasks are searched. */
  readonly isSearched: boolean;
}

const what = 'approvals by the bot itself';
const why =
  'The service counts a request by a reviewer as approved by them, and the bot requests for everybody.';
const untold = 'the tenant does not tell whose the bot’s credentials are.';
const mend = 'Give the bot a service principal that approves nothing.';

/** Findings about the bot's account, and the reads that failed. */
interface Look {
  /** As the end of a sentence about the account: "owns GitHub team/platform". */
  readonly duties: readonly string[];
  readonly unread: readonly string[];
}

/**
 * Whether the bot's own account reviews anything: then its requests approve themselves. Known are
 * the owners of the configured resources and their apps, the policies that name the account, and
 * the open tasks that wait for it. Members of groups are not read.
 */
export function ownApprovalsCheck({
  client,
  governance,
  apps,
  isSearched,
}: OwnApprovalsDeps): Promise<Check> {
  const look = async (): Promise<string> => {
    const answer = await unlessFailing(client.call(introspect, { path: {} }), () => null);
    const ownId = answer?.ok === true ? answer.value.userId : '';
    if (ownId === '') throw new Finding('warning', `not checked: ${untold} ${mend}`);
    const looks = await Promise.all([
      ownedResources(governance, apps, ownId),
      ownedApps(client, apps, ownId),
      namingPolicies(client, ownId),
      isSearched ? waitingTasks(client, ownId) : noDuties,
    ]);
    const duties = looks.flatMap((one) => one.duties);
    const unread = looks.flatMap((one) => one.unread);
    if (duties.length > 0) {
      const rest = unread.length === 0 ? '' : ` Not checked: ${unread.join(', ')}.`;
      throw new Finding('warning', `${ownId} ${duties.join(', and ')}. ${why} ${mend}${rest}`);
    }
    if (unread.length > 0) {
      throw new Finding('warning', `not checked: ${unread.join(', ')} cannot be read. ${mend}`);
    }
    const words = `${ownId} owns no resource and no app of access.yaml, no policy names it`;
    return `none known: ${words}${isSearched ? ', and no open request waits for it' : ''}`;
  };
  return check(what, look, mend);
}

const noDuties: Look = { duties: [], unread: [] };

async function ownedApps(
  client: Client,
  apps: AccessSettings['apps'],
  ownId: string,
): Promise<Look> {
  const duties: string[] = [];
  const unread: string[] = [];
  const looks = apps.map(async (app) => ({
    app,
    owners: await readIfThere(() => client.call(readAppOwnerIds, { path: { app_id: app.id } })),
  }));
  for (const { app, owners } of await Promise.all(looks)) {
    if (owners === null) unread.push(app.name);
    else if (owners.userIds.includes(ownId)) duties.push(`owns the app ${app.name}`);
  }
  if (unread.length === 0) return { duties, unread };
  return {
    duties,
    unread: [
      unread.length > 1
        ? `the owners of ${unread.length} apps`
        : `the owners of the app ${unread.join()}`,
    ],
  };
}

/** Policies that name the account as a reviewer in a step, its fallback or its escalation. */
async function namingPolicies(client: Client, ownId: string): Promise<Look> {
  const all = await readIfThere(() =>
    collect(pages(client, searchPolicies, { path: {}, body: {} }), ({ list }) => list),
  );
  if (all === null) return { duties: [], unread: ['the policies'] };
  const naming = all.filter((policy) => holdsText(policy.policySteps, ownId));
  return {
    duties: naming.map((policy) => `is named in the policy ${policyName(policy)}`),
    unread: [],
  };
}

function policyName({ displayName, id }: Policy): string {
  return quotedName(displayName.trim() === '' ? id : displayName);
}

/** Deeper than any policy goes. */
const deepest = 20;

/**
 * Whether a text occurs anywhere in the value. The interface does not limit the places, and an id
 * matches nothing else by chance.
 */
function holdsText(value: unknown, text: string, depth = 0): boolean {
  if (typeof value === 'string') return value === text;
  if (typeof value !== 'object' || value === null || depth > deepest) return false;
  return Object.values(value).some((member) => holdsText(member, text, depth + 1));
}

/** null when the tenant refuses, lacks the operation, or answers something else. */
async function readIfThere<Value>(
  read: () => Promise<Result<Value, ServiceRefusal>>,
): Promise<Value | null> {
  try {
    const answer = await read();
    return answer.ok ? answer.value : null;
  } catch (error) {
    if (error instanceof OutwardFailure && ['http', 'decode'].includes(error.kind)) return null;
    throw error;
  }
}

async function ownedResources(
  governance: AccessGovernance,
  apps: AccessSettings['apps'],
  ownId: string,
): Promise<Look> {
  const duties: string[] = [];
  const unread: string[] = [];
  const looks = apps.flatMap((app) =>
    app.resources.map(async (resource) => ({
      name: `${app.name} ${resource.resourceTypeId}/${resource.resourceId}`,
      owners: await governance.listResourceOwners({ appId: app.id, ...resource }),
    })),
  );
  for (const { name, owners } of await Promise.all(looks)) {
    if (!owners.ok) unread.push(`the owners of ${name}`);
    else if (owners.value.some(({ id }) => id === ownId)) duties.push(`owns ${name}`);
  }
  return { duties, unread };
}

/**
 * The first open tasks that this account may decide. Tasks that are listed without naming the
 * account are left out.
 */
async function waitingTasks(client: Client, ownId: string): Promise<Look> {
  const body = {
    taskStates: ['TASK_STATE_OPEN'],
    assigneesInIds: [ownId],
    expandMask: { paths: ['*'] },
    pageSize: 5,
  };
  const answer = await client.call(searchTasks, { path: {}, body });
  if (!answer.ok) return noDuties;
  const { list, expanded } = answer.value;
  const tasks = list.map((view) => taskSnapshot(view, expanded));
  const waiting = tasks.filter(({ stepApprovers }) => stepApprovers.some(({ id }) => id === ownId));
  const names = waiting.map(({ numericId, id }) => (numericId === '' ? id : `#${numericId}`));
  return names.length === 0
    ? noDuties
    : { duties: [`is asked to decide ${names.join(', ')}`], unread: [] };
}
