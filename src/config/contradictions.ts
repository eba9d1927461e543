import { z } from 'zod';
import type { IdentitySource } from '../domain/access-settings.ts';
import { requestFieldTypes } from '../domain/request-answers.ts';
import type { ConfigMistake } from './mistakes.ts';
import { secondsFromText } from './values.ts';
import { minutesFromText } from './waiting-schema.ts';
import type { SettingPath, YamlSource } from './yaml-source.ts';

/** A key by which entries are compared; null if it is missing or not text. */
const key = z.string().trim().nullable().catch(null);
const anything = z.unknown().transform((value) => value ?? null);
const list = <Item extends z.ZodType>(item: Item) => z.array(item).catch([]);
const record = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.preprocess((value) => (typeof value === 'object' && !Array.isArray(value) ? (value ?? {}) : {}), z.object(shape));

const tier = record({ after: key, to: z.record(z.string(), anything).catch({}), offer: anything.optional() });

/** Accepts any file, so that settings are compared even if others are wrong. */
const looseFile = record({
  apps: list(
    record({
      id: key,
      resources: list(record({ resourceTypeId: key, resourceId: key })),
      escalation: list(tier),
      fields: list(
        record({ id: key, type: z.enum(requestFieldTypes).nullable().catch(null), options: anything.optional() }),
      ),
    }),
  ),
  governance: record({ operations: list(anything) }),
  identity: record({
    order: z.array(anything).nullable().catch(null),
    directory: anything.optional(),
    profileField: anything.optional(),
  }),
  emergency: record({ channel: anything.optional(), onCall: anything.optional() }),
  workingHours: record({ from: key, to: key }),
  escalation: list(tier),
});
type LooseFile = z.output<typeof looseFile>;

/** Mistakes between settings: repeated entries, settings that need another one, settings that nothing uses. */
export function contradictions(source: YamlSource): ConfigMistake[] {
  const file = looseFile.parse(source.value);
  return [
    ...repeats(file.apps.map((app) => app.id)).map(({ index, first }) =>
      source.at(['apps', index, 'id'], `is the id of apps[${first}] already; keep one of the two.`),
    ),
    ...file.apps.flatMap((app, index) => repeatedResources(source, index, app.resources)),
    ...file.apps.flatMap((app, index) => fieldMistakes(source, ['apps', index, 'fields'], app.fields)),
    ...identityMistakes(source, file),
    ...uncalledGroup(source, file.emergency),
    ...endlessDay(source, file.workingHours),
    ...tierMistakes(source, ['escalation'], file.escalation),
    ...file.apps.flatMap((app, index) => tierMistakes(source, ['apps', index, 'escalation'], app.escalation)),
  ];
}

/** The entries whose key an earlier entry has; null is no key. */
export function repeats(keys: readonly (string | null)[]): { readonly index: number; readonly first: number }[] {
  return keys.flatMap((one, index) => {
    const first = one === null ? index : keys.indexOf(one);
    return first < index ? [{ index, first }] : [];
  });
}

function repeatedResources(
  source: YamlSource,
  app: number,
  resources: LooseFile['apps'][number]['resources'],
): ConfigMistake[] {
  const keys = resources.map(({ resourceTypeId, resourceId }) =>
    resourceTypeId === null || resourceId === null ? null : JSON.stringify([resourceTypeId, resourceId]),
  );
  return repeats(keys).map(({ index, first }) =>
    source.at(
      ['apps', app, 'resources', index],
      `is the same as apps[${app}].resources[${first}]; keep one of the two.`,
    ),
  );
}

function fieldMistakes(
  source: YamlSource,
  path: SettingPath,
  fields: LooseFile['apps'][number]['fields'],
): ConfigMistake[] {
  const repeatedIds = repeats(fields.map((field) => field.id)).map(({ index, first }) =>
    source.at([...path, index, 'id'], `is the id of fields[${first}] already; choose another.`),
  );
  const optionMistakes = fields.flatMap(({ type, options = null }, index) => {
    const at = [...path, index, 'options'];
    if (type === 'choice' && options === null) {
      return [source.at(at, 'is missing; write what can be chosen, like [production, staging].')];
    }
    if (type !== null && type !== 'choice' && options !== null) {
      return [source.atName(at, 'stands beside another type than choice; leave it out or write type: choice.')];
    }
    return repeats(list(key).parse(options)).map((repeat) =>
      source.at([...at, repeat.index], `stands in options[${repeat.first}] already; keep one of the two.`),
    );
  });
  return [...repeatedIds, ...optionMistakes];
}

/** Sources without what they need, and settings that no source reads. */
function identityMistakes(source: YamlSource, { identity, governance }: LooseFile): ConfigMistake[] {
  const { directory = null, profileField = null, order } = identity;
  const missing = new Map<string | null, string>();
  if (directory === null) missing.set('directory', 'name the file as identity.directory');
  if (!governance.operations.includes('userSearch'))
    missing.set('userSearch', 'add it to governance.operations if the tenant has it');
  if (profileField === null) missing.set('slackProfileField', 'name the field as identity.profileField');

  const unused = (setting: 'directory' | 'profileField', name: IdentitySource) =>
    source.atName(['identity', setting], `is never asked; add ${name} to identity.order or leave it out.`);
  const sources = list(key).parse(order ?? []);
  return [
    ...repeats(sources).map(({ index, first }) =>
      source.at(['identity', 'order', index], `stands in order[${first}] already; keep one of the two.`),
    ),
    ...sources.flatMap((one, index) => {
      const advice = missing.get(one);
      if (advice === undefined) return [];
      const message = `is ${one}, which is not there; ${advice}, or leave it out.`;
      return [source.at(['identity', 'order', index], message)];
    }),
    ...(profileField !== null && !sources.includes('slackProfileField')
      ? [unused('profileField', 'slackProfileField')]
      : []),
    // The default order asks the directory file.
    ...(order !== null && directory !== null && !sources.includes('directory')
      ? [unused('directory', 'directory')]
      : []),
  ];
}

/** The on-call group is mentioned on the card in the emergency channel, and nowhere else. */
function uncalledGroup(source: YamlSource, { onCall = null, channel = null }: LooseFile['emergency']): ConfigMistake[] {
  if (onCall === null || channel !== null) return [];
  const message =
    'is called nowhere without emergency.channel; add the channel where emergencies are told, like channel: C0INCIDENTS, or leave it out.';
  return [source.atName(['emergency', 'onCall'], message)];
}

function endlessDay(source: YamlSource, { from, to }: LooseFile['workingHours']): ConfigMistake[] {
  const begin = minutesFromText(from ?? '09:00');
  const end = minutesFromText(to ?? '17:00');
  if (begin === null || end === null || begin < end) return [];
  if (to !== null) return [source.at(['workingHours', 'to'], 'is not after workingHours.from; write a later time.')];
  const message = 'is not before workingHours.to, which is "17:00"; write an earlier time.';
  return [source.at(['workingHours', 'from'], message)];
}

/** Tiers that go nowhere or to several places at once, and tiers that come before an earlier one. */
function tierMistakes(source: YamlSource, path: SettingPath, tiers: LooseFile['escalation']): ConfigMistake[] {
  const waits = tiers.map(({ after }) => secondsFromText(after ?? ''));
  return tiers.flatMap(({ to, offer = null }, index) => {
    const names = (setting: string) => (to[setting] ?? null) !== null;
    const places = ['people', 'channel', 'owners'].filter(names).length;
    const at = [...path, index];
    const wait = waits[index] ?? Number.POSITIVE_INFINITY;
    const mistakes: ConfigMistake[] = [];
    const wrong = (setting: string, message: string) => void mistakes.push(source.at([...at, setting], message));
    if (places > 1) wrong('to', 'names several; write one of people, channel and owners, and a tier for each.');
    if (names('group') && !names('channel')) {
      const message = 'is mentioned nowhere without channel; add the channel, or leave it out.';
      mistakes.push(source.atName([...at, 'to', 'group'], message));
    } else if (places === 0 && offer === null) {
      wrong('to', 'names nobody; write who is told, like to: { people: [U0LEAD] }.');
    }
    if (waits.slice(0, index).some((earlier) => earlier !== null && earlier > wait)) {
      wrong('after', 'is before the tier above it; write the tiers in the order of their times.');
    }
    return mistakes;
  });
}
