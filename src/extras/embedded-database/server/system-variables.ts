/** What programs of the system need of the environment, and nothing of what configures the bot. */
const names = ['PATH', 'SystemRoot', 'TEMP', 'TMP'] as const;

export function systemVariables(): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}
