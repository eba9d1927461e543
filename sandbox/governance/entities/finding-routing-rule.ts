/** What a rule does with a finding: exactly one member. */
export type RoutingAction =
  | { readonly acceptRisk: { readonly duration: string; readonly reason: string } }
  | { readonly createTask: { readonly policyId: string } }
  | { readonly snooze: { readonly duration: string; readonly reason: string } }
  | { readonly suppress: { readonly reason: string } };

/** How a dispatcher carries the finding on: exactly one member. */
export type DispatchTarget =
  | {
      readonly invokeFunction: {
        readonly args: Readonly<Record<string, unknown>>;
        readonly functionCommitId: string;
        readonly functionId: string;
      };
    }
  | {
      readonly notify: {
        readonly audience: { readonly users: { readonly userIds: readonly string[] } } | null;
        readonly batchWindowSeconds: number;
        readonly detailLevel: string;
        readonly chatChannel: { readonly channelId: string; readonly channelName: string } | null;
      };
    }
  | {
      readonly triggerAutomation: {
        readonly automationId: string;
        readonly inputMapping: Readonly<Record<string, unknown>>;
      };
    }
  | { readonly webhook: { readonly payloadTemplate: string; readonly webhookId: string } };

export type Dispatcher = DispatchTarget & {
  readonly displayName: string;
  readonly key: string;
  readonly enabled: boolean;
  readonly tierOverride: string;
  readonly notifyOnOutcome: {
    readonly onDone: boolean;
    readonly onError: boolean;
    readonly recipients: readonly string[];
  } | null;
};

/** A finding routing rule (interface.md). */
export interface FindingRoutingRule {
  readonly id: string;
  readonly appId: string;
  /** A CEL expression. */
  readonly condition: string;
  readonly description: string;
  readonly displayName: string;
  readonly templateId: string;
  readonly enabled: boolean;
  readonly priority: number;
  readonly findingType: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly action: RoutingAction;
  readonly dispatchers: readonly Dispatcher[];
}
