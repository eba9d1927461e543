import { ok } from '../domain/result.ts';
import { updateDelegatedConnector } from '../governance/connectors.ts';
import { displayNameOf } from '../governance/snapshot/entitlements.ts';
import { readPerson } from '../governance/snapshot/people.ts';
import { locate } from '../governance/wire/expanded.ts';
import type { AdminCommand, AdminContext, Given } from './command.ts';
import { readConnectorChanges } from './connector-changes.ts';
import { appTitle } from './read-only-command.ts';
import { shownRecord, type Table } from './record.ts';
import { withoutSecrets } from './secrets.ts';

/** With the names behind its view's paths. */
const connector: Table = {
  names: ['displayName'],
  id: 'id',
  fields: [
    ['deletedAt', 'Deleted'],
    ['appName', 'App'],
    ['description', 'Description'],
    ['status.status', 'Last sync'],
    ['status.lastError', 'Last error'],
    ['status.completedAt', 'Last sync ended'],
    ['connectorSyncCronSchedule', 'Schedule'],
    ['syncConfig.syncResourceTypeIds', 'Syncs'],
    ['people', 'People in charge'],
    ['config', 'Configuration'],
  ],
};

export const updateConnector: AdminCommand = {
  name: 'update-connector',
  usage: '<appId> <connectorId> [--set <field=value>]...',
  about:
    'changes settings of an app’s connector; lists separated by commas, an empty value empties a text or a list; without --set it says what can be set',
  endpoints: [5],
  isList: false,
  check(given) {
    const changes = readConnectorChanges(given.values('set'));
    return changes.ok ? [] : changes.refusal;
  },
  question: (given, context) => ({
    title: 'Update a connector?',
    sentences: [
      `These fields of ${connectorTitle(given, context)} change:`,
      ...[...changesOf(given)].map(([field, value]) => `${field}: ${setWords(field, value)}`),
    ],
    verb: 'Update',
  }),
  async run(given, context) {
    const answer = await updateDelegatedConnector(context.client, {
      connectorAppId: given.argument('appId'),
      connectorId: given.argument('connectorId'),
      changes: changesOf(given),
    });
    if (!answer.ok) return answer;
    const { connectorView: view, expanded } = answer.value;
    const appName = displayNameOf(expanded, view.appPath);
    const people = locate(expanded, view.usersPath).flatMap((value) => readPerson(value)?.name ?? []);
    const records = [shownRecord(connector, { ...view.connector, appName, people })];
    return ok({ title: `Updated: connector ${connectorTitle(given, context)}`, records });
  },
};

/** `check` has found them right. */
function changesOf(given: Given) {
  const changes = readConnectorChanges(given.values('set'));
  if (!changes.ok) throw new Error(`unchecked changes: ${changes.refusal.join(' ')}`);
  return changes.value;
}

function connectorTitle(given: Given, context: AdminContext): string {
  return `${given.argument('connectorId')} of ${appTitle(given.argument('appId'), context)}`;
}

function setWords(field: string, value: unknown): string {
  if (value === '' || (Array.isArray(value) && value.length === 0)) return '(empty)';
  const shown = Object.values(Object(withoutSecrets({ [field]: value })))[0];
  return typeof shown === 'string' ? shown : JSON.stringify(shown);
}
