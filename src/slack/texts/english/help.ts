export const help = {
  howTo: 'Type `/request-access` to ask for access: pick an app, what you need in it, say why and for how long.',
  whatFollows:
    'The reviewers get a card to decide on. I tell you in a direct message when it is with them, when somebody decides, and when you have access.',
  apps: ({ count }: { count: number }) => `You can ask for ${count} ${count === 1 ? 'app' : 'apps'} here.`,
  questions: ({ helpers }: { helpers: string }) => `Questions? Ask ${helpers}.`,
};
