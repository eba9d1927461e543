/** Deciding: what is said to whoever clicked, the form for a denial, and everything that a card had to cut. */
export const review = {
  denyTitle: 'Deny the request',
  deny: 'Deny',
  approveTitle: 'Approve the request',
  approve: 'Approve',
  checking: 'Checking whether you can do this …',
  acts: {
    approve: 'Approve with a note',
    'approve-for-less': 'Approve for less time',
    ask: 'Ask the requester',
    answer: 'Answer',
    'fill-in': 'Fill in the form',
  },
  words: 'Message',
  wordsHint: 'Everybody who sees the request reads this.',
  newReviewers: 'Who decides instead',
  cannotUndo: 'This cannot be taken back.',
  takeBack: 'Take it back',
  perhapsSent: 'I will not send it again. It may have arrived already: then the card shows it.',
  nothingToTakeBack: 'There is nothing to take back any more.',
  back: 'Back',
  reason: 'Reason',
  reasonHint: 'The requester reads this.',
  confidential: 'This is confidential: only its requester, whom it is for, its reviewers and administrators see it.',
  wholeTitle: 'The whole request',
  access: 'Access',
  recommendation: 'Recommendation',
  why: 'Why',
  answers: 'Answers',
  stepReviewers: ({ count }: { count: number }) => `Reviewers of this step (${count})`,
  owners: 'Owners',
  insights: 'Insights',
  reasonEmpty: 'Say in a sentence why. The requester reads it.',
  thisRequest: 'This request',
  whatIsAsked: ({ what, who }: { what: string; who: string }) => `${what}, asked by ${who}`,
  formNotOpened: 'The form did not open. Nothing was decided. Click again.',
  unknownCard: 'I do not know this request any more. Decide in the governance console.',
  clickLost: ({ reference }: { reference: string }) =>
    `This click was not saved. Try again in a moment. If it happens again, give your IT team this reference: ${reference}.`,
};

type Helpers = { helpers: string };
/** `who` is `you`, or a mention; with their email where it is known. */
type Person = { who: string; email: string; status: string } & Helpers;
type Said = { said: string } & Helpers;

/** Why something is not done, and what to do next. `helpers` are the people to ask, as a list in words. */
export const refusals = {
  /** Whom to ask where nobody is configured. */
  itTeam: 'your IT team',
  /** By kind, the same for whoever asks and for the person it is for. */
  identity: {
    you: 'you',
    'unknown-person': ({ who, helpers }: Person) => `I cannot find ${who} in the access directory. Ask ${helpers}.`,
    'no-email': ({ who, helpers }: Person) => `Slack shows me no email address of ${who}. Ask ${helpers}.`,
    'unconfirmed-email': ({ email, helpers }: Person) =>
      `Nobody confirmed ${email} in Slack. Confirm it from the email that Slack sent, or ask ${helpers}.`,
    inactive: ({ status, helpers }: Person) => `The access service has this person as ${status}. Ask ${helpers}.`,
    changed: ({ helpers }: Person) =>
      `Your Slack account belonged to somebody else when this was asked. Ask again, or ask ${helpers}.`,
    guest: ({ helpers }: Person) => `Guests cannot get access here. Ask ${helpers}.`,
    bot: (_person: Person) => 'Apps and bots cannot get access here.',
    deactivated: (_person: Person) => 'Deactivated accounts cannot get access.',
    external: ({ helpers }: Person) => `Only members of this workspace can get access here. Ask ${helpers}.`,
  },
  /** `number`: " (#1001)", or nothing. */
  duplicate: ({ number }: { number: string }) => `You already asked for this${number}.`,
  duplicateOfOther: ({ number }: { number: string }) => `Somebody already asked for this${number}.`,
  waitingFor: ({ people }: { people: string }) => `It is waiting for ${people}.`,
  /** Follows one of those of the service. */
  said: ({ message }: { message: string }) => ` The access service says: “${message}”.`,
  service: {
    forbidden: ({ said, helpers }: Said) => `This is not allowed.${said} If you need it, ask ${helpers}.`,
    invalid: ({ said, helpers }: Said) =>
      `This was not accepted.${said} Change the request and try again, or ask ${helpers}.`,
    'not-found': ({ said, helpers }: Said) =>
      `This app, permission or person is not there any more.${said} Pick again, or ask ${helpers}.`,
    conflict: ({ said, helpers }: Said) =>
      `Something else is being changed.${said} Try again in a minute, or ask ${helpers}.`,
  },
  /** By kind: refusals of which there is nothing more to tell. */
  plain: {
    closed: 'This request is closed already.',
    'step-moved-on': 'This request has moved on to its next step. Look at the card again.',
    'not-offered': 'This is not possible at the moment.',
    'other-workspace': 'This request can be decided only in its own workspace.',
    'own-request': 'Somebody else has to decide: this request is yours or for you.',
    'not-yours': 'Only the requester and the person it is for can do this.',
    ended: 'This access has ended already.',
    'not-administrator': 'Only administrators can do this.',
    'decided-before': 'You decided an earlier step. Somebody else has to decide this one.',
    'reason-needed': 'This step needs a reason. Decide again and say why.',
    'decided-elsewhere': 'Somebody decided this in the governance console. Your decision did not count.',
    expired: 'Your decision waited too long, and I will not send it. Look at the request again.',
    withdrawn: 'I took your decision back. It was not sent.',
    'request-withdrawn': 'This request was withdrawn. Close it in the governance console.',
    'left-to-nobody': 'Pick somebody else: nobody decides on a request that is theirs or for them.',
    'nudged-already': 'The reviewers were nudged today already. Try again on the next working day.',
    uncertain:
      'I sent this and got no answer, so I will not send it again. Look at the request; if it is not done, do it again.',
  },
  gone: ({ helpers }: Helpers) => `This request is not there any more. Ask ${helpers}.`,
  failed: ({ helpers, reference }: { reference: string } & Helpers) =>
    `This did not work. Look at the request in the governance console, or give ${helpers} this reference: ${reference}.`,
  emergencyTooLong: ({ duration }: { duration: string }) =>
    `Emergency access lasts at most ${duration}, and this asks for longer. Withdraw it, then ask for emergency access.`,
  repeated: 'This is done, or being done, already.',
  notReviewer: 'You are not a reviewer of this step.',
  notReviewerBut: ({ reviewers }: { reviewers: string }) =>
    `You are not a reviewer of this step. It is waiting for ${reviewers}.`,
  alreadyDecided: 'Somebody else has already decided this.',
  alreadyDecidedBy: {
    approve: ({ who, when }: { who: string; when: string }) => `${who} already approved this: ${when}.`,
    deny: ({ who, when }: { who: string; when: string }) => `${who} already denied this: ${when}.`,
  },
  /** Why it is decided there, and not by a button. */
  inConsole: {
    mode: 'Requests are decided in the governance console.',
    risk: 'Requests of this risk are decided in the governance console.',
    emergency: 'Emergencies are decided in the governance console.',
    'step-up': 'Approving this takes an extra verification in the governance console.',
    policy: 'I cannot apply the rules of this step. It is decided in the governance console.',
  },
  /** Beside a field of the request form, where Slack shows no markup. */
  mistakes: {
    justificationEmpty: 'Say in a sentence why you need this.',
    durationTooLong: ({ duration }: { duration: string }) => `At most ${duration}. Pick a shorter time.`,
    durationNoLonger: ({ duration }: { duration: string }) =>
      `You have this for ${duration} anyway. Pick a longer time.`,
    notAsEmergency: ({ what }: { what: string }) =>
      `${what}: not available as emergency access. Remove it, or ask without the emergency.`,
    durationMustEnd: 'This needs an end. Pick a time.',
    unknown: {
      app: 'Pick the app again: this one is not there any more.',
      entitlement: 'Pick the role or permission again: this one is not there any more.',
      duration: 'Pick how long you need it.',
    },
  },
};
