/** Long because every concept stands here, with what pays for it. */

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { standings } from '../../src/domain/action/holder-action.ts';
import { noticeSentences } from '../../src/domain/message/notice.ts';
import { jobKinds } from '../../src/domain/outward/job.ts';
import { facts as kept } from '../../src/domain/record/facts.ts';
import { refusalKinds } from '../../src/domain/refusals/refusals.ts';
import { headlineKinds } from '../../src/domain/telling/post-parts.ts';

type Paid = Readonly<Record<string, readonly string[]>>;

/** What each kind pays for: who meets it, or the promise that it keeps. */
const refusalPays: Readonly<Record<string, string>> = {
  'not-yours': 'nobody decides who may not',
  'own-request': 'nobody decides on a request of their own',
  'in-console': 'a policy or an operator leaves the decision to the console',
  'cannot-tell': 'nothing is done by an answer that is unclear, lost or untold',
  over: 'two people decide at once, or a card is old',
  repeated: 'nothing happens twice, and the person hears which click counts',
  changed: 'nobody approves what they did not see',
  'not-possible': 'the service or the tenant does not offer it',
  'not-now': 'the tenant is busy',
  'too-soon': 'one person cannot use up what others need',
  'not-done': 'a decision that waited too long is not carried out later',
  'granted-first': 'a request is granted while its requester withdraws it',
  service: 'the service says no, and why',
  person: 'access is for people of the company alone',
  'unconfirmed-email': 'nobody is taken for another by an address that they typed',
  duplicate: 'nothing happens twice',
  'pick-another': 'an account or a person that was picked is gone',
  'reason-needed': 'a policy wants a reason',
  time: 'access lasts no longer than the policy allows, and as long as the person meant',
  'not-urgent': 'emergency access is for what the tenant allows it for',
};

/** What pays for each kind of message: somebody waits for it, or has to act. */
const messages: Paid = {
  'nobody waits without a word: that it waits, for what, and that it is done': [
    'action-waiting',
    'action-done',
  ],
  'nothing is lost: what is not done is said, with what to do': ['action-refused'],
  'people decide and act, and those whom it concerns hear what came of it': ['ended', 'form-due'],
  'nobody is asked in vain: a decision that is late has a clock': ['overdue'],
  'an emergency that nobody may see or send yet is with on-call, and is followed up': [
    'emergency-elsewhere',
  ],
  'nobody loses access without a word, or keeps it without one': ['access-removed', 'not-gone'],
  'what only an administrator can mend is told to them': ['trouble'],
};

/** What pays for each headline: the party of a request has to learn it. */
const headlines: Paid = {
  'nobody waits without a word': ['waits', 'in-review', 'late', 'form'],
  'nothing is lost: what did not arrive, or was refused, is said': ['uncertain', 'refused'],
  'people decide and act, and those whom it concerns hear what came of it': [
    'decided',
    'acted',
    'over',
    'granted',
  ],
  'nobody loses access without a word, or keeps it without one': [
    'ending',
    'taking-away',
    'not-gone',
    'profile-settled',
    'ended',
  ],
};

const facts: Paid = {
  'an auditor reads who asked for what, and what became of it': [
    'request.asked',
    'request.created',
    'request.refused',
    'request.uncertain',
    'request.sent-again',
    'task.found',
    'request.abandoned',
    'task.closed',
    'task.reopened',
    'task.step-advanced',
  ],
  'an auditor reads who decided, and what was refused to whom': [
    'review.approved',
    'review.denied',
    'click.refused',
  ],
  'an auditor reads what people did beside deciding': [
    'ask.done',
    'answer.done',
    'comment.done',
    'reassign.done',
    'shorten.done',
    'nudge.done',
    'withdraw.done',
    'escalate.done',
    'give-back.done',
    'fill-in.done',
    'set-up.done',
    'cannot-set-up.done',
    'skip-step.done',
    'restart.done',
    'retry-provisioning.done',
    'close.done',
    'held.given-back',
  ],
  'an auditor reads who had what, and until when': [
    'grant.ended',
    'grant.carried-on',
    'grant.not-ended',
    'profile.settled',
  ],
  'nobody decides who may not: an administrator looks': [
    'review.self-approved',
    'account.passed-on',
    'request.answer-disagrees',
    'admin-command',
  ],
  'what is not possible any more is said to those who can help': [
    'card.unreachable',
    'notice.undeliverable',
    'job.failed',
  ],
  'nothing is sent twice: the trail tells what was posted': ['card.delivered', 'notice.delivered'],
  'a step that the service hands over is answered, by whom and why': [
    'delivery.opened',
    'delivery.denied-undecided',
    'delivery.ended-withdrawn',
    'delivery.unreadable',
    'delivery.nobody-found',
    'delivery.answer-refused',
  ],
  'a person answers for what their agent does': [
    'draft.prepared',
    'draft.sent',
    'draft.discarded',
    'agent.connected',
    'agent.disconnected',
    'agent.looked-up',
  ],
  'old data goes, and the trail tells that it did': ['requests.pruned'],
};

const ends: Paid = {
  'each is what its holder did, or others did, or the clock, or what nobody tells': [
    'expired',
    'given-back',
    'taken-away',
    'unconfirmed',
  ],
};

const jobs: Paid = {
  'nothing that a person did is lost: each waits here until it is done': [
    'create-task',
    'carry-out-action',
    'give-back-held',
    'show-draft',
  ],
  'each place in Slack has work of its own, which is told once': [
    'send-notice',
    'sync-card',
    'update-card',
    'retire-copy',
    'show-asking',
    'sync-home',
  ],
  'one message a reviewer instead of one a reminder': ['show-list'],
  'what happens in the service without the bot is read': [
    'refresh-tasks',
    'read-watched',
    'read-held',
    'read-work',
    'tell-removed',
  ],
  'the clock: what is due, and access that ends': ['act-on-due', 'end-grants'],
  'a step that the service hands over is answered in time': [
    'take-delivery',
    'tell-delivery',
    'deny-undecided',
  ],
};

const stages: Paid = {
  'Home tells them apart: what waits, what is held, what is not followed, what is over': [
    'open',
    'active',
    'sent',
    'ended',
  ],
};

const settings: Paid = {
  'a company says which service, what may be asked for, and where': [
    'governance',
    'offer',
    'apps',
    'identity',
    'channels',
  ],
  'a company says how it decides': ['review', 'webhook', 'emergency', 'limits', 'admins'],
  'people work by hours, and are away': [
    'timeZone',
    'workingHours',
    'reminders',
    'escalation',
    'absence',
  ],
  'agents are off until a company wants them': ['agents'],
  'the law limits how long data is kept': ['retention'],
  'a company speaks its language': ['language'],
};

const commands: Paid = {
  'it runs, and its database is brought up to date': ['start', 'dev', 'migrate'],
  'somebody sets it up, and finds out why it does not work': ['setup', 'doctor'],
  'administrators act where Slack is not': ['admin'],
  'auditors read, and a manager reads a month': ['audit', 'report'],
};

const tables: Paid = {
  'nothing that was asked for or done is lost or doubled': [
    'requests',
    'subjects',
    'tasks',
    'task_readings',
    'actions',
    'confirmations',
    'restores',
  ],
  'what is posted is found again, posted once, and says how it stands': [
    'cards',
    'notices',
    'homes',
    'posts',
    'marks',
    'looks',
    'request_waits',
    'access_news',
  ],
  'one message a reviewer instead of one a reminder': ['list_calls'],
  'access is followed to its end': ['grants', 'access_events_read'],
  'what the clock and the service have next': ['due_times', 'watched_tasks', 'task_feeds'],
  'nobody decides who may not': ['identities', 'resolved_identities', 'forgotten_people'],
  'the trail can be checked': ['audit', 'audit_seals', 'audit_heads', 'audit_sealing'],
  'a form finds what there is among 50,000 entitlements': ['catalogue', 'catalogue_entitlements'],
  'an extra keeps what is its own': [
    'agent_drafts',
    'agent_lookups',
    'agent_tokens',
    'followed_elsewhere',
    'held_readings',
    'held_returns',
    'profile_requests',
    'profile_tasks',
    'request_catalogs',
    'tasks_elsewhere',
    'tenant_apps',
    'webhook_deliveries',
    'work_readings',
  ],
};

/** The names that these words find in a file, once each. */
function namesIn(path: string, words: RegExp): readonly string[] {
  const found = [...readFileSync(path, 'utf8').matchAll(words)];
  return [...new Set(found.map(([, name = '']) => name))];
}

const schema = z.object({ properties: z.record(z.string(), z.unknown()) });

function settingsOfFile(): readonly string[] {
  return Object.keys(
    schema.parse(JSON.parse(readFileSync('access.schema.json', 'utf8'))).properties,
  );
}

function endsOfAccess(): readonly string[] {
  const source = readFileSync('src/domain/access/grant.ts', 'utf8');
  const [, type = ''] = /export type GrantEnd =([^;]*);/.exec(source) ?? [];
  return [...type.matchAll(/'([a-z-]+)'/g)].map(([, end = '']) => end);
}

it.each<[string, readonly string[], Paid, number]>([
  ['messages', Object.keys(noticeSentences), messages, 11],
  ['facts', Object.keys(kept), facts, 58],
  ['headlines', headlineKinds, headlines, 15],
  ['ends of access', endsOfAccess(), ends, 4],
  ['jobs', jobKinds, jobs, 21],
  ['stages of a request', standings, stages, 4],
  ['settings', settingsOfFile(), settings, 18],
  ['commands', namesIn('package.json', /"(\w+)": "exec node [^"]*src\/main\.ts/g), commands, 8],
  [
    'tables',
    namesIn('src/store/platform/migrations/0001-schema.sql', /^create table (\w+)/gim),
    tables,
    43,
  ],
])('has no more %s than are paid for', (_what, names, paid, most) => {
  expect(names.toSorted()).toEqual(Object.values(paid).flat().toSorted());
  expect(names.length).toBeLessThanOrEqual(most);
});

it('has at most twenty kinds of refusals, each of which pays for itself', () => {
  expect(refusalKinds()).toEqual(Object.keys(refusalPays));
  expect(refusalKinds().length).toBeLessThanOrEqual(20);
});
