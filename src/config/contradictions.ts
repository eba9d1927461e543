import { discoveryOperations, identitySources } from '../domain/settings/access-settings.ts';
import type { ConfigMistake } from './mistakes.ts';
import { minutesFromText, secondsFromText } from './values.ts';
import { printPath, type SettingPath, type YamlSource } from './yaml-source.ts';

/**
 * The settings as written: they are compared even if others are wrong. An empty one counts as
 * missing.
 */
const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? value.trim() : null;
export function member(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (one, name) => new Map(Object.entries(one ?? {})).get(name) ?? null,
    value,
  );
}

/**
 * Mistakes between settings: repeated entries, settings that need another one, settings that
 * nothing uses.
 */
export function contradictions(source: YamlSource): ConfigMistake[] {
  const file = source.value;
  const id = (one: unknown) => textOf(member(one, 'id'));
  return [
    ...unknownApps(source),
    ...repeats(source, ['apps'], member(file, 'apps'), id, 'id'),
    ...itemsOf(member(file, 'apps')).flatMap((app, index) => {
      const [at, fields] = [['apps', index], member(app, 'fields')];
      return [
        ...repeats(source, [...at, 'resources'], member(app, 'resources'), resourceKey),
        ...repeats(source, [...at, 'fields'], fields, id, 'id'),
        ...itemsOf(fields).flatMap((field, place) =>
          optionMistakes(source, [...at, 'fields', place], field),
        ),
        ...tierMistakes(source, [...at, 'escalation'], member(app, 'escalation')),
        ...unreadLists(source, [...at, 'webhook'], member(app, 'webhook')),
      ];
    }),
    ...unreadLists(source, ['webhook'], member(file, 'webhook')),
    ...identityMistakes(source),
    ...uncalledGroup(source),
    ...endlessDay(source),
    ...tierMistakes(source, ['escalation'], member(file, 'escalation')),
    ...tierMistakes(
      source,
      ['emergency', 'escalation'],
      member(member(file, 'emergency'), 'escalation'),
    ),
  ];
}

/**
 * The entries of a list whose key an earlier entry has; null is no key. The mistake is at the
 * entry, or at its `name`.
 */
export function repeats(
  source: YamlSource,
  path: SettingPath,
  list: unknown,
  keyOf: (entry: unknown) => string | null,
  name?: string,
): ConfigMistake[] {
  const keys = itemsOf(list).map(keyOf);
  return keys.flatMap((key, index) => {
    const first = keys.indexOf(key);
    if (key === null || first === index) return [];
    const at = [...path, index, ...(name === undefined ? [] : [name])];
    return [
      source.at(at, `stands in ${printPath([...path, first])} already; keep one of the two.`),
    ];
  });
}

/** Which operations the settings name. */
function possibleOperations({ value: file }: YamlSource): (operation: string) => boolean {
  const named = itemsOf(member(file, 'governance', 'operations'));
  return (operation) => named.includes(operation);
}

function resourceKey(resource: unknown): string | null {
  const ids = [textOf(member(resource, 'resourceTypeId')), textOf(member(resource, 'resourceId'))];
  return ids.includes(null) ? null : JSON.stringify(ids);
}

function optionMistakes(source: YamlSource, path: SettingPath, field: unknown): ConfigMistake[] {
  const [type, options, at] = [
    member(field, 'type'),
    member(field, 'options'),
    [...path, 'options'],
  ];
  if (type === 'choice' && options === null)
    return [source.at(at, 'is missing; write what can be chosen, like [production, staging].')];
  if (type !== null && type !== 'choice' && options !== null)
    return [
      source.atName(
        at,
        'stands beside another type than choice; leave it out or write type: choice.',
      ),
    ];
  return repeats(source, at, options, textOf);
}

/** Sources without what they need, and settings that no source reads. */
function identityMistakes(source: YamlSource): ConfigMistake[] {
  const { value: file } = source;
  const order = member(file, 'identity', 'order');
  const isPossible = possibleOperations(source);
  const sources = itemsOf(order);
  const path = ['identity', 'order'];
  const setting = {
    directory: 'directory',
    slackProfileField: 'profileField',
    userSearch: null,
    owners: null,
  } as const;
  const mistakes = repeats(source, path, order, textOf);
  for (const one of identitySources) {
    const name = setting[one];
    const isThere =
      name === null ? one === 'owners' || isPossible(one) : member(file, 'identity', name) !== null;
    const where = name === null ? 'governance.operations' : `identity.${name}`;
    const at = sources.indexOf(one);
    if (at >= 0 && !isThere)
      mistakes.push(
        source.at(
          [...path, at],
          `is ${one}, which is not there; write it in ${where}, or leave it out.`,
        ),
      );
    // The default order asks the directory file.
    const isAsked = at >= 0 || (one === 'directory' && order === null);
    if (name !== null && isThere && !isAsked)
      mistakes.push(
        source.atName(
          ['identity', name],
          `is never asked; add ${one} to identity.order or leave it out.`,
        ),
      );
  }
  return mistakes;
}

/** Without a list of apps, and no way to read which there are. */
function unknownApps(source: YamlSource): ConfigMistake[] {
  const { value: file } = source;
  const [apps, offer] = [member(file, 'apps'), member(file, 'offer')];
  const isPossible = possibleOperations(source);
  const missing = discoveryOperations.filter((one) => !isPossible(one)).join(' and ');
  if (offer === 'all' && missing !== '')
    return [source.at(['offer'], `is all, which needs ${missing} in governance.operations.`)];
  if (Array.isArray(file) || apps !== null || (offer !== 'listed' && missing === '')) return [];
  const way =
    missing === '' ? 'leave out offer' : `add ${missing} to governance.operations to offer all`;
  return [source.at(['apps'], `is missing; write a list with at least one app, or ${way}.`)];
}

/** The on-call group is mentioned on the card in the emergency channel, and nowhere else. */
function uncalledGroup(source: YamlSource): ConfigMistake[] {
  const emergency = member(source.value, 'emergency');
  if (member(emergency, 'onCall') === null || member(emergency, 'channel') !== null) return [];
  const message =
    'is called nowhere without emergency.channel; add the channel where emergencies are told, like channel: C0INCIDENTS, or leave it out.';
  return [source.atName(['emergency', 'onCall'], message)];
}

/** Lists of people for delivered steps that the bot cannot read with these operations. */
function unreadLists(source: YamlSource, path: SettingPath, answerers: unknown): ConfigMistake[] {
  const isPossible = possibleOperations(source);
  const hasOneOf = (...names: readonly string[]) => names.some(isPossible);
  return ['reviewers', 'setUpBy'].flatMap((setting) => {
    const missing = operationsToRead(member(answerers, setting)).filter(
      (anyOf) => !hasOneOf(...anyOf),
    );
    if (missing.length === 0) return [];
    const needs = [...new Set(missing.map((anyOf) => anyOf.join(' or ')))].join(' and ');
    const message = `cannot be read without ${needs} in governance.operations; add what the tenant has, or choose owners or people.`;
    return [source.atName([...path, setting], message)];
  });
}

const peopleById = ['userRead', 'userSearch'];

/** What a list of people is read with: one operation of each group. */
function operationsToRead(choice: unknown): readonly (readonly string[])[] {
  if (Array.isArray(choice)) return choice.flatMap(operationsToRead);
  if (member(choice, 'group') !== null) return [['entitlementHolders']];
  if (choice === 'manager' || member(choice, 'manager') === true) return [peopleById];
  const owned = member(choice, 'owners', 'of');
  if (owned === 'entitlement') return [['entitlementOwnerIds'], peopleById];
  if (owned === 'app') return [['appOwnerIds'], peopleById];
  return [];
}

function endlessDay(source: YamlSource): ConfigMistake[] {
  const [from, to] = ['from', 'to'].map((name) =>
    textOf(member(source.value, 'workingHours', name)),
  );
  const begin = minutesFromText(from ?? '09:00');
  const end = minutesFromText(to ?? '17:00');
  if (begin === null || end === null || begin < end) return [];
  const at = ['workingHours', to === null ? 'from' : 'to'];
  return [
    source.at(
      at,
      'leaves no time between workingHours.from and workingHours.to; write from before to.',
    ),
  ];
}

/**
 * Tiers that go nowhere or to several places at once, and tiers that come before an earlier one.
 */
function tierMistakes(source: YamlSource, path: SettingPath, tiers: unknown): ConfigMistake[] {
  const waits = itemsOf(tiers).map((tier) => secondsFromText(textOf(member(tier, 'after')) ?? ''));
  return itemsOf(tiers).flatMap((tier, index) => {
    const names = (setting: string) => member(tier, 'to', setting) !== null;
    const places = ['people', 'channel', 'owners'].filter(names).length;
    const at = [...path, index];
    const wait = waits[index] ?? Number.POSITIVE_INFINITY;
    const mistakes: ConfigMistake[] = [];
    const wrong = (setting: string, message: string) =>
      void mistakes.push(source.at([...at, setting], message));
    if (places > 1)
      wrong('to', 'names several; write one of people, channel and owners, and a tier for each.');
    if (names('group') && !names('channel')) {
      const message = 'is mentioned nowhere without channel; add the channel, or leave it out.';
      mistakes.push(source.atName([...at, 'to', 'group'], message));
    } else if (places === 0 && member(tier, 'offer') === null) {
      wrong('to', 'names nobody; write who is told, like to: { people: [U0LEAD] }.');
    }
    if (waits.slice(0, index).some((earlier) => earlier !== null && earlier > wait))
      wrong('after', 'is before the tier above it; write the tiers in the order of their times.');
    return mistakes;
  });
}
