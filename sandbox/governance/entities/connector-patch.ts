import { invalidArgument } from '../errors.ts';
import type { Connector } from './connector.ts';

/** A JSON object, before or after its fields are checked. */
export type Fields = Readonly<Record<string, unknown>>;

/** The messages of a connector, with their fields unset. */
const emptyMessages: ReadonlyMap<string, Fields> = new Map<string, Fields>([
  ['connectorSyncCronSchedule', { cronSpec: '', start: null, timezone: '' }],
  ['status', { completedAt: null, startedAt: null, updatedAt: null, lastError: '' }],
  ['syncConfig', { syncResourceTypeIds: [] }],
]);

/**
 * Every field that an update can change, and what it becomes when the mask names it and the body
 * does not set it.
 */
const unset: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['displayName', ''],
  ['description', ''],
  ['syncDisabledCategory', ''],
  ['syncDisabledReason', ''],
  ['canResumeSync', false],
  ['disableCheckBadSync', false],
  ['parallelSyncWorkerCount', 0],
  ['profileAllowList', []],
  ['profileIgnoreList', []],
  ['userIds', []],
  ['config', null],
  ['connectorSyncCronSchedule', null],
  ['status', {}],
  ['syncConfig', null],
]);

/** Fields that say which connector is meant; they may be repeated, never changed. */
const identifying = ['id', 'appId', 'catalogId'] as const;

const isIdentifying = (name: string): boolean => identifying.some((one) => one === name);

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const camelCase = (path: string): string =>
  path.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Refuses a body that is about another connector than the path.
 * @throws ServiceError 400
 */
export function refuseOtherConnector(current: Connector, patch: Fields): void {
  for (const name of identifying) {
    const given = patch[name] ?? '';
    if (given !== '' && given !== current[name])
      throw invalidArgument(`connector.${name} cannot be changed`);
  }
}

/**
 * The fields to change: those of the field mask (camelCase or snake_case), else every field that the
 * body sets.
 * @throws ServiceError 400 naming the first entry that does not exist or cannot be written
 */
export function maskedPaths(updateMask: string, patch: Fields): readonly string[] {
  const named = updateMask
    .split(',')
    .flatMap((path) => (path.trim() === '' ? [] : [camelCase(path.trim())]));
  if (named.length === 0) return Object.keys(patch).filter((name) => unset.has(name));
  for (const path of named) {
    if (!unset.has(path) && !isIdentifying(path))
      throw invalidArgument(`invalid update mask path ${JSON.stringify(path)}`);
  }
  return named;
}

/** What is given of a message, over its unset fields. A null counts as not given. */
function completed(top: string, given: Fields): Fields {
  const set = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  return { ...emptyMessages.get(top), ...Object.fromEntries(set) };
}

/**
 * The connector with the fields at `paths` taken from the body. What comes out has still to be
 * checked.
 */
export function patched(current: Connector, patch: Fields, paths: readonly string[]): Fields {
  const next: Record<string, unknown> = { ...current };
  for (const path of paths) {
    if (isIdentifying(path)) continue;
    const given = patch[path] ?? unset.get(path);
    next[path] = isFields(given) ? completed(path, given) : given;
  }
  // Only the service sets whether a sync runs.
  return {
    ...next,
    status: { ...(isFields(next.status) ? next.status : {}), status: current.status.status },
  };
}
