/** The one viewer: an answer of the service as it came, without secrets, under its own names. */
import { stringify } from 'yaml';
import { visibleControls } from '../../../domain/text/foreign-text.ts';
import { type Expanded, expandedField, locate } from '../../../service/client/wire/expanded.ts';

/** Members that only say where in `expanded` the thing is, which is shown in their place. */
const paths = /^(app|appResource|appResourceType|capabilities|users)Path$/;

/** Secrets are removed before anything else is read of it. */
export function shownAnswer(answer: object): Readonly<Record<string, unknown>> {
  const { expanded, nextPageToken: _, ...members } = { expanded: [], nextPageToken: '', ...answer };
  const places = expandedField.safeParse(expanded).data ?? [];
  return Object(withoutSecrets(located(members, places)));
}

function located(value: unknown, expanded: Expanded): unknown {
  if (Array.isArray(value)) return value.map((one) => located(one, expanded));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const [, what] = paths.exec(name) ?? [];
    if (what === undefined || typeof member !== 'string') return [name, located(member, expanded)];
    const things = locate(expanded, member).map(nameOf);
    return [what, things.length === 1 ? things[0] : things];
  });
  return Object.fromEntries(members);
}

const nameOf = (thing: unknown) =>
  isObject(thing) && typeof thing.displayName === 'string' && thing.displayName !== ''
    ? thing.displayName
    : thing;

/**
 * For people: what is set. Control characters are escaped, because a name could otherwise clear the
 * screen or reverse the line.
 */
export function viewText(shown: unknown): string {
  const set = whatIsSet(shown);
  return set === undefined ? '' : visibleControls(stringify(set, { lineWidth: 0 }));
}

/** undefined where nothing is. A marker is an empty message whose presence is its value. */
function whatIsSet(value: unknown): unknown {
  if (value === null || value === '') return undefined;
  if (typeof value === 'string')
    return /(?:^|_)(?:UNSPECIFIED|UNKNOWN)$/.test(value) ? undefined : value;
  if (Array.isArray(value)) {
    const items = value.map(whatIsSet).filter((one) => one !== undefined);
    return items.length === 0 ? undefined : items;
  }
  if (!isObject(value)) return value;
  const all = Object.entries(value);
  const members = all.map(([name, member]) => [name, whatIsSet(member)] as const);
  const set = members.filter(([, member]) => member !== undefined);
  return set.length === 0 && all.length > 0 ? undefined : Object.fromEntries(set);
}

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

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
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
