/**
 * Free-form objects are the one place where a service could put a secret into an answer; documented fields never hold one
 * (interface.md, Conventions 8), and undocumented ones are not decoded.
 */
const secretNames =
  /secret|passw|passphrase|token|credential|private.?key|api.?key|access.?key|authorization|bearer|cookie|signature/i;
const hidden = '[hidden]';
/** Deeper than any setting goes; what lies below is left out. */
const deepest = 20;

/** Members of the documented records that are free-form. */
const freeForm: ReadonlySet<string> = new Set([
  'config',
  'configFieldValues',
  'oauth2ExtraAuthorizeParams',
  'oauth2ExtraTokenParams',
  'extraAuthorizeParams',
  'extraTokenParams',
  'context',
  'args',
  'inputMapping',
  'profile',
  'annotations',
]);

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A copy that may be shown: free-form members without what their names call a secret, however deep, addresses without
 * passwords, and no defaults of secret settings.
 */
export function withoutSecrets(record: unknown): unknown {
  if (Array.isArray(record)) return record.map(withoutSecrets);
  if (!isObject(record)) return cleaned(record);
  const entries = Object.entries(record).map(([name, member]) => {
    if (freeForm.has(name)) return [name, cleaned(member)];
    const isSecretDefault = name === 'default' && record.secret === true && isSet(member);
    return [name, isSecretDefault ? hidden : withoutSecrets(member)];
  });
  return Object.fromEntries(entries);
}

function cleaned(value: unknown, depth = 0): unknown {
  if (depth > deepest) return '…';
  if (typeof value === 'string') return value.replaceAll(/(\w:\/\/[^\s/@:]*):[^\s/]+@/g, `$1:${hidden}@`);
  if (Array.isArray(value)) return value.map((one) => cleaned(one, depth + 1));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, member]) => [
    name,
    secretNames.test(name) && isSet(member) ? hidden : cleaned(member, depth + 1),
  ]);
  return Object.fromEntries(entries);
}

/** `apiTokenConfigured: true` is no secret. */
function isSet(member: unknown): boolean {
  return member !== null && member !== undefined && member !== '' && typeof member !== 'boolean';
}
