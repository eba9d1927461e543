/** The extra questions of entitlements with a request schema. The interface shows no fields of Form. */
const forms: ReadonlyMap<string, object> = new Map([
  [
    'schema-case-number',
    {
      id: 'schema-case-number',
      displayName: 'Case number',
      description: 'Which passenger case is this for?',
      fields: [{ name: 'caseNumber', displayName: 'Case number', stringField: { placeholder: 'PC-1234' } }],
    },
  ],
]);

/** Task.form for an entitlement's request schema; null where there is none. */
export function requestForm(requestSchemaId: string): object | null {
  return forms.get(requestSchemaId) ?? null;
}
