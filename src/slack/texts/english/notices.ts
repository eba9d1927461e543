type Helpers = { helpers: string };
/** The request, as `yourRequest` or `theirRequest` name it inside a sentence. */
type Named = { request: string };
/** The request, as `yourRequestFor` or `theirRequestFor` begin a sentence with it. */
type Beginning = { subject: string };
/** The access, as `yourAccess` or `theirAccess` begin a sentence with it. */
type Access = { access: string };

/** What the bot writes to people and into threads, and what it answers to the question in one of these messages. */
export const notices = {
  yourRequest: ({ number, what }: { number: string; what: string }) => `your request${number} for ${what}`,
  theirRequest: ({ number, who, what }: { number: string; who: string; what: string }) =>
    `the request${number} by ${who} for ${what}`,
  yourRequestFor: ({ what }: { what: string }) => `Your request for ${what}`,
  theirRequestFor: ({ who, what }: { who: string; what: string }) => `The request by ${who} for ${what}`,
  yourAccess: ({ what }: { what: string }) => `Your access to ${what}`,
  theirAccess: ({ who, what }: { who: string; what: string }) => `The access of ${who} to ${what}`,
  open: ({ what }: { what: string }) => `Your request for ${what} is with the reviewers.`,
  /** Above the list of what was asked for in one go, each with those who decide. */
  groupOpen: ({ count }: { count: number }) => `Your ${count} requests are with the reviewers:`,
  decidedBy: ({ people }: { people: string }) => `It is up to ${people}.`,
  notFollowed: 'What becomes of it is in the governance console: I do not hear of it.',
  notSentOn: ({ what, refusal }: { what: string; refusal: string }) =>
    `Your request for ${what} was not sent on. ${refusal}`,
  youWrote: 'You wrote:',
  mend: 'Change it and try again',
  waiting: ({ what }: { what: string }) =>
    `The governance service does not answer at the moment. Your request for ${what} is kept, and I send it as soon as the service is back. You do not have to do anything.`,
  emergencyWaiting: ({ group, who, what, period }: { group: string; who: string; what: string; period: string }) =>
    `${group}${who} needs access in an emergency: ${what}, ${period}. The governance service does not answer, so nobody can approve it yet. The card comes as soon as the service is back. If it cannot wait, please help another way.`,
  emergencyTold: ({ channel }: { channel: string }) => `I have told ${channel}; if it cannot wait, please ask there.`,
  approved: ({ who, request }: { who: string } & Named) => `${who} approved ${request}.`,
  denied: ({ who, request }: { who: string } & Named) => `${who} denied ${request}.`,
  oneMoreStep: 'One more step to go.',
  beingSetUp: 'Access is being set up.',
  reason: ({ reason }: { reason: string }) => `Reason: ${reason}`,
  why: ({ justification }: { justification: string }) => `Why: ${justification}`,
  approvalWaiting:
    'The governance service does not answer at the moment. Your decision (approve) is kept, and I carry it out as soon as the service is back.',
  denialWaiting:
    'The governance service does not answer at the moment. Your decision (deny) is kept, and I carry it out as soon as the service is back.',
  escalatedByYou: ({ request }: Named) => `You made an emergency of ${request}.`,
  escalated: ({ who, request }: { who: string } & Named) => `${who} made an emergency of ${request}.`,
  holderActionWaiting:
    'The governance service does not answer at the moment. What you asked for is kept, and I do it as soon as the service is back.',
  ended: {
    youHave: ({ what, period }: { what: string; period: string }) => `You now have access to ${what}, ${period}.`,
    theyHave: ({ who, what, period }: { who: string; what: string; period: string }) =>
      `${who} now has access to ${what}, ${period}.`,
    denied: ({ subject }: Beginning) => `${subject} was denied.`,
    deniedBy: ({ subject, people }: { people: string } & Beginning) => `${subject} was denied by ${people}.`,
    failed: ({ subject, helpers }: Beginning & Helpers) =>
      `${subject} was approved, but the access could not be set up. Please ask ${helpers}.`,
    cancelled: ({ subject }: Beginning) => `${subject} was cancelled.`,
    ranOut: ({ subject }: Beginning) => `${subject} ended because nobody decided in time. It can be asked for again.`,
    closed: ({ subject }: Beginning) => `${subject} is closed.`,
  },
  accessEnded: {
    expired: ({ access }: Access) => `${access} has ended: its time is over. It can be asked for again.`,
    givenBack: ({ access }: Access) => `${access} is given back. Thank you. The governance service takes it away now.`,
    extended: ({ access }: Access) => `${access} goes on: a longer one has taken its place.`,
  },
  emergencyEnded: (parts: { who: string; what: string; from: string; to: string; duration: string; ending: string }) =>
    `Emergency access ended. ${parts.who} had ${parts.what} from ${parts.from} to ${parts.to}, ${parts.duration}; ${parts.ending}.`,
  emergencyEndings: {
    expired: 'its time was over',
    givenBack: 'it was given back',
    extended: 'a longer one followed',
  },
  elsewhere: {
    isOpen: ({ what }: { what: string }) => `Your request for ${what} is open.`,
    sent: ({ count }: { count: number }) =>
      `I sent it to ${count === 1 ? 'its reviewer' : `${count} of its reviewers`} directly.`,
    sentFor: ({ channel, count }: { channel: string; count: number }) =>
      `I cannot write in ${channel}, so I sent it to ${count === 1 ? 'its reviewer' : `${count} of its reviewers`} directly.`,
    nobody: ({ helpers, look }: { look: string } & Helpers) =>
      `I know none of its reviewers in Slack. Please tell ${helpers}${look}.`,
    nobodyFor: ({ channel, helpers, look }: { channel: string; look: string } & Helpers) =>
      `I know none of its reviewers in Slack and cannot write in ${channel}. Please tell ${helpers}${look}.`,
    orLook: ({ link }: { link: string }) => `, or look ${link}`,
    /** The link's own words: "or look in the governance console". */
    inConsole: 'in the governance console',
  },
  seeCard: 'See the card',
  console: 'Governance console',
  uncertain: {
    explained: ({ what, helpers }: { what: string } & Helpers) =>
      `I sent your request for ${what}, but the governance service did not say whether it arrived, and I cannot look it up there. Please look in the governance console, or ask ${helpers}. If it is not there, send it again.`,
    again: 'Send it again',
    againTitle: 'Send it again?',
    againWarning: 'If the first one arrived after all, there may be two requests.',
    againConfirm: 'Send again',
    back: 'Back',
    leave: 'It is there, leave it',
    sending: 'Thank you. Your request is being sent again.',
    left: 'Thank you. I leave it as it is.',
    settled: 'This is settled already. There is nothing left to do.',
    notYours: 'Only the person who asked can settle this.',
  },
};
