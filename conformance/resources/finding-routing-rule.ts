import {
  boolean,
  dateTime,
  duration,
  each,
  enumeration,
  integer,
  listOf,
  message,
  object,
  of,
  optional,
  type Resource,
  string,
  strings,
} from '../field.ts';

export const dispatcher: Resource = {
  name: 'Dispatcher',
  members: {
    ...each('displayName key', string),
    enabled: boolean,
    tierOverride: enumeration('Dispatcher.tierOverride', 'FINDING_DISPATCH_TIER_UNSPECIFIED'),
    invokeFunction: optional(
      message({ args: object, ...each('functionCommitId functionId', string) }),
    ),
    notify: optional(
      message({
        audience: message({ users: message({ userIds: strings }) }),
        batchWindowSeconds: integer,
        detailLevel: enumeration('notify.detailLevel', 'FINDING_NOTIFY_DETAIL_LEVEL_UNSPECIFIED'),
        chatChannel: message(each('channelId channelName', string)),
      }),
    ),
    notifyOnOutcome: message({ ...each('onDone onError', boolean), recipients: strings }),
    triggerAutomation: optional(message({ automationId: string, inputMapping: object })),
    webhook: optional(message(each('payloadTemplate webhookId', string))),
  },
};

export const findingRoutingRule: Resource = {
  name: 'FindingRoutingRule',
  members: {
    ...each('id appId condition description displayName templateId', string),
    enabled: boolean,
    priority: integer,
    findingType: enumeration('FindingRoutingRule.findingType', 'FINDING_TYPE_UNSPECIFIED'),
    ...each('createdAt updatedAt', dateTime),
    action: message({
      acceptRisk: optional(message({ duration, reason: string })),
      createTask: optional(message({ policyId: string })),
      snooze: optional(message({ duration, reason: string })),
      suppress: optional(message({ reason: string })),
    }),
    dispatchers: listOf(of(dispatcher)),
  },
};
