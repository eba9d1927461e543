import { readManifest } from './manifest.ts';

/** Everything that this workspace can tell an app. */
const sentEvents: readonly string[] = ['app_home_opened', 'message.im'];

/**
 * What the manifest subscribes to and this workspace never sends, in a line; empty where there is
 * nothing.
 */
export function unsentWords(manifest: unknown): string {
  const unsent = readManifest(manifest).botEvents.filter((event) => !sentEvents.includes(event));
  return unsent.length === 0
    ? ''
    : `Never sent here, though the manifest subscribes to it: ${unsent.join(', ')}\n`;
}
