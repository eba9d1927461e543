import { setTimeout as sleep } from 'node:timers/promises';
import type { ModalView } from '@slack/types';
import type { AppAccount } from '../../domain/catalogue/entitlement.ts';
import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import type { PersonRefusal } from '../../domain/refusals/refusals.ts';
import { isConfidential, type RequestableApp } from '../../domain/settings/access-settings.ts';
import type { Catalogue } from '../../use-cases/catalogue/catalogue.ts';
import {
  goesByVisibility,
  hiddenFor,
  isAllHidden,
  profileHelp,
} from '../../use-cases/catalogue/visible-catalogue.ts';
import { entitlementHelp, type OpenTaskElsewhere } from '../../use-cases/form/entitlement-help.ts';
import type { TypedForm } from '../../use-cases/form/typed-form.ts';
import type { AccessGovernance } from '../../use-cases/ports/ports.ts';
import { nothingHidden } from '../../use-cases/ports/visibility-ports.ts';
import { refusalWords } from '../action/refusal-words.ts';
import { countedNames } from '../card/task-words.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { cut, name, sound } from '../platform/text.ts';
import type { Texts } from '../texts.ts';
import type { PickedEntitlement, ShownForm } from './blocks/form-model.ts';
import { requestForm } from './blocks/request-form.ts';

/** How long a person waits for what Slack and the service answer. A trigger lives 3 s. */
const patienceMs = 700;

export async function patience(): Promise<null> {
  await sleep(patienceMs, undefined, { ref: false });
  return null;
}

/** `later`: the view once more, where not everything was known in time; null where it was. */
export interface FormViews {
  readonly view: ModalView;
  readonly later: () => Promise<ModalView | null>;
}

interface Asker {
  readonly askerId: string;
  /** Something to say at the top. */
  readonly remark?: string | null;
  /** The answer of `refusalOf` about the asker, where that is asked already. */
  readonly checking?: Promise<PersonRefusal | null>;
}

/** The form with what is known in time beside what was typed, and then with everything. */
export async function formViews(
  deps: ListenerDeps,
  texts: Texts,
  typed: TypedForm,
  { askerId, remark = null, checking }: Asker,
): Promise<FormViews> {
  const waited = patience();
  const holderId = typed.targetSlackId ?? askerId;
  // The asker was looked up when the form opened, and needs no second lookup.
  const isKnown = holderId === askerId && deps.visibility.isLearned(holderId);
  const lookUp = () => (isKnown ? null : refusalOf(deps, holderId));
  const holderRefusal = (holderId === askerId && checking) || lookUp();
  const form = { ...typed, askerId, holderId, remark, holderRefusal };
  const viewBy = async (until: Promise<null>) =>
    requestForm(texts, await shownForm(deps, texts, form, until));
  const view = await viewBy(waited);
  const first = await Promise.race([waited, Promise.resolve('all')]);
  // Whoever is asked answers or fails in the end.
  return { view, later: async () => (first === 'all' ? null : viewBy(Promise.race([]))) };
}

interface AskedForm extends TypedForm {
  readonly askerId: string;
  readonly holderId: string;
  readonly remark: string | null;
  /** Why its holder may not have access; null where that changes nothing yet. */
  readonly holderRefusal: Promise<PersonRefusal | null> | null;
}

async function shownForm(
  deps: ListenerDeps,
  texts: Texts,
  { askerId, holderId, remark, holderRefusal, ...form }: AskedForm,
  waited: Promise<null>,
): Promise<ShownForm> {
  const { app, entitlements } = form;
  const people = { askerId, holderId };
  // First, because what they have and who decides are looked up by who they are.
  const refusal = holderRefusal && (await Promise.race([holderRefusal, waited]));
  if (app !== null) await deps.visibility.settled(holderId, waited);
  const [accounts, picked] = await Promise.all([
    accountChoice(deps, askerId, form, waited),
    Promise.all(entitlements.map((one) => pickedWith(deps, form, people, one, waited))),
  ]);
  const isHidden = goesByVisibility(form) ? hiddenFor(deps, people) : nothingHidden;
  const isAppHidden =
    app !== null && entitlements.length === 0 && isAllHidden(deps.catalogue, isHidden, app.id);
  const { gone, appNotVisible } = texts.requestForm;
  const remarks = [
    form.isSomethingGone ? gone : '',
    form.extends === null ? unreadWords(texts, deps, app) : '',
    remark,
    holderId !== askerId && refusal && refusalWords(texts, { ...refusal, slackUserId: holderId }),
    isAppHidden ? appNotVisible({ app: name(app.name) }) : '',
  ];
  return {
    ...form,
    accounts: accounts ?? form.accounts,
    picked: picked.map((one) => ({
      ...one,
      isHidden: isHidden({ appId: one.entitlement.appId, entitlementId: one.entitlement.id }),
    })),
    emergencies: deps.settings.emergency,
    remark: remarks.filter(Boolean).join('\n') || null,
    now: deps.world.now(),
  };
}

/**
 * Waits for what a person sees. This process may not have looked them up: another one opened the
 * form, or this one has started since.
 */
export async function seenBy(
  deps: Pick<ListenerDeps, 'identify' | 'world' | 'visibility'>,
  slackUserId: string,
  waited: Promise<unknown>,
): Promise<void> {
  const { visibility } = deps;
  if (!visibility.isLearned(slackUserId))
    await Promise.race([refusalOf(deps, slackUserId), waited]);
  await visibility.settled(slackUserId, waited);
}

/**
 * Why somebody may not have access. Also null if that cannot be checked now: then the job checks it
 * and sends a message.
 */
export async function refusalOf(
  { identify, world, visibility }: Pick<ListenerDeps, 'identify' | 'world' | 'visibility'>,
  slackUserId: string,
): Promise<PersonRefusal | null> {
  const identity = await unlessFailing(identify(slackUserId), (err) => {
    world.log.info({ err, slackUserId }, 'identity not known while the form is shown');
    return null;
  });
  if (identity?.ok === true) visibility.learn(slackUserId, identity.value.id);
  return identity === null || identity.ok ? null : identity.refusal;
}

/** An entitlement with everything that can be found out in time about it. */
async function pickedWith(
  deps: ListenerDeps,
  { extends: extended, corrects }: TypedForm,
  people: { readonly askerId: string; readonly holderId: string },
  entitlement: PickedEntitlement['entitlement'],
  waited: Promise<null>,
): Promise<Omit<PickedEntitlement, 'isHidden'>> {
  const about = {
    ...people,
    exceptId: corrects?.requestId ?? null,
    asksElsewhere: extended === null,
  };
  const [help, profile] = await Promise.all([
    entitlementHelp(deps, about, entitlement, waited),
    profileHelp(deps, entitlement, people, waited),
  ]);
  return {
    entitlement,
    help,
    profile,
    isForOther: people.holderId !== people.askerId,
    isFollowed: await isFollowing(deps, people.askerId, help.openElsewhere),
  };
}

/**
 * Whether the person hears from now on of the end of an open request that was made elsewhere. If
 * that cannot be stored, the form promises nothing.
 */
async function isFollowing(
  deps: ListenerDeps,
  slackUserId: string,
  openElsewhere: OpenTaskElsewhere | null,
): Promise<boolean> {
  if (openElsewhere === null) return false;
  const following = deps.followTask(deps, { slackUserId, task: openElsewhere.task });
  return unlessFailing(following, (err) => {
    deps.world.log.warn({ err, slackUserId }, 'a request made elsewhere is not followed');
    return false;
  });
}

/** A form has room to remember so many. */
const mostAccounts = 10;
const nameLength = 40;
const idLength = 60;

type ChoiceOf = Pick<TypedForm, 'app' | 'targetSlackId' | 'extends'>;

/**
 * The accounts to choose from, for the person that the access is for; null where they are not known
 * before `patience` is over: the service chooses then, as it does for somebody with one account.
 */
export async function accountChoice(
  deps: ListenerDeps,
  slackUserId: string,
  { app, targetSlackId, extends: extended }: ChoiceOf,
  patience: Promise<unknown>,
): Promise<readonly AppAccount[] | null> {
  if (app === null || extended !== null) return null;
  const holderId = targetSlackId ?? slackUserId;
  // Who has accounts in a confidential app is not told to everybody who could ask for them.
  if (holderId !== slackUserId && isConfidential(deps.settings, app.id)) return null;
  const accountsOf = deps.accounts(app.id);
  if (accountsOf === null) return null;
  const readAccounts = async () => {
    const identity = await unlessFailing(deps.identify(holderId), () => null);
    if (identity === null || !identity.ok) return null;
    return accountsOf(identity.value.id);
  };
  const accounts = await Promise.race([readAccounts(), patience.then(() => null)]);
  if (accounts === null) return null;
  return accounts
    .filter(({ id }) => id.length <= idLength)
    .slice(0, mostAccounts)
    .map(({ id, name }) => ({ id, name: cut(sound(name), nameLength) }));
}

type Lists = Pick<Catalogue, 'apps' | 'ages'>;

/** Whether something that can be requested may be in a list that was not read yet. */
export function isAnyUnread(catalogue: Lists): boolean {
  const ages = catalogue.ages();
  const all = catalogue.apps('');
  return all.length === 0 || all.some(({ id }) => ages.get(id) === null);
}

/**
 * Says that the service refuses the bot; or that something may be missing because its list was not
 * read since the start, so that nobody takes a short list for all there is. Empty where everything
 * that can be picked was read. `app`: what is picked; null while any can be.
 */
export function unreadWords(
  texts: Texts,
  {
    catalogue,
    governance,
  }: {
    readonly catalogue: Lists;
    readonly governance: Pick<AccessGovernance, 'isRefused'>;
  },
  app: RequestableApp | null,
): string {
  const words = texts.requestForm;
  if (governance.isRefused()) return words.serviceRefuses;
  const ages = catalogue.ages();
  const all = catalogue.apps('');
  const unread = all.filter(({ id }) => ages.get(id) === null);
  const concerned = app === null ? unread : unread.filter(({ id }) => id === app.id);
  // The tenant's list of apps was not read yet.
  if (all.length === 0) return words.nothingReadYet;
  if (concerned.length === 0) return '';
  if (unread.length === all.length) return words.nothingReadYet;
  const apps = countedNames(
    texts,
    concerned.map((one) => one.name),
    'and',
  );
  return words.notReadYet({ apps });
}
