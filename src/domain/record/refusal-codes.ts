/**
 * Why something was refused, for the log: the codes of the refusal and of those that it holds, and
 * no field that people or the service wrote.
 */
export function refusalCodes({ refusal }: Readonly<Record<string, unknown>>): readonly string[] {
  if (typeof refusal !== 'object' || refusal === null) return [];
  const { kind, ...inner } = { kind: null, ...refusal };
  return [...(typeof kind === 'string' ? [kind] : []), ...refusalCodes(inner)];
}
