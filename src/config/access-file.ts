import { z } from 'zod';
import type { AccessSettings } from '../domain/access-settings.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import { accessShape, defaultEmergencySeconds, defaultIdentityCacheSeconds } from './access-schema.ts';
import { readDirectoryFile } from './directory-file.ts';
import { fileProblem } from './file-problem.ts';
import { identityMistakes, usableSources } from './identity-order.ts';
import type { ConfigMistake } from './mistakes.ts';
import { requestFieldMistakes } from './request-fields.ts';
import { repeats, shapeMistakes } from './shape-mistakes.ts';
import { readYaml, type YamlSource } from './yaml-source.ts';

/**
 * The operator's settings from the text of `access.yaml`, or every mistake in it and in the directory file it names, each with
 * its line and column. `name` is how mistakes call the file; `readFile` reads a file next to it and throws as `node:fs` does.
 */
export function readAccessFile(
  text: string,
  name: string,
  readFile: (relativePath: string) => string,
): Result<AccessSettings, readonly ConfigMistake[]> {
  const source = readYaml(text, name);
  if (!source.readable) return refuse(source.mistakes);
  const parsed = accessShape.safeParse(source.value ?? {});
  const directory = readNamedDirectory(source, readFile);
  const mistakes = [
    ...source.mistakes,
    ...(parsed.success ? [] : shapeMistakes(parsed.error, source)),
    ...repeatedEntries(source),
    ...requestFieldMistakes(source),
    ...identityMistakes(source),
    ...uncalledGroup(source),
    ...directory.mistakes,
  ];
  if (!parsed.success || mistakes.length > 0) return refuse(mistakes);

  const { governance, apps, identity, review, emergency, admins, language } = parsed.data;
  return ok({
    language: language ?? 'en',
    apps: apps.map((app) => ({
      id: app.id,
      name: app.name,
      channel: app.channel ?? null,
      resources: app.resources ?? [],
      durationsSeconds: app.durations,
      fields: app.fields ?? [],
    })),
    governance: {
      operations: [...new Set(governance?.operations)],
      queryCase: governance?.queryCase ?? 'camel',
      taskUrl: governance?.taskUrl ?? null,
    },
    review: { mode: review?.mode ?? 'act', allowOwnRequests: review?.allowOwnRequests ?? false },
    emergency: {
      channel: emergency?.channel ?? null,
      onCall: emergency?.onCall ?? null,
      durationsSeconds: emergency?.durations ?? defaultEmergencySeconds,
    },
    identity: {
      sources:
        identity?.order ??
        usableSources({ directory: identity?.directory ?? null, operations: governance?.operations ?? [] }),
      profileField: identity?.profileField ?? null,
      cacheSeconds: identity?.cache ?? defaultIdentityCacheSeconds,
    },
    directory: directory.people,
    admins: [...new Set(admins)],
  });
}

/** What is looked at apart from the whole shape, so that it is checked even where something else is wrong. */
const lenient = {
  file: z.object({ apps: z.array(z.unknown()) }),
  app: z.object({ id: z.string().trim() }),
  resources: z.object({ resources: z.array(z.unknown()) }),
  resource: z.object({ resourceTypeId: z.string().trim(), resourceId: z.string().trim() }),
  emergency: z.object({
    emergency: z.object({ channel: z.unknown().default(null), onCall: z.unknown().default(null) }),
  }),
  identity: z.object({ identity: z.object({ directory: z.string().trim().min(1) }) }),
};

function repeatedEntries(source: YamlSource): ConfigMistake[] {
  const apps = lenient.file.safeParse(source.value).data?.apps ?? [];
  const repeatedApps = repeats(apps.map((app) => lenient.app.safeParse(app).data?.id ?? null)).map((repeat) =>
    source.at(['apps', repeat.index, 'id'], `is the id of apps[${repeat.firstIndex}] already; keep one of the two.`),
  );
  const repeatedResources = apps.flatMap((app, index) => {
    const resources = lenient.resources.safeParse(app).data?.resources ?? [];
    return repeats(resources.map(resourceKey)).map((repeat) =>
      source.at(
        ['apps', index, 'resources', repeat.index],
        `is the same as apps[${index}].resources[${repeat.firstIndex}]; keep one of the two.`,
      ),
    );
  });
  return [...repeatedApps, ...repeatedResources];
}

function resourceKey(resource: unknown): string | null {
  const { data } = lenient.resource.safeParse(resource);
  return data === undefined ? null : JSON.stringify([data.resourceTypeId, data.resourceId]);
}

/** The group on call is mentioned on the card in the emergency channel, and nowhere else. */
function uncalledGroup(source: YamlSource): ConfigMistake[] {
  const emergency = lenient.emergency.safeParse(source.value).data?.emergency;
  if (emergency === undefined || emergency.onCall === null || emergency.channel !== null) return [];
  const message =
    'is called nowhere without emergency.channel; add the channel where emergencies are told, like channel: C0INCIDENTS, or leave it out.';
  return [source.atName(['emergency', 'onCall'], message)];
}

interface NamedDirectory {
  readonly people: AccessSettings['directory'];
  readonly mistakes: readonly ConfigMistake[];
}

function readNamedDirectory(source: YamlSource, readFile: (relativePath: string) => string): NamedDirectory {
  const path = lenient.identity.safeParse(source.value).data?.identity.directory;
  if (path === undefined) return { people: new Map(), mistakes: [] };
  let text: string;
  try {
    text = readFile(path);
  } catch (error) {
    const message = `is ${JSON.stringify(path)}, but ${fileProblem(error)}; write the name of a file next to this one.`;
    return { people: new Map(), mistakes: [source.at(['identity', 'directory'], message)] };
  }
  const people = readDirectoryFile(text, path);
  return people.ok ? { people: people.value, mistakes: [] } : { people: new Map(), mistakes: people.refusal };
}
