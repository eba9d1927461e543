import { ok } from '../../domain/result.ts';
import type { AdminField, AdminRow } from '../../use-cases/admin-desk.ts';
import type { RoutingDispatcher, RoutingRuleRecord } from '../../use-cases/administration-records.ts';
import type { AdminCommand } from '../command.ts';
import { choice, count, durationText, fieldsOf, moment, text, texts, yesNo } from '../fields.ts';
import { card, marksOf, titleOf } from '../pages.ts';

export const routingRule: AdminCommand = {
  name: 'routing-rule',
  endpoints: [9],
  about: 'one rule for findings: what it catches, what it does, and who is told',
  args: [{ name: 'id', about: 'the rule' }],
  flags: [],
  effect: 'read',
  isList: false,
  async run(given, administration) {
    const answer = await administration.readRoutingRule(given.argument('id'));
    if (!answer.ok) return answer;
    const rule = answer.value;
    return ok(
      card(
        {
          title: titleOf(rule.displayName, rule.id),
          fields: fieldsOf([
            yesNo('Enabled', rule.enabled),
            text('Description', rule.description),
            choice('Catches', 'FINDING_TYPE', rule.findingType),
            text('When', rule.condition),
            text('Then', actionWords(rule.action)),
            text('App', rule.appId),
            count('Priority', rule.priority),
            text('Template', rule.templateId),
            text('Id', rule.id),
            moment('Changed', rule.updatedAt),
          ]),
          rows: rule.dispatchers.map(dispatcherRow),
          notes: rule.dispatchers.length === 0 ? ['Nobody is told.'] : [],
        },
        rule,
      ),
    );
  },
};

function actionWords(action: RoutingRuleRecord['action']): string {
  if (action === null) return '';
  const { acceptRisk, createTask, snooze, suppress } = action;
  const why = (reason: string) => (reason === '' ? '' : `, because: ${reason}`);
  const long = (duration: string) => (duration === '' ? '' : ` for ${durationText(duration)}`);
  if (acceptRisk !== null) return `accept the risk${long(acceptRisk.duration)}${why(acceptRisk.reason)}`;
  if (createTask !== null) return `create a task${createTask.policyId === '' ? '' : ` under ${createTask.policyId}`}`;
  if (snooze !== null) return `snooze${long(snooze.duration)}${why(snooze.reason)}`;
  if (suppress !== null) return `suppress${why(suppress.reason)}`;
  return 'something that this version does not know';
}

function dispatcherRow(one: RoutingDispatcher): AdminRow {
  const { notify, notifyOnOutcome: outcome } = one;
  const when =
    outcome === null
      ? []
      : marksOf([
          [outcome.onDone, 'when done'],
          [outcome.onError, 'on an error'],
        ]);
  return {
    title: titleOf(one.displayName, one.key),
    marks: marksOf([[!one.enabled, 'switched off']]),
    fields: fieldsOf([
      channelField(notify),
      texts('Tells', notify?.audience?.users?.userIds ?? []),
      notify === null ? null : choice('In detail', 'FINDING_NOTIFY_DETAIL_LEVEL', notify.detailLevel),
      notify === null || notify.batchWindowSeconds === 0
        ? null
        : text('Gathered over', durationText(`${notify.batchWindowSeconds}s`)),
      text('Calls the function', one.invokeFunction?.functionId),
      text('Starts the automation', one.triggerAutomation?.automationId),
      text('Calls the webhook', one.webhook?.webhookId),
      texts('Reports back', when),
      texts('Reports to', outcome?.recipients ?? []),
      choice('Tier', 'FINDING_DISPATCH_TIER', one.tierOverride),
    ]),
  };
}

function channelField(notify: RoutingDispatcher['notify']): AdminField | null {
  const channel = notify?.chatChannel ?? null;
  if (channel === null || `${channel.channelId}${channel.channelName}` === '') return null;
  return { label: 'Channel', value: { kind: 'channel', id: channel.channelId, name: channel.channelName } };
}
