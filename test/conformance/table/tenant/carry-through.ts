import { at } from '../../service-client.ts';
import type { Finding } from './findings.ts';
import { type TenantAnswer, tenantCalls } from './tenant-calls.ts';
import type { TenantSettings } from './tenant-settings.ts';

const text = (value: unknown, ...place: readonly (string | number)[]): string => {
  const found = at(value, ...place);
  return typeof found === 'string' ? found : '';
};

/**
 * `--write`: one request for the given person and entitlement, approved where the credentials may, else closed, and read until it has ended.
 * For a sandbox or a test tenant: what is granted is given back where the tenant has taskRevoke.
 */
export async function carryThrough(
  settings: TenantSettings,
  pause: (milliseconds: number) => Promise<unknown>,
): Promise<readonly Finding[]> {
  const { appId = '', entitlementId = '', userId = '' } = settings.ids;
  const calls = tenantCalls(settings);
  const found: Finding[] = [];
  const note = (what: string, { status, body }: TenantAnswer, words: string): boolean => {
    const said = status === 200 ? words : `it answered ${status} ${text(body, 'message').slice(0, 200)}`;
    found.push({ what, verdict: status === 200 ? 'ok' : 'differs', found: said });
    return status === 200;
  };
  const target = { appId, appEntitlementId: entitlementId, identityUserId: userId };
  const source = {
    requestId: `conformance-${Date.now()}`,
    conversationId: '',
    externalUrl: '',
    integrationId: '',
    isExtension: false,
  };
  const made = await calls.write('/api/v1/task/grant', {
    ...target,
    description: 'Made by npm run conformance',
    source,
  });
  const id = text(made.body, 'taskView', 'task', 'id');
  if (!note('grant', made, `made ${id}`)) return found;
  const read = async () => at((await calls.get(`/api/v1/tasks/${id}`)).body, 'taskView', 'task');
  for (let round = 0; round < 60; round += 1) {
    const task = await read();
    if (text(task, 'state') === 'TASK_STATE_CLOSED') {
      found.push({ what: 'end', verdict: 'ok', found: text(task, 'type', 'grant', 'outcome') });
      break;
    }
    const policyStepId = text(task, 'policy', 'current', 'id');
    const isReview = at(task, 'policy', 'current', 'approval') !== undefined;
    const actions = JSON.stringify(at(task, 'actions') ?? []);
    if (isReview && actions.includes('"TASK_ACTION_TYPE_APPROVE"')) {
      const approved = await calls.write(`/api/v1/tasks/${id}/action/approve`, {
        policyStepId,
        comment: 'conformance',
      });
      if (!note('approve', approved, `approved ${policyStepId}`)) break;
    } else if (isReview) {
      if (!note('close', await calls.write(`/api/v1/tasks/${id}/action/close`, { comment: 'conformance' }), 'closed'))
        break;
    }
    await pause(1_000);
  }
  if (!found.some(({ what }) => what === 'end')) {
    found.push({ what: 'end', verdict: 'not seen', found: `${id} has not ended; look at it in the console` });
  }
  if (found.at(-1)?.found === 'GRANT_OUTCOME_GRANTED') {
    note(
      'revoke',
      await calls.write('/api/v1/task/revoke', { ...target, description: 'Made by npm run conformance' }),
      'asked to be taken back',
    );
  }
  return found;
}
