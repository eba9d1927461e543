import { ok } from '../../domain/result.ts';
import type { AdminField } from '../../use-cases/admin-desk.ts';
import type { ConnectorRecord, UpdatedConnector } from '../../use-cases/administration-records.ts';
import type { AdminCommand } from '../command.ts';
import { connectorInputs, namesSet, readConnectorChange } from '../connector-change.ts';
import { count, enumWords, fieldsOf, freeObject, moment, text, texts, yesNo } from '../fields.ts';
import { card, titleOf } from '../pages.ts';

export const updateConnector: AdminCommand = {
  name: 'update-connector',
  endpoints: [5],
  about: 'changes settings of an app’s connector; only the fields named are sent',
  args: [
    { name: 'appId', about: 'the app' },
    { name: 'connectorId', about: 'its connector' },
  ],
  flags: [
    {
      name: 'set',
      value: 'field=value',
      about: 'one field; lists separated by commas; an empty value empties the field; repeat for more',
      repeats: true,
    },
  ],
  effect: 'change',
  isList: false,
  check(given) {
    const change = readConnectorChange(given.values('set'));
    return change.ok ? [] : change.refusal;
  },
  form(given, names) {
    const appId = given.argument('appId');
    const name = names.app(appId);
    return {
      title: 'Update a connector',
      fields: fieldsOf([
        text('Connector', given.argument('connectorId')),
        text('App', name === null || name === appId ? appId : `${name} (${appId})`),
      ]),
      ...connectorInputs(given.values('set')),
    };
  },
  async run(given, administration) {
    const sets = given.values('set');
    const change = readConnectorChange(sets);
    if (!change.ok) throw new Error(`unchecked change: ${change.refusal.map((one) => one.words).join(' ')}`);
    const answer = await administration.updateConnector(
      given.argument('appId'),
      given.argument('connectorId'),
      change.value,
    );
    if (!answer.ok) return answer;
    const { connector } = answer.value;
    return ok(
      card(
        {
          title: `Updated: ${titleOf(connector.displayName, connector.id, given.argument('connectorId'))}`,
          fields: [...fieldsOf([texts('Changed now', namesSet(sets))]), ...connectorFields(answer.value)],
        },
        connector,
      ),
    );
  },
};

function connectorFields({ connector: one, appName, userNames }: UpdatedConnector): readonly AdminField[] {
  return fieldsOf([
    text('Id', one.id),
    text('App', appName === '' ? one.appId : `${appName} (${one.appId})`),
    text('Description', one.description),
    text('Last sync', syncWords(one.status)),
    text('Last error', one.status?.lastError),
    moment('Last sync ended', one.status?.completedAt ?? null),
    moment('Deleted', one.deletedAt),
    text('Schedule', scheduleWords(one.connectorSyncCronSchedule)),
    moment('Schedule starts', one.connectorSyncCronSchedule?.start ?? null),
    texts('Syncs', one.syncConfig?.syncResourceTypeIds ?? []),
    text('Switched off', [one.syncDisabledCategory, one.syncDisabledReason].filter((part) => part !== '').join(': ')),
    moment('Switched off at', one.syncDisabledAt),
    count('Parallel sync workers', one.parallelSyncWorkerCount),
    yesNo('A broken sync is resumed', one.canResumeSync),
    yesNo('Bad syncs are checked for', !one.disableCheckBadSync),
    texts('People in charge', userNames.length > 0 ? userNames : one.userIds),
    texts('Profile attributes taken', one.profileAllowList),
    texts('Profile attributes left out', one.profileIgnoreList),
    freeObject('Configuration', one.config),
    text('Authorised as', one.oauthAuthorizedAs?.authEmail),
    text('Catalog entry', one.catalogId),
    moment('Changed', one.updatedAt),
  ]);
}

function syncWords(status: ConnectorRecord['status']): string {
  return status === null ? '' : enumWords('SYNC_STATUS', status.status);
}

function scheduleWords(schedule: ConnectorRecord['connectorSyncCronSchedule']): string {
  if (schedule === null || schedule.cronSpec === '') return '';
  return schedule.timezone === '' ? schedule.cronSpec : `${schedule.cronSpec} (${schedule.timezone})`;
}
