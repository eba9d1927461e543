/** The address if a click on it may be followed (`http`, `https`, `mailto`, `tel`), else null: `javascript:` never is. */
export function safeUrl(url: string): string | null {
  const trimmed = url.trim();
  return /^(https?:\/\/|mailto:|tel:)/i.test(trimmed) && URL.canParse(trimmed) ? trimmed : null;
}
