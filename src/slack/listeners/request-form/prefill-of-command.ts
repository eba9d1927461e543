import { longestEmergency } from '../../../domain/access-request.ts';
import type { SpokenCommand } from '../../../domain/command-grammar.ts';
import { emergencyCatalogue } from '../../../use-cases/emergency-catalogue.ts';
import {
  type UnderstoodEmergency,
  understandCommand,
  understandEmergency,
} from '../../../use-cases/understand-command.ts';
import type { Reader } from '../../languages.ts';
import { durationWords } from '../../surfaces/duration-words.ts';
import type { FormMemory } from '../../surfaces/request-form/memory.ts';
import { name } from '../../surfaces/text.ts';
import type { ListenerDeps } from '../deps.ts';
import { nothingFilled, type Prefill } from './open-form.ts';
import { timeWords } from './typed-time.ts';

type Asking = Extract<SpokenCommand, { kind: 'ask' }>;

/** The form filled in with what could be understood of a typed command; what could not is shown back. */
export function prefillOfCommand(
  deps: Pick<ListenerDeps, 'catalogue' | 'settings' | 'world'>,
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
      ? understandEmergency(deps.catalogue, spoken, context)
      : { ...understandCommand(deps.catalogue, spoken, context), notAsEmergency: null };
  const candidates = understood.suggestions.flatMap((entitlement) => {
    const app = deps.catalogue.appById(entitlement.appId);
    return app === null ? [] : [{ app, entitlement }];
  });
  const { durationSeconds: typedSeconds, entitlement } = understood;
  const longestSeconds = longestEmergency(
    entitlement?.longestSeconds ?? null,
    deps.settings.emergency.durationsSeconds,
  );
  const isTooLong = mode === 'emergency' && (typedSeconds ?? 0) > longestSeconds;
  const isNothingThere = mode === 'emergency' && emergencyCatalogue(deps.catalogue).apps('').length === 0;
  return {
    ...nothingFilled,
    app: understood.app,
    entitlements: understood.entitlement === null ? [] : [understood.entitlement],
    candidates,
    filled: {
      justification: spoken.because ?? '',
      targetSlackId: spoken.target,
      // As typed: an end is counted from the moment of the submission.
      timeText: isTooLong ? '' : understood.timeText,
      durationSeconds: isTooLong ? undefined : typedSeconds,
    },
    remark: isNothingThere
      ? reader.texts.requestForm.nothingForEmergencies
      : remarkOf(reader, spoken, understood, {
          isAllRead: wereRead(deps.catalogue, understood.app),
          longestSeconds: isTooLong ? longestSeconds : null,
        }),
  };
}

/** Whether everything was read that the words could have meant. */
function wereRead(catalogue: ListenerDeps['catalogue'], app: UnderstoodEmergency['app']): boolean {
  return (app === null ? catalogue.apps('') : [app]).every(({ id }) => catalogue.isRead(id));
}

function remarkOf(
  reader: Reader,
  spoken: Asking,
  understood: UnderstoodEmergency,
  { isAllRead, longestSeconds }: { readonly isAllRead: boolean; readonly longestSeconds: number | null },
): string | null {
  const { requestForm, refusals } = reader.texts;
  const { timeRefusal, notFound, notAsEmergency, suggestions } = understood;
  const remarks: string[] = [];
  if (notAsEmergency !== null) remarks.push(requestForm.namedNotAsEmergency({ what: quoted(notAsEmergency) }));
  if (suggestions.length > 0) remarks.push(requestForm.ambiguous({ words: quoted(spoken.what) }));
  const isUnread = !isAllRead && notFound !== '';
  if (isUnread) remarks.push(requestForm.notReadYet({ words: quoted(notFound) }));
  const strange = [isUnread ? '' : notFound, ...spoken.leftovers].filter(Boolean).join(' ');
  if (strange !== '') remarks.push(requestForm.notUnderstood({ words: quoted(strange) }));
  if (timeRefusal !== null || longestSeconds !== null) {
    const why =
      timeRefusal === null
        ? refusals.mistakes.durationTooLong({ duration: durationWords(reader.texts, longestSeconds) })
        : timeWords(reader, timeRefusal);
    remarks.push(requestForm.timeNotFilledIn({ words: quoted(spoken.time ?? ''), why }));
  }
  return remarks.length === 0 ? null : remarks.join('\n');
}

function quoted(words: string): string {
  return name(words, 300);
}
