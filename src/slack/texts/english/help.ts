export const help = {
  howTo: '`/request-access` asks for access: pick an app and a role or permission, say why and for how long.',
  inOneLine:
    'In one line: `/request-access github admin for 4h because INC-42: db down`. Add `for @ana` to ask for somebody else.',
  otherWays:
    '`/request-access status` shows what is open, `/request-access list` all of it. In a message’s menu: “Request access for this”.',
  emergencies: '`/emergency-access` takes the same words, for what cannot wait.',
  questions: ({ helpers }: { helpers: string }) => `Questions? Ask ${helpers}.`,
};
