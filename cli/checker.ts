import { host } from '#host';
import {
  type Allowed,
  type Asked,
  type CheckReport,
  inMilliseconds,
  isAccepted,
  type KernelAnswer,
  reportOf,
  unanswered,
} from './check-answer.ts';
import { type BuildOptions, onlySet, setsFor, withBuildOptions } from './build-options.ts';
import { UsageError } from './usage-error.ts';
import { createCheckPool } from './check-pool.ts';
import type { CheckSettings } from './check-source.ts';
import type { FoundAnswer, FoundKernels, SentText } from './check-kernels.ts';
import type { FoundWay, WhichFinding } from './check-worker.ts';
import type { Ended } from './host.ts';
import { VERSIONS } from './versions.ts';

export interface CheckQuestion {
  readonly texts: readonly SentText[];
  readonly settings: CheckSettings;
  /** Verdicts accepted besides *right*. */
  readonly allowed: readonly Allowed[];
}

export interface CheckingCall {
  readonly signal: AbortSignal;
  /** Called for each kernel as it is decided, with the number known so far. */
  readonly onKernel?: ((answer: KernelAnswer, of: number) => void) | undefined;
}

/** Checks many kernels at once. */
export interface Checker {
  /** Answers in the order of the texts and of their kernels.
   * @throws {Cancelled} by the signal. */
  check(question: CheckQuestion, call: CheckingCall): Promise<CheckReport>;
  /** The way to a finding of a quick check. @throws {Cancelled} by the signal. */
  trace(
    text: SentText,
    settings: CheckSettings,
    which: WhichFinding,
    signal: AbortSignal,
  ): Promise<FoundWay>;
  dispose(): void;
}

/** Seconds that a thread has to end by itself, with what it knows. */
const GRACE = 5;
/** Seconds to start one and to read a text. */
const READING = 60;

/** @param threads at once; as many as there are cores without it.
 * @param memoryMB of each one's own objects. */
export function createChecker({
  threads = host.threads(),
  memoryMB,
}: {
  readonly threads?: number | undefined;
  readonly memoryMB: number;
}): Checker {
  const pool = createCheckPool(threads, memoryMB);
  return {
    async check({ texts, settings, allowed }, { signal, onKernel }) {
      const started = performance.now();
      const { seconds } = settings;
      let known = 0;
      const finish = (found: FoundAnswer, from: number): KernelAnswer => {
        const taken = inMilliseconds((performance.now() - from) / 1000);
        const answer = { ...found, accepted: isAccepted(found, allowed), seconds: taken };
        onKernel?.(answer, known);
        return answer;
      };
      const one = async (
        text: SentText,
        asked: Asked,
        own: CheckSettings,
      ): Promise<KernelAnswer> => {
        let from = performance.now();
        const ran = await pool.run(
          (worker) => {
            from = performance.now();
            return worker.check(text, asked, own);
          },
          seconds + GRACE,
          signal,
        );
        return finish(
          'answer' in ran ? ran.answer : withoutAnswer(asked, ran.ended, settings),
          from,
        );
      };
      const of = async (
        text: SentText,
        set: BuildOptions | undefined,
      ): Promise<readonly KernelAnswer[]> => {
        const from = performance.now();
        const options = set && { options: set.words };
        const own = set === undefined ? settings : withBuildOptions(settings, set, text.text);
        const whole = { file: text.file, ...options, line: 1 };
        const ran = await pool.run(
          (worker) => worker.kernels(text, own),
          seconds + READING,
          signal,
        );
        const { asked, failed }: FoundKernels =
          'answer' in ran
            ? ran.answer
            : { asked: [], failed: withoutAnswer(whole, ran.ended, settings) };
        known += asked.length + (failed ? 1 : 0);
        if (failed) return [finish({ ...failed, ...options }, from)];
        return Promise.all(asked.map((each) => one(text, { ...each, ...options }, own)));
      };
      const all = (text: SentText): readonly Promise<readonly KernelAnswer[]>[] => {
        try {
          const sets = setsFor(settings.sets ?? [], text.path ?? text.file);
          return (sets.length > 0 ? sets : [undefined]).map((set) => of(text, set));
        } catch (error) {
          if (!(error instanceof UsageError)) throw error;
          const refused = unanswered({ file: text.file, line: 1 }, 'refused', error.message);
          return [Promise.resolve([finish(refused, performance.now())])];
        }
      };
      const answers = await Promise.all(texts.flatMap(all));
      return reportOf(answers.flat(), VERSIONS.overtime, (performance.now() - started) / 1000);
    },
    async trace(text, settings, which, signal) {
      const set = onlySet(setsFor(settings.sets ?? [], text.path ?? text.file), 'a way is shown');
      const own = set === undefined ? settings : withBuildOptions(settings, set, text.text);
      const ran = await pool.run(
        (worker) => worker.trace(text, own, which),
        settings.seconds + GRACE,
        signal,
      );
      if ('answer' in ran) return ran.answer;
      const { reason = '' } = withoutAnswer({ file: text.file, line: 1 }, ran.ended, settings);
      return { reason };
    },
    dispose: () => pool.dispose(),
  };
}

function withoutAnswer(
  asked: Asked,
  ended: Ended,
  { seconds, memory }: CheckSettings,
): FoundAnswer {
  switch (ended.by) {
    case 'time':
      return unanswered(asked, 'limit', `The time limit of ${seconds} s was reached.`);
    case 'memory':
      return unanswered(asked, 'limit', `The memory limit of ${memory} MB was reached.`);
    case 'fault':
      return unanswered(asked, 'not-checked', ended.why);
  }
}
