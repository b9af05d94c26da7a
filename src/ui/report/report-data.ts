import { positionAt } from '../../base/span.ts';
import { type DeviceFigures, figuresInWords } from '../../checker/index.ts';
import { CONSTANTS, semanticsOf } from '../../platform/index.ts';
import { wordsOf } from '../../language/index.ts';
import { LEVEL_TABLE } from '../../promela/index.ts';
import { caveatsOf, spoiling } from '../../session/caveats/caveats.ts';
import { ALL_MACHINE_FIELDS } from '../../device/index.ts';
import { labelIn, presetIn } from '../../session/kept/machine-settings.ts';
import { presentQuestion, outdatedRun } from '../../session/outdated.ts';
import type { Question } from '../../session/question.ts';
import type { SessionState } from '../../session/state.ts';
import { judged, presentOptima } from '../../session/views/judged.ts';
import { SPIN_VERSION } from '../../spin/spin-version.ts';
import { METHODS, type SearchPurpose } from '../../tuning/index.ts';
import { bestInWords, conclusionInWords, runnerUpInWords } from '../answer/answer-words.ts';
import { configurationsInWords, count, seconds, whole } from '../../base/words.ts';
import { outdatedInWords } from '../shared/question-words.ts';
import { type StatusWord, statusWord } from '../shared/status-words.ts';
import { verdictInWords, verdictWord } from '../shared/verdict-words.ts';
import { whyToRead } from '../why/why-words.ts';
import { commandLine } from './command-line.ts';
import { proofOf, type ReportProof, type Row } from './report-proof.ts';
import { jobOf } from '../../session/jobs/job.ts';
import { WHY } from '../../session/jobs/why.ts';
import { RECHECK } from '../../session/workbench/recheck-view.ts';
import { VERIFICATION, type VerificationView } from '../../session/jobs/verification.ts';

/** The report's contents, all taken from the page. */
export interface ReportData {
  readonly kernel: string;
  readonly date: string;
  readonly answer?: {
    readonly status: StatusWord;
    readonly best?: ReturnType<typeof bestInWords>;
    /** Its rates and what binds it; empty where the machine is an abstract one. */
    readonly onMachine: string;
    readonly where: string;
    readonly conclusion: string;
  };
  /** Why there is no answer. */
  readonly instead: string;
  /** Limits of the answer. */
  readonly caveats: readonly string[];
  readonly why: string;
  readonly verdict: string;
  readonly settings: readonly Row[];
  readonly provenance: readonly Row[];
  readonly proof?: ReportProof | undefined;
  readonly command: string;
  readonly before?: string;
  readonly text: string;
}

/** The words of a report on what the page shows. */
export function reportData(state: SessionState, date: Date, figures?: DeviceFigures): ReportData {
  const { run, settings, derived } = state;
  const question = run.question ?? presentQuestion(state);
  const { result } = run;
  return {
    kernel: question.kernel || 'A kernel',
    date: date.toISOString().slice(0, 16).replace('T', ' '),
    ...(result && {
      answer: {
        // An answer that is spoiled is not plainly good.
        status: {
          ...statusWord(result.status, caveatsOf(state)),
          ...(spoiling(caveatsOf(state)).length > 0 && { tone: 'failed' }),
        },
        best: bestInWords(result, figures),
        onMachine: figures ? figuresInWords(figures) : '',
        where: configurationsInWords(result.optima),
        conclusion: conclusionInWords(run),
      },
    }),
    instead:
      run.failure?.message ??
      (run.phase === 'running' ? 'The kernel is being tuned.' : 'Nothing has been tuned yet.'),
    caveats: limitsOf(state, question),
    why: whyToRead(jobOf(state, WHY), result)
      .map(({ words, more }) => (more === undefined ? words : `${words} (${more})`))
      .join('')
      .trim(),
    verdict: verdictOf(jobOf(state, VERIFICATION), presentOptima(state), question.kernelText),
    settings: settingRows(question, settings, derived.level),
    provenance: provenanceOf(state),
    proof: proofOf(run, jobOf(state, RECHECK)),
    ...commandLine(question, settings, derived.kernels),
    text: question.kernelText,
  };
}

/** `wrong: Work-item 0 of work-group 0 reads tile[1] here ...` */
function verdictOf(
  view: VerificationView,
  optima: Parameters<typeof judged>[1],
  kernelText: string,
): string {
  const judgement = judged(view, optima);
  const words = verdictInWords(view, judgement, wordsOf(kernelText));
  return judgement ? `${verdictWord(judgement, view.verification).word}: ${words}` : words;
}

/** Warnings about a text that are printed. */
const MOST_WARNINGS = 30;

function limitsOf(state: SessionState, question: Question): string[] {
  const { run, derived } = state;
  const outdated = outdatedInWords(state, outdatedRun);
  const isSame = question.kernelText === state.settings.kernelText;
  const warnings = isSame ? [...derived.diagnostics, ...state.runDiagnostics] : [];
  return [
    ...(outdated === undefined ? [] : [`The settings ask something else by now. ${outdated}`]),
    ...(run.result?.runnerUp ? [`${runnerUpInWords(run.result.runnerUp)}.`] : []),
    ...caveatsOf(state).map(({ words, meaning }) => `${words}: ${meaning}`),
    ...warnings
      .slice(0, MOST_WARNINGS)
      .map(
        ({ span, message, hint }) =>
          `Line ${whole(positionAt(question.kernelText, span.start).line)}: ${message}${hint === undefined ? '' : ` ${hint}`}`,
      ),
    ...(warnings.length > MOST_WARNINGS
      ? [`${whole(warnings.length - MOST_WARNINGS)} more remarks on the text.`]
      : []),
  ];
}

/** Everything that was set. */
function settingRows(
  { kernel, semantics, machine, constants }: Question,
  { level, method, limits }: SessionState['settings'],
  taken: SessionState['derived']['level'],
): Row[] {
  const { label, help, onMachine, constants: used } = semanticsOf(semantics);
  const levelName =
    LEVEL_TABLE.find(({ id }) => id === level)?.label ?? `by itself: ${taken ?? ''}`;
  return [
    { name: 'Kernel', value: kernel },
    { name: 'Semantics', value: label, meaning: help },
    { name: 'Level', value: levelName },
    { name: 'Method', value: METHODS.find(({ id }) => id === method)?.label ?? method },
    ...CONSTANTS.filter(({ name }) => used.includes(name)).map(({ name, meaning, unit }) => ({
      name,
      value: constants[name].trim(),
      meaning: `${meaning}, in ${unit}`,
    })),
    ...(onMachine ? machineRows(machine) : []),
    ...Object.entries(limits ?? {}).map(([name, value]) => ({
      name: `limit: ${name}`,
      value: whole(value),
    })),
  ];
}

function machineRows(machine: Question['machine']): Row[] {
  const preset = presetIn(machine);
  return [
    { name: 'Machine', value: labelIn(machine) },
    ...(machine.name === undefined ? [] : [{ name: 'The rest as of', value: preset.label }]),
    ...ALL_MACHINE_FIELDS.map(({ name, meaning, unit }) => ({
      name,
      value: machine.changed[name]?.trim() ?? String(preset.machine[name]),
      meaning: `${meaning}, in ${unit}${machine.changed[name] === undefined ? '' : '; changed'}`,
    })),
  ];
}

const SEARCHES: Readonly<Record<SearchPurpose, string>> = {
  'over-time': 'for a faster run',
  termination: 'for any end',
  deadlock: 'for deadlocks',
  optima: 'for all optima',
  schedules: 'through all schedules',
  census: 'for the time of every configuration',
};

/** Where the answer comes from. */
function provenanceOf(state: SessionState): Row[] {
  const { run } = state;
  const why = jobOf(state, WHY);
  const states = run.runs.reduce((sum, one) => sum + one.states, 0);
  const kinds = new Map<string, number>();
  for (const { purpose } of run.runs)
    kinds.set(SEARCHES[purpose], (kinds.get(SEARCHES[purpose]) ?? 0) + 1);
  const parts = [...kinds].map(([what, many]) => `${whole(many)} ${what}`).join(', ');
  return [
    { name: 'Overtime', value: run.evidence?.versions.overtime ?? __APP_VERSION__ },
    { name: 'SPIN', value: run.evidence?.versions.spin ?? SPIN_VERSION },
    ...(run.origin
      ? [{ name: 'File', value: run.origin.name, meaning: `written ${run.origin.date}` }]
      : []),
    ...(run.runs.length > 0
      ? [
          { name: 'Searches', value: whole(run.runs.length), meaning: parts },
          { name: 'States stored', value: whole(states) },
        ]
      : []),
    ...(run.seconds === undefined ? [] : [{ name: 'Duration', value: seconds(run.seconds) }]),
    ...(run.configurations.size > 0
      ? [{ name: 'Times known', value: count(run.configurations.size, 'configuration') }]
      : []),
    ...(why.searches > 0
      ? [
          {
            name: 'Searches for why',
            value: whole(why.searches),
            meaning: 'beside those of the run',
          },
        ]
      : []),
  ];
}
