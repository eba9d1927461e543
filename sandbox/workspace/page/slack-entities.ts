/**
 * Turns Slack's three entities (`&amp;`, `&lt;`, `&gt;`) back into characters; the template escapes
 * them again for HTML.
 */
export function unescapeSlack(text: string): string {
  return text.replace(/&(lt|gt|amp);/g, (_whole, name: string) =>
    name === 'lt' ? '<' : name === 'gt' ? '>' : '&',
  );
}
