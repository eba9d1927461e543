/** A statement of pg-boss that adds jobs of one kind. */
export interface Insert {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Jobs of several kinds are added in one trip to the database. */
export function inOneStatement(inserts: readonly Insert[]): { text: string; values: unknown[] } {
  const [only] = inserts;
  if (only !== undefined && inserts.length === 1)
    return { text: only.text, values: [...only.values] };
  let valueCount = 0;
  const parts = inserts.map(({ text, values }, at) => {
    const before = valueCount;
    valueCount += values.length;
    const renumbered = text.replace(/\$(\d+)/g, (_, place: string) => `$${Number(place) + before}`);
    return `jobs_${at} as (${renumbered})`;
  });
  return {
    text: `with ${parts.join(', ')} select`,
    values: inserts.flatMap(({ values }) => values),
  };
}
