/** What can be done in chat: six commands, in plain words. */

import type { JobKind } from '../../domain/outward/job.ts';
import { slackIdIn } from '../../domain/people/known-person.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { Sentence } from '../../domain/text/sentence.ts';
import type { StuckWork } from '../../queue/stuck-work.ts';
import type { AdminAnswer } from '../../slack/admin/admin-answer.ts';
import type { HomeRequests } from '../../use-cases/ports/home-contents.ts';
import type { Check } from '../doctor/check.ts';
import {
  type AccessDeps,
  type AccessMeant,
  accessMeant,
  accessTitle,
  choice,
  inEither,
  ownedAccess,
  whoHas,
} from './chat-access.ts';
import { idMark } from './names/named.ts';
import { type PeopleDeps, personMeant } from './names/named-person.ts';
import type { CommandRefusal, KeepingDeps } from './table/kept-command.ts';
import { type TakingDeps, takeAway } from './take-away.ts';

export interface ChatDeps extends AccessDeps, PeopleDeps, TakingDeps, KeepingDeps {
  /** What the doctor finds. */
  checks(): Promise<readonly Check[]>;
  stuck(): Promise<readonly StuckWork[]>;
  tryAgain(): Promise<void>;
  /** What the trail tells of a request, the oldest first, and where it stands; by its number. */
  story(
    number: string,
    readerId: string,
  ): Promise<{ readonly sentences: readonly string[]; readonly requests?: HomeRequests }>;
  requestsOf(slackUserId: string): Promise<HomeRequests>;
}

interface ChatCall {
  readonly deps: ChatDeps;
  readonly slackUserId: string;
  readonly words: readonly string[];
  /** What an owner may mean; null for an administrator. */
  readonly owned: readonly AccessMeant[] | null;
  readonly isConfirmed: boolean;
}

export interface ChatCommand {
  readonly usage: string;
  readonly about: Sentence;
  readonly isChange?: true;
  /** Owners may use it, too: what they own of what the words may mean. */
  owned?(
    deps: ChatDeps,
    slackUserId: string,
    words: readonly string[],
  ): Promise<readonly AccessMeant[]>;
  run(call: ChatCall): Promise<Result<AdminAnswer, CommandRefusal>>;
}

/** `from @ben because left the team`, in either language; a button has the four words alone. */
function takingWords(words: readonly string[]): readonly string[] {
  const [app = '', entitlement = '', ...rest] = words;
  const [first = '', ...others] = /^(?:from|von)$/i.test(rest[0] ?? '') ? rest.slice(1) : rest;
  const [sign = '', ...reason] = others;
  const isSaid = /^(?:because|weil|[-—–]+reason)$/i.test(sign);
  return [app, entitlement, first, (isSaid ? reason : others).join(' ').trim()];
}

const takeAwayCommand: ChatCommand = {
  usage: 'take-away <app> <entitlement> from <person> because <reason>',
  about: ['takes access away, after asking you', 'entzieht Zugriff, nach einer Rückfrage'],
  isChange: true,
  owned: ownedAccess,
  async run(call) {
    const { deps, slackUserId, isConfirmed } = call;
    const words = takingWords(call.words);
    const access = await accessMeant('take-away', { ...call, words });
    if (!access.ok) return ok(access.refusal);
    const person = await personMeant(words[2] ?? '', deps);
    if (!person.ok) return ok(choice('take-away', words, 2, person.refusal).refusal);
    const reason = words[3] ?? '';
    if (reason === '')
      return ok({
        says: [['Say why: ... because left the team', 'Sag, warum: ... weil nicht mehr im Team']],
      });
    const { app, entitlement } = access.value;
    const { title } = person.value;
    const what = accessTitle(access.value);
    if (!isConfirmed) {
      const ids = [app, entitlement, person.value].map(({ id }) => `${idMark}${id}`);
      return ok({
        says: [
          [
            `${title} loses ${what}. The reason goes to the person and the service: ${reason}`,
            `${title} verliert ${what}. Den Grund lesen die Person und der Zugriffsdienst: ${reason}`,
          ],
        ],
        buttons: [
          {
            label: ['Take away', 'Entziehen'],
            words: ['take-away', ...ids, reason],
            isConfirmed: true,
          },
        ],
      });
    }
    const answer = await takeAway(
      deps,
      { via: 'chat', slackUserId },
      {
        appId: app.id,
        entitlementId: entitlement.id,
        identityUserId: person.value.id,
        reason,
      },
    );
    if (!answer.ok) return answer;
    const { numericId } = answer.value.taskView.task;
    return ok({
      says: [
        [
          `${title} loses ${what} (#${numericId}). It is there until the service says that it is gone.`,
          `${title} verliert ${what} (#${numericId}). Der Zugriff besteht, bis der Zugriffsdienst sagt, dass er weg ist.`,
        ],
      ],
    });
  },
};

/** How long a story in chat is. */
const mostShown = 15;

export const chatCommands: Readonly<Record<string, ChatCommand>> = {
  status: {
    usage: 'status',
    about: ['what is wrong with the bot, and what to do', 'was dem Bot fehlt, und was zu tun ist'],
    async run({ deps }) {
      const checks = await deps.checks();
      const wrong = checks.filter(({ state }) => state !== 'ok');
      wrong.sort((one, other) => (one.state < other.state ? -1 : Number(one.state > other.state)));
      const fine = checks.length - wrong.length;
      return ok({
        says: [
          [
            `${fine} of ${checks.length} checks are fine.`,
            `${fine} von ${checks.length} Prüfungen sind in Ordnung.`,
          ],
          ...wrong.map(({ what, state, says }) => inEither(`${state}: ${what}: ${says}`)),
        ],
      });
    },
  },
  find: {
    usage: 'find <number or person>',
    about: [
      'what became of a request, or what somebody asked for and has',
      'was aus einer Anfrage wurde, oder was jemand angefragt hat und besitzt',
    ],
    run: find,
  },
  stuck: {
    usage: 'stuck',
    about: [
      'what waits longer than it should, and why',
      'was länger wartet, als es soll, und warum',
    ],
    run: async (call) => ok(await stuckAnswer(call)),
  },
  'who-has': {
    usage: 'who-has <app> <entitlement>',
    about: ['who has it, and until when', 'wer es hat, und bis wann'],
    owned: ownedAccess,
    async run(call) {
      const access = await accessMeant('who-has', call);
      if (!access.ok) return ok(access.refusal);
      const holders = await whoHas(call.deps, access.value);
      if (!holders.ok) return holders;
      return ok({ says: [inEither(accessTitle(access.value)), ...holders.value] });
    },
  },
  'take-away': takeAwayCommand,
};

async function find({
  deps,
  slackUserId,
  words,
}: ChatCall): Promise<Result<AdminAnswer, CommandRefusal>> {
  const typed = words.join(' ').trim();
  if (typed === '')
    return ok({
      says: [['Say what: find 1042, or find @ben', 'Sag, was: find 1042 oder find @ben']],
    });
  if (/^#?\d+$/.test(typed)) {
    const number = typed.replace('#', '');
    const { sentences, requests } = await deps.story(number, slackUserId);
    if (sentences.length === 0)
      return ok({
        says: [[`Nothing is known of #${number}.`, `Von #${number} ist nichts bekannt.`]],
      });
    const hidden = sentences.length - mostShown;
    const more: readonly Sentence[] =
      hidden > 0
        ? [
            [
              `${hidden} earlier ones: npm run audit -- --request ${number}`,
              `${hidden} frühere: npm run audit -- --request ${number}`,
            ],
          ]
        : [];
    return ok({
      says: [...more, ...sentences.slice(-mostShown).map(inEither)],
      ...(requests && { requests }),
    });
  }
  const person = await personMeant(typed, deps);
  const inSlack = slackIdIn(typed);
  if (!person.ok && inSlack === null) return ok(choice('find', [typed], 0, person.refusal).refusal);
  const id = person.ok ? person.value.id : '';
  const people = person.ok ? await deps.knownPeople(id) : [];
  const account = inSlack ?? people.find((one) => one.slackUserId !== null)?.slackUserId ?? null;
  const title: Sentence = person.ok
    ? inEither(person.value.title)
    : [
        'The access service knows nobody for this account.',
        'Der Zugriffsdienst kennt niemanden zu diesem Konto.',
      ];
  if (account === null)
    return ok({
      says: [title, ['They have not used me yet.', 'Diese Person hat mich noch nicht benutzt.']],
    });
  return ok({ says: [title], requests: await deps.requestsOf(account) });
}

const cards: Sentence = ['Cards', 'Karten'];
const messages: Sentence = ['Messages', 'Nachrichten'];

const whats: Partial<Readonly<Record<JobKind, Sentence>>> = {
  'create-task': ['Requests to the access service', 'Anfragen an den Zugriffsdienst'],
  'carry-out-action': ['Decisions and what else was clicked', 'Entscheidungen und andere Klicks'],
  'sync-card': cards,
  'update-card': cards,
  'send-notice': messages,
  'tell-removed': messages,
  'show-draft': messages,
  'sync-home': ['Home pages', 'Home-Seiten'],
  'take-delivery': ['Steps that the service handed over', 'Schritte vom Zugriffsdienst'],
};
const ownWork: Sentence = ['My own reading', 'Was ich selbst lese'];

const whys: Readonly<Record<StuckWork['why'], Sentence>> = {
  governance: ['the access service does not answer', 'der Zugriffsdienst antwortet nicht'],
  slack: ['Slack does not take it', 'Slack nimmt es nicht an'],
  database: ['the database does not answer', 'die Datenbank antwortet nicht'],
  fault: ['a fault of mine: the log has it', 'ein Fehler von mir: er steht im Log'],
  turn: ['its turn has not come', 'es war noch nicht an der Reihe'],
};

/** `again`: everything is tried at once, before it is looked at. */
async function stuckAnswer({ deps, words: [word] }: ChatCall): Promise<AdminAnswer> {
  if (word === 'again') {
    await deps.tryAgain();
    return {
      says: [
        [
          'I try it all now. Ask again in a moment.',
          'Ich versuche jetzt alles. Frag gleich noch einmal.',
        ],
      ],
    };
  }
  const work = await deps.stuck();
  const says = work.map(({ kind, count, since, why, code }): Sentence => {
    const [what, was] = whats[kind] ?? ownWork;
    const at = `${since.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    const [because, weil] = whys[why];
    const detail = code === '' ? '' : ` (${code})`;
    return [
      `${what}: ${count}, since ${at}: ${because}${detail}.`,
      `${was}: ${count}, seit ${at}: ${weil}${detail}.`,
    ];
  });
  if (says.length === 0)
    return {
      says: [
        [
          'Nothing that I have to do waits longer than it should.',
          'Nichts, was ich zu tun habe, wartet länger, als es soll.',
        ],
      ],
    };
  return {
    says,
    buttons: [{ label: ['Try again', 'Erneut versuchen'], words: ['stuck', 'again'] }],
  };
}
