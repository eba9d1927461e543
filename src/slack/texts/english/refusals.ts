type Helpers = { helpers: string };
type Said = { said: string };

/** Why something is not done, and what to do next. `helpers` are the people to ask, as a list in words. */
export const refusals = {
  /** Whom to ask where nobody is configured. */
  itTeam: 'your IT team',
  identity: {
    unknownPerson: ({ helpers }: Helpers) =>
      `I could not find you in the access directory. Please ask ${helpers} to add you.`,
    unknownEmail: ({ email, helpers }: { email: string } & Helpers) =>
      `I could not find ${email} in the access directory. Please ask ${helpers} to add you, or to correct your email in Slack.`,
    noEmail: ({ helpers }: Helpers) =>
      `Slack does not tell me your email address, so I cannot find you in the access directory. Please ask ${helpers}.`,
    guest: ({ helpers }: Helpers) =>
      `Guests of this workspace cannot use access requests. Please ask the person who invited you, or ${helpers}.`,
    bot: 'Apps and bots cannot use access requests.',
    deactivated: 'This Slack account is deactivated, so it cannot be used for access requests.',
    external: ({ helpers }: Helpers) =>
      `Only members of this workspace can use access requests. Please ask in your own workspace, or ${helpers}.`,
  },
  /** The same, about the person whom somebody else asks for. */
  targetIdentity: {
    unknownPerson: ({ helpers }: Helpers) =>
      `I could not find the person this is for in the access directory. Please ask ${helpers} to add them.`,
    unknownEmail: ({ email, helpers }: { email: string } & Helpers) =>
      `I could not find the person this is for (${email}) in the access directory. Please ask ${helpers} to add them.`,
    noEmail: ({ helpers }: Helpers) =>
      `Slack does not tell me the email address of the person this is for, so I cannot find them in the access directory. Please ask ${helpers}.`,
    guest: ({ helpers }: Helpers) =>
      `This is for a guest of this workspace, and guests cannot get access this way. Please ask ${helpers}.`,
    bot: 'This is for an app or a bot, and only people can get access this way.',
    deactivated: 'The Slack account this is for is deactivated, so it cannot get access.',
    external: ({ helpers }: Helpers) =>
      `This is for somebody from another workspace, and only members of this one can get access this way. Please ask ${helpers}.`,
  },
  service: {
    said: ({ message }: { message: string }) => ` It says: “${message}”.`,
    duplicate:
      'There is already an open request for the same access. You do not need a second one: the first one goes on.',
    duplicateOf: ({ existing }: { existing: string }) =>
      `There is already an open request for the same access (${existing}). You do not need a second one: the first one goes on.`,
    forbidden: ({ said, helpers }: Said & Helpers) =>
      `The governance service does not allow this.${said} If you think you need it, ask ${helpers}.`,
    invalid: ({ said, helpers }: Said & Helpers) =>
      `The governance service did not accept this.${said} Please change the request and try again, or ask ${helpers}.`,
    notFound: ({ said, helpers }: Said & Helpers) =>
      `The governance service does not know this app, entitlement or person any more.${said} Please pick again; if it stays like this, ask ${helpers}.`,
    closed: 'This request is closed already.',
    stepMovedOn: 'This request has moved on to its next step already.',
    conflict: ({ said, helpers }: Said & Helpers) =>
      `The governance service says that this conflicts with something else.${said} Please try again in a minute, or ask ${helpers}.`,
  },
  review: {
    otherWorkspace: 'This request belongs to another workspace, so it can only be decided there.',
    ownRequest: 'This request is yours or for you, so somebody else has to decide on it. Nothing was changed.',
    notReviewer: 'You are not a reviewer of this step. Nothing was changed.',
    notReviewerBut: ({ reviewers }: { reviewers: string }) =>
      `You are not a reviewer of this step. It is decided by ${reviewers}. Nothing was changed.`,
    alreadyDecided: 'Somebody else has already decided this step.',
    alreadyApprovedBy: ({ who, when }: { who: string; when: string }) =>
      `${who} approved this already, ${when}. Your click changed nothing.`,
    alreadyDeniedBy: ({ who, when }: { who: string; when: string }) =>
      `${who} denied this already, ${when}. Your click changed nothing.`,
    stepMovedOn:
      'This request has moved on to its next step since the card was shown. The card is up to date now: please look again.',
    closed: 'This request is closed already. Your click changed nothing.',
    gone: ({ helpers }: Helpers) =>
      `The governance service does not know this request any more. Please ask ${helpers}.`,
    notOffered: 'The governance service does not offer this action on this request at the moment. Nothing was changed.',
    failed: ({ helpers, reference }: { reference: string } & Helpers) =>
      `Something went wrong on our side and I gave up. Please look at the request in the governance console, and give ${helpers} this reference: ${reference}.`,
  },
  holder: {
    notYours: 'Only the person who asked, and the person it is for, can do this. Nothing was changed.',
    closed: 'This request is closed already. Nothing was changed.',
    gone: ({ helpers }: Helpers) =>
      `The governance service does not know this request any more. Please ask ${helpers}.`,
    notOffered: 'The governance service does not offer this at the moment. Nothing was changed.',
    ended: 'This access has ended already. There is nothing left to do.',
    failed: ({ helpers, reference }: { reference: string } & Helpers) =>
      `Something went wrong on our side and I gave up. Please give ${helpers} this reference: ${reference}.`,
  },
  /** Beside a field of the request form, where Slack shows no markup. */
  mistakes: {
    justificationEmpty: 'Please say in a sentence why you need this. The reviewers read it.',
    tooLong: ({ limit }: { limit: number }) => `Please shorten this to ${limit} characters.`,
    durationTooLong: ({ duration }: { duration: string }) =>
      `This can be granted for at most ${duration}. Please pick a shorter time.`,
    durationNoLonger: ({ duration }: { duration: string }) =>
      `This goes on for another ${duration} anyway. Please pick a longer time, or ask again later.`,
    tooMany: ({ limit }: { limit: number }) => `Please pick at most ${limit} in one go.`,
    noEmergency: 'This cannot be had as an emergency. Please ask for it without.',
    noEmergencyOf: ({ what }: { what: string }) =>
      `${what} cannot be had as an emergency. Please take it out, or ask without the emergency.`,
    durationNotUnderstood:
      'I do not understand this time. Please write it like “90m”, “3 days” or “until Friday 18:00”.',
    durationInThePast: 'This time is over already. Please write a later one.',
    durationMustEnd: 'This cannot be granted without an end. Please pick a time.',
    unknownApp: 'Please pick the app from the list again: this one is not there any more.',
    unknownEntitlement: 'Please pick the entitlement from the list again: this one is not there any more.',
    unknownDuration: 'Please pick the duration from the list again: this one is not there any more.',
  },
};
