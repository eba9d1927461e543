/**
 * Runs one case of the fault matrix, and says from the stand-ins' books what was lost, doubled or
 * stuck, and whether the person knows.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestEngine } from '../support/database.ts';
import type { CablePoint } from './cable.ts';
import type { Fault } from './faults.ts';
import { type BotKind, Scene } from './scene.ts';
import type { Step } from './steps.ts';
import { isGood } from './table.ts';
import {
  isUnkept,
  missing,
  people,
  type Truth,
  tooMany,
  truthOf,
  withoutLinksToCards,
} from './truth.ts';

export interface Verdict {
  readonly step: string;
  readonly engine: TestEngine['name'];
  readonly family: Fault['family'];
  readonly fault: string;
  /** What is not there although it was asked for, and nobody works on it any more. */
  readonly lost: readonly string[];
  /** Tasks, what was done to them, cards, and words in channels, pings among them. */
  readonly doubled: readonly string[];
  /**
   * What one person was told twice, directly: a message whose answer is lost is sent again rather
   * than not at all.
   */
  readonly saidTwice: readonly string[];
  /**
   * What is not there although somebody still works on it, or shows something that is not so any
   * more.
   */
  readonly stuck: readonly string[];
  readonly isInformed: boolean;
}

/** What comes of a step in quiet weather, and the points it passes. */
export interface Calm {
  readonly truth: Truth;
  readonly points: readonly string[];
}

const limitMs = 40_000;
const quietMs = 1_000;

/**
 * A busy machine may not bring a company in time to where the step begins: that says nothing about
 * the step.
 */
const mostTries = 3;

async function inScene<T>(
  engine: TestEngine,
  kind: BotKind,
  step: Step,
  run: (scene: Scene) => Promise<T>,
  tries = 1,
): Promise<T> {
  const scene = await Scene.open(engine, kind);
  let isPrepared = false;
  try {
    await step.prepare(scene);
    await scene.settled(300);
    isPrepared = true;
    return await run(scene);
  } catch (error) {
    if (isPrepared || tries === mostTries) throw error;
  } finally {
    await scene.close();
  }
  return inScene(engine, kind, step, run, tries + 1);
}

const truthAfter = (scene: Scene, step: Step): Truth => truthOf(scene, step.shows?.(scene));

/** Work that repeats without anybody's doing. */
const ofNoStep = /token$|search\/entitlements$|audit_sealing|^commit of (due_times|tasks)$/;

/**
 * On a busy machine the database may be too slow for a click, and the person is told so: what they
 * read then is no measure.
 */
const disturbed = /did not work|did not open|was not saved|not certain that this was saved/;
const calmTries = 5;

export async function runCalm(engine: TestEngine, step: Step): Promise<Calm> {
  for (let tries = 1; ; tries += 1) {
    const calm = await runCalmOnce(engine, step);
    const isDisturbed = [...calm.truth.personalWords.keys()].some((words) => disturbed.test(words));
    if (!isDisturbed || tries === calmTries) return calm;
  }
}

function runCalmOnce(engine: TestEngine, step: Step): Promise<Calm> {
  return inScene(engine, 'here', step, async (scene) => {
    const points = new Set<string>();
    scene.cable.onPoint = ({ label, when }: CablePoint) => {
      if (when === 'before' && !ofNoStep.test(label)) points.add(label);
      return false;
    };
    let outcome = await step.act(scene);
    // On a busy machine an ack may come too late for Slack; what people do then is click again.
    for (let tries = 0; !outcome.ok && tries < 3; tries += 1) outcome = await step.act(scene);
    if (!outcome.ok) throw new Error(`${step.name}: ${outcome.sentence}`);
    for (let ms = 0; !step.isDone(scene); ms += 100) {
      if (ms > limitMs) throw new Error(`${step.name} does not work in quiet weather`);
      await sleep(100);
    }
    await scene.settled(quietMs + 500);
    return { truth: truthAfter(scene, step), points: [...points] };
  });
}

/**
 * Half of what the bot gives its database for a click. Where the processor was away for as long, a
 * bad end may be the machine's, and the case is tried again; what is the bot's comes again.
 */
const longestAbsenceMs = 1_000;

export async function runCase(
  engine: TestEngine,
  step: Step,
  fault: Fault,
  calm: Calm,
): Promise<Verdict> {
  for (let tries = 1; ; tries += 1) {
    const delay = monitorEventLoopDelay();
    delay.enable();
    const verdict = await runCaseOnce(engine, step, fault, calm);
    delay.disable();
    const absenceMs = delay.max / 1_000_000;
    if (isGood(verdict) || absenceMs < longestAbsenceMs || tries === mostTries) return verdict;
    const words = `${step.name}, ${fault.name}: the processor was away for ${absenceMs} ms`;
    process.stderr.write(`again ${words}\n`);
  }
}

function runCaseOnce(engine: TestEngine, step: Step, fault: Fault, calm: Calm): Promise<Verdict> {
  return inScene(fault.on?.(engine) ?? engine, fault.kind ?? 'here', step, async (scene) => {
    const before = truthAfter(scene, step);
    scene.cable.forgetDeliveries();
    await fault.begin?.(scene, step);
    let outcome = await step.act(scene);
    await fault.end?.(scene, step);
    if (outcome.ok && (await heardUnkept(scene, before)))
      outcome = { ok: false, code: 'unkept', sentence: 'the bot says that it was not saved' };
    const wasTold = !outcome.ok;
    // Slack or the bot has said that it did not work: the person does it again.
    for (let tries = 0; !outcome.ok && tries < 3; tries += 1) {
      await sleep(300);
      outcome = await step.act(scene);
    }
    const expected = calm.truth;
    const gapsIn = (truth: Truth) =>
      isUncertain(step, truth) ? [] : gapsOf(expected, truth, fault, before);
    // Where Slack fails, nobody is to hear that it was the service.
    const isUntrue = (words: string) =>
      fault.family === 'Slack' && words.includes('The access service is not answering');
    const isNews = (words: string) => !before.personalWords.has(words) && !isUntrue(words);
    const newsIn = (truth: Truth) => [...truth.personalWords.keys()].some(isNews);
    let isWithoutWord = false;
    for (let tries = 0; step.isOpening === true && tries < 2; tries += 1) {
      for (let ms = 0; ms < 5_000 && gapsIn(truthAfter(scene, step)).length > 0; ms += 250)
        await sleep(250);
      const truth = truthAfter(scene, step);
      if (gapsIn(truth).length === 0) break;
      isWithoutWord ||= !wasTold && !newsIn(truth);
      await step.act(scene);
    }
    const isMissing = () => gapsIn(truthAfter(scene, step)).length > 0;
    // A busy machine may say late that the deed was not saved: then, too, it is done again.
    for (let tries = 0, heard = before; tries < mostTries; tries += 1) {
      const isUnheard = () => !isToldUnkept(unkeptSince(scene, heard));
      await scene.goesOn(() => isMissing() && isUnheard(), step.patienceMs ?? limitMs);
      if (!isMissing() || isUnheard()) break;
      heard = truthAfter(scene, step);
      await heardUnkept(scene, before);
      await step.act(scene);
    }
    await scene.settled(quietMs);
    const now = truthAfter(scene, step);
    const gaps = gapsIn(now);
    const isWorkedOn = gaps.length > 0 && (await scene.unfinishedJobs()).length > 0;
    const isShown = (gap: string) => gap.startsWith('card in ');
    const unheard = missing(expected.personalWords, now.personalWords);
    return {
      step: step.name,
      engine: engine.name,
      family: fault.family,
      fault: fault.name,
      lost: gaps.filter((gap) => !isWorkedOn && !isShown(gap)),
      doubled: [
        ...tooMany(expected.tasks, now.tasks),
        ...tooMany(expected.cards, now.cards),
        ...tooMany(expected.channelWords, now.channelWords),
      ],
      saidTwice: tooMany(expected.personalWords, now.personalWords),
      stuck: gaps.filter((gap) => isWorkedOn || isShown(gap)),
      isInformed:
        !isWithoutWord &&
        ![...now.personalWords.keys()].some(isUntrue) &&
        (unheard.length === 0 || newsIn(now) || wasTold),
    };
  });
}

interface Unkept {
  readonly isBelow: boolean;
  readonly windows: readonly { readonly person: string; readonly id: string }[];
}

const isToldUnkept = ({ isBelow, windows }: Unkept): boolean => isBelow || windows.length > 0;

/** Where somebody reads since then that their click was not saved, although Slack got its ack. */
function unkeptSince(scene: Scene, before: Truth): Unkept {
  const { personalWords } = truthOf(scene);
  return {
    isBelow: [...personalWords].some(
      ([words, times]) => isUnkept(words) && times > (before.personalWords.get(words) ?? 0),
    ),
    windows: people.flatMap((person) =>
      scene.client
        .openViews(person)
        .filter((view) => isUnkept(JSON.stringify(view.blocks)))
        .map(({ id }) => ({ person, id })),
    ),
  };
}

/** Whether somebody reads that, below the message or in a window, which they close. */
async function heardUnkept(scene: Scene, before: Truth): Promise<boolean> {
  const unkept = unkeptSince(scene, before);
  for (const { person, id } of unkept.windows) await scene.client.closeView(person, id);
  return isToldUnkept(unkept);
}

function isUncertain({ uncertain }: Step, { personalWords }: Truth): boolean {
  return (
    uncertain !== undefined && [...personalWords.keys()].some((words) => words.includes(uncertain))
  );
}

/** What should be there and is not. */
function gapsOf(expected: Truth, now: Truth, { mayEnd }: Fault, before: Truth): readonly string[] {
  const onCards = [
    ...missing(expected.cards, now.cards),
    ...missing(expected.cardWords, now.cardWords),
    ...missing(expected.channelWords, now.channelWords),
  ];
  const personalWordsOf = ({ personalWords }: Truth) =>
    mayEnd === 'cardless' ? withoutLinksToCards(personalWords) : personalWords;
  const others = [
    ...missing(expected.tasks, now.tasks),
    ...missing(personalWordsOf(expected), personalWordsOf(now)),
  ];
  const gaps = mayEnd === 'cardless' ? others : [...others, ...onCards];
  if (gaps.length === 0 || mayEnd === undefined) return gaps;
  if (mayEnd === 'refused') {
    const isUntouched =
      missing(before.tasks, now.tasks).length + missing(now.tasks, before.tasks).length === 0;
    const isDelivered = [...now.personalWords.keys()].some(
      (words) => !before.personalWords.has(words),
    );
    return isUntouched && isDelivered ? [] : gaps;
  }
  const isRead = (begin: string) =>
    [...now.personalWords.keys()].some((words) => words.startsWith(begin));
  const reachesReviewers = ['U0ANA', 'U0FATIMA'].every((person) =>
    isRead(`${person} reads: This is waiting for your decision`),
  );
  return missing(expected.tasks, now.tasks).length === 0 && reachesReviewers ? [] : gaps;
}
