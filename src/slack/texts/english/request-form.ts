/** The form, what it says while it is filled in, and what follows a submission. */
export const requestForm = {
  title: 'Request access',
  emergencyTitle: 'Emergency access',
  extendTitle: 'Extend access',
  submit: 'Submit',
  emergencySubmit: 'Get emergency access',
  cancel: 'Cancel',
  close: 'Close',
  app: 'App',
  appPlaceholder: 'Type to find an app',
  entitlement: 'What you need in it',
  entitlementHint: ({ most }: { most: number }) => `Up to ${most} in one go. Each is decided on by itself.`,
  entitlementPlaceholder: 'Type to find a role, group or permission',
  risk: ({ risk }: { risk: string }) => `Risk: ${risk}`,
  longest: ({ duration }: { duration: string }) => `Longest: ${duration}`,
  untilRevokedPossible: 'Can be granted until revoked',
  owners: ({ people }: { people: string }) => `Owned by ${people}`,
  askedLast: ({ people }: { people: string }) => `Asked to decide last time: ${people}`,
  askedUnknown: 'The card will name who decides',
  heldUntil: ({ moment }: { moment: string }) => `You already have this until ${moment}.`,
  held: 'You already have this, until revoked.',
  heldByTarget: 'The person this is for already has it.',
  openAlready: ({ number }: { number: string }) => `Already requested, see ${number}. A second request is not needed.`,
  openAlreadyUnnumbered: 'Already requested, and on its way. A second request is not needed.',
  /** Asked for without the bot. */
  openElsewhere: ({ number, console }: { number: string; console: string }) =>
    `Already requested in the ${console}${number === '' ? '' : `, see ${number}`}. A second request is not needed.`,
  openUncertain:
    'Already requested, but it is not clear whether that arrived. Whoever asked has a message from me about it.',
  /** Where nobody tells us what became of it. */
  sentAlready: ({ when, number, console }: { when: string; number: string; console: string }) =>
    `Already requested ${when}. What became of it is in the ${console}${number === '' ? '' : `, under ${number}`}.`,
  candidates: 'Which one do you mean?',
  emergency: 'Emergency',
  emergencyOption: 'This is an emergency',
  emergencyTold: 'The people on call are told at once.',
  emergencyLookedAt: 'Every emergency is looked at afterwards.',
  emergencyIntro: 'For what cannot wait.',
  notAsEmergency: ({ what }: { what: string }) =>
    `${what} cannot be had as an emergency. Please take it out and ask for it by itself, or ask for all of it without the emergency.`,
  emergencyConfirmTitle: 'Is this an emergency?',
  emergencyConfirm: 'Yes, it is',
  emergencyDeny: 'Back',
  /** `when` on the reader's clock: "15:41", or as `dayAndTime`. */
  extendedUntil: ({ duration, when }: { duration: string; when: string }) =>
    `${duration} (until about ${when} if approved now)`,
  /** As Luxon formats it: "Fri 27 Nov, 18:00". */
  dayAndTime: 'ccc d LLL, HH:mm',
  extendIntro: ({ what }: { what: string }) => `You ask for more time with ${what}. It begins when it is granted.`,
  justification: 'Why you need it',
  justificationHint: 'The reviewers decide by this. A ticket or incident number helps.',
  duration: 'For how long',
  time: 'Or type a time',
  timeHint: 'What you type here counts instead of the choice above. Dates are in your own time zone.',
  timePlaceholder: '90m, 3 days, until Friday 18:00',
  target: 'For somebody else',
  targetHint: 'Leave this empty if it is for you.',
  yes: 'Yes',
  no: 'No',
  appGone: 'This app cannot be asked for any more. Please pick another one.',
  entitlementGone: 'This is not there any more. Please pick again.',
  listUnavailable: 'The list cannot be loaded just now',
  listUnavailableExplained:
    'The governance service does not answer just now, so I cannot show what there is. What you typed stays here: please try the list again in a minute.',
  notOpened: 'The form could not be opened just now. Nothing was submitted. Please try again.',
  nothingForEmergencies: 'Nothing here can be had as an emergency. Please ask for it with /request-access.',
  notUnderstood: ({ words }: { words: string }) => `I did not understand “${words}”.`,
  /** `words`: the whole command. */
  didYouMean: ({ words }: { words: string }) => `Did you mean \`${words}\`?`,
  namedNotAsEmergency: ({ what }: { what: string }) =>
    `“${what}” cannot be had as an emergency. Please ask for it with /request-access.`,
  notReadYet: ({ words }: { words: string }) =>
    `I could not read yet all that there is to ask for, so I could not look up “${words}”. Please pick from the lists below; if they are empty, try again in a minute.`,
  /** `why` is one of `times`. */
  timeNotFilledIn: ({ words, why }: { words: string; why: string }) =>
    `I could not fill in “${words}” as the time. ${why}`,
  ambiguous: ({ words }: { words: string }) => `“${words}” could be more than one thing. Please pick below.`,
  refusedBefore: ({ why }: { why: string }) => `Not sent on the last time. ${why}\nEverything is still filled in.`,
  times: {
    notUnderstood: ({ words }: { words: string }) =>
      `I do not understand “${words}”. Please write it like “90m”, “3 days” or “until Friday 18:00”.`,
    /** `readings` as they can be typed: "2026-11-20 or 2026-11-27". */
    ambiguous: ({ readings }: { readings: string }) =>
      `This can be read in more than one way: ${readings}. Please write the one that you mean.`,
    inThePast: 'This time is over already. Please write a later one.',
    tooLong: 'This is longer than can be granted. Please write a shorter time.',
    unknownZone: 'I could not find out your time zone just now. Please write a duration, like “90m” or “3 days”.',
  },
  answers: {
    missing: 'Please fill this in.',
    noNumber: 'Please write a number.',
    notOffered: 'Please pick one of the choices.',
  },
  notSaved:
    'Your request could not be saved just now, so nothing was submitted. Please press Submit again in a moment.',
  received: 'Request received',
  receivedExplained: ({ what, where }: { what: string; where: string }) =>
    `Your request for *${what}* is kept and on its way.\n\nThe reviewers see it in ${where}. I tell you in a direct message when it is with them, when somebody decides, and when you have access. You do not have to do anything else.`,
  receivedEmergency: ({ where, group }: { where: string; group: string }) =>
    `As an emergency it goes to ${where} at once${group === '' ? '' : `, where ${group} is called`}. If you hear nothing there in a few minutes, please ask there yourself.`,
  /** Where nobody tells us what becomes of it. */
  receivedUnfollowed: ({ what, where }: { what: string; where: string }) =>
    `Your request for *${what}* is kept and on its way.\n\nThe reviewers see it in ${where}. I tell you in a direct message when it is with them. What becomes of it is in the governance console: I do not hear of it.`,
  /** As a place: "in your direct messages". */
  yourDirectMessages: 'your direct messages',
};
