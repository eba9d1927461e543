/** What is wrong with the section of a README that shows the tree, beside the paths that there are. */
export function layoutMistakes(readme: string, paths: readonly string[]): readonly string[] {
  const section = layoutSection(readme);
  if (section === null) return ['The README has no section with "Layout" in its heading'];
  const folders = new Set(paths.flatMap(foldersOf));
  const files = new Set(paths);
  const named = [...section.matchAll(/(?<![\w/.@-])((?:[a-z0-9-]+\/)+|(?:[a-z0-9-]+\/)*[a-z0-9-]+\.ts)(?![\w/])/g)].map(
    (match) => match[1] ?? '',
  );
  const bases = ['', 'src/', 'test/', ...[...folders].filter((folder) => /^(?:src|test)\/[^/]+\/$/.test(folder))];
  const exists = (name: string) => bases.some((base) => folders.has(base + name) || files.has(base + name));
  const stale = named.filter((name) => !exists(name)).map((name) => `The layout names ${name}, which is not there`);

  const firstLevel = new Set(
    [...folders, ...files].map((path) => /^src\/([^/]+\/?)/.exec(path)?.[1]).filter((name) => name !== undefined),
  );
  const missing = [...firstLevel]
    .filter((name) => !named.some((other) => other === name || other === `src/${name}`))
    .map((name) => `The layout leaves out src/${name}`);
  return [...new Set([...stale, ...missing])];
}

function foldersOf(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => `${parts.slice(0, index + 1).join('/')}/`);
}

/** From the heading to the next one of the same or a higher level; lines in fences are no headings. */
function layoutSection(readme: string): string | null {
  let level = 0;
  let isFenced = false;
  const lines: string[] = [];
  for (const line of readme.split('\n')) {
    if (line.startsWith('```')) isFenced = !isFenced;
    const heading = isFenced ? null : /^(#+)\s+(.*)/.exec(line);
    if (heading !== null && level > 0 && (heading[1] ?? '').length <= level) break;
    if (level > 0) lines.push(line);
    else if (heading !== null && /\blayout\b/i.test(heading[2] ?? '')) level = (heading[1] ?? '').length;
  }
  return level === 0 ? null : lines.join('\n');
}
