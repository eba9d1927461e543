/** Mistakes at a field of the request form, where Slack shows no markup. */
export const formMistakes = {
  justificationEmpty: [
    'Say in a sentence why you need this.',
    'Sag in einem Satz, wofür du das brauchst.',
  ],
  durationTooLong: [
    'At most {longestSeconds:duration}. Pick a shorter time.',
    'Höchstens {longestSeconds:duration}. Wähle eine kürzere Zeit.',
  ],
  durationNoLonger: [
    'You have this for {leftSeconds:duration} anyway. Pick a longer time.',
    'Das hast du ohnehin noch: {leftSeconds:duration}. Wähle eine längere Zeit.',
  ],
  notAsEmergency: [
    '{names:brief}: not available as emergency access. Remove it, or ask without the emergency.',
    '{names:brief}: nicht als Notfall möglich. Nimm es heraus, oder frage ohne Notfall an.',
  ],
  /** For several entitlements: `names` are those that set the limit. */
  durationTooLongOf: [
    '{names:brief}: at most {longestSeconds:duration}. Pick a shorter time, or remove it.',
    '{names:brief}: höchstens {longestSeconds:duration}. Wähle eine kürzere Zeit, oder nimm es heraus.',
  ],
  durationMustEndOf: [
    '{names:brief}: needs an end. Pick a time, or remove it.',
    '{names:brief}: braucht ein Ende. Wähle eine Zeit, oder nimm es heraus.',
  ],
  durationMustEnd: ['This needs an end. Pick a time.', 'Das braucht ein Ende. Wähle eine Zeit.'],
  notThere: [
    'This is not there any more. Pick again.',
    'Das gibt es nicht mehr. Wähle noch einmal.',
  ],
  durationMissing: ['Pick how long you need it.', 'Wähle, wie lange du es brauchst.'],
} as const;
