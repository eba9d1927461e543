/** Mistakes at a field of the request form, where Slack shows no markup. */
export const formMistakes = {
  justificationEmpty: [
    'Say in a sentence why you need this.',
    'Sag in einem Satz, wofür du das brauchst.',
  ],
  durationTooLong: [
    'At most {duration}. Pick a shorter time.',
    'Höchstens {duration}. Wähle eine kürzere Zeit.',
  ],
  durationNoLonger: [
    'You have this for {duration} anyway. Pick a longer time.',
    'Das hast du ohnehin noch: {duration}. Wähle eine längere Zeit.',
  ],
  notAsEmergency: [
    '{what}: not available as emergency access. Remove it, or ask without the emergency.',
    '{what}: nicht als Notfall möglich. Nimm es heraus, oder frage ohne Notfall an.',
  ],
  /** For several entitlements: `what` names those that set the limit. */
  durationTooLongOf: [
    '{what}: at most {duration}. Pick a shorter time, or remove it.',
    '{what}: höchstens {duration}. Wähle eine kürzere Zeit, oder nimm es heraus.',
  ],
  durationMustEndOf: [
    '{what}: needs an end. Pick a time, or remove it.',
    '{what}: braucht ein Ende. Wähle eine Zeit, oder nimm es heraus.',
  ],
  durationMustEnd: ['This needs an end. Pick a time.', 'Das braucht ein Ende. Wähle eine Zeit.'],
  notThere: [
    'This is not there any more. Pick again.',
    'Das gibt es nicht mehr. Wähle noch einmal.',
  ],
  durationMissing: ['Pick how long you need it.', 'Wähle, wie lange du es brauchst.'],
} as const;
