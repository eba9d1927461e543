import { z } from 'zod';
import { webAddress, withoutEndSlash } from './web-address.ts';

/** What it takes to receive webhooks of the service. */
export interface WebhookEnvironment {
  /** The bot as the service reaches it, without a slash at its end. */
  readonly publicUrl: string;
  /** base64 of 32 bytes; several by commas: the first seals callbacks, all of them open. */
  readonly key: string;
}

/** Both variables, or neither. */
export function webhookSettings(
  production: boolean,
): z.ZodType<{ readonly webhooks: WebhookEnvironment | null }> {
  const wrongKey =
    'is not base64 of 32 bytes, or several of these with commas between: make one with openssl rand -base64 32.';
  const variables = z
    .object({
      PUBLIC_URL: webAddress('https://bot.acme.example', production)
        .transform(withoutEndSlash)
        .optional(),
      WEBHOOK_KEY: z
        .string()
        .refine((text) => text.split(',').every(isVaultKey), wrongKey)
        .optional(),
    })
    .refine(
      ({ PUBLIC_URL, WEBHOOK_KEY }) => PUBLIC_URL === undefined || WEBHOOK_KEY !== undefined,
      {
        path: ['WEBHOOK_KEY'],
        error: 'is missing, and PUBLIC_URL needs it: make one with openssl rand -base64 32.',
      },
    )
    .refine(
      ({ PUBLIC_URL, WEBHOOK_KEY }) => WEBHOOK_KEY === undefined || PUBLIC_URL !== undefined,
      {
        path: ['PUBLIC_URL'],
        error:
          'is missing, and WEBHOOK_KEY needs it: set it to the address at which the service reaches the bot, like https://bot.acme.example.',
      },
    );
  return variables.transform(({ PUBLIC_URL: publicUrl, WEBHOOK_KEY: key }) => ({
    webhooks: publicUrl === undefined || key === undefined ? null : { publicUrl, key },
  }));
}

/** The keys in the setting, in its order. */
export function readVaultKeys(setting: string): readonly Buffer[] {
  return setting.split(',').map((one) => Buffer.from(one.trim(), 'base64'));
}

function isVaultKey(text: string): boolean {
  return /^[A-Za-z0-9+/]{43}=$/.test(text.trim());
}
