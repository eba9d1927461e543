/** Sentences about what a person did with a request. */
import { isOpen } from '../../../domain/task/task-snapshot.ts';
import { known, peopleWords } from '../../card/task-words.ts';
import { mention } from '../../platform/text.ts';
import { type Body, noticeReader, requestFor, type Speech } from '../speech.ts';
import { outcomeOfSubject, reviewersOf, reviewersWords, shortenedWords } from './outcome-words.ts';

export function actedWords(speech: Speech, body: Body<'acted'>): readonly string[] {
  const { texts, context, reader, parts } = speech;
  const { notices } = texts;
  const { act, by, durationSeconds, isHandedOn = act === 'escalate' } = body;
  const actor = by === null ? 'anybody' : noticeReader(context.request, by.userId);
  const who = by === null ? notices.anAdministrator : mention(by.userId);
  const isOver = outcomeOfSubject(context, context.isFollowed) !== null;
  const isNaming = context.mentions.size > 0 || isHandedOn;
  const others = isNaming && !isOver ? reviewersWords(speech) : '';
  const instead = insteadOfWithdrawn(speech, act);
  const youDid = instead?.you ?? known(notices.youActed, act);
  const isLeftOpen = act === 'withdraw' && context.task !== null && isOpen(context.task);
  const words = isLeftOpen ? leftOpenWords(speech) : others;
  if (actor === reader && actor !== 'anybody' && youDid !== undefined)
    return [youDid(parts), words];
  // The message of the question itself, so that the answer needs none of its own.
  const { answeredBy } = context;
  const isAnswer =
    act === 'ask' && answeredBy !== null && noticeReader(context.request, answeredBy) === reader;
  if (isAnswer && reader !== 'anybody') return [notices.youAnswered({ ...parts, who })];
  const didSo = instead?.others ?? notices.acted[act];
  // "@ben withdrew the request by @ben" would name them twice.
  const own =
    actor === 'requester'
      ? { request: requestFor(texts, context, reader, notices.ownRequest) }
      : {};
  return [didSo({ ...parts, ...own, who }), ...shortenedWords(texts, durationSeconds), words];
}

/** Of a withdrawal that somebody did not choose as such, but by what they did. */
function insteadOfWithdrawn(
  { texts: { notices }, context: { isCorrected, lapse } }: Speech,
  act: Body<'acted'>['act'],
) {
  if (isCorrected) return { you: notices.youCorrected, others: notices.corrected };
  const isGivenBack = act === 'withdraw' && lapse === 'given-back';
  return isGivenBack ? { you: notices.youGaveBack, others: notices.gaveBack } : null;
}

/** The next step for a withdrawn request that the service could not close. */
function leftOpenWords({ texts, context, reader }: Speech): string {
  const { notices } = texts;
  // The service took the answer that ends the task, and does not show the end yet.
  if (context.task?.otherStep?.kind === 'processing') return texts.steps.processing;
  if (reader !== 'anybody') return notices.leftOpen;
  const people = peopleWords(texts, reviewersOf(context), context.mentions, 'and');
  return people === '' ? notices.closeIt : notices.closeItPeople({ people });
}
