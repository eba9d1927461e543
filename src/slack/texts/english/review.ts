/** Deciding: what is said to whoever clicked, the form for a denial, and everything that a card had to cut. */
export const review = {
  denyTitle: 'Deny the request',
  deny: 'Deny',
  back: 'Back',
  reason: 'Reason',
  reasonHint: 'The requester reads this, and it is kept with the request.',
  wholeTitle: 'The whole request',
  close: 'Close',
  why: 'Why',
  stepReviewers: ({ count }: { count: number }) => `*Reviewers of this step* (${count})`,
  insights: 'Insights',
  reasonEmpty: 'Please say in a sentence why. The requester reads it.',
  thisRequest: 'This request',
  whatIsAsked: ({ what, who }: { what: string; who: string }) => `${what}, asked by ${who}`,
  denyNotOpened: 'The form for the reason could not be opened just now. Nothing was decided. Please click Deny again.',
  repeated: 'Your decision on this step is already being carried out, or done. This second click changed nothing.',
  unknownCard: 'I do not know the request behind this card any more. Please decide in the governance console.',
  oldCard:
    'This card is from another version of me, and I cannot read its buttons. Please decide in the governance console.',
  elsewhere: 'This is done in the governance console: please open the request there by its number.',
  clickLost: ({ reference }: { reference: string }) =>
    `Something went wrong on our side, and this click was not kept. Please try again in a moment. If it stays like this, give your IT team this reference: ${reference}.`,
};
