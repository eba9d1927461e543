import { z } from 'zod';
import { compiledPaths, type Expanded, expandedField, locate } from '../wire/expanded.ts';

/** A path that cannot be used: its object counts as not expanded. */
export interface UnusablePath {
  /** Method and path template. */
  readonly operation: string;
  /** The first characters of the path. */
  readonly path: string;
  /** `not-followed`: too long, or with filters, functions or descendants. */
  readonly why: 'not-followed' | 'locates-nothing';
}

/** Looks at the paths of an answer. */
export type PathTeller = (operation: string, answer: unknown) => void;

/** How many characters of a path are logged. */
const loggedPathLength = 200;

/**
 * Reports, for each operation, the first path that is not followed and the first that locates
 * nothing. Otherwise a card would wait for "somebody", and nobody would know why.
 */
export function createPathTeller(tell: (path: UnusablePath) => void): PathTeller {
  const toldFor = { 'not-followed': new Set<string>(), 'locates-nothing': new Set<string>() };
  return (operation, answer) => {
    const reasons = (['not-followed', 'locates-nothing'] as const).filter(
      (why) => !toldFor[why].has(operation),
    );
    if (reasons.length === 0) return;
    const unusable = unusablePaths(answer);
    for (const why of reasons) {
      const path = unusable[why];
      if (path === null) continue;
      toldFor[why].add(operation);
      tell({ operation, path: path.slice(0, loggedPathLength), why });
    }
  };
}

/** For each reason, the first such path in an answer. */
function unusablePaths(answer: unknown): Readonly<Record<UnusablePath['why'], string | null>> {
  const first: Record<UnusablePath['why'], string | null> = {
    'not-followed': null,
    'locates-nothing': null,
  };
  const { expanded, ...views } = viewsOf.safeParse(answer).data ?? { expanded: [] };
  for (const path of pathsOf(views)) {
    const why = whyUnusable(expanded, path);
    if (why !== null) first[why] ??= path;
  }
  return first;
}

function whyUnusable(expanded: Expanded, path: string): UnusablePath['why'] | null {
  if (compiledPaths.memo(path) === 'refused') return 'not-followed';
  return locate(expanded, path).length === 0 ? 'locates-nothing' : null;
}

const view = z.record(z.string(), z.unknown()).nullish().catch(null);
const viewsOf = z.object({
  taskView: view,
  connectorView: view,
  list: z.array(view).nullish().catch(null),
  expanded: expandedField,
});

/** Each path once: the views of a page share most of them. */
function pathsOf({
  taskView,
  connectorView,
  list,
}: Partial<Omit<z.output<typeof viewsOf>, 'expanded'>>): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const one of [taskView, connectorView, ...(list ?? [])]) {
    for (const [name, path] of Object.entries(one ?? {}))
      if (name.endsWith('Path') && typeof path === 'string' && path !== '') paths.add(path);
  }
  return paths;
}
