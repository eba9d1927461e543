/** One run of an automation (interface.md). */
export interface AutomationExecution {
  readonly id: string;
  readonly automationTemplateId: string;
  readonly context: { readonly context: Readonly<Record<string, unknown>> } | null;
  readonly currentVersion: number;
  /** Protobuf duration; "" while it runs. */
  readonly duration: string;
  readonly isDraft: boolean;
  readonly state: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly completedAt: string | null;
  readonly deletedAt: string | null;
}
