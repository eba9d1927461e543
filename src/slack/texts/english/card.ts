/** The card of a request, and how a request and its decisions are told in a line. */
type Asked = { who: string; what: string; period: string };

export const card = {
  header: {
    wants: ({ who, what, period }: Asked) => `${who} wants ${what} ${period}`,
    needs: ({ who, what, period }: Asked) => `Emergency: ${who} needs ${what} ${period}`,
    /** The person who has, or had, the access. */
    has: ({ who, what, period }: Asked) => `${who} has ${what} ${period}`,
    had: ({ who, what, period }: Asked) => `${who} had ${what} ${period}`,
    /** Not granted: `outcome` is one of `outcomes`. */
    wanted: ({ outcome, who, what, period }: Asked & { outcome: string }) =>
      `${outcome}: ${who} wanted ${what} ${period}`,
    /** What is asked for on behalf of another person: `target` is a name, or `somebodyElse`. */
    forSomebody: ({ what, target }: { what: string; target: string }) => `${what} (for ${target})`,
  },
  somebodyElse: 'somebody else',
  onCall: ({ group, who, what, period }: Asked & { group: string }) => `${group}: ${who} needs ${what} ${period}.`,
  inGroup: ({ number, of }: { number: number; of: number }) => `${number} of ${of}`,
  risk: ({ risk }: { risk: string }) => `Risk: ${risk}`,
  emergency: 'Emergency',
  step: ({ number, of }: { number: number; of: number }) => `Step ${number} of ${of}`,
  until: ({ when }: { when: string }) => `Until ${when}`,
  lastUsed: ({ when }: { when: string }) => `Last used ${when}`,
  heldUntil: ({ when }: { when: string }) => `Has it until ${when}`,
  onBehalfOf: ({ who }: { who: string }) => `On behalf of ${who}`,
  aboutMessage: ({ message }: { message: string }) => `About ${message}`,
  aboutMessageBy: ({ message, who }: { message: string; who: string }) => `About ${message} by ${who}`,
  /** The words of the link to it. */
  message: 'a message',
  advice: ({ recommendation }: { recommendation: string }) => `Recommendation: ${recommendation}`,
  recommendations: { approve: 'approve', deny: 'deny', review: 'look closely' },
  whyMissing: 'No justification was given.',
  whyCut: '(cut; “Show everything” has the whole text)',
  earlierDecisions: ({ count }: { count: number }) => `… ${count} earlier ${count === 1 ? 'decision' : 'decisions'}`,
  reason: ({ reason }: { reason: string }) => `Reason: ${reason}`,
  decidedOutside: ({ people }: { people: string }) => `Decided by ${people} in the governance console`,
  showEverything: 'Show everything',
  showDetails: 'Show details',
  confidential: { waiting: 'Waiting for a decision', deciding: 'being decided' },
  approveInConsole: 'Approve in the console',
  denyInConsole: 'Deny in the console',
  moreActions: 'More actions',
  wrote: ({ who }: { who: string }) => `${who} wrote:`,
  moreInConsole: 'More in the governance console',
  askedAt: ({ who, when }: { who: string; when: string }) => `Asked by ${who}, ${when}`,
  /** After `askedAt`, where nobody tells us what becomes of it. */
  asItWasThen: 'as it was then: this card does not change',
  openInConsole: 'Open in the governance console',
  /** An outcome that nobody knows yet. */
  otherOutcome: ({ outcome }: { outcome: string }) => `Closed (${outcome})`,
  outcomes: {
    granted: 'Granted',
    denied: 'Denied',
    error: 'Could not be set up',
    cancelled: 'Cancelled',
    'wait-timed-out': 'Ran out of time',
    deleted: 'Deleted',
    none: 'Closed',
  },
  state: {
    approvedBy: ({ who }: { who: string }) => `*Approved* by ${who}. Access is being set up.`,
    deniedBy: ({ who }: { who: string }) => `*Denied* by ${who}.`,
    beingApprovedBy: ({ who }: { who: string }) => `*Being approved* by ${who} …`,
    beingDeniedBy: ({ who }: { who: string }) => `*Being denied* by ${who} …`,
    failing: '*Could not be set up yet.* It is being tried again.',
    waitingFor: ({ people }: { people: string }) => `*Waiting for* ${people}`,
    approved: '*Approved*. Access is being set up.',
    nobody: '*Waiting*. Nobody is named to decide yet.',
  },
  approvedBy: ({ who, when }: { who: string; when: string }) => `Approved by ${who}, ${when}`,
  deniedBy: ({ who, when }: { who: string; when: string }) => `Denied by ${who}, ${when}`,
};

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
