import type {
  ChatDirectory,
  LookupPriority,
  SlackPerson,
} from '../../src/use-cases/ports/chat-ports.ts';

/** Accounts by id; everybody of the company by email. */
export class FakeDirectory implements ChatDirectory {
  readonly accounts = new Map<string, SlackPerson>();
  /** What profile fields hold, by Slack id and field. */
  readonly profileFields = new Map<string, string>();
  readonly asked: string[] = [];
  readonly lookedUp: string[] = [];
  readonly hastes = new Set<LookupPriority>();

  /** Adds an ordinary member with these changes. */
  add(userId: string, change: Partial<SlackPerson> = {}): void {
    const handle = userId.slice(2).toLowerCase();
    this.accounts.set(userId, {
      userId,
      name: handle,
      email: `${handle}@acme.example`,
      unconfirmedEmail: null,
      isBot: false,
      isGuest: false,
      isDeactivated: false,
      isExternal: false,
      timeZone: 'Etc/UTC',
      away: null,
      ...change,
    });
  }

  person: ChatDirectory['person'] = async (slackUserId, priority) => {
    this.hastes.add(priority);
    this.asked.push(slackUserId);
    return this.accounts.get(slackUserId) ?? null;
  };

  async findByEmail(email: string) {
    this.lookedUp.push(email);
    return [...this.accounts.values()].find((account) => account.email === email) ?? null;
  }

  ownTeamId = async (): Promise<string> => 'T0ACME';

  async profileField(slackUserId: string, fieldId: string) {
    return this.profileFields.get(`${slackUserId} ${fieldId}`) ?? null;
  }
}
