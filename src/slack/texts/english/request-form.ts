/** The form, what it says while it is filled in, and what follows a submission. */
export const requestForm = {
  title: 'Request access',
  emergencyTitle: 'Emergency access',
  extendTitle: 'Extend access',
  submit: 'Submit',
  cancel: 'Cancel',
  close: 'Close',
  app: 'App',
  searchPlaceholder: 'Type to search',
  entitlement: 'Role or permission',
  entitlementHint: ({ most }: { most: number }) => `Up to ${most}. Each is decided by itself.`,
  /** Levels that services commonly have; any other is shown as it is named. */
  riskLevels: { low: 'low', medium: 'medium', high: 'high', critical: 'critical' },
  longest: ({ duration }: { duration: string }) => `At most ${duration}`,
  untilRevokedPossible: 'Possible until revoked',
  owners: ({ people }: { people: string }) => `Owned by ${people}`,
  usualReviewers: ({ people }: { people: string }) => `Usually decided by ${people}`,
  heldUntil: ({ moment }: { moment: string }) => `You have this until ${moment}.`,
  held: 'You have this until it is revoked.',
  heldByTarget: 'The person this is for already has it.',
  openUncertain: 'This was requested, but it is not clear whether it arrived. The requester has a message about it.',
  decisionIn: ({ console }: { console: string }) => `The decision is in the ${console}.`,
  candidates: 'Which one do you mean?',
  emergency: 'Emergency',
  askForEmergency: 'Ask for emergency access',
  emergencyConfirmTitle: 'Ask for emergency access?',
  emergencyConfirm: 'Ask',
  onCallIsCalled: 'On-call is called.',
  emergencyRules: 'The rules for emergencies apply.',
  /** `when` on the reader's clock: "15:41", or as `dayAndTime`. */
  extendedUntil: ({ duration, when }: { duration: string; when: string }) =>
    `${duration} (until about ${when} if approved now)`,
  /** As Luxon formats it: "Fri 27 Nov, 18:00". */
  dayAndTime: 'ccc d LLL, HH:mm',
  extendIntro: ({ what }: { what: string }) => `More time with ${what}.`,
  justification: 'Why you need it',
  justificationHint: 'A ticket or incident number helps.',
  duration: 'For how long',
  time: 'Or type a time',
  timeHint: 'Counts instead of the choice above. In your time zone.',
  timePlaceholder: '90m, 3 days, until Friday 18:00',
  target: 'For somebody else',
  targetHint: 'Leave this empty if it is for you.',
  yes: 'Yes',
  no: 'No',
  checkingWho: 'Checking who you are …',
  appGone: 'This app cannot be requested any more. Pick another one.',
  entitlementGone: 'This is not there any more. Pick again.',
  listUnavailable: 'The list cannot be loaded now',
  listUnavailableExplained:
    'The access service is not answering, so the list is empty. Try it again in a minute; what you typed stays.',
  notOpened: 'The form did not open, and nothing was submitted. Try again.',
  nothingForEmergencies: 'Nothing here is available as emergency access. Use /request-access.',
  notUnderstood: ({ words }: { words: string }) => `I did not understand “${words}”.`,
  /** `words`: the whole command. */
  didYouMean: ({ words }: { words: string }) => `Did you mean \`${words}\`?`,
  namedNotAsEmergency: ({ what }: { what: string }) =>
    `“${what}” is not available as emergency access. Use /request-access.`,
  notReadYet: ({ words }: { words: string }) =>
    `I have not read the whole list yet, so I did not find “${words}”. Pick below, or try again in a minute.`,
  /** `why` is one of `times`. */
  timeNotFilledIn: ({ words, why }: { words: string; why: string }) => `I did not fill in “${words}”. ${why}`,
  ambiguous: ({ words }: { words: string }) => `“${words}” can mean more than one thing. Pick below.`,
  refusedBefore: ({ why }: { why: string }) => `Last time: ${why}`,
  times: {
    notUnderstood: ({ words }: { words: string }) =>
      `I do not understand “${words}”. Write it like “90m”, “3 days” or “until Friday 18:00”.`,
    /** `readings` as they can be typed: "2026-11-20 or 2026-11-27". */
    ambiguous: ({ readings }: { readings: string }) =>
      `This can be read in more than one way: ${readings}. Write the one that you mean.`,
    inThePast: 'This time is over already. Write a later one.',
    tooLong: 'This is longer than can be granted. Write a shorter time.',
    unknownZone: 'I do not know your time zone. Write a duration, like “90m” or “3 days”.',
  },
  answers: {
    missing: 'Fill this in.',
    noNumber: 'Write a number that fits.',
    noDate: 'Write a date like 2026-03-01.',
    notOffered: 'Pick one of the choices.',
  },
  dateExample: '2026-03-01',
  inConsole: ({ question }: { question: string }) => `*${question}* can be answered in the governance console only.`,
  oneALine: 'One a line.',
  atLeast: ({ least }: { least: number }) => `At least ${least}.`,
  atMost: ({ most }: { most: number }) => `At most ${most}.`,
  notSaved: 'This was not saved, so nothing was submitted. Press Submit again in a moment.',
  escalateInstead: 'If it cannot wait, ask for emergency access to it on my Home tab.',
  received: "Got it. I'll message you when it's with the reviewers.",
  receivedEmergency: ({ where }: { where: string }) => `It also goes to ${where}.`,
  /** As a place: "in your direct messages". */
  yourDirectMessages: 'your direct messages',
};
