import type { SpokenCommand } from '../../../domain/command-grammar.ts';
import { emergencyCatalogue } from '../../../use-cases/emergency-catalogue.ts';
import { understandCommand } from '../../../use-cases/understand-command.ts';
import { type UnderstoodEmergency, understandEmergency } from '../../../use-cases/understand-emergency.ts';
import type { Reader } from '../../languages.ts';
import type { FormMemory } from '../../surfaces/request-form/memory.ts';
import { name } from '../../surfaces/text.ts';
import type { ListenerDeps } from '../deps.ts';
import { nothingFilled, type Prefill } from './open-form.ts';
import { timeWords } from './typed-time.ts';

type Asking = Extract<SpokenCommand, { kind: 'ask' }>;

/** The form filled in with what could be understood of a typed command; what could not is shown back. */
export function prefillOfCommand(
  deps: Pick<ListenerDeps, 'catalogue' | 'world'>,
  spoken: Asking,
  mode: FormMemory['mode'],
  reader: Reader,
): Prefill {
  const context = {
    now: deps.world.now(),
    timeZone: reader.timeZone ?? 'Etc/UTC',
    language: reader.language,
  };
  const understood =
    mode === 'emergency'
      ? understandEmergency(deps, spoken, context)
      : { ...understandCommand(deps, spoken, context), notAsEmergency: null };
  const candidates = understood.candidates.flatMap((entitlement) => {
    const app = deps.catalogue.appById(entitlement.appId);
    return app === null ? [] : [{ app, entitlement }];
  });
  const isNothingThere = mode === 'emergency' && emergencyCatalogue(deps.catalogue).apps('').length === 0;
  return {
    ...nothingFilled,
    app: understood.app,
    entitlements: understood.entitlement === null ? [] : [understood.entitlement],
    candidates,
    filled: {
      justification: understood.justification,
      targetSlackId: understood.target,
      // As typed: an end is counted from the moment of the submission.
      timeText: understood.timeText,
    },
    remark: isNothingThere
      ? reader.texts.requestForm.nothingForEmergencies
      : remarkOf(reader, spoken, understood, wereRead(deps.catalogue, understood.app)),
  };
}

/** Whether everything was read that the words could have meant. */
function wereRead(catalogue: ListenerDeps['catalogue'], app: UnderstoodEmergency['app']): boolean {
  return (app === null ? catalogue.apps('') : [app]).every(({ id }) => catalogue.isRead(id));
}

function remarkOf(reader: Reader, spoken: Asking, understood: UnderstoodEmergency, isAllRead: boolean): string | null {
  const { requestForm } = reader.texts;
  const { timeRefusal, notUnderstood, notFound, moreCandidates: more, notAsEmergency } = understood;
  const remarks: string[] = [];
  if (notAsEmergency !== null) remarks.push(requestForm.namedNotAsEmergency({ what: quoted([notAsEmergency]) }));
  if (understood.candidates.length > 0) remarks.push(requestForm.ambiguous({ words: quoted([spoken.what]) }));
  if (more.count > 0) remarks.push(more.isAll ? requestForm.moreMeant(more) : requestForm.atLeastMoreMeant(more));
  const unread = isAllRead ? [] : notFound;
  if (unread.length > 0) remarks.push(requestForm.notReadYet({ words: quoted(unread) }));
  const unclearTime = timeRefusal === null || timeRefusal.kind === 'not-understood' ? null : timeRefusal;
  const strange = notUnderstood.filter(
    (words) => !unread.includes(words) && (unclearTime === null || words !== spoken.time),
  );
  if (strange.length > 0) remarks.push(requestForm.notUnderstood({ words: quoted(strange) }));
  if (unclearTime !== null) {
    const why = timeWords(reader, unclearTime);
    remarks.push(requestForm.timeNotFilledIn({ words: quoted([spoken.time ?? '']), why }));
  }
  if ((notUnderstood.length > 0 || notAsEmergency !== null) && spoken.because === null)
    remarks.push(requestForm.keptBelow);
  return remarks.length === 0 ? null : remarks.join('\n');
}

function quoted(words: readonly string[]): string {
  return name(words.join(' '), 300);
}
