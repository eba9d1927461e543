/** What the request form remembers in its private metadata, of a form in a channel. */
export const requestMemory = {
  v: 1,
  mode: 'request',
  conversationId: 'C0GENERAL',
  conversationUrl: '',
  messageAuthor: null,
  extends: null,
  corrects: null,
  draftedBy: null,
  candidates: [],
  accounts: null,
  typedTime: '',
  isTimeChosen: true,
  spoken: { language: 'en', timeZone: 'Europe/Berlin' },
};

/** What the form of an act remembers, of a denial on a card that nobody knows. */
export const actMemory = {
  v: 1,
  verb: 'deny',
  card: 'card-of-nobody',
  step: 's',
  occurrence: '',
  shown: null,
  clicked: null,
  request: '',
  mustSay: true,
  spoken: { language: 'en', timeZone: null },
};
