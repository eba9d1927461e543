import type { AccessSettings } from '../domain/access-settings.ts';
import { type Check, check, Finding, notChecked } from '../domain/check.ts';
import type { AccessGovernance } from '../use-cases/ports.ts';
import type { GovernanceClient } from './client.ts';
import * as operations from './optional-operations.ts';
import { taskSnapshot } from './snapshot/task-snapshot.ts';

interface OwnApprovalsDeps extends Pick<AccessSettings, 'apps'> {
  readonly client: GovernanceClient;
  readonly governance: AccessGovernance;
}

const what = 'approvals by the bot itself';
const why = 'The service counts a request by a reviewer as approved by them, and the bot requests for everybody.';
const mend = 'Give the bot a service principal that approves nothing.';

/**
 * Whether the bot's own account reviews anything: then its requests approve themselves. Known are the owners of the configured resources
 * and the open tasks that wait for the account; policies are not read.
 */
export async function ownApprovalsCheck({ client, governance, apps }: OwnApprovalsDeps): Promise<Check> {
  const told = await client.call(operations.introspect, { path: {} }).catch(() => null);
  const ownId = told?.ok === true ? told.value.userId : '';
  if (ownId === '') return notChecked(what, `the tenant does not tell whose the bot’s credentials are. ${mend}`);
  const look = async (): Promise<string> => {
    const owned = await ownedResources(governance, apps, ownId);
    const waiting = governance.operations.has('taskSearch') ? await waitingTasks(client, ownId) : [];
    const found = [
      ...owned.names.map((one) => `owns ${one}`),
      ...(waiting.length > 0 ? [`is asked to decide ${waiting.join(', ')}`] : []),
    ];
    if (found.length > 0) throw new Finding('warning', `${ownId} ${found.join(', and ')}. ${why} ${mend}`);
    if (owned.unread.length > 0) {
      throw new Finding('warning', `not checked: the owners of ${owned.unread.join(', ')} cannot be read. ${mend}`);
    }
    return `none known: ${ownId} owns no resource of access.yaml${waitingWords(governance)}`;
  };
  return check(what, look, mend);
}

function waitingWords({ operations: there }: AccessGovernance): string {
  return there.has('taskSearch') ? ', and no open request waits for it' : '';
}

async function ownedResources(governance: AccessGovernance, apps: AccessSettings['apps'], ownId: string) {
  const names: string[] = [];
  const unread: string[] = [];
  for (const app of apps) {
    for (const resource of app.resources) {
      const name = `${app.name} ${resource.resourceTypeId}/${resource.resourceId}`;
      const owners = await governance.listResourceOwners({ appId: app.id, ...resource });
      if (!owners.ok) unread.push(name);
      else if (owners.value.some(({ id }) => id === ownId)) names.push(name);
    }
  }
  return { names, unread };
}

/** The first open tasks that this account may decide. What a service lists although it does not say so is left out. */
async function waitingTasks(client: GovernanceClient, ownId: string): Promise<readonly string[]> {
  const body = {
    taskStates: ['TASK_STATE_OPEN'],
    assigneesInIds: [ownId],
    expandMask: { paths: ['*'] },
    pageSize: 5,
  };
  const found = await client.call(operations.searchTasks, { path: {}, body });
  if (!found.ok) return [];
  const { list, expanded } = found.value;
  const tasks = list.map((view) => taskSnapshot(view, expanded));
  const waiting = tasks.filter(({ stepApprovers }) => stepApprovers.some(({ id }) => id === ownId));
  return waiting.map(({ numericId, id }) => (numericId === '' ? id : `#${numericId}`));
}
