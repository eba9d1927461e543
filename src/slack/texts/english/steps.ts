type People = { people: string };

/** What an open request waits for where nobody reviews it, and who passed a review on to whom. */
export const steps = {
  somebody: 'somebody',
  form: ({ people }: People) => `Waiting for ${people} to fill in a form.`,
  waitUntil: ({ when }: { when: string }) => `Waiting until ${when}.`,
  waitFor: ({ what }: { what: string }) => `Waiting for “${what}”.`,
  waiting: 'Waiting for something that the policy names.',
  'set-up': 'Access is being set up.',
  setUpBy: ({ people }: People) => `${people} sets it up.`,
  setUpBySomebody: 'Somebody sets it up by hand.',
  'set-up-elsewhere': 'Another system sets it up.',
  'decided-elsewhere': 'Another system decides; no person is asked.',
  automation: 'An automation is running.',
  accepted: 'The policy accepts it without a review.',
  rejected: 'The policy turns it down.',
  processing: 'The access service is working on it.',
  unknown: 'The governance console shows what it waits for.',
  /** After who decides, without a full stop; never why. */
  away: ({ who, people }: { who: string } & People) => `${who}: away, ${people} decides instead`,
  awayAll: ({ who }: { who: string }) => `${who}: away, nobody decides instead`,
  inPlaceOf: ({ people, from }: { from: string } & People) => `${people} decides in place of ${from}.`,
  passedOn: ({ people, from }: { from: string } & People) => `${from} passed the review on to ${people}.`,
};
