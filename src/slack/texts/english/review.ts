/** Deciding: the form for a denial, and everything that a card had to cut. */
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
};
