export const requestFieldTypes = ['text', 'multiline', 'choice', 'number', 'yesNo'] as const;
export type RequestFieldType = (typeof requestFieldTypes)[number];

/** An extra question of the request form; the answer becomes `requestData[id]` (interface.md, endpoint 1). */
export interface RequestField {
  /** Letters, digits, `_`, `.` and `-`, at most 64; one field of an app has it. */
  readonly id: string;
  /** 1 to 150 characters. */
  readonly label: string;
  /** The answer of `number` is a number, of `yesNo` true or false, of all others text. */
  readonly type: RequestFieldType;
  readonly required: boolean;
  /** A sentence below the field; null = none. */
  readonly hint: string | null;
  /** What can be chosen, 1 to 100 texts of at most 75 characters; empty unless `type` is `choice`. */
  readonly options: readonly string[];
  /** Ids of the entitlements that the form asks this for; null = all of the app. */
  readonly entitlements: readonly string[] | null;
}
