import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { StoredTask } from '../entities/stored-task.ts';
import { administratorRoleId } from '../seed/people.ts';
import { displayNameOf } from '../workflow/open-task.ts';
import type { World } from '../world.ts';

type Page = HtmlEscapedString | Promise<HtmlEscapedString>;

const style = html`<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #17212b; }
  header { border-bottom: 3px solid #c8102e; margin-bottom: 1.5rem; }
  h1 { font-size: 1.3rem; overflow-wrap: anywhere; }
  dt { font-weight: 600; margin-top: .6rem; } dd { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
  .pill { background: #e3eaf0; border-radius: 1rem; padding: .1rem .7rem; } .emergency { color: #c8102e; font-weight: 700; }
  form { background: #f4f6f8; padding: 1rem; border-radius: .5rem; } textarea { width: 100%; } button { font: inherit; margin-right: .5rem; }
  time, small { color: #5a6b7b; }
</style>`;

function shell(title: string, content: Page): Page {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>${style}</head>
<body><header><small>Acme Lighthouse &amp; Ferry Co. · access governance</small><h1>${title}</h1></header>${content}</body>
</html>`;
}

function nameOf(world: World, userId: string): string {
  return world.catalog.user(userId)?.displayName ?? (userId === '' ? 'the service' : userId);
}

function stateOf(task: StoredTask): string {
  if (task.deletedAt !== null) return 'Deleted';
  if (task.state === 'closed') return `Closed: ${task.outcome.toLowerCase()}`;
  if (task.outcome === 'ERROR') return 'Open: the last attempt failed';
  return task.currentStep?.kind === 'provision' ? 'Open: being carried out' : 'Open: waiting for a reviewer';
}

function decisionForm(world: World, task: StoredTask, isStepUp: boolean): Page {
  const step = task.currentStep;
  if (step?.kind !== 'approval') return html``;
  return html`<form method="post" action="/task/${task.numericId}/decide">
    <p>${isStepUp ? 'Confirm your approval here with your security key 🔑.' : 'Decide here.'}</p>
    <input type="hidden" name="stepId" value="${step.id}">
    <p><label>I am <select name="as" required>
      ${step.reviewerIds.map((id) => html`<option value="${id}">${nameOf(world, id)}</option>`)}
    </select></label></p>
    <p><label>Comment<br><textarea name="comment" rows="3"></textarea></label></p>
    <button name="verb" value="approve">Approve</button><button name="verb" value="deny">Deny</button>
    <button name="verb" value="comment">Comment only</button>
  </form>`;
}

function deletionForm(world: World, task: StoredTask): Page {
  if (task.deletedAt !== null) return html``;
  const administrators = world.catalog.users.filter(
    (user) => user.type === 'USER_TYPE_HUMAN' && user.roleIds.includes(administratorRoleId),
  );
  return html`<details><summary>Delete this request</summary>
  <form method="post" action="/task/${task.numericId}/delete">
    <p><label>I am <select name="as" required>
      ${administrators.map((user) => html`<option value="${user.id}">${user.displayName}</option>`)}
    </select></label></p>
    <p><label>Comment<br><textarea name="comment" rows="2"></textarea></label></p>
    <button>Delete</button>
  </form></details>`;
}

/** One request, its history, and a form for whoever may decide now. `isStepUp`: opened to confirm an approval. */
export function taskPage(world: World, task: StoredTask, isStepUp: boolean): Page {
  const { entitlement } = world.catalog.requireEntitlement(task.appId, task.appEntitlementId);
  const policy = world.catalog.requirePolicy(task.policyId);
  const reviewers = task.currentStep?.reviewerIds.map((id) => nameOf(world, id)).join(', ') ?? '';
  const rows: readonly (readonly [string, string])[] = [
    ['For', task.identityUserId === '' ? `account ${task.appUserId}` : nameOf(world, task.identityUserId)],
    ['App', world.catalog.requireApplication(task.appId).displayName],
    ['Entitlement', entitlement.displayName],
    ['Justification', task.description],
    ['Duration', task.grantDuration ?? entitlement.durationGrant ?? 'until revoked'],
    ['Policy', `${policy.displayName}: ${policy.description}`],
    ['Reviewers now', reviewers],
    ['Asked through', task.source.externalUrl === '' ? task.origin : `${task.origin} (${task.source.externalUrl})`],
  ];
  return shell(
    `#${task.numericId} ${displayNameOf(world, task)}`,
    html`<p><span class="pill">${stateOf(task)}</span>
      ${task.emergencyAccess ? html`<span class="emergency">🚨 Emergency</span>` : ''}</p>
    <dl>${rows.filter(([, value]) => value !== '').map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
    ${decisionForm(world, task, isStepUp)}
    <h2>History</h2>
    <ol>${task.events.map(
      (event) => html`<li><time>${event.at}</time> ${event.what} by ${nameOf(world, event.userId)}
        ${event.comment === '' ? '' : html`<br><em>${event.comment}</em>`}</li>`,
    )}</ol>
    ${deletionForm(world, task)}
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

/** One sentence about what went wrong. */
export function problemPage(message: string): Page {
  return shell('That did not work', html`<p>${message}</p><p><a href="/">All requests</a></p>`);
}
