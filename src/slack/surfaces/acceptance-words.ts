/** What is said at once to whoever clicked; null where the card itself shows it. */
export function acceptanceWords(accepted: 'kept' | 'repeated' | 'unknown-card'): string | null {
  switch (accepted) {
    case 'kept':
      return null;
    case 'repeated':
      return 'Your decision on this step is already being carried out, or done. This second click changed nothing.';
    case 'unknown-card':
      return 'I do not know the request behind this card any more. Please decide in the governance console.';
  }
}

export const oldCardWords =
  'This card is from another version of me, and I cannot read its buttons. Please decide in the governance console.';
