/**
 * Who and what is in the workspace: people, the bot, channels, the user groups. People and channels
 * change only through the controls.
 */

import { emailOf } from '../../company.ts';
import type { Company, CompanyPerson } from '../../company-schema.ts';
import type { BotProfile, Person, UserGroup } from '../client.ts';

export const team = { id: 'T0ACME', domain: 'acme' } as const;

export const otherTeam = {
  id: 'T0OTHER',
  name: 'Tern Island Pilots',
  domain: 'tern-island',
} as const;

export const bot: BotProfile = {
  userId: 'U0ACCESSBOT',
  botId: 'B0ACCESSBOT',
  appId: 'A0ACCESSBOT',
  name: 'access',
};

export interface Conversation {
  readonly id: string;
  readonly kind: 'channel' | 'dm';
  readonly name: string;
  readonly topic: string;
  /** People only; whether the bot is in it is `hasBot`. */
  readonly memberIds: readonly string[];
  readonly hasBot: boolean;
  readonly shared: Company['channels'][number]['shared'];
  readonly archived: boolean;
  /** An app that is not in it does not find it. */
  readonly isPrivate: boolean;
}

export const personIdOf = (handle: string): string => `U0${handle.toUpperCase()}`;

/**
 * A person who can use the app has a direct message with it; outsiders and people who left have
 * none.
 */
export function canUseApp(person: Person): boolean {
  return person.kind === 'member' || person.kind === 'guest';
}

export class Directory {
  readonly teamName: string;
  readonly userGroups: readonly UserGroup[];
  readonly profileFields: readonly {
    readonly id: string;
    readonly label: string;
    readonly isProtected: boolean;
    readonly values: ReadonlyMap<string, string>;
  }[];
  readonly #people: Map<string, Person>;
  readonly #channels: Map<string, Conversation>;
  /** Also of people who left: what was said stays. */
  readonly #directMessages: Map<string, Conversation>;

  constructor(company: Company) {
    const inSlack = company.people.filter((one) => one.presence !== 'governance-only');
    this.teamName = company.company.name;
    const people = [
      ...inSlack.map((one) => fromCompany(company, one)),
      ...company.outsiders.map(outsider),
    ];
    this.#people = new Map(people.map((one) => [one.id, one]));
    const channels = company.channels.map((one) => channel(one, inSlack));
    this.#channels = new Map(channels.map((one) => [one.id, one]));
    this.userGroups = company.userGroups.map(({ members, ...group }) => ({
      ...group,
      memberIds: members.map(personIdOf),
    }));
    this.profileFields = company.profileFields.map(({ values, ...field }) => ({
      ...field,
      values: new Map(Object.entries(values).map(([handle, value]) => [personIdOf(handle), value])),
    }));
    this.#directMessages = new Map(
      people.filter(canUseApp).map((person) => [person.id, directMessage(person)]),
    );
  }

  get people(): readonly Person[] {
    return [...this.#people.values()];
  }

  get channels(): readonly Conversation[] {
    return [...this.#channels.values()];
  }

  person(id: string): Person | undefined {
    return this.#people.get(id);
  }

  putPerson(person: Person): void {
    this.#people.set(person.id, person);
    if (canUseApp(person) && !this.#directMessages.has(person.id)) {
      this.#directMessages.set(person.id, directMessage(person));
    }
  }

  putChannel(changed: Conversation): void {
    this.#channels.set(changed.id, changed);
  }

  personByEmail(email: string): Person | undefined {
    return this.people.find((one) => one.email === email.toLowerCase() && one.kind !== 'external');
  }

  /** Undefined for people without one (outsiders, people who left). */
  directMessageOf(personId: string): Conversation | undefined {
    const person = this.person(personId);
    return person !== undefined && canUseApp(person)
      ? this.#directMessages.get(personId)
      : undefined;
  }

  conversation(id: string): Conversation | undefined {
    return (
      this.#channels.get(id) ?? [...this.#directMessages.values()].find((one) => one.id === id)
    );
  }

  channelByName(name: string): Conversation | undefined {
    return this.channels.find((one) => one.name === name.replace(/^#/, ''));
  }
}

function fromCompany(company: Company, one: CompanyPerson): Person {
  return {
    id: personIdOf(one.handle),
    handle: one.handle,
    name: one.name,
    title: one.title,
    email: emailOf(company, one),
    timeZone: one.timeZone,
    locale: one.locale,
    kind: one.slackKind,
    teamId: team.id,
    isEmailConfirmed: true,
    status:
      one.status === null
        ? null
        : { emoji: one.status.emoji, expiration: secondsOf(one.status.until) },
  };
}

const secondsOf = (until: string | undefined) =>
  until === undefined ? 0 : Date.parse(until) / 1_000;

function outsider({ isOfThisTeam, ...one }: Company['outsiders'][number]): Person {
  const ownTeam = isOfThisTeam === null ? null : team.id;
  return {
    ...one,
    id: personIdOf(one.handle),
    locale: 'en-GB',
    status: null,
    teamId: one.kind === 'external' ? otherTeam.id : ownTeam,
  };
}

function channel(
  { members, ...one }: Company['channels'][number],
  inSlack: readonly CompanyPerson[],
): Conversation {
  const everyone = inSlack
    .filter(({ slackKind }) => slackKind === 'member')
    .map(({ handle }) => handle);
  const memberIds = members
    .flatMap((name) => (name === 'everyone' ? everyone : [name]))
    .map(personIdOf);
  return { ...one, kind: 'channel', memberIds, isPrivate: false };
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
    isPrivate: true,
  };
}
