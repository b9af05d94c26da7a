import { kernelTime } from '../../checker/index.ts';
import {
  type Answered,
  type CopiedText,
  type Exporter,
  measuringScript,
  type Script,
} from '../../exchange/index.ts';
import { onDemand } from '../../base/on-demand.ts';
import type { Language } from '../../front/language.ts';
import { languageOf } from '../../front/cuda/words.ts';
import { SPIN_VERSION } from '../../spin/spin-version.ts';
import type { SessionTools } from '../tools.ts';
import type { Configuration } from '../../tuning/index.ts';
import type { Runs } from '../run/runs.ts';
import { fileStem } from '../workspace/kernel-file.ts';
import type { FileToSave } from '../workspace/files.ts';

/** A file to save, or why there is none. */
export type MadeFile =
  | ({ readonly ok: true; readonly type?: string } & FileToSave)
  | { readonly ok: false; readonly message: string };

const applying = onDemand(() => import('../../exchange/t1-apply.ts'));

const NOTHING_KNOWN = { obstacle: 'No time of any configuration is known yet. Press Tune.' };

/** Search spaces and results as files of the community's tools.
 * @param setParameters replaces the text's parameters. */
export function createExchanging(
  { store, derivation, reading, outside, version, date }: SessionTools,
  { runner }: Runs,
  setParameters: (text: string) => void,
) {
  const shown = () => runner.shown?.problem;
  return {
    /** A file of the kernel or the shown run for other tools.
     * @param list the configurations that a list of the best has. */
    async exportedFile(
      { of, ending, type, write }: Exporter,
      list?: Answered['list'],
    ): Promise<MadeFile> {
      const { run, derived } = store.getState();
      const problem = of === 'space' ? derivation()?.problem : shown();
      if (!problem) {
        const { obstacle = 'The kernel is being read.' } = of === 'space' ? derived : NOTHING_KNOWN;
        return { ok: false, message: obstacle };
      }
      const subject = kernelTime(problem);
      const written = await write({
        subject,
        results: run.configurations,
        list,
        tools: [`overtime ${version}`, `spin ${SPIN_VERSION}`],
        date: new Date(date()),
        preset: run.question?.machine?.preset,
      });
      if (!written.ok) return written;
      const stem = of === 'list' ? 'overtime-shortlist' : fileStem(subject.name);
      return { ok: true, name: `${stem}${ending}`, text: written.value, type };
    },
    /** The kernel in a language, with the parameters that were found best. */
    async copiedAs(to: Language): Promise<CopiedText> {
      const { run, derived, settings } = store.getState();
      const [reader, { problem, constants, text } = {}] = [reading(), derivation()];
      if (!reader || !problem || !constants || text === undefined)
        return { ok: false, why: derived.obstacle ?? 'It is being read.' };
      const isAbout = run.question?.kernelText === settings.kernelText;
      const [best] = (isAbout && run.result?.optima) || [];
      if (best === undefined && problem.kernel.parameters.length > 0)
        return { ok: false, why: 'Which parameters are best is not known yet. Press Tune.' };
      const { name } = problem.kernel;
      return reader.copiedText(text, to, { kernelName: name, constants, values: best ?? {} });
    },
    /** A program that measures configurations of the present kernel elsewhere. */
    async measuringFile(script: Script, list: readonly Configuration[]): Promise<MadeFile> {
      const [reader, { problem, constants, text } = {}] = [reading(), derivation()];
      if (!reader || !problem || !constants || text === undefined)
        return { ok: false, message: store.getState().derived.obstacle ?? 'It is being read.' };
      const { name } = problem.kernel;
      const programOf = await reader.programsOf(text, { kernelName: name, constants });
      const about = {
        kernel: name,
        text: await reader.deviceText(text),
        language: languageOf(text),
        file: `${name}-times.csv`,
      };
      const written = measuringScript(script, about, list, programOf);
      if (!written.ok) return written;
      const { ending, type } = script;
      return { ok: true, name: `${fileStem(name)}-measure${ending}`, text: written.value, type };
    },
    /** Replaces the kernel's search space by a T1 file's.
     * @returns why it was refused, or remarks on it, in sentences. */
    async takeSearchSpace(
      text: string,
    ): Promise<{ readonly ok: boolean; readonly message: string | null }> {
      const read = await outside.space(text);
      if (!read.ok) return read;
      const { withSearchSpace } = await applying();
      const { kernelText } = store.getState().settings;
      setParameters(withSearchSpace(kernelText, read.value));
      const unused = read.value.parameters
        .map(({ name }) => name)
        .filter((name) => !new RegExp(`\\b${name}\\b`).test(kernelText));
      if (unused.length === 0) return { ok: true, message: null };
      const message = `The parameters of the file are the kernel's now. Its text does not mention ${unused.join(', ')}, so that these change nothing yet.`;
      return { ok: true, message };
    },
  };
}
