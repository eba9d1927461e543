/**
 * The controls of a request's page: who acts, and a form with what the request offers that person
 * now.
 */
import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { Caller } from '../caller.ts';
import type { IdentityUser } from '../entities/identity-user.ts';
import { isActive } from '../entities/identity-user.ts';
import type { StoredTask } from '../entities/stored-task.ts';
import { taskVerbs, type Verb } from '../routes/task-actions.ts';
import { administratorRoleId } from '../seed-users.ts';
import { allowedActions } from '../workflow/allowed-actions.ts';
import { approve, processNow } from '../workflow/transitions.ts';
import type { World } from '../world.ts';

type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

interface PageVerb {
  readonly label: string;
  readonly verb: Verb;
}

function named(name: string, label: string): readonly [string, PageVerb][] {
  const verb = taskVerbs[name];
  return verb === undefined ? [] : [[name, { label, verb }]];
}

/**
 * What the page can do, in the order of its buttons. Here the security key is asked for, so here a
 * step-up approval counts.
 */
export const pageVerbs: ReadonlyMap<string, PageVerb> = new Map([
  ...named('approve', 'Approve'),
  ...named('approve-with-step-up', 'Approve with security key 🔑').map(
    ([name, one]): [string, PageVerb] => [name, { ...one, verb: { ...one.verb, apply: approve } }],
  ),
  ...named('deny', 'Deny'),
  ...named('comment', 'Comment only'),
  ...named('escalate', 'Escalate to emergency access'),
  ...named('close', 'Close'),
  ...named('skip-step', 'Skip this step'),
  ...named('restart', 'Restart'),
  ...named('reset', 'Reset'),
  ...named('process', 'Process now'),
  [
    'provision-complete',
    {
      label: 'It is set up',
      verb: { action: 'PROVISION_COMPLETE', accepts: ['comment'], apply: processNow },
    },
  ],
  ...named('retry-provisioning', 'Retry provisioning'),
  ...named('reassign', 'Reassign'),
  ...named('update-grant-duration', 'Change duration'),
]);

/**
 * A person at the console. They may decide where they are reviewers; an administrator administers.
 */
export function callerAt(user: IdentityUser): Caller {
  const administers = user.roleIds.includes(administratorRoleId);
  return {
    clientId: 'console',
    userId: user.id,
    permissions: new Set(administers ? ['read', 'request', 'administer'] : ['read', 'request']),
  };
}

function peopleOf(world: World): readonly IdentityUser[] {
  return world.catalog.users.filter((user) => user.type === 'USER_TYPE_HUMAN' && isActive(user));
}

/** In the order in which people are listed. */
const remarks = ['decides now', 'it is for them', 'administrator', ''] as const;

function remarkOn(task: StoredTask, user: IdentityUser): (typeof remarks)[number] {
  if (task.currentStep?.reviewerIds.includes(user.id) === true) return 'decides now';
  if (user.id === task.identityUserId) return 'it is for them';
  return user.roleIds.includes(administratorRoleId) ? 'administrator' : '';
}

function options(
  people: readonly IdentityUser[],
  label: (user: IdentityUser) => string,
  selectedId: string,
): Markup {
  return html`${people.map(
    (user) =>
      html`<option value="${user.id}"${user.id === selectedId ? html` selected` : ''}>${label(user)}</option>`,
  )}`;
}

/**
 * @param asked the id of the person who acts; anybody else: whoever decides now, else whom the
 * request is for.
 */
export function actionForms(world: World, task: StoredTask, asked: string): Markup {
  if (task.deletedAt !== null) return html``;
  const rank = (user: IdentityUser) => remarks.indexOf(remarkOn(task, user));
  const people = peopleOf(world).toSorted((one, other) => rank(one) - rank(other));
  const label = (user: IdentityUser) =>
    [user.displayName, remarkOn(task, user)].filter(Boolean).join(': ');
  const acting =
    [asked, ...(task.currentStep?.reviewerIds ?? []), task.identityUserId]
      .map((id) => people.find((user) => user.id === id))
      .find((user) => user !== undefined) ?? people[0];
  if (acting === undefined) return html``;
  const allowed = allowedActions(world, task, callerAt(acting));
  const offered = [...pageVerbs].filter(([, { verb }]) =>
    allowed.includes(`TASK_ACTION_TYPE_${verb.action}`),
  );
  const button = (name: string, label: string) =>
    html`<button name="verb" value="${name}">${label}</button>`;
  const own = (name: string, field: Markup) =>
    offered
      .filter(([verb]) => verb === name)
      .map(([verb, { label }]) => html`<p>${field} ${button(verb, label)}</p>`);
  return html`<form method="get" action="/task/${task.numericId}">
    <label>I am <select name="as">${options(people, label, acting.id)}</select></label>
    <button>Show what I can do</button>
  </form>
  <form method="post" action="/task/${task.numericId}/act" aria-label="Actions">
    <p>As <b>${acting.displayName}</b>:</p>
    <input type="hidden" name="as" value="${acting.id}"><input type="hidden" name="stepId" value="${task.currentStep?.id ?? ''}">
    <p><label>Comment<br><textarea name="comment" rows="2"></textarea></label></p>
    <p>${offered.filter(([name]) => !['reassign', 'update-grant-duration'].includes(name)).map(([name, { label }]) => button(name, label))}</p>
    ${own('reassign', html`<label>New reviewers<br><select name="reviewer" multiple size="5">${options(people, (user) => user.displayName, '')}</select></label>`)}
    ${own('update-grant-duration', html`<label>Hours <input type="number" name="hours" min="0.25" step="0.25" value="1"></label>`)}
  </form>
  ${acting.roleIds.includes(administratorRoleId) ? deletionForm(task, acting) : ''}`;
}

/**
 * No operation of the interface deletes a request; the administrators of a service do, on its
 * pages.
 */
function deletionForm(task: StoredTask, acting: IdentityUser): Markup {
  return html`<form method="post" action="/task/${task.numericId}/delete">
    <input type="hidden" name="as" value="${acting.id}"><input type="hidden" name="comment" value="">
    <button>Delete this request</button>
  </form>`;
}
