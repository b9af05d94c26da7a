import { addTicks, type Ticks } from '../base/ticks.ts';
import { count } from '../base/words.ts';
import type { Session } from '../session/core.ts';
import { jobOf } from '../session/jobs/job.ts';
import { PAR, type ParView } from '../session/jobs/par.ts';
import { splitOfAnswer, tuned, Unjudged } from './answers.ts';
import type { PageOf } from './format.ts';
import type { Judgement } from './judgement.ts';
import { kernelOf, settingsOf } from './page.ts';
import { until } from './until.ts';

/** Compares with the proved minimum of another kernel. */
export async function against(
  session: Session,
  par: PageOf,
  signal: AbortSignal,
): Promise<Judgement> {
  const { result } = await tuned(session, signal);
  const { minTime } = result;
  if (result.status !== 'proved' || minTime === undefined)
    throw new Unjudged(result.reason ?? 'SPIN could not prove how fast it is.');
  const time = await provedPar(session, par, signal);
  const timed = { time: minTime, par: time };
  if (minTime <= time)
    return {
      right: true,
      timed,
      words:
        minTime < time
          ? `Better than par: ${count(minTime, 'tick')}, and par is ${count(time, 'tick')}. Both are proved.`
          : `Right, and at par: ${count(minTime, 'tick')}, proved.`,
      evidence: { time: String(minTime), par: String(time) },
    };
  return {
    right: false,
    words: `It computes the right thing, but takes ${count(minTime, 'tick')}; par is ${count(time, 'tick')}, proved. That is ${count(addTicks(minTime, -BigInt(time)), 'stroke')} above par.`,
    spent: await splitOfAnswer(session, signal),
    timed,
    hint: 'The run of your best is open below.',
  };
}

/** Proves par in the background, once. */
export function beginPar({ store, commands }: Session, page: PageOf): string {
  const { example: _, ...own } = { ...page, kernel: kernelOf(page) ?? '' };
  const settings = settingsOf(own);
  const of = JSON.stringify([settings.kernelText, settings.constants, settings.semantics]);
  const par = jobOf(store.getState(), PAR);
  if (par.of !== of || par.phase === 'failed' || par.phase === 'cancelled')
    commands.provePar(settings, of);
  return of;
}

export async function provedPar(
  session: Session,
  page: PageOf,
  signal: AbortSignal,
): Promise<Ticks> {
  const of = beginPar(session, page);
  const isProved = ({ of: one, phase }: ParView): boolean => one === of && phase !== 'running';
  const state = await until(session, (now) => isProved(jobOf(now, PAR)), signal);
  const par = jobOf(state, PAR);
  if (par.time === undefined) throw new Unjudged(par.message ?? 'Par could not be proved.');
  return par.time;
}
