/** What each sentence of a message may name. */
export interface NoticeParts {
  /** "your request for *GitHub · write*", "the request by @ben for *GitHub · write*". */
  readonly request: string;
  /** The same as the beginning of a sentence. */
  readonly opening: string;
  readonly what: string;
  /** Who has, or would have, the access. */
  readonly holder: string;
  /** "Your access to *GitHub · write*", as the beginning of a sentence. */
  readonly access: string;
  readonly helpers: string;
}

type P = NoticeParts;
/** Somebody did something with the request. */
type By = { readonly who: string };

/** What the bot writes to people and into threads, and the buttons of these messages. */
export const notices = {
  yourRequest: 'your request',
  ownRequest: 'their own request',
  theirRequest: ({ who }: By) => `the request by ${who}`,
  forWhat: ({ request, what }: Pick<P, 'request' | 'what'>) => `${request} for ${what}`,
  yourAccess: ({ what }: Pick<P, 'what'>) => `your access to ${what}`,
  theirAccess: ({ who, what }: By & Pick<P, 'what'>) => `${who}'s access to ${what}`,
  open: ({ opening }: P) => `${opening} is with the reviewers.`,
  formDue: ({ opening }: P) => `${opening} goes on when you have filled in a form.`,
  formInConsole: 'Some of its questions can be answered in the governance console only.',
  /** Instead of `open`, before what it waits for. */
  sent: ({ opening }: P) => `${opening} was sent.`,
  /** Above the list of what was asked for in one go, each with those who decide. */
  groupOpen: ({ count }: { count: number }) => `Your ${count} requests are with the reviewers:`,
  decidedBy: ({ people }: { people: string }) => `${people} will decide.`,
  notFollowed: 'You will find the decision in the governance console.',
  refused: ({ opening, refusal }: P & { refusal: string }) => `${opening} did not go through. ${refusal}`,
  mend: 'Change and try again',
  requestWaiting: ({ request }: P) =>
    `The access service is not answering. I kept ${request} and will send it when it is back.`,
  actionWaiting: 'The access service is not answering. I kept this and will do it when it is back.',
  /** `act` as its button says. */
  missingRight: ({ act }: { act: string }) =>
    `The access service does not let me do this: “${act}”. Give the owner of my credentials that right.`,
  emergencyWaiting:
    'The access service is not answering, so nobody can approve it yet. If it cannot wait, help another way.',
  emergencyTold: ({ channel }: { channel: string }) => `I told ${channel}. If it cannot wait, ask there.`,
  approved: ({ who, request }: By & Pick<P, 'request'>) => `${who} approved ${request}.`,
  denied: ({ who, request }: By & P) => `${who} denied ${request}.`,
  oneMoreStep: 'One more step to go.',
  beingSetUp: 'Access is being set up.',
  acted: {
    withdraw: ({ who, request }: By & P) =>
      `${who} withdrew ${request}. The access service could not close it: close or deny it in the governance console.`,
    nudge: ({ who, request }: By & P) => `${who} asks for a decision on ${request}.`,
    ask: ({ who, request }: By & P) => `${who} has a question about ${request}:`,
    answer: ({ who, request }: By & P) => `${who} answered about ${request}:`,
    comment: ({ who, request }: By & P) => `${who} commented on ${request}:`,
    reassign: ({ who, request }: By & P) => `${who} reassigned ${request}.`,
    shorten: ({ who, request }: By & P) => `${who} shortened ${request}.`,
    'fill-in': ({ who, request }: By & P) => `${who} filled in the form for ${request}.`,
    'skip-step': ({ who, request }: By & P) => `${who} skipped a step of ${request}.`,
    restart: ({ who, request }: By & P) => `${who} restarted the review of ${request}.`,
    'retry-provisioning': ({ who, request }: By & P) => `${who} started the set-up of ${request} again.`,
    close: ({ who, request }: By & P) => `${who} closed ${request}.`,
    escalate: ({ who, what }: By & P) => `${who} asked for emergency access to ${what}.`,
    'take-away': ({ who, access }: By & P) => `${access} is being taken away by ${who}.`,
  },
  /** To whoever did it. */
  youActed: {
    nudge: ({ request }: P) => `I asked the reviewers again for a decision on ${request}.`,
    escalate: ({ what }: P) => `You asked for emergency access to ${what}.`,
  },
  youHave: ({ what, period }: P & { period: string }) => `You now have access to ${what} ${period}.`,
  theyHave: ({ holder, what, period }: P & { period: string }) => `${holder} now has access to ${what} ${period}.`,
  deniedBy: ({ opening, people }: P & { people: string }) => `${opening} was denied by ${people}.`,
  /** How a request ended without access, by the task's outcome. */
  closed: {
    denied: ({ opening }: P) => `${opening} was denied.`,
    error: ({ opening, helpers }: P) => `${opening} was approved, but access could not be set up. Ask ${helpers}.`,
    cancelled: ({ opening }: P) => `${opening} was cancelled.`,
    'wait-timed-out': ({ request }: P) => `Nobody decided on ${request} in time.`,
    deleted: ({ opening }: P) => `${opening} was deleted in the governance console.`,
    otherwise: ({ opening }: P) => `${opening} is closed.`,
  },
  /** How access ended; `time` in the reader's clock. */
  ended: {
    expired: ({ access, time }: P & { time: string }) => `${access} ended at ${time}.`,
    'given-back': ({ access }: P) => `${access} was given back.`,
    'taken-away': ({ access }: P) => `${access} was taken away.`,
    extended: ({ access }: P) => `${access} was replaced by a longer one.`,
    unconfirmed: ({ access, time }: P & { time: string }) =>
      `${access} should have ended at ${time}. The access service does not tell me whether it did.`,
  },
  endingSoon: ({ access, when }: P & { when: string }) => `${access} ends ${when}.`,
  letItEnd: 'Let it end',
  itEnds: ({ when }: { when: string }) => `Good. It ends ${when}.`,
  done: "I'm done",
  anAdministrator: 'an administrator',
  notGone: {
    denied: ({ access }: P) => `${access} stays: taking it away was denied.`,
    failed: ({ access, helpers }: P) => `${access} could not be taken away. Ask ${helpers}.`,
    stillHeld: ({ access, helpers }: P) =>
      `${access} should be gone, but the access service still shows it. Ask ${helpers}.`,
  },
  emergencyEnded: ({ holder, what, from, duration, ending }: P & Record<'from' | 'duration' | 'ending', string>) =>
    `${holder} had emergency access to ${what} for ${duration}, from ${from}: ${ending}.`,
  sentDirectly: ({ opening, count }: P & { count: number }) =>
    `${opening} went directly to ${count === 1 ? 'its reviewer' : `${count} of its reviewers`}.`,
  noReviewerKnown: ({ request, helpers }: P) => `I could not reach a reviewer of ${request} in Slack. Tell ${helpers}.`,
  auditHead: ({ count, head }: { count: number; head: string }) =>
    `The audit trail has ${count} entries. Keep this line: it shows later whether one of them was changed.\n\`${head}\``,
  waiting: {
    reminder: ({ count }: { count: number }) =>
      count === 1 ? 'This waits for your decision:' : `${count} requests wait for your decision:`,
    overdue: ({ count }: { count: number }) =>
      count === 1 ? 'Nobody has decided on this yet:' : `Nobody has decided on these ${count} yet:`,
    snooze: 'Snooze',
    snoozeTitle: 'Snooze this reminder',
    snoozeUntil: 'Remind me',
    choices: { hour: 'In an hour', hours: 'In 4 hours', tomorrow: 'Tomorrow', week: 'Next week' },
    snoozed: ({ when }: { when: string }) => `I will remind you ${when}.`,
    nothingToSnooze: 'Nothing of this waits for you any more.',
    undecided: ({ request }: P) => `Nobody has decided on ${request} yet.`,
    told: ({ people }: { people: string }) => `I told ${people}.`,
    nobodyToTell: ({ helpers }: P) => `I found nobody else to tell. Ask ${helpers}.`,
    emergencyByButton: 'If it cannot wait, ask for emergency access.',
    emergencyByCommand: 'If it cannot wait, type `/emergency-access`.',
  },
  digest: {
    open: ({ count }: { count: number }) => (count === 1 ? '1 open request' : `${count} open requests`),
    longest: 'waiting longest:',
    ending: 'Ending today:',
  },
  overview: ({ count }: { count: number }) =>
    `⏳ *${count} requests wait here for a decision.* Slack takes one card a second, emergencies come first. You can decide all of them on my Home tab now.`,
  seeRequest: 'See request',
  uncertain: {
    explained: ({ request, helpers }: P) =>
      `I sent ${request} and got no answer. Look for it in the governance console, or ask ${helpers}. If it is not there, send it again.`,
    again: 'Send it again',
    againTitle: 'Send it again?',
    againWarning: 'If the first one arrived, there will be two requests.',
    leave: 'It is there',
    sending: 'I am sending it again.',
    left: 'Good, I leave it as it is.',
    notYours: 'Only the requester can answer this.',
  },
};
