/**
 * Free-form objects are the one place where a service could put a secret into an answer; documented fields never hold one
 * (interface.md, Conventions 8).
 */
const secretNames =
  /secret|passw|passphrase|token|credential|private.?key|api.?key|access.?key|authorization|bearer|cookie|signature/i;
const placeholder = '[hidden]';
/** Deeper than any setting goes; what lies below is left out. */
const deepest = 20;

/** A copy in which every member whose name sounds like a secret is hidden, however deep, and addresses have lost their passwords. */
export function withoutSecrets(value: Readonly<Record<string, unknown>>, depth = 0): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      secretNames.test(name) && isSet(member) ? placeholder : cleaned(member, depth),
    ]),
  );
}

function isSet(member: unknown): boolean {
  return member !== null && member !== undefined && member !== '' && typeof member !== 'boolean';
}

function cleaned(member: unknown, depth = 0): unknown {
  if (depth > deepest) return '…';
  if (typeof member === 'string') return member.replaceAll(/(\w:\/\/[^\s/@:]*):[^\s/@]+@/g, `$1:${placeholder}@`);
  if (Array.isArray(member)) return member.map((one) => cleaned(one, depth + 1));
  if (typeof member === 'object' && member !== null) return withoutSecrets({ ...member }, depth + 1);
  return member;
}

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

/** A record for machines: as the service told it, its free-form members without secrets, defaults of secret settings hidden. */
export function publicRecord(record: unknown): unknown {
  if (Array.isArray(record)) return record.map(publicRecord);
  if (typeof record === 'string') return cleaned(record);
  if (typeof record !== 'object' || record === null) return record;
  const isSecretSetting = 'secret' in record && record.secret === true;
  return Object.fromEntries(
    Object.entries(record).map(([name, member]: [string, unknown]) => {
      if (isSecretSetting && name === 'default') return [name, isSet(member) ? placeholder : member];
      return [name, freeForm.has(name) ? cleaned(member) : publicRecord(member)];
    }),
  );
}
