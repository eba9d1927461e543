/** `views.*`: modals and Home. */
import { checkView, type ViewContent } from '../limits/views.ts';
import type { StoredView } from '../state/stored.ts';
import { viewShape } from '../wire/view-shape.ts';
import type { CallArguments } from './call-arguments.ts';
import type { CallContext, WebApiMethod } from './method.ts';
import { invalidArguments, refusalWith, WebApiRefusal } from './refusal.ts';

function viewArgument(args: CallArguments, expected: 'modal' | 'home'): ViewContent {
  const candidate = args.json('view', 'invalid_arguments');
  if (candidate === undefined) throw invalidArguments('missing required field: view');
  const checked = checkView(candidate, expected);
  if (!checked.ok) throw refusalWith(checked.code, checked.problems);
  return checked.view;
}

function refuseStale(args: CallArguments, view: StoredView | undefined): void {
  const hash = args.string('hash');
  if (hash !== undefined && hash !== view?.hash) throw new WebApiRefusal('hash_conflict');
}

function exchanged(args: CallArguments, context: CallContext) {
  const trigger = context.state.triggers.exchange(args.required('trigger_id'));
  if (!trigger.ok) throw new WebApiRefusal(trigger.code);
  return trigger;
}

const open: WebApiMethod = {
  scopes: [],
  tier: 'tier4',
  takes: ['trigger_id', 'view'],
  run(args, context) {
    args.required('trigger_id');
    const content = viewArgument(args, 'modal');
    const trigger = exchanged(args, context);
    const view = context.state.views.open(trigger.personId, content);
    context.state.announceViews(trigger.personId);
    return { view: viewShape(view) };
  },
};

function namedView(args: CallArguments, context: CallContext): StoredView {
  const view = context.state.views.byId(args.required('view_id'));
  if (view === undefined) throw new WebApiRefusal('not_found');
  return view;
}

const update: WebApiMethod = {
  scopes: [],
  tier: 'tier4',
  takes: ['view_id', 'view', 'hash'],
  run(args, context) {
    const view = namedView(args, context);
    const content = viewArgument(args, view.content.kind);
    refuseStale(args, view);
    const updated = context.state.views.update(view, content);
    const { personId } = updated;
    context.state.announce({ kind: content.kind === 'home' ? 'home' : 'views', personId });
    return { view: viewShape(updated) };
  },
};

const publish: WebApiMethod = {
  scopes: [],
  tier: 'tier4',
  takes: ['user_id', 'view', 'hash'],
  run(args, context) {
    const personId = args.required('user_id');
    const content = viewArgument(args, 'home');
    if (!context.manifest.homeTabEnabled) throw new WebApiRefusal('not_enabled');
    if (context.state.directory.directMessageOf(personId) === undefined)
      throw new WebApiRefusal('user_not_found');
    const before = context.state.views.home(personId);
    refuseStale(args, before);
    const view = context.state.views.publish(personId, content);
    context.state.announce({ kind: 'home', personId });
    return { view: viewShape(view) };
  },
};

export const viewMethods: Readonly<Record<string, WebApiMethod>> = {
  'views.open': open,
  'views.update': update,
  'views.publish': publish,
};
