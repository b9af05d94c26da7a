import { ModelChecker } from '../src/checker/index.ts';
import {
  type Loss,
  robustOrder,
  type SearchedPlatform,
  searchPlatform,
  showConfiguration,
} from '../src/tuning/index.ts';
import type { TuneArguments } from './tune-arguments.ts';
import { rows } from './answer.ts';
import { UsageError } from './usage-error.ts';
import { readKernel } from './input.ts';
import { type PlacedDiagnostic, said } from './diagnostics.ts';
import { toJson } from '../src/base/json-text.ts';
import type { NamedPlatform, Platforms } from './platforms.ts';
import { toolchainFor } from './native.ts';
import { signalAfter, withTools } from './tools.ts';

interface Searched extends SearchedPlatform {
  readonly platform: NamedPlatform;
}

/** Candidates that are told of without --json. */
const MOST_SAID = 10;

/** Finds and prints the least worst-case loss over several platforms. Returns the exit status.
 * @throws {UsageError} */
export async function robust(options: TuneArguments, platforms: Platforms): Promise<number> {
  const started = performance.now();
  const { all, ranges } = platforms;
  const signal = signalAfter(options.timeout);
  return withTools(
    async (toolchain) => {
      const searched: Searched[] = [];
      let diagnostics: readonly PlacedDiagnostic[] = [];
      for (const platform of all) {
        if (!options.json) console.error(`Taking the times on ${platform.name}`);
        const { constants, machine } = platform;
        const input = await readKernel({ ...options, constants, machine });
        if (searched.length === 0) ({ diagnostics } = input);
        if (searched.length === 0 && !options.json)
          for (const diagnostic of diagnostics) console.error(said(input.name, diagnostic));
        const checker = new ModelChecker(toolchain, input.problem, { memoryMB: options.memory });
        const found = await searchPlatform(platform.name, checker, signal);
        if (!('minimum' in found))
          throw new UsageError(`on ${platform.name}: ${found.reason ?? found.status}`);
        searched.push({ ...found, platform });
      }
      const losses = robustOrder(searched);
      const isProved = searched.every(({ status }) => status === 'proved');
      const seconds = Math.round(performance.now() - started) / 1000;
      const about = { searched, losses, claim: claimOf(isProved, ranges, all.length), seconds };
      console.log(
        options.json
          ? toJson({ status: isProved ? 'proved' : 'sampled', ...answer(about), diagnostics })
          : text(about),
      );
      return 0;
    },
    () => toolchainFor(options.native),
  );
}

/** In a sentence. */
function claimOf(isProved: boolean, ranges: Platforms['ranges'], count: number): string {
  const what = isProved ? 'Proved' : 'Sampled, for not all times were proved,';
  switch (ranges) {
    case undefined:
      return `${what} for these ${count} platforms.`;
    case 'values':
      return `${what} for every whole value in the ranges: ${count} platforms.`;
    case 'ends':
      return `${what} for the ends of the ranges alone, ${count} platforms: they have too many values to search, and between them another may be worse.`;
  }
}

interface About {
  readonly searched: readonly Searched[];
  readonly losses: readonly Loss[];
  readonly claim: string;
  readonly seconds: number;
}

function answer({ searched, losses, claim, seconds }: About): object {
  const shown = rows(
    losses.map(({ values, worst, breaks, losses: each }) => ({
      values,
      // JSON has no infinity: null for one that cannot run.
      worst: Number.isFinite(worst) ? worst : null,
      breaks,
      losses: Object.fromEntries(
        searched.map(({ name }, at) => [name, Number.isFinite(each[at]) ? each[at] : null]),
      ),
    })),
  );
  const [first, ...others] = shown;
  return {
    robust: first,
    candidates: others,
    platforms: searched.map(({ platform, minimum, optima, status }) => ({
      name: platform.name,
      constants: platform.constants,
      minTime: minimum,
      optima,
      status,
    })),
    claim,
    seconds,
  };
}

function text({ searched, losses, claim, seconds }: About): string {
  const [best, ...others] = losses;
  if (!best) return 'No configuration runs on any of the platforms.';
  return [
    ...searched.map(
      ({ name, minimum, optima }) =>
        `${name}: ${minimum} ticks at ${optima.map(showConfiguration).join(' or ')}`,
    ),
    '',
    `${showConfiguration(best.values)} is within ${percent(best.worst)} of the best everywhere (${best.breaks} is its worst). ${claim}`,
    ...others
      .slice(0, MOST_SAID)
      .map(({ values, worst, breaks }) =>
        Number.isFinite(worst)
          ? `  ${showConfiguration(values)}: ${percent(worst)} on ${breaks}`
          : `  ${showConfiguration(values)}: cannot run on ${breaks}`,
      ),
    ...(others.length > MOST_SAID
      ? [`  and ${others.length - MOST_SAID} more (all of them with --json)`]
      : []),
    `(${seconds.toFixed(1)} s)`,
  ].join('\n');
}

/** `7.0 %` for a loss of 1.07. */
const percent = (loss: number): string => `${(100 * (loss - 1)).toFixed(1)} %`;
