/** The one viewer: an answer of the service as it came, without secrets, under its own names. */
import { stringify } from 'yaml';
import { visibleControls } from '../../../domain/text/foreign-text.ts';
import { type Expanded, expandedField, locate } from '../../../service/client/wire/expanded.ts';
import { isObject, withoutSecrets } from '../secrets.ts';

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
