import { FIX_HELP } from './kernel-arguments.ts';
import { NATIVE_HELP } from './native-options.ts';
import { tunerScriptFor } from './kernel-tuner.ts';
import { line } from './option-values.ts';
import { BUILD_HELP, BUILD_OPTIONS, type BuildOptions, readBuildOptions } from './build-options.ts';
import type { CheckSettings } from './check-source.ts';
import { readOptions } from './command.ts';
import { readValueSettings, takeParameters, VALUE_HELP, VALUE_OPTIONS } from './value-arguments.ts';

export interface VerifyArguments extends CheckSettings {
  /** Name of an example, or a path. */
  readonly kernel: string;
  readonly json: boolean;
  /** Searches are made by this machine's own compiler. */
  readonly native: boolean;
  /** Writes quick fixes into the file first. */
  readonly fix: boolean;
  readonly sets: readonly BuildOptions[];
}

const USAGE = [
  'Usage: npm run -s verify -- [NAME|FILE] [options]',
  '',
  'Asks whether the values of a kernel are right for every schedule: races, accesses beyond the ends of arrays,',
  'reads of what nobody wrote, endless loops, barrier divergence, and what #pragma tuner ensures says.',
  'Many kernels at once, references and reports for other tools: overtime check.',
  '',
  line('--kernel NAME|FILE', 'an example by name, or a kernel of your own (default minimum)'),
  line('--promela FILE', 'instead, any Promela model (--promela FILE --help tells of its options)'),
  line('--kernel-name K', 'which kernel of the file (default the first)'),
  ...VALUE_HELP,
  ...NATIVE_HELP,
  ...BUILD_HELP,
  ...FIX_HELP,
  '',
  'Exit status 0 when right, 1 when wrong, 3 when it depends on what nobody states or could not be checked,',
  '2 on bad input.',
].join('\n');

const OPTIONS = {
  ...VALUE_OPTIONS,
  ...BUILD_OPTIONS,
  kernel: { type: 'string' },
  fix: { type: 'boolean' },
  native: { type: 'boolean' },
} as const;

/** Reads the command line. @throws {UsageError} */
export function readVerifyArguments(args: readonly string[]): VerifyArguments {
  const { rest, given } = takeParameters(args, OPTIONS);
  const typed = readOptions(USAGE, OPTIONS, rest);
  const { json = false, fix = false, native = false, kernel = 'minimum' } = typed;
  const sets = readBuildOptions(typed);
  const script = tunerScriptFor(typed['kernel-tuner'], kernel);
  const settings = readValueSettings({ ...typed, 'kernel-tuner': script }, given);
  return { ...settings, kernel, json, fix, native, sets };
}
