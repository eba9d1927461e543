/**
 * Records are printed as the service sent them, so every field that is named like a secret is
 * hidden. Documented fields never hold one (docs/spec/interface.md#conventions, 8): those that only
 * sound like a secret are listed as exceptions. In free-form objects there are no exceptions.
 */
const secretNames =
  /secret|passw|passphrase|token|credential|private.?key|api.?key|access.?key|authorization|bearer|cookie|signature/i;
const hidden = '[hidden]';
/** Deeper than any setting goes; what lies below is left out. */
const deepest = 20;

/** Members of the documented records that are free-form. */
const freeForm =
  /^(?:config|configFieldValues|context|args|inputMapping|profile|annotations|(?:oauth2Extra|extra)(?:Authorize|Token)Params)$/;

/** Documented fields that have the name of a secret and never hold one. */
const documented =
  /^(?:cloudAccessKeyId|credentialUrl|credentialsSetupUrl|tokenSharing|oauth2ClientSecretExpiresAt|oauth2TokenEndpointAuthMethod|(?:default|oauth2)?TokenUrl|tokenUrl)$/;

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A copy that may be shown: without what its name calls a secret, however deep, addresses without
 * passwords, and no defaults of secret settings.
 */
export function withoutSecrets(value: unknown, isFreeForm = false, depth = 0): unknown {
  if (depth > deepest) return '…';
  if (typeof value === 'string')
    return value.replaceAll(/(\w:\/\/[^\s/@:]*):[^\s/]+@/g, `$1:${hidden}@`);
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(one, isFreeForm, depth + 1));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, member]) => {
    // Rules for passwords (docs/spec/interface.md#credential-inventory-policy). A password itself
    // would be a text under the same name.
    const isGroup = name === 'password' && isObject(member);
    const isKnown = !isFreeForm && (documented.test(name) || freeForm.test(name) || isGroup);
    const isSecret =
      (secretNames.test(name) && !isKnown) || (name === 'default' && value.secret === true);
    // `apiTokenConfigured: true` is no secret.
    const isSet =
      member !== null && member !== undefined && member !== '' && typeof member !== 'boolean';
    if (isSecret && isSet) return [name, hidden];
    return [name, withoutSecrets(member, isFreeForm || freeForm.test(name), depth + 1)];
  });
  return Object.fromEntries(entries);
}
