/** Who and what is in the workspace: people, the bot, channels, the user group. It does not change while the workspace runs. */
import { type CompanyPerson, people as companyPeople, emailOf } from '../../company.ts';
import type { BotProfile, Person, UserGroup } from '../client.ts';

export const team = {
  id: 'T0ACME',
  name: 'Acme Lighthouse & Ferry Co.',
  domain: 'acme',
  emailDomain: 'acme.example',
} as const;

export const otherTeam = { id: 'T0OTHER', name: 'Tern Island Pilots', domain: 'tern-island' } as const;

export const bot: BotProfile = {
  userId: 'U0ACCESSBOT',
  botId: 'B0ACCESSBOT',
  appId: 'A0ACCESSBOT',
  name: 'access',
};

/** With another company, with one that was invited and has not answered, with another workspace of ours, or with nobody. */
export type Sharing = 'company' | 'invited' | 'organisation' | 'nobody';

export interface Conversation {
  readonly id: string;
  readonly kind: 'channel' | 'dm';
  readonly name: string;
  readonly topic: string;
  /** People only; whether the bot is in it is `hasBot`. */
  readonly memberIds: readonly string[];
  readonly hasBot: boolean;
  readonly shared: Sharing;
  readonly archived: boolean;
}

function fromCompany(one: CompanyPerson): Person {
  return {
    id: `U0${one.handle.toUpperCase()}`,
    handle: one.handle,
    name: one.name,
    title: one.title,
    email: emailOf(one),
    timeZone: one.timeZone,
    locale: one.locale,
    kind: one.slackKind,
    teamId: team.id,
    isEmailConfirmed: true,
  };
}

const inSlack = companyPeople.filter((one) => one.presence !== 'governance-only');

const extern: Person = {
  id: 'U0EXTERN',
  handle: 'extern',
  name: 'Eike Ternström',
  title: 'Harbour Pilot, Tern Island Pilots',
  email: 'eike@tern-island.example',
  timeZone: 'Europe/Helsinki',
  locale: 'en-GB',
  kind: 'external',
  teamId: otherTeam.id,
  isEmailConfirmed: true,
};

/** An account that says it is the person with this email, and is not. */
function pretender(handle: string, name: string, email: string, lie: Partial<Person>): Person {
  return {
    id: `U0${handle.toUpperCase()}`,
    handle,
    name,
    title: 'Stowaway',
    email,
    timeZone: 'Europe/Lisbon',
    locale: 'en-GB',
    kind: 'member',
    teamId: team.id,
    isEmailConfirmed: true,
    ...lie,
  };
}

const pretenders = [
  pretender('rosalie', 'Rosalie Delgado', 'rosa@acme.example', { isEmailConfirmed: false }),
  pretender('anatol', 'Anatol Lindqvist', 'ana@acme.example', { isEmailConfirmed: null }),
  pretender('marlo', 'Marlo Quaye', 'marisol@acme.example', { teamId: null }),
];

const people: readonly Person[] = [...inSlack.map(fromCompany), extern, ...pretenders];

function membersWhere(matches: (one: CompanyPerson) => boolean): string[] {
  return inSlack.filter((one) => one.slackKind === 'member' && matches(one)).map((one) => fromCompany(one).id);
}

const everyone = membersWhere(() => true);
const engineering = membersWhere((one) => one.department === 'Engineering');

function departments(...names: CompanyPerson['department'][]): string[] {
  return membersWhere((one) => names.includes(one.department));
}

function channel(
  id: string,
  name: string,
  topic: string,
  memberIds: readonly string[],
  extra: { hasBot?: boolean; shared?: Sharing; archived?: boolean } = {},
): Conversation {
  return { id, kind: 'channel', name, topic, memberIds, hasBot: true, shared: 'nobody', archived: false, ...extra };
}

const channels: readonly Conversation[] = [
  channel('C0REVIEWS', 'access-reviews', 'Who gets aboard, and for how long', everyone),
  channel('C0SECREV', 'security-reviews', 'Keys, locks, and the reasons for both', [
    ...departments('Security', 'Bridge'),
    ...engineering,
  ]),
  channel('C0FINANCE', 'finance-access', 'The purser counts twice', [
    ...departments('Finance', 'Bridge', 'Security', 'People'),
    'U0ANA',
  ]),
  channel('C0INCIDENTS', 'incidents', 'Severity in the first line, fog in the second', everyone),
  channel('C0GENERAL', 'general', 'All hands', [...everyone, ...pretenders.map((one) => one.id)]),
  channel(
    'C0HARBOUR',
    'harbour-ops',
    'Tides, berths, buoys. Shared with Tern Island Pilots',
    [...departments('Harbour Ops', 'Bridge', 'Passenger Care', 'Security'), 'U0ANA', 'U0VERA', extern.id],
    { shared: 'company' },
  ),
  channel('C0REGATTA', 'regatta', 'Tern Island Pilots are invited', ['U0ANA', 'U0BEN'], { shared: 'invited' }),
  channel('C0FLEET', 'fleet', 'Every workspace of the company', ['U0ANA', 'U0BEN'], { shared: 'organisation' }),
  channel('C0LOUNGE', 'crew-lounge', 'Biscuits and shanties. No bots below deck', everyone, { hasBot: false }),
  channel('C0OLDPIER', 'old-pier', 'Washed away in the storm of 2019', [], { archived: true }),
];

const userGroup: UserGroup = {
  id: 'S0ONCALL',
  handle: 'night-watch',
  name: 'Night Watch (on call)',
  memberIds: ['U0CHEN', 'U0GORAN', 'U0MINA'],
};

/** A field of people's profiles that only administrators fill in: who somebody is in the governance service. */
const identityField = {
  id: 'Xf0IDENTITY',
  label: 'Governance identity',
  isProtected: true,
  values: new Map([
    ['U0DARA', 'user-dara'],
    ['U0EMIL', 'user-emil'],
    // A typing mistake on purpose: the governance service knows nobody of that id.
    ['U0XENA', 'user-xenia'],
  ]),
} as const;

/** A field that everybody fills in for themselves. */
const badgeField = {
  id: 'Xf0BADGE',
  label: 'Crew badge',
  isProtected: false,
  values: new Map([['U0SVEN', 'user-rosa']]),
} as const;

/** A person who can use the app has a direct message with it; outsiders and people who left have none. */
export function canUseApp(person: Person): boolean {
  return person.kind === 'member' || person.kind === 'guest';
}

function directMessage(person: Person): Conversation {
  return {
    id: `D0${person.handle.toUpperCase()}`,
    kind: 'dm',
    name: bot.name,
    topic: '',
    memberIds: [person.id],
    hasBot: true,
    shared: 'nobody',
    archived: false,
  };
}

const directMessages = new Map(people.filter(canUseApp).map((person) => [person.id, directMessage(person)]));

export const directory = {
  people,
  channels,
  userGroups: [userGroup] as const,
  profileFields: [identityField, badgeField] as const,
  person(id: string): Person | undefined {
    return people.find((one) => one.id === id);
  },
  personByEmail(email: string): Person | undefined {
    return people.find((one) => one.email === email.toLowerCase() && one.kind !== 'external');
  },
  /** Undefined for people without one (outsiders, people who left). */
  directMessageOf(personId: string): Conversation | undefined {
    return directMessages.get(personId);
  },
  conversation(id: string): Conversation | undefined {
    return channels.find((one) => one.id === id) ?? [...directMessages.values()].find((one) => one.id === id);
  },
  channelByName(name: string): Conversation | undefined {
    return channels.find((one) => one.name === name.replace(/^#/, ''));
  },
  /** The person of a direct message. */
  personOfDirectMessage(conversationId: string): string | undefined {
    return [...directMessages.entries()].find(([, one]) => one.id === conversationId)?.[0];
  },
};
