/** Languages that the bot speaks, as in the first part of a locale. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/**
 * The language of a locale as Slack tells it ("de-AT" is `de`); `fallback` if it is missing or not
 * one of these.
 */
export function languageOf(locale: string | null | undefined, fallback: Language): Language {
  const first = (locale ?? '').split(/[-_]/)[0]?.toLowerCase();
  return languages.find((language) => language === first) ?? fallback;
}
