import { atLevel, type Problem } from '../../checker/index.ts';
import type { ConstantName } from '../../platform/index.ts';
import type { Configuration } from '../../tuning/index.ts';
import type { SessionTools } from '../environment.ts';
import type { Settings } from '../kept/settings.ts';
import { questionOf } from '../question.ts';
import { nameOf } from '../run/task-runner.ts';
import type { Explorer } from '../views/explorer.ts';
import { type ComparedKernel, NO_KERNEL_SPLITS, splitKernels } from './kernel-splits.ts';
import { checkLevel, levelBelow, NO_LEVEL_CHECK } from './level-check.ts';
import { machineSensitivity, NO_MACHINE_SENSITIVITY } from './machine-sensitivity.ts';
import { NO_ROBUSTNESS, robustness } from './robustness.ts';
import { NO_SCHEDULES, searchSchedules } from './schedules.ts';
import { NO_SENSITIVITY, SWEPT_LEVEL, sweepConstant } from './sensitivity.ts';
import { SideJob } from './side-job.ts';

/** What is asked beside the run; the settings stay.
 * @param problemOf the problem that settings pose.
 * @param trust the user has pressed a button: what came with a link may run. */
export function createSideQuestions(
  tools: SessionTools,
  explorer: Explorer,
  problemOf: (settings: Settings) => Problem | undefined,
  trust: () => void,
) {
  const { store, derivation } = tools;
  const settings = (): Settings => store.getState().settings;
  const sensitivity = new SideJob(tools, NO_SENSITIVITY, (view) =>
    store.setState({ sensitivity: view }),
  );
  const machineJob = new SideJob(tools, NO_MACHINE_SENSITIVITY, (view) =>
    store.setState({ machineSensitivity: view }),
  );
  const robustJob = new SideJob(tools, NO_ROBUSTNESS, (view) =>
    store.setState({ robustness: view }),
  );
  const levelCheck = new SideJob(tools, NO_LEVEL_CHECK, (view) =>
    store.setState({ levelCheck: view }),
  );
  const schedules = new SideJob(tools, NO_SCHEDULES, (view) => store.setState({ schedules: view }));
  const kernelSplits = new SideJob(tools, NO_KERNEL_SPLITS, (view) =>
    store.setState({ kernelSplits: view }),
  );
  /** What the search of all schedules is of. */
  let searched: Problem | undefined;

  /** What a side question is of, and that in words. */
  const about = (problem: Problem) => ({
    of: nameOf(problem),
    question: questionOf(settings(), problem.kernel.name),
  });

  return {
    /** Proves the minimum for each of some values of a constant; the settings stay. */
    sweepConstant(constant: ConstantName, values: readonly number[]): void {
      trust();
      const { constants } = settings();
      // The model of a kernel whose arithmetic is free does not count it.
      const counted = constant === 'AT' ? { ...constants, AT: '1' } : constants;
      const problem = problemOf({ ...settings(), constants: counted, level: SWEPT_LEVEL });
      if (!problem) return;
      void sensitivity.start({ constant, values, ...about(problem) }, (job) =>
        sweepConstant(problem, constant, values, job),
      );
    },
    cancelSweep: () => sensitivity.cancel(),
    /** Proves the minimum with each constant of the machine halved and doubled; the settings stay. */
    weighMachine(): void {
      trust();
      const problem = problemOf({ ...settings(), level: SWEPT_LEVEL });
      if (!problem?.machine) return;
      void machineJob.start(about(problem), (job) => machineSensitivity(problem, job));
    },
    cancelWeighing: () => machineJob.cancel(),
    /** Finds the configuration that loses least where it loses most, over several platforms; the settings stay.
     * @param ids of `robustChoices`. */
    seekRobust(ids: readonly string[]): void {
      trust();
      const problem = problemOf({ ...settings(), level: SWEPT_LEVEL });
      if (!problem) return;
      void robustJob.start({ ...about(problem), of: problem.kernel.name }, (job) =>
        robustness(problem, ids, job),
      );
    },
    cancelRobust: () => robustJob.cancel(),
    /** Compares the time of every configuration at this level with that at the one below. */
    checkLevel(): void {
      trust();
      const problem = derivation()?.problem;
      const below = problem && levelBelow(problem.model.level);
      const lower = below && atLevel(problem, below);
      if (!below || !lower) return;
      const { level } = problem.model;
      void levelCheck.start({ level, below, question: about(problem).question }, (job) =>
        checkLevel(problem, lower, job),
      );
    },
    cancelLevelCheck: () => levelCheck.cancel(),
    /** Splits the time of some kernels at their best; neither the text nor the answer changes. */
    splitKernels(kernels: readonly ComparedKernel[]): void {
      trust();
      const problems = kernels.map((one) => problemOf({ ...one.settings, level: SWEPT_LEVEL }));
      void kernelSplits.start({ kernels }, (job) => splitKernels(kernels, problems, job));
    },
    cancelKernelSplits: () => kernelSplits.cancel(),
    /** Finds the shortest and the longest time of a configuration over all schedules, at level free. */
    searchSchedules(configuration: Configuration): void {
      trust();
      const posed = derivation()?.problem;
      const problem = posed && atLevel(posed, 'free');
      searched = problem;
      if (!problem) return;
      const { question } = about(problem);
      void schedules.start({ configuration, question }, (job) =>
        searchSchedules(problem, configuration, tools.now, job),
      );
    },
    cancelSchedules: () => schedules.cancel(),
    /** Opens the run that stops for ever, where the search of all schedules has found one. */
    showSchedule(): void {
      const { configuration, run } = store.getState().schedules;
      const trail = run.result?.trail;
      if (searched && trail) void explorer.openTrail(searched, trail, configuration);
    },
    closeSchedules: () => schedules.forget(),
    closeLevelCheck: () => levelCheck.forget(),
  };
}
