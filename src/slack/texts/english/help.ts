export const help = {
  howTo: 'Type `/request-access` to ask for access: pick an app, what you need in it, say why and for how long.',
  inOneLine:
    'Or say it in one line: `/request-access github admin for 4h because INC-42: db down`. Add `for @ana` to ask for somebody else. What I do not understand, I show you.',
  otherWays:
    'A message can be the reason: choose “Request access for this” in its menu. `/request-access status` says what is under way, `/request-access list` everything of yours.',
  emergencies: 'When it cannot wait: `/emergency-access`, with the same words.',
  whatFollows:
    'The reviewers get a card to decide on. I tell you in a direct message when it is with them, when somebody decides, and when you have access.',
  /** Where nobody tells us what becomes of a request. */
  whatFollowsUnfollowed:
    'The reviewers get a card. I tell you in a direct message when it is with them; what becomes of it is in the governance console.',
  apps: ({ count }: { count: number }) => `You can ask for ${count} ${count === 1 ? 'app' : 'apps'} here.`,
  questions: ({ helpers }: { helpers: string }) => `Questions? Ask ${helpers}.`,
};
