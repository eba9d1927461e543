/** The form, what it says while it is filled in, and what follows a submission. */
export const requestForm = {
  title: 'Request access',
  submit: 'Submit',
  cancel: 'Cancel',
  close: 'Close',
  app: 'App',
  appPlaceholder: 'Type to find an app',
  entitlement: 'What you need in it',
  entitlementPlaceholder: 'Type to find a role, group or permission',
  risk: ({ risk }: { risk: string }) => `Risk: ${risk}`,
  longest: ({ duration }: { duration: string }) => `Longest: ${duration}`,
  untilRevokedPossible: 'Can be granted until revoked',
  justification: 'Why you need it',
  justificationHint: 'The reviewers decide by this. A ticket or incident number helps.',
  duration: 'For how long',
  appGone: 'This app cannot be asked for any more. Please pick another one.',
  entitlementGone: 'This is not there any more. Please pick again.',
  listUnavailable: 'The list cannot be loaded just now',
  listUnavailableExplained:
    'The governance service does not answer just now, so I cannot show what there is. What you typed stays here: please try the list again in a minute.',
  notOpened: 'The form could not be opened just now. Nothing was submitted. Please type /request-access again.',
  notSaved:
    'Your request could not be saved just now, so nothing was submitted. Please press Submit again in a moment.',
  received: 'Request received',
  receivedExplained: ({ what, where }: { what: string; where: string }) =>
    `Your request for *${what}* is kept and on its way.\n\nThe reviewers see it in ${where}. I tell you in a direct message when it is with them, when somebody decides, and when you have access. You do not have to do anything else.`,
  /** As a place: "in your direct messages". */
  yourDirectMessages: 'your direct messages',
};
