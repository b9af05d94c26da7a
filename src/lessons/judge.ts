import { count, whole, alternatives } from '../base/words.ts';
import { positionAt } from '../base/span.ts';
import type { Verification } from '../checker/index.ts';
import type { Session } from '../session/core.ts';
import { type Settings, verifiedSizeOf } from '../session/kept/settings.ts';
import { type Configuration, showConfiguration } from '../tuning/index.ts';
import { conditionsOf, type Finding, isRace, SEARCH } from '../values/index.ts';
import {
  isAmong,
  saidOf,
  splitOf,
  splitOfAnswer,
  timeIn,
  tuned,
  Unjudged,
  verified,
} from './answers.ts';
import type { PageOf, Task, TaskOf } from './format.ts';
import { against, provedPar } from './par.ts';
import type { Judgement } from './judgement.ts';
import { foundAt } from './found-line.ts';
import { around, fillFault, filled, fillsOf } from './gaps.ts';
import { kernelOf, settingsOf } from './page.ts';
import { until } from './until.ts';
import { jobOf, type JobView } from '../session/jobs/job.ts';
import { PAR } from '../session/jobs/par.ts';
import { VERIFICATION, type VerificationView } from '../session/jobs/verification.ts';
import { ORDERS, STEERING } from '../session/jobs/steering-view.ts';
import { TRACE } from '../session/views/trace-view.ts';

/** A student's answer to a task. */
export type Answer =
  | { readonly kind: 'cell'; readonly values: Configuration }
  | { readonly kind: 'ticks'; readonly ticks: number }
  /** Line of the barrier where it gets stuck; undefined: it finishes. */
  | { readonly kind: 'stop'; readonly line: number | undefined }
  /** The line that goes wrong. */
  | { readonly kind: 'line'; readonly line: number }
  /** The kernel in the editor. */
  | { readonly kind: 'kernel' }
  /** A steered order, or the claim that none goes wrong. */
  | { readonly kind: 'order' | 'nobody' }
  /** The last configuration looked at, and how many were. */
  | { readonly kind: 'look'; readonly values: Configuration; readonly looks: number };

/** A task and the page it is done on. */
export interface Posed {
  readonly task: Task;
  readonly page: PageOf;
  /** SPIN has to have searched all inputs and orders. */
  readonly isProved?: boolean;
}

/** Judges by SPIN and by running the work-items, and shows the evidence.
 * @throws {Unjudged} with a reason.
 * @throws {GivenUp} by the signal. */
export function judge(
  session: Session,
  { task, page, isProved = false }: Posed,
  answer: Answer,
  signal: AbortSignal,
): Promise<Judgement> {
  const { kind } = answer;
  if (kind === 'cell') return bestCell(session, answer.values, signal);
  if (kind === 'ticks' && task.kind === 'predict' && task.ask === 'time')
    return timeOf(session, task, answer.ticks, signal);
  if (kind === 'stop') return stopAt(session, answer.line, signal);
  if (kind === 'line') return wrongLine(session, answer.line, signal);
  if (kind === 'order') return order(session, signal);
  if (kind === 'nobody' && task.kind === 'schedule') return nobody(session, task, signal);
  if (kind === 'look' && task.kind === 'par' && task.change === 'parameters')
    return look(session, page, answer, task.looks, signal);
  if (kind === 'kernel' && task.kind === 'fill') {
    return fill(session, { page, task, isProved }, signal);
  }
  if (kind === 'kernel' && task.kind === 'par' && task.change === 'kernel')
    return faster(session, page, task, signal);
  return Promise.reject(new Unjudged('This is no answer to the question.'));
}

async function bestCell(
  session: Session,
  values: Configuration,
  signal: AbortSignal,
): Promise<Judgement> {
  const { state, result } = await tuned(session, signal);
  const { minTime, optima } = result;
  if (result.status !== 'proved' || minTime === undefined)
    throw new Unjudged(result.reason ?? 'SPIN could not prove what is best.');
  if (isAmong(values, optima))
    return {
      right: true,
      words: `Right: ${showConfiguration(values)} takes ${count(minTime, 'tick')}, and SPIN has proved that nothing is faster.`,
    };
  const best = await splitOfAnswer(session, signal);
  const own = await splitOf(session, values, signal);
  const time = timeIn(state, values) ?? own?.time;
  const took = time === undefined ? 'cannot run' : `takes ${count(time, 'tick')}`;
  return {
    right: false,
    words: `${showConfiguration(values)} ${took}; the least is ${count(minTime, 'tick')}, with ${alternatives(optima.map(showConfiguration))}.`,
    ...(own && best && { splits: [own, best] as const }),
    hint: 'Its run is open below: compare where its time goes.',
  };
}

async function timeOf(
  session: Session,
  task: TaskOf<'predict'> & { readonly ask: 'time' },
  guess: number,
  signal: AbortSignal,
): Promise<Judgement> {
  const { state } = await tuned(session, signal);
  const split = await splitOf(session, task.with, signal);
  const time = timeIn(state, task.with) ?? split?.time;
  if (time === undefined)
    throw new Unjudged(`${showConfiguration(task.with)} has no run that ends.`);
  const off = Math.abs(Number(time) - guess);
  const right = off * 100 <= Number(time) * (task.within ?? 0);
  const words = `${showConfiguration(task.with)} takes ${count(time, 'tick')}`;
  if (right) return { right, words: off === 0 ? `Right: ${words}.` : `Near enough: ${words}.` };
  return {
    right,
    words: `${words}: you said ${count(guess, 'tick')}, which is ${guess < Number(time) ? 'too few' : 'too many'}.`,
    hint: 'Its run is open: step through it, and see what each tick is spent on.',
  };
}

async function stopAt(
  session: Session,
  line: number | undefined,
  signal: AbortSignal,
): Promise<Judgement> {
  const { result } = await tuned(session, signal);
  const isStuck = result.status === 'deadlock';
  if (isStuck) await until(session, (state) => jobOf(state, TRACE).phase !== 'running', signal);
  const state = session.store.getState();
  const lines = isStuck
    ? state.runDiagnostics.map(({ span }) => positionAt(state.settings.kernelText, span.start).line)
    : [];
  const there = alternatives([...new Set(lines)].map((each) => `line ${each}`));
  if (!isStuck) {
    const right = line === undefined;
    const words =
      result.minTime === undefined
        ? 'it comes to its end'
        : `it comes to its end, after ${count(result.minTime, 'tick')} at best`;
    return {
      right,
      words: right ? `Right: ${words}.` : `It does not stop there: ${words}.`,
      ...(!right && { hint: 'The trace below shows that every work-item passes the barriers.' }),
    };
  }
  const right = line !== undefined && lines.includes(line);
  const [found] = state.runDiagnostics;
  return {
    right,
    words: right
      ? `Right: it stops at the barrier in line ${line}.`
      : `It never ends: it stops at ${there === '' ? 'a barrier' : `the barrier in ${there}`}.`,
    hint: found?.message,
  };
}

/** A wrong result, its counterexample opened.
 * @throws {Unjudged} where nothing goes wrong and something stays open: that is no miss. */
async function wrongIn(session: Session, signal: AbortSignal): Promise<Judgement | undefined> {
  const verification = await verified(session, signal);
  const [first] = verification.findings;
  if (first) {
    session.commands.showFinding(0);
    return { right: false, words: WRONG[first.kind], hint: hintOf(verification, first) };
  }
  if (verification.status === 'right') return undefined;
  const [condition] = conditionsOf(verification);
  if (condition !== undefined) return { right: false, words: onlyIf(condition) };
  const open = verification.notChecked.find(({ weakens }) => weakens);
  const text = session.store.getState().settings.kernelText;
  const said = saidOf(text, { ...open, message: open?.why ?? 'Something stayed open.' });
  throw new Unjudged(['It could not be judged.', said, open?.hint ?? ''].join(' ').trim());
}

const onlyIf = (condition: string) => `It is right only if ${condition}: make it so for all.`;

const RACE =
  'Not yet: two work-items meet at one place in memory, and nothing says who comes first.';
const WRONG: Readonly<Record<Finding['kind'], string>> = {
  'race-local': RACE,
  'race-global': RACE,
  'race-between-groups': RACE,
  bounds: 'Not yet: it goes beyond an array.',
  uninitialised: 'Not yet: it uses what nobody has written.',
  'non-termination': 'Not yet: a loop never ends.',
  divergence: 'Not yet: some work-items wait at a barrier for ever.',
  result: 'Not yet: what comes out is wrong.',
};

/** The observation alone: a finding's advice would be the solution. */
function hintOf({ configurations }: Verification, { message, configuration }: Finding): string {
  const where = configurations.length > 1 ? `With ${showConfiguration(configuration)}: ` : '';
  return `${where}${message} How it comes about can be played, step by step.`;
}

const pragmas = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim().replaceAll(/\s+/g, ' '))
    .filter((line) => /^#pragma tuner (param|require|input|ensures|array|items)\b/.test(line))
    .toSorted()
    .join('\n');

/** Platform changes that would make the task easier. */
function elsewhere({ store }: Session, wanted: Settings): string | undefined {
  const { settings } = store.getState();
  const other = Object.entries(wanted.constants).find(
    ([name, value]) =>
      Object.entries(settings.constants)
        .find(([each]) => each === name)?.[1]
        .trim() !== value,
  );
  if (other) return `${other[0]} has to stay ${other[1]} for this task.`;
  if (settings.semantics !== wanted.semantics) return 'The semantics has to stay for this task.';
  return undefined;
}

/** The line of a finding, or of what it goes back to. */
async function wrongLine(session: Session, line: number, signal: AbortSignal): Promise<Judgement> {
  const { findings, status } = await verified(session, signal);
  const { settings } = session.store.getState();
  if (findings.length === 0) throw new Unjudged('Nothing goes wrong with this kernel.');
  const found = foundAt(settings.kernelText, findings, line);
  const finding = findings[found ?? -1];
  if (found === undefined || !finding)
    return { right: false, words: `Nothing goes wrong in line ${line}, for any input or order.` };
  session.commands.showFinding(found);
  return {
    right: true,
    words: `Right: ${finding.message}`,
    hint: 'It is played on the stage.',
    evidence: { verdict: status, bound: { size: verifiedSizeOf(settings) } },
  };
}

/** SPIN's own answer for all inputs and orders. */
async function searched(session: Session, signal: AbortSignal): Promise<Judgement> {
  session.commands.verify();
  const isOver = ({ phase, searched: asked }: VerificationView): boolean =>
    asked && phase !== 'running' && phase !== 'none';
  const state = await until(session, (now) => isOver(jobOf(now, VERIFICATION)), signal);
  const { verification, message } = jobOf(state, VERIFICATION);
  if (!verification) throw new Unjudged(message ?? 'SPIN could not search it.');
  const { findings, inputs, states, notChecked, status } = verification;
  const size = verifiedSizeOf(session.store.getState().settings);
  const evidence = { verdict: status, bound: { size, inputs }, states };
  const [first] = findings;
  if (first) {
    session.commands.showFinding(0);
    return { right: false, words: WRONG[first.kind], hint: hintOf(verification, first) };
  }
  const [condition] = conditionsOf(verification);
  if (condition !== undefined) return { right: false, words: onlyIf(condition) };
  const unsearched = notChecked.find(({ what }) => what === SEARCH);
  if (states === 0 || unsearched)
    return {
      right: true,
      words: 'Right for every input that was tried, and for every order of the work-items.',
      hint: unsearched && `SPIN did not search all of it: ${unsearched.why}.`,
      evidence,
    };
  const of = inputs === 1 ? 'the one input' : `all ${whole(inputs)} inputs`;
  return {
    right: true,
    words: `Right for ${of} and every order: ${whole(states)} states.`,
    evidence,
  };
}

async function fill(
  session: Session,
  { page, task, isProved }: Posed & { readonly task: TaskOf<'fill'> },
  signal: AbortSignal,
): Promise<Judgement> {
  const text = kernelOf(page) ?? '';
  const moved = elsewhere(session, settingsOf(page));
  if (moved !== undefined) throw new Unjudged(moved);
  if (around(session.store.getState().settings.kernelText) !== around(text))
    throw new Unjudged(
      'Only what stands between /*?*/ and /*!*/ is yours: put the rest back, or begin again.',
    );
  const fault = fillFault(text, fillsOf(session.store.getState().settings.kernelText));
  if (fault !== undefined) throw new Unjudged(fault);
  const wrong = await wrongIn(session, signal);
  if (wrong) return wrong;
  const par = { ...page, kernel: filled(text, task.solution) };
  if (isProved === true) {
    const proved = await searched(session, signal);
    if (!proved.right || task.fast !== true) return proved;
    const compared = await against(session, par, signal);
    const evidence = proved.evidence && { ...proved.evidence, ...compared.evidence };
    const hint = compared.hint && 'Your fastest run is played on the stage, tick by tick.';
    return { ...compared, hint, evidence };
  }
  if (task.fast !== true)
    return {
      right: true,
      words: 'Right: whatever the order of the work-items, the result is what it should be.',
    };
  return against(session, par, signal);
}

async function faster(
  session: Session,
  page: PageOf,
  task: TaskOf<'par'> & { readonly change: 'kernel' },
  signal: AbortSignal,
): Promise<Judgement> {
  const wanted = settingsOf(page);
  const moved = elsewhere(session, wanted);
  if (moved !== undefined) throw new Unjudged(moved);
  if (pragmas(session.store.getState().settings.kernelText) !== pragmas(wanted.kernelText))
    throw new Unjudged(
      'The lines that say what may be chosen, what goes in and what should come out (param, require, input, array, items, ensures) have to stay as they are.',
    );
  const wrong = await wrongIn(session, signal);
  if (wrong) return wrong;
  return against(session, { ...page, kernel: task.solution }, signal);
}

async function look(
  session: Session,
  page: PageOf,
  { values, looks }: Extract<Answer, { readonly kind: 'look' }>,
  most: number,
  signal: AbortSignal,
): Promise<Judgement> {
  const time = await provedPar(session, page, signal);
  const { all = [] } = jobOf(session.store.getState(), PAR);
  const own = all.find((each) => isAmong(values, [each.values]))?.time;
  const left = most - looks;
  const took = own === undefined ? 'cannot run' : `takes ${count(own, 'tick')}`;
  if (own !== undefined && own <= time)
    return {
      right: true,
      words: `At par: ${showConfiguration(values)} ${took}, and SPIN has proved that nothing is faster.`,
    };
  return {
    right: false,
    words: `${showConfiguration(values)} ${took}; par is ${count(time, 'tick')}.`,
    hint: left > 0 ? `${left} more to look at.` : 'That was the last one: begin again.',
  };
}

async function order(session: Session, signal: AbortSignal): Promise<Judgement> {
  const { run } = jobOf(session.store.getState(), STEERING);
  if (!run || run.ready.length > 0) throw new Unjudged('The run has not come to its end.');
  if (run.isStuck === true)
    return { right: false, words: 'In this order the work-items wait for ever, with no result.' };
  if (run.broken !== undefined)
    return { right: true, words: `Right, in this order the result is wrong: ${run.broken}` };
  return {
    right: false,
    words: 'In this order the result is right.',
    // Known findings may belong to the previous kernel.
    hint: raceIn((await verified(session, signal)).findings),
  };
}

/** The accesses that could swap. */
function raceIn(findings: readonly Finding[]): string {
  const race = findings.find(isRace);
  return race
    ? `What can come in either order: ${race.message} Let the other one come first.`
    : 'Nothing was seen that could come in another order. Could it be that nobody can?';
}

async function nobody(
  session: Session,
  task: TaskOf<'schedule'>,
  signal: AbortSignal,
): Promise<Judgement> {
  session.commands.searchOrders(task.with);
  const isOver = ({ phase }: JobView): boolean => phase !== 'running' && phase !== 'none';
  const state = await until(session, (now) => isOver(jobOf(now, ORDERS)), signal);
  const orders = jobOf(state, ORDERS);
  if (orders.phase !== 'ended' || orders.exhaustive !== true)
    throw new Unjudged(orders.message ?? 'SPIN could not try every order.');
  if (orders.found !== undefined)
    return {
      right: false,
      words: `SPIN has found an order in which the result is wrong. ${orders.found}`,
      hint: 'It is open below, step by step. Begin again and steer it there yourself.',
    };
  return {
    right: true,
    words: `Right: SPIN has tried every order of all accesses, ${whole(orders.states ?? 0)} states, and in none of them the result is wrong. Nobody can.`,
  };
}
