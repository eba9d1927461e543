/** How the tenant spells query parameters (deployments.md, Wire). The only place that knows. */
export type QueryCase = 'camel' | 'snake';

/**
 * Path and query of one call. Every parameter is percent-encoded as one segment, so that an id such as `../x?y#z` reaches
 * the service as that id. null where a parameter cannot be carried by a path at all: empty, a dot segment (proxies and
 * servers resolve it away, encoded or not), or half a surrogate pair.
 */
export function requestTarget(
  template: string,
  parameters: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string | number | undefined>>,
  queryCase: QueryCase,
): string | null {
  let sendable = true;
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name] ?? '';
    if (value === '' || value === '.' || value === '..' || !value.isWellFormed()) {
      sendable = false;
      return '';
    }
    return encodeURIComponent(value);
  });
  if (!sendable) return null;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.append(spelled(name, queryCase), String(value));
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

function spelled(name: string, queryCase: QueryCase): string {
  return queryCase === 'camel' ? name : name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
