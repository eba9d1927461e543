/**
 * What the workspace needs of the app's manifest: commands, shortcuts, scopes, events. Slack's own
 * format, unknown fields passed over.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';

export interface ManifestCommand {
  readonly command: string;
  readonly description: string;
  readonly usageHint: string;
  /** Slack then turns `@ana` and `#general` into `<@U0ANA|ana>` and `<#C0GENERAL|general>`. */
  readonly shouldEscape: boolean;
}

export interface ManifestShortcut {
  readonly callbackId: string;
  readonly name: string;
  readonly description: string;
  readonly kind: 'global' | 'message';
}

export interface AppManifest {
  readonly commands: readonly ManifestCommand[];
  readonly shortcuts: readonly ManifestShortcut[];
  readonly botScopes: readonly string[];
  /** Event types that are delivered; others are not. */
  readonly botEvents: readonly string[];
  readonly homeTabEnabled: boolean;
}

/** The manifest cannot be read. The message names the file or the place in it. */
export class ManifestUnreadable extends Error {
  override readonly name = 'ManifestUnreadable';
}

const schema = z.object({
  features: z
    .object({
      app_home: z.object({ home_tab_enabled: z.boolean().default(false) }).optional(),
      slash_commands: z
        .array(
          z.object({
            command: z.string().startsWith('/'),
            description: z.string().default(''),
            usage_hint: z.string().default(''),
            should_escape: z.boolean().default(false),
          }),
        )
        .default([]),
      shortcuts: z
        .array(
          z.object({
            name: z.string(),
            type: z.enum(['global', 'message']),
            callback_id: z.string(),
            description: z.string().default(''),
          }),
        )
        .default([]),
    })
    .default({ slash_commands: [], shortcuts: [] }),
  oauth_config: z
    .object({ scopes: z.object({ bot: z.array(z.string()).default([]) }).default({ bot: [] }) })
    .default({ scopes: { bot: [] } }),
  settings: z
    .object({
      event_subscriptions: z.object({ bot_events: z.array(z.string()).default([]) }).optional(),
    })
    .default({}),
});

/** This repository's own. */
const ownManifest = fileURLToPath(new URL('../../app-manifest.yml', import.meta.url));

/**
 * @param source an object in Slack's format, or a path to one as YAML or JSON. Throws
 * `ManifestUnreadable`.
 */
export function readManifest(source: unknown = ownManifest): AppManifest {
  const checked = schema.safeParse(typeof source === 'string' ? fromFile(source) : source);
  if (!checked.success) {
    throw new ManifestUnreadable(
      `The app manifest does not fit: ${z.prettifyError(checked.error)}`,
    );
  }
  const { features, oauth_config: oauth, settings } = checked.data;
  return {
    commands: features.slash_commands.map((one) => ({
      command: one.command,
      description: one.description,
      usageHint: one.usage_hint,
      shouldEscape: one.should_escape,
    })),
    shortcuts: features.shortcuts.map((one) => ({
      callbackId: one.callback_id,
      name: one.name,
      description: one.description,
      kind: one.type,
    })),
    botScopes: oauth.scopes.bot,
    botEvents: settings.event_subscriptions?.bot_events ?? [],
    homeTabEnabled: features.app_home?.home_tab_enabled ?? false,
  };
}

function fromFile(path: string): unknown {
  try {
    return parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new ManifestUnreadable(`The app manifest ${path} cannot be read.`, { cause });
  }
}
