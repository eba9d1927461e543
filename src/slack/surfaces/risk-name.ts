import type { Texts } from '../texts/texts.ts';
import { name } from './text.ts';

/** The service tells a risk level by its id only: `risk-medium` reads "medium" in the reader's language, anything else as it is. */
export function riskName({ requestForm }: Texts, riskLevelValueId: string): string {
  const level = riskLevelValueId.replace(/^risk(?:[-_ ]?level)?[-_ ]+(?=.)/i, '').replace(/[-_]+/g, ' ');
  const known = Object.entries(requestForm.riskLevels).find(([id]) => id === level.toLowerCase());
  return known?.[1] ?? name(level);
}
