export const requestFieldTypes = ['text', 'multiline', 'choice', 'number', 'yesNo'] as const;
export type RequestFieldType = (typeof requestFieldTypes)[number];

/** An extra question of the request form; the answer becomes `requestData[id]` (interface.md, endpoint 1). */
export interface RequestField {
  /** Letters, digits, `_`, `.` and `-`, at most 64; unique within an app. */
  readonly id: string;
  /** 1 to 150 characters. */
  readonly label: string;
  /** The answer to `number` is a number, to `yesNo` a boolean, to all others text. */
  readonly type: RequestFieldType;
  readonly required: boolean;
  /** A sentence below the field; null = none. */
  readonly hint: string | null;
  /** The options of a `choice`, 1 to 100 texts of at most 75 characters; empty for other types. */
  readonly options: readonly string[];
  /** Ids of the entitlements that this is asked for; null = all of the app. */
  readonly entitlements: readonly string[] | null;
}
