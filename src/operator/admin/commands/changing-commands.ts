/**
 * The commands that change something in the service. Each asks first, and names the change and its
 * object.
 */

import { ok } from '../../../domain/result.ts';
import { quotedBehind, quotedName } from '../../../domain/text/foreign-text.ts';
import {
  createAppEntitlementOwnerEntitlement,
  createAppOwnerEntitlement,
  updateDelegatedConnector,
} from '../../../service/client/endpoints.ts';
import { createRevokeTask } from '../../../service/client/optional-operations.ts';
import { locate } from '../../../service/client/wire/expanded.ts';
import { displayNameOf } from '../../../service/read/catalogue/entitlements.ts';
import { readPerson } from '../../../service/read/people/read-people.ts';
import { withAccess } from '../access-of-command.ts';
import {
  type AdminCommand,
  type AdminContext,
  accessIds,
  appTitle,
  type CommandInput,
  entitlementTitle,
  missingOperation,
  pathOf,
} from '../admin-command.ts';
import {
  meantTitle,
  personMeantTitle,
  withConnectorPeople,
  withPerson,
} from '../people-of-command.ts';
import { withoutSecrets } from '../secrets.ts';
import { shownRecord } from '../shown-record.ts';
import { connectorUpdate, readConnectorChanges } from './connector-changes.ts';

const ownerSources = [
  {
    name: 'add-owner-source entitlement',
    usage: '<appId> <entitlementId> <roleSlug> <refAppId> <refEntitlementId>',
    about: 'makes everybody who holds one entitlement (the last two ids) an owner of another one',
    to: createAppEntitlementOwnerEntitlement,
  },
  {
    name: 'add-owner-source app',
    usage: '<appId> <roleSlug> <refAppId> <refEntitlementId>',
    about: 'makes everybody who holds an entitlement (the last two ids) an owner of an app',
    to: createAppOwnerEntitlement,
  },
];

function ownerSourceCommand({ to, ...declared }: (typeof ownerSources)[number]): AdminCommand {
  const owned = (input: CommandInput, context: AdminContext) => {
    const [appId, id] = [input.argument('appId'), input.argument('entitlementId')];
    return id === '' ? appTitle(appId, context) : entitlementTitle(appId, id, context);
  };
  return {
    ...declared,
    question(input, context) {
      const source = entitlementTitle(
        input.argument('refAppId'),
        input.argument('refEntitlementId'),
        context,
      );
      const sentence = `Everybody who holds ${source} becomes an owner (${input.argument('roleSlug')}) of ${owned(input, context)}.`;
      return { title: 'Add owners?', sentences: [sentence], verb: 'Add owners' };
    },
    async run(input, context) {
      const appEntitlementRef = {
        appId: input.argument('refAppId'),
        id: input.argument('refEntitlementId'),
      };
      const answer = await context.client.call<string, object>(to, {
        path: pathOf(to, declared, input),
        body: { appEntitlementRef },
      });
      if (!answer.ok) return answer;
      const table = {
        names: ['appEntitlement.displayName', 'appEntitlement.alias'],
        id: 'appEntitlement.id',
        fields: [
          ['roleSlug', 'Role of its holders'],
          ['createdAt', 'Since'],
        ],
      } as const;
      const records = Object.values(answer.value).map((one) => shownRecord(table, one));
      return ok({ title: `Owners added to ${owned(input, context)}`, records });
    },
  };
}

const connectorTitle = (input: CommandInput, context: AdminContext) =>
  `${input.argument('connectorId')} of ${appTitle(input.argument('appId'), context)}`;

const changesOf = (input: CommandInput) => readConnectorChanges(input.values('set')).changes;

const updateConnector: AdminCommand = {
  name: 'update-connector',
  usage: '<appId> <connectorId> [--set <field=value>]...',
  about:
    'changes settings of an app’s connector: lists with commas, userIds by name, email or id, an empty value to empty it; without --set it says what can be set',
  check: (input) => readConnectorChanges(input.values('set')).mistakes,
  resolve: withConnectorPeople,
  question: (input, context) => ({
    title: 'Update a connector?',
    sentences: [
      `These fields of ${connectorTitle(input, context)} change:`,
      ...[...changesOf(input)].map(([field, value]) => {
        if (field === 'userIds') return `userIds: ${connectorPeopleWords(input)}`;
        const [[, safeValue] = []] = Object.entries(Object(withoutSecrets({ [field]: value })));
        return `${field}: ${typeof safeValue === 'string' ? safeValue || '(empty)' : JSON.stringify(safeValue)}`;
      }),
    ],
    verb: 'Update',
  }),
  async run(input, context) {
    const [appId, id] = [input.argument('appId'), input.argument('connectorId')];
    const answer = await context.client.call(updateDelegatedConnector, {
      path: { connector_app_id: appId, connector_id: id },
      body: connectorUpdate(appId, id, changesOf(input)),
    });
    if (!answer.ok) return answer;
    const { connectorView: view, expanded } = answer.value;
    const appName = displayNameOf(expanded, view.appPath);
    const people = locate(expanded, view.usersPath).flatMap(
      (value) => readPerson(value)?.name ?? [],
    );
    const capabilities = locate(expanded, view.capabilitiesPath).map(withoutType);
    const fields = [
      ['deletedAt', 'Deleted'],
      ['appName', 'App'],
      'description',
      ['status.status', 'Last sync'],
      'status.lastError',
      ['status.completedAt', 'Last sync ended'],
      ['connectorSyncCronSchedule', 'Schedule'],
      ['syncConfig.syncResourceTypeIds', 'Syncs'],
      ['capabilities', 'Capabilities'],
    ] as const;
    const records = [shownRecord({ fields }, { ...view.connector, appName, people, capabilities })];
    return ok({ title: `Updated: connector ${connectorTitle(input, context)}`, records });
  },
};

/** The people that a connector is set to, by name and id. */
function connectorPeopleWords({ people = [] }: CommandInput): string {
  if (people.length === 0) return '(empty)';
  const unchecked = people.some(({ isUnchecked }) => isUnchecked === true);
  const doubt = unchecked ? '. The bot could not look up whose ids these are' : '';
  return `${people.map(personMeantTitle).join('; ')}${doubt}`;
}

/** An expanded object without its `@type`, which means nothing to people. */
function withoutType(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('@type' in value)) return value;
  const { '@type': _, ...members } = value;
  return members;
}

function takenTitle(input: CommandInput, context: AdminContext): string {
  const { appId, entitlementId } = accessIds(input);
  return `${meantTitle(input)} loses ${entitlementTitle(appId, entitlementId, context)}`;
}

const takeAway: AdminCommand = {
  name: 'take-away',
  usage: '<app> <entitlement> <person> --reason <text>',
  about: 'takes an entitlement away from a person, by their display name, email or id',
  isForOwners: true,
  async resolve(input, context) {
    const named = await withAccess(input, context);
    return named.ok ? withPerson(named.value, context) : named;
  },
  check: (input) =>
    (input.value('reason') ?? '').trim() === '' ? ['Say why: --reason "..."'] : [],
  question: (input, context) => ({
    title: 'Take this access away?',
    sentences: [
      `${takenTitle(input, context)}. The reason goes to the person and the service.`,
      ...(input.person?.isUnchecked === true
        ? ['The bot could not look up whose id this is.']
        : []),
    ],
    verb: 'Take away',
  }),
  async run(input, context, _page, caller) {
    const missing = missingOperation(createRevokeTask, context);
    if (missing !== null) return missing;
    const { appId, entitlementId } = accessIds(input);
    const identityUserId = input.argument('person');
    const reason = input.value('reason') ?? '';
    const who =
      caller.via === 'chat' ? `Slack user ${caller.slackUserId}` : quotedName(caller.name);
    const description = `Taken away by ${who}. ${quotedBehind(reason)}`;
    const body = { appId, appEntitlementId: entitlementId, identityUserId, description };
    const answer = await context.client.call(createRevokeTask, { path: {}, body });
    if (!answer.ok) return answer;
    const by = caller.via === 'chat' ? caller.slackUserId : null;
    await context.tookAway({ appId, entitlementId, identityUserId, reason, by }, answer.value);
    const table = { names: ['numericId'], fields: ['state'] } as const;
    return ok({
      title: takenTitle(input, context),
      records: [shownRecord(table, answer.value.taskView.task)],
      notes: ['It is there until the service says that it is gone.'],
    });
  },
};

export const changingCommands: readonly AdminCommand[] = [
  takeAway,
  ...ownerSources.map(ownerSourceCommand),
  updateConnector,
];
