import { problemConfigurations, type Problem } from '../../checker/index.ts';
import {
  type KernelSpecification,
  readSearchSpace,
  specificationOf,
  withSearchSpace,
  writeResults,
  writeSearchSpace,
} from '../../exchange/index.ts';
import { SPIN_VERSION } from '../../spin/spin-version.ts';
import type { SessionTools } from '../environment.ts';
import { readMachine, USUAL_MACHINE_SETTINGS } from '../kept/machine-settings.ts';
import { fileStem } from '../workspace/kernel-file.ts';
import type { FileToSave } from '../workspace/workspace.ts';

/** A file to be saved, or why there is none, in a sentence. */
export type MadeFile =
  ({ readonly ok: true } & FileToSave) | { readonly ok: false; readonly message: string };

/** Search spaces and results as files of the community's tools.
 * @param shown the problem of the run that is shown.
 * @param setKernelText takes a text as the kernel's. */
export function createExchanging(
  { store, derivation, version, date }: SessionTools,
  shown: () => Problem | undefined,
  setKernelText: (text: string) => void,
) {
  return {
    /** The search space of the kernel as it is, as a T1 file. */
    searchSpaceFile(): MadeFile {
      const problem = derivation()?.problem;
      if (!problem) {
        const { obstacle = 'The kernel is being read.' } = store.getState().derived;
        return { ok: false, message: obstacle };
      }
      const { kernel, constants } = problem;
      const written = writeSearchSpace(kernel, constants, problemConfigurations(problem));
      if (!written.ok) return written;
      return { ok: true, name: `${fileStem(kernel.name)}.T1.json`, text: written.value };
    },
    /** The results of the run that is shown, as a T4 file. */
    resultsFile(): MadeFile {
      const { run } = store.getState();
      const problem = shown();
      if (!problem || run.configurations.size === 0)
        return { ok: false, message: 'No time of any configuration is known yet. Press Tune.' };
      const { kernel, model, constants, semantics } = problem;
      const { machine = USUAL_MACHINE_SETTINGS } = run.question ?? {};
      const text = writeResults(run.configurations, {
        ...{ kernel: kernel.name, semantics, level: model.level },
        platform:
          semantics === 'device'
            ? { size: constants.size, preset: machine.preset, ...readMachine(machine).machine }
            : { ...constants },
        tools: [`overtime ${version}`, `spin ${SPIN_VERSION}`],
        date: new Date(date()),
      });
      return { ok: true, name: `${fileStem(kernel.name)}.T4.json`, text };
    },
    /** What files for other tools say of the kernel of the run that is shown. */
    kernelSpecification(): KernelSpecification | undefined {
      const problem = shown();
      return problem && specificationOf(problem.kernel, problem.constants);
    },
    /** Takes a search space (T1), as the text of a file, in place of the kernel's own.
     * @returns why it was not taken, or what is to be said of it if anything is, in sentences. */
    takeSearchSpace(text: string): { readonly ok: boolean; readonly message: string | null } {
      const read = readSearchSpace(text);
      if (!read.ok) return read;
      const { kernelText } = store.getState().settings;
      setKernelText(withSearchSpace(kernelText, read.value));
      const unused = read.value.parameters
        .map(({ name }) => name)
        .filter((name) => !new RegExp(`\\b${name}\\b`).test(kernelText));
      if (unused.length === 0) return { ok: true, message: null };
      const message = `The parameters of the file are the kernel's now. Its text does not mention ${unused.join(', ')}, so that these change nothing yet.`;
      return { ok: true, message };
    },
  };
}
