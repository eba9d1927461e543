import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { secondsOf } from '../durations.ts';
import type { StoredTask } from '../entities/stored-task.ts';
import { displayNameOf } from '../workflow/open-task.ts';
import type { World } from '../world.ts';
import { actionForms } from './action-forms.ts';

type Page = HtmlEscapedString | Promise<HtmlEscapedString>;

const style = html`<style>
  :root { color-scheme: light dark; background: light-dark(#fff, #14181c); color: light-dark(#17212b, #e4e9ee); }
  a { color: light-dark(#12579b, #7cbdf0); }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
  header { border-bottom: 3px solid #c8102e; margin-bottom: 1.5rem; }
  h1 { font-size: 1.3rem; overflow-wrap: anywhere; }
  dt { font-weight: 600; margin-top: .6rem; } dd { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
  .pill { background: light-dark(#e3eaf0, #33414e); border-radius: 1rem; padding: .1rem .7rem; }
  .emergency { color: light-dark(#c8102e, #ff8d9b); font-weight: 700; }
  form { background: light-dark(#f4f6f8, #1f272f); padding: .6rem 1rem; border-radius: .5rem; margin-bottom: .6rem; }
  textarea, select { width: 100%; box-sizing: border-box; font: inherit; } button { font: inherit; margin: 0 .4rem .4rem 0; }
  time, small { color: light-dark(#55646f, #a9b6c1); }
</style>`;

function shell(title: string, content: Page): Page {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>${style}</head>
<body><header><small>Acme Lighthouse &amp; Ferry Co. · access governance</small><h1>${title}</h1></header><main>${content}</main></body>
</html>`;
}

function nameOf(world: World, userId: string): string {
  return world.catalog.user(userId)?.displayName ?? (userId === '' ? 'the service' : userId);
}

function stateOf(task: StoredTask): string {
  if (task.deletedAt !== null) return 'Deleted';
  if (task.state === 'closed') return `Closed: ${task.outcome.toLowerCase()}`;
  if (task.outcome === 'ERROR') return 'Open: the last attempt failed';
  const { kind = 'provision' } = task.currentStep ?? {};
  if (kind === 'provision') return 'Open: being carried out';
  return kind === 'approval'
    ? 'Open: waiting for a reviewer'
    : `Open: in a step of the kind ${kind}`;
}

const units = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
] as const;

/** "1 day 2 hours 34 minutes". */
function durationWords(duration: string | null | undefined): string {
  if (duration === undefined || duration === null) return 'until revoked';
  let left = secondsOf(duration);
  const parts = units.flatMap(([unit, seconds]) => {
    const count = Math.floor(left / seconds);
    left -= count * seconds;
    return count === 0 ? [] : [`${count} ${count === 1 ? unit.slice(0, -1) : unit}`];
  });
  return parts.join(' ') || `${left} seconds`;
}

/** The duration; of access that is there, its end, too. */
function periodWords(world: World, task: StoredTask): string {
  const { entitlement } = world.catalog.requireEntitlement(task.appId, task.appEntitlementId);
  const duration = durationWords(task.grantDuration ?? entitlement.durationGrant);
  const end = world.state.grants.find(({ taskId }) => taskId === task.id)?.expiresAt ?? null;
  return end === null ? duration : `${duration}, until ${end}`;
}

/**
 * One request, its history, and what a person can do with it. `asked`: the id of that person, as
 * far as one was chosen.
 */
export function taskPage(world: World, task: StoredTask, asked: string): Page {
  const { entitlement } = world.catalog.requireEntitlement(task.appId, task.appEntitlementId);
  const policy = world.catalog.requirePolicy(task.policyId);
  const reviewers = task.currentStep?.reviewerIds.map((id) => nameOf(world, id)).join(', ') ?? '';
  const rows: readonly (readonly [string, string])[] = [
    [
      'For',
      task.identityUserId === '' ? `account ${task.appUserId}` : nameOf(world, task.identityUserId),
    ],
    ['App', world.catalog.requireApplication(task.appId).displayName],
    ['Entitlement', entitlement.displayName],
    ['Justification', task.description],
    ['Duration', periodWords(world, task)],
    ['Policy', `${policy.displayName}: ${policy.description}`],
    ['Reviewers now', reviewers],
    ['Asked through', task.origin],
  ];
  return shell(
    `#${task.numericId} ${displayNameOf(world, task)}`,
    html`<p><span class="pill">${stateOf(task)}</span>
      ${task.emergencyAccess ? html`<span class="emergency">🚨 Emergency</span>` : ''}</p>
    <dl>${rows.filter(([, value]) => value !== '').map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
    ${task.source.externalUrl.startsWith('http') ? html`<p><a href="${task.source.externalUrl}">Where it was asked</a></p>` : ''}
    ${actionForms(world, task, asked)}
    <h2>History</h2>
    <ol>${task.events.map(
      (event) => html`<li><time>${event.at}</time> ${event.what} by ${nameOf(world, event.userId)}
        ${event.comment === '' ? '' : html`<br><em>${event.comment}</em>`}</li>`,
    )}</ol>
    <p><a href="/">All requests</a></p>`,
  );
}

/** The latest requests, newest first. */
export function frontPage(world: World): Page {
  const latest = world.state.tasks
    .filter((task) => task.deletedAt === null)
    .slice(-100)
    .reverse();
  return shell(
    'Requests',
    latest.length === 0
      ? html`<p>No requests yet. The sea is calm.</p>`
      : html`<ul>${latest.map(
          (task) =>
            html`<li><a href="/task/${task.numericId}">#${task.numericId} ${displayNameOf(world, task)}</a> <span class="pill">${stateOf(task)}</span></li>`,
        )}</ul>`,
  );
}

/** One sentence about what went wrong. `back`: the page that it went wrong on. */
export function problemPage(message: string, back: string): Page {
  return shell('That did not work', html`<p>${message}</p><p><a href="${back}">Back</a></p>`);
}
