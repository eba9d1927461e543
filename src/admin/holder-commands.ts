import { quotedName } from '../domain/quoted-name.ts';
import { ok, refuse } from '../domain/result.ts';
import { listEntitlementHolders } from '../governance/grants.ts';
import { createRevokeTask } from '../governance/tasks.ts';
import type { AdminCommand, AdminContext, Given } from './command.ts';
import { entitlementTitle, listCommand } from './read-only-command.ts';
import { shownRecord } from './record.ts';

/** What is meant, by ids or by the names that people know. */
export function meant(given: Given, context: Pick<AdminContext, 'apps' | 'entitlementId'>) {
  const typed = given.argument('app');
  const app = context.apps.find(({ id, name }) => id === typed || name.toLowerCase() === typed.toLowerCase());
  const appId = app?.id ?? typed;
  return { appId, entitlementId: context.entitlementId(appId, given.argument('entitlement')) };
}

function titleOf(given: Given, context: AdminContext): string {
  const { appId, entitlementId } = meant(given, context);
  return entitlementTitle(appId, entitlementId, context);
}

/** Refused where the tenant is not said to have the operation. */
function notThere(operation: string) {
  const message = `${operation} is not among governance.operations`;
  return refuse({ kind: 'not-found', message, existingTaskId: null, serviceRequestId: null } as const);
}

const holders = listCommand({
  name: 'who-has',
  about: 'who has an entitlement of an app, by ids or names',
  endpoints: [],
  usage: '<app> <entitlement>',
  title: (given, context) => `Who has ${titleOf(given, context)}`,
  names: ['user.displayName', 'appUser.displayName'],
  id: 'user.id',
  fields: [
    ['user.email', 'Email'],
    ['expired', 'Expired'],
    ['user.status', 'Status'],
    ['discovered', 'Found by a connector'],
    ['appUserId', 'Account'],
  ],
  read: async (context, given, page) =>
    context.operations.has('entitlementHolders')
      ? listEntitlementHolders(context.client, meant(given, context), page)
      : notThere('entitlementHolders'),
});

export const whoHas: AdminCommand = { ...holders, isForOwners: true };

export const takeAway: AdminCommand = {
  name: 'take-away',
  usage: '<app> <entitlement> <userId> [--reason <text>]',
  about: 'takes an entitlement away from a person, whose id who-has shows; --reason is needed',
  endpoints: [],
  isList: false,
  isForOwners: true,
  check: (given) => ((given.value('reason') ?? '').trim() === '' ? ['Say why: --reason "..."'] : []),
  question: (given, context) => ({
    title: 'Take this access away?',
    sentences: [
      `${given.argument('userId')} loses ${titleOf(given, context)}. The reason goes to the person and the service.`,
    ],
    verb: 'Take away',
  }),
  async run(given, context, _page, caller) {
    if (!context.operations.has('taskRevoke')) return notThere('taskRevoke');
    const of = { ...meant(given, context), identityUserId: given.argument('userId') };
    const reason = given.value('reason') ?? '';
    const who = caller.via === 'chat' ? `Slack user ${caller.slackUserId}` : quotedName(caller.name);
    const answer = await createRevokeTask(context.client, {
      appId: of.appId,
      appEntitlementId: of.entitlementId,
      identityUserId: of.identityUserId,
      description: `Taken away by ${who}. ${reason}`,
    });
    if (!answer.ok) return answer;
    await context.tookAway({ ...of, reason, by: caller.via === 'chat' ? caller.slackUserId : null }, answer.value);
    const table = { names: ['numericId'], id: 'id', fields: [['state', 'State']] } as const;
    return ok({
      title: `${of.identityUserId} loses ${titleOf(given, context)}`,
      records: [shownRecord(table, answer.value.taskView.task)],
      notes: ['It is there until the service says that it is gone.'],
    });
  },
};
