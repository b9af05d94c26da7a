import { Failure } from '../base/failure.ts';
import type { Constants } from '../platform/index.ts';
import { type NotChecked, SEARCH, type Verdict } from '../values/index.ts';
import type { ProgramVerdict, ValueChecker, ValueSearch, Way } from './value-checker.ts';
import type { SearchValues, ValueSearchReport } from './value-reports.ts';

const NOTHING = {
  verdicts: [],
  exhaustive: false,
  states: 0,
  transitions: 0,
  seconds: 0,
  inputs: 0,
};

const TOO_LONG = /too (long|large|many)/i;

/** Searches value programs for all inputs and relevant orders: by regions, with atomics interleaved.
 * @param onFound gets the way to each finding. @param onSearch each search that ended. */
export const searchValues =
  (
    checker: Pick<ValueChecker, 'check'>,
    constants: Constants,
    onFound: (finding: Verdict['findings'][number], way: Way) => void = () => undefined,
    onSearch?: (search: ValueSearch) => void,
  ): SearchValues =>
  async (programs, { signal }): Promise<ValueSearchReport> => {
    const request = { level: 'regions', constants: { ...constants }, signal, onSearch } as const;
    const report = await checker.check(programs, request).catch((error: unknown) => {
      // SPIN has limits too, such as an inline's length.
      const isLimit =
        error instanceof Failure && error.place.startsWith('spin') && TOO_LONG.test(error.message);
      if (isLimit) return { ok: false, reason: 'its model is too long for SPIN' } as const;
      throw error;
    });
    if (!report.ok) return { ...NOTHING, tooLarge: report.reason };
    const { states, transitions, seconds, exhaustive, inputs } = report;
    for (const { found } of report.verdicts) if (found) onFound(found.finding, found.way);
    return {
      states,
      transitions,
      seconds,
      inputs,
      exhaustive,
      verdicts: report.verdicts.map((each) => verdictOf(each, exhaustive, inputs)),
    };
  };

function verdictOf(
  { program, found, ended, lost }: ProgramVerdict,
  exhaustive: boolean,
  inputs: number,
): Verdict {
  const notChecked: NotChecked[] = [];
  if (!exhaustive && !found)
    notChecked.push({
      what: SEARCH,
      why: 'it was cut off before it had seen every state',
      weakens: false,
    });
  if (lost.has('meetings') && !found)
    notChecked.push({
      what: SEARCH,
      why: 'it does not follow lanes that meet, or copies, while others of their group go on',
      weakens: false,
    });
  if (lost.has('a claim'))
    notChecked.push({
      what: 'result',
      why: 'what should hold has no value in some run',
      weakens: true,
    });
  const isWhole = exhaustive && ended && !found && lost.size === 0;
  // SPIN runs no other kernel.
  const but = program.twins.map(({ text }) => ` but ${text}`).join('');
  return {
    findings: found ? [found.finding] : [],
    remarks: [],
    checked: isWhole
      ? [
          `All of it${but} by SPIN, for ${inputs === 1 ? 'the one input' : `all ${inputs} inputs`} and every order of atomics.`,
        ]
      : [],
    notChecked,
  };
}
