import type { ModalView } from '@slack/types';
import { OutwardFailure } from '../../../domain/outward-failure.ts';
import type { Stranger } from '../../../use-cases/submit-request.ts';
import { wordModal } from '../../surfaces/modals.ts';
import { identityRefusalWords } from '../../surfaces/refusal-words.ts';
import type { FormMemory } from '../../surfaces/request-form/memory.ts';
import { formTitle } from '../../surfaces/request-form/request-form.ts';
import type { Texts } from '../../texts/texts.ts';
import type { ListenerDeps } from '../deps.ts';

/**
 * Of these people, the first who may not have access. Asked while a form is shown, so that its submission asks nobody; null
 * also where it is not known before `patience` is over: then the job finds out, and tells in a message.
 */
export async function strangerAmong(
  { identify, world }: Pick<ListenerDeps, 'identify' | 'world'>,
  people: readonly (string | null)[],
  patience: Promise<unknown>,
): Promise<Stranger | null> {
  async function check(slackUserId: string): Promise<Stranger | null> {
    try {
      const identity = await identify(slackUserId);
      return identity.ok ? null : { slackUserId, refusal: identity.refusal };
    } catch (err) {
      if (!(err instanceof OutwardFailure)) throw err;
      world.log.info({ err, slackUserId }, 'identity not known while the form is shown');
      return null;
    }
  }
  const checked = Promise.all(people.flatMap((one) => (one === null ? [] : check(one))));
  const first = checked.then((found) => found.find((one) => one !== null) ?? null);
  return Promise.race([first, patience.then(() => null)]);
}

/** Says who may not have access, and why, in place of the form. */
export function strangerModal(
  { settings }: Pick<ListenerDeps, 'settings'>,
  texts: Texts,
  memory: Pick<FormMemory, 'mode' | 'extends'>,
  { slackUserId, refusal }: Stranger,
  requesterId: string,
): ModalView {
  const target = slackUserId === requesterId ? null : slackUserId;
  return wordModal(texts, formTitle(texts, memory), identityRefusalWords(texts, refusal, settings.admins, target));
}
