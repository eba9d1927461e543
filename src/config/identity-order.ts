import { z } from 'zod';
import type { IdentitySource } from '../domain/access-settings.ts';
import type { ConfigMistake } from './mistakes.ts';
import { repeats } from './shape-mistakes.ts';
import type { YamlSource } from './yaml-source.ts';

/** The order where the operator wrote none: of directory file, userSearch and owners lists what is there. */
export function usableSources(has: {
  readonly directory: string | null;
  readonly operations: readonly string[];
}): readonly IdentitySource[] {
  const sources: IdentitySource[] = [];
  if (has.directory !== null) sources.push('directory');
  if (has.operations.includes('userSearch')) sources.push('userSearch');
  return [...sources, 'owners'];
}

/** Looked at apart from the whole shape, so that it is checked even where something else is wrong. */
const lenient = {
  identity: z.object({
    identity: z.object({
      order: z.array(z.unknown()).nullable().catch(null),
      directory: z.unknown().default(null),
      profileField: z.unknown().default(null),
    }),
  }),
  operations: z.object({ governance: z.object({ operations: z.array(z.unknown()) }) }),
  source: z.string(),
};

/** What is wrong with `identity` beyond the shape of each setting: sources that nothing stands behind, and things that no source asks. */
export function identityMistakes(source: YamlSource): ConfigMistake[] {
  const identity = lenient.identity.safeParse(source.value).data?.identity;
  if (identity === undefined) return [];
  const operations = lenient.operations.safeParse(source.value).data?.governance.operations ?? [];
  const order = identity.order ?? [];
  const missing = new Map<unknown, string>();
  if (identity.directory === null) missing.set('directory', 'name the file as identity.directory');
  if (!operations.includes('userSearch'))
    missing.set('userSearch', 'add it to governance.operations if the tenant has it');
  if (identity.profileField === null) missing.set('slackProfileField', 'name the field as identity.profileField');

  const unused = (setting: 'directory' | 'profileField', sourceName: IdentitySource) =>
    source.atName(['identity', setting], `is never asked; add ${sourceName} to identity.order or leave it out.`);
  return [
    ...repeats(order.map((one) => lenient.source.safeParse(one).data ?? null)).map((repeat) =>
      source.at(
        ['identity', 'order', repeat.index],
        `stands in order[${repeat.firstIndex}] already; keep one of the two.`,
      ),
    ),
    ...order.flatMap((one, index) => {
      const advice = missing.get(one);
      if (advice === undefined) return [];
      return [
        source.at(['identity', 'order', index], `is ${String(one)}, which is not there; ${advice}, or leave it out.`),
      ];
    }),
    ...(identity.profileField !== null && !order.includes('slackProfileField')
      ? [unused('profileField', 'slackProfileField')]
      : []),
    ...(identity.order !== null && identity.directory !== null && !order.includes('directory')
      ? [unused('directory', 'directory')]
      : []),
  ];
}
