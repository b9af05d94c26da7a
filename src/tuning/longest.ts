import { compareTicks } from '../base/ticks.ts';
import { keyOf, showConfiguration } from './configuration.ts';
import type { ScheduleTimes, Strategy, TuningResult } from './events.ts';
import { cutWords, earliest, faultResult, search } from './search.ts';
import { searchForDeadlocks } from './obstacles.ts';
import type { Configuration, SearchReport, Verifier } from './verifier.ts';

/** The shortest and longest time of one configuration: an exhausted search that continues past every
 * finished path meets every finishing time. Only level free interleaves all processes; folded
 * levels fix their order. */
export const longest =
  (configuration: Configuration): Strategy =>
  async (verifier, emit, signal) => {
    const work = { verifier, emit, signal };
    const invalid = whyInvalid(verifier, configuration);
    if (invalid !== undefined) {
      const reason = `${showConfiguration(configuration)}: ${invalid}.`;
      return { status: 'invalid', optima: [], reason };
    }
    const deadlock = await searchForDeadlocks(work, { configuration });
    if (deadlock) return deadlock;
    emit({ type: 'stage', text: `Every schedule of ${showConfiguration(configuration)}` });
    const request = { configuration, bound: 'none', all: true } as const;
    return resultOf(configuration, await search(work, 'schedules', request));
  };

function resultOf(configuration: Configuration, report: SearchReport): TuningResult {
  const { finishes, cut, fault } = report;
  if (fault) return faultResult(fault);
  const first = earliest(finishes);
  const where = showConfiguration(configuration);
  if (!first) {
    if (cut === undefined) {
      const reason = `No schedule of ${where} comes to the end.`;
      return { status: 'deadlock', optima: [], reason };
    }
    const [status, why] = cutWords(cut);
    return { status, optima: [], reason: `${why} before any schedule of ${where} finished.` };
  }
  const schedules: ScheduleTimes = {
    configuration,
    shortest: first.time,
    longest: finishes.reduce((most, { time }) => (time > most ? time : most), first.time),
  };
  const known = { minTime: first.time, optima: [first.values], schedules };
  if (cut !== undefined) {
    const [status, why] = cutWords(cut);
    const reason = `${why}: so far schedules of ${where} take ${inTicks(schedules)}.`;
    return { status, ...known, reason };
  }
  const same = compareTicks(schedules.shortest, schedules.longest) === 0;
  const who = same ? `Every schedule of ${where} takes` : `Schedules of ${where} take`;
  const reason = `${who} ${inTicks(schedules)}.`;
  return { status: 'proved', ...known, reason };
}

const inTicks = ({ shortest, longest: most }: ScheduleTimes): string =>
  compareTicks(shortest, most) === 0 ? `${shortest} ticks` : `from ${shortest} to ${most} ticks`;

/** Undefined if the configuration can run. */
function whyInvalid(verifier: Verifier, configuration: Configuration): string | undefined {
  const listed = verifier.configurations();
  if (!listed) return 'the configurations of this model cannot be searched one by one';
  const wanted = keyOf(configuration);
  for (const { values, reason } of listed) if (keyOf(values) === wanted) return reason;
  return 'this is none of the configurations that are tuned';
}
