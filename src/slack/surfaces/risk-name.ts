import { name } from './text.ts';

/** The service tells a risk level by its id only: `risk-medium` reads "medium", anything else as it is. */
export function riskName(riskLevelValueId: string): string {
  return name(riskLevelValueId.replace(/^risk(?:[-_ ]?level)?[-_ ]+(?=.)/i, '').replace(/[-_]+/g, ' '));
}
