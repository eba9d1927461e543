type Helpers = { helpers: string };
/** As `yourRequest` or `theirRequest` name it, with or without `forWhat`; capitalised where the sentence begins with it. */
type Named = { request: string };
type What = { what: string };
type Ended = { access: string; time: string };
type Acted = { who: string } & Named;

/** What the bot writes to people and into threads, and the buttons of these messages. */
export const notices = {
  yourRequest: 'your request',
  ownRequest: 'their own request',
  theirRequest: ({ who }: { who: string }) => `the request by ${who}`,
  forWhat: ({ request, what }: Named & What) => `${request} for ${what}`,
  yourAccess: ({ what }: What) => `your access to ${what}`,
  theirAccess: ({ who, what }: { who: string } & What) => `${who}'s access to ${what}`,
  open: ({ request }: Named) => `${request} is with the reviewers.`,
  formDue: ({ request }: Named) => `${request} goes on when you have filled in a form.`,
  formInConsole: 'Some of its questions can be answered in the governance console only.',
  /** Instead of `open`, before what it waits for. */
  sent: ({ request }: Named) => `${request} was sent.`,
  /** Above the list of what was asked for in one go, each with those who decide. */
  groupOpen: ({ count }: { count: number }) => `Your ${count} requests are with the reviewers:`,
  decidedBy: ({ people }: { people: string }) => `${people} will decide.`,
  notFollowed: 'You will find the decision in the governance console.',
  refused: ({ request, refusal }: { refusal: string } & Named) => `${request} did not go through. ${refusal}`,
  mend: 'Change and try again',
  requestWaiting: ({ request }: Named) =>
    `The access service is not answering. I kept ${request} and will send it when it is back.`,
  actionWaiting: 'The access service is not answering. I kept this and will do it when it is back.',
  missingRight: {
    approve: 'The access service does not let me approve requests. Give the owner of my credentials that right.',
    deny: 'The access service does not let me deny requests. Give the owner of my credentials that right.',
  },
  emergencyWaiting:
    'The access service is not answering, so nobody can approve it yet. If it cannot wait, help another way.',
  emergencyTold: ({ channel }: { channel: string }) => `I told ${channel}. If it cannot wait, ask there.`,
  approved: ({ who, request }: { who: string } & Named) => `${who} approved ${request}.`,
  denied: ({ who, request }: { who: string } & Named) => `${who} denied ${request}.`,
  oneMoreStep: 'One more step to go.',
  beingSetUp: 'Access is being set up.',
  escalatedByYou: ({ what }: What) => `You asked for emergency access to ${what}.`,
  escalated: ({ who, what }: { who: string } & What) => `${who} asked for emergency access to ${what}.`,
  acted: {
    withdraw: ({ who, request }: Acted) =>
      `${who} withdrew ${request}. The access service could not close it: close or deny it in the governance console.`,
    nudge: ({ who, request }: Acted) => `${who} asks for a decision on ${request}.`,
    ask: ({ who, request }: Acted) => `${who} has a question about ${request}:`,
    answer: ({ who, request }: Acted) => `${who} answered about ${request}:`,
    comment: ({ who, request }: Acted) => `${who} commented on ${request}:`,
    reassign: ({ who, request }: Acted) => `${who} reassigned ${request}.`,
    shorten: ({ who, request }: Acted) => `${who} shortened ${request}.`,
    'fill-in': ({ who, request }: Acted) => `${who} filled in the form for ${request}.`,
    'skip-step': ({ who, request }: Acted) => `${who} skipped a step of ${request}.`,
    restart: ({ who, request }: Acted) => `${who} restarted the review of ${request}.`,
    'retry-provisioning': ({ who, request }: Acted) => `${who} started the set-up of ${request} again.`,
    close: ({ who, request }: Acted) => `${who} closed ${request}.`,
  },
  /** To whoever did it. */
  nudged: ({ request }: Named) => `I asked the reviewers again for a decision on ${request}.`,
  youHave: ({ what, period }: { period: string } & What) => `You now have access to ${what} ${period}.`,
  theyHave: ({ who, what, period }: { who: string; period: string } & What) =>
    `${who} now has access to ${what} ${period}.`,
  wasDenied: ({ request }: Named) => `${request} was denied.`,
  deniedBy: ({ request, people }: { people: string } & Named) => `${request} was denied by ${people}.`,
  failed: ({ request, helpers }: Named & Helpers) =>
    `${request} was approved, but access could not be set up. Ask ${helpers}.`,
  cancelled: ({ request }: Named) => `${request} was cancelled.`,
  ranOut: ({ request }: Named) => `Nobody decided on ${request} in time.`,
  deleted: ({ request }: Named) => `${request} was deleted in the governance console.`,
  closed: ({ request }: Named) => `${request} is closed.`,
  /** How access ended; `time` in the reader's clock. */
  ended: {
    expired: ({ access, time }: Ended) => `${access} ended at ${time}.`,
    'given-back': ({ access }: Ended) => `${access} was given back.`,
    'taken-away': ({ access }: Ended) => `${access} was taken away.`,
    extended: ({ access }: Ended) => `${access} was replaced by a longer one.`,
    unconfirmed: ({ access, time }: Ended) =>
      `${access} should have ended at ${time}. The access service does not tell me whether it did.`,
  },
  endingSoon: ({ access, when }: { access: string; when: string }) => `${access} ends ${when}.`,
  letItEnd: 'Let it end',
  itEnds: ({ when }: { when: string }) => `Good. It ends ${when}.`,
  done: "I'm done",
  takingAway: ({ access, who }: { access: string; who: string }) => `${access} is being taken away by ${who}.`,
  anAdministrator: 'an administrator',
  notGone: {
    denied: ({ access }: { access: string } & Helpers) => `${access} stays: taking it away was denied.`,
    failed: ({ access, helpers }: { access: string } & Helpers) => `${access} could not be taken away. Ask ${helpers}.`,
    stillHeld: ({ access, helpers }: { access: string } & Helpers) =>
      `${access} should be gone, but the access service still shows it. Ask ${helpers}.`,
  },
  emergencyEnded: (parts: { who: string; what: string; from: string; to: string; duration: string; ending: string }) =>
    `${parts.who} had emergency access to ${parts.what} for ${parts.duration}: ${parts.from} to ${parts.to}. ${parts.ending}`,
  emergencyEndings: {
    expired: 'Its time ran out.',
    'given-back': 'It was given back.',
    'taken-away': 'It was taken away.',
    extended: 'A longer one replaced it.',
    unconfirmed: 'Its time ran out, but the access service does not tell me whether it is gone.',
  },
  sentDirectly: ({ request, count }: { count: number } & Named) =>
    `${request} went directly to ${count === 1 ? 'its reviewer' : `${count} of its reviewers`}.`,
  noReviewerKnown: ({ request, helpers }: Named & Helpers) =>
    `I could not reach a reviewer of ${request} in Slack. Tell ${helpers}.`,
  cannotWriteIn: ({ channel }: { channel: string }) => `I cannot write in ${channel}.`,
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
    undecided: ({ request }: Named) => `Nobody has decided on ${request} yet.`,
    told: ({ people }: { people: string }) => `I told ${people}.`,
    nobodyToTell: ({ helpers }: Helpers) => `I found nobody else to tell. Ask ${helpers}.`,
    emergencyByButton: 'If it cannot wait, ask for emergency access.',
    emergencyByCommand: 'If it cannot wait, type `/emergency-access`.',
  },
  digest: {
    open: ({ count }: { count: number }) => (count === 1 ? '1 open request' : `${count} open requests`),
    longest: 'waiting longest:',
    ending: 'Ending today:',
  },
  seeRequest: 'See request',
  uncertain: {
    explained: ({ request, helpers }: Named & Helpers) =>
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
