const names = ['setTimeout', 'setInterval', 'setImmediate', 'Date', 'performance'] as const;

/** Loaded before the first test of a worker, when nothing can have been replaced yet. */
const atFirst = new Map<string, unknown>(names.map((name) => [name, globalThis[name]]));

/** What a test replaced and did not give back. */
export function replacedTimers(): readonly string[] {
  return names.filter((name) => globalThis[name] !== atFirst.get(name));
}
