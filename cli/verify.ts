import { positionAt, type Span } from '../src/base/span.ts';
import {
  kernelValues,
  poseValues,
  searchValues,
  type SearchValues,
  ValueChecker,
  type VerifiedConfiguration,
  type Verification,
} from '../src/checker/index.ts';
import { createNodeKernelParser } from '../src/kernel/node.ts';
import type { Constants } from '../src/platform/index.ts';
import { type Configuration, showConfiguration } from '../src/tuning/index.ts';
import {
  type Bound,
  hasChoices,
  type Finding,
  type NotChecked,
  type Remark,
  type VerdictStatus,
  boundWords,
  conditionsOf,
} from '../src/values/index.ts';
import { checkByRunning } from '../src/values/run/check.ts';
import { begin } from './command.ts';
import { InputError, placed, type PlacedDiagnostic, refusal, said } from './diagnostics.ts';
import { type Place, placedFinding, type SaidFinding, saidFinding } from './findings.ts';
import { readSource } from './input.ts';
import { toJson } from '../src/base/json-text.ts';
import { readVerifyArguments } from './verify-arguments.ts';
import { verifyModel } from './verify-model.ts';
import { withTools } from './tools.ts';

/** The object of `--json`. */
interface Answer {
  readonly status: VerdictStatus;
  readonly findings: readonly SaidFinding<Finding['kind']>[];
  readonly remarks: readonly SaidFinding<Remark['kind']>[];
  readonly checked: readonly string[];
  readonly notChecked: readonly (Partial<Place> & Omit<NotChecked, 'span' | 'searchDecides'>)[];
  readonly configurations: readonly { readonly values: Configuration; readonly status: string }[];
  readonly diagnostics: readonly PlacedDiagnostic[];
  readonly states: number;
  readonly transitions: number;
  readonly seconds: number;
  /** How much was decided; none where nothing was run. */
  readonly bound?: Bound;
}

/** Steps of the run before a full search: a second or two. */
const STEPS_BEFORE_SEARCH = 2_000_000;

const EXIT: Readonly<Record<VerdictStatus, number>> = {
  right: 0,
  wrong: 1,
  depends: 3,
  'not-checked': 3,
};

async function main(): Promise<number> {
  const started = performance.now();
  const options = readVerifyArguments(process.argv.slice(2));
  const { json, strict, timeout, constants, quick, memory } = options;
  const { name, text, includes } = readSource(options.kernel, options.folders);
  const parser = await createNodeKernelParser();
  const posed = poseValues(parser, text, { ...options, includes });
  const diagnostics = placed(text, posed.diagnostics);
  const refused = refusal(name, diagnostics, strict);
  if (refused) throw refused;
  if (posed.obstacle !== undefined) throw new InputError(`${name}: ${posed.obstacle}`, diagnostics);
  if (!json) for (const each of diagnostics) console.error(said(name, each));
  const signal = AbortSignal.timeout(Math.ceil(timeout * 1000));
  const verification = await kernelValues(name, posed).verify({
    run: (program) => {
      // SPIN searches all inputs, and faster: the run adds its own findings.
      const isSearched = !quick && hasChoices(program);
      const budget = isSearched ? { budget: STEPS_BEFORE_SEARCH } : {};
      return checkByRunning(program, { signal, text, constants: { ...constants }, ...budget });
    },
    ...(!quick && { search: searchWith(constants, memory) }),
    signal,
    ...(!json && { onStage: (stage) => console.error(stage), onConfiguration: progress }),
  });
  const seconds = (performance.now() - started) / 1000;
  if (json) console.log(toJson(answer(text, verification, diagnostics, seconds)));
  else conclude(name, text, verification, seconds);
  return EXIT[verification.status];
}

/** A search by SPIN, with tools started on demand. */
const searchWith =
  (constants: Constants, memoryMB: number): SearchValues =>
  (programs, call) =>
    withTools((toolchain) =>
      searchValues(new ValueChecker(toolchain, { memoryMB }), constants)(programs, call),
    );

function answer(
  text: string,
  verification: Verification,
  diagnostics: readonly PlacedDiagnostic[],
  seconds: number,
): Answer {
  const { status, findings, remarks, checked, notChecked, configurations } = verification;
  const { states, transitions, bound } = verification;
  const at = (span: Span): Place => positionAt(text, span.start);
  return {
    status,
    findings: findings.map((one) => placedFinding(text, one)),
    remarks: remarks.map((one) => placedFinding(text, one)),
    checked,
    notChecked: notChecked.map(({ what, why, hint, span, weakens, holdsIf }) => ({
      what,
      why,
      weakens,
      ...(holdsIf !== undefined && { holdsIf }),
      ...(hint !== undefined && { hint }),
      ...(span && at(span)),
    })),
    configurations: configurations.map(({ values, status: each }) => ({ values, status: each })),
    diagnostics,
    states,
    transitions,
    seconds: Math.round(seconds * 1000) / 1000,
    ...(bound && { bound }),
  };
}

const progress = ({ values, status }: VerifiedConfiguration): void => {
  const which = showConfiguration(values);
  console.error(`  ${which === '' ? 'its one configuration' : which}: ${status}`);
};

/** The readable verdict: findings with places, decided and undecided parts. */
function conclude(name: string, text: string, verification: Verification, seconds: number): void {
  const { status, findings, remarks, checked, notChecked } = verification;
  const at = ({ start }: Span): string => {
    const { line, column } = positionAt(text, start);
    return `${name}:${line}:${column}`;
  };
  for (const one of findings) console.log(saidFinding(name, placedFinding(text, one)));
  for (const { span, kind, message } of remarks)
    console.log(`${at(span)}: remark: ${kind}: ${message}`);
  for (const { what, why, hint } of notChecked)
    console.log([`not checked: ${what}: ${why}`, hint].filter(Boolean).join(' '));
  if (checked.length > 0) console.log(`checked: ${checked.join('; ')}`);
  const { states, transitions, bound } = verification;
  const searched = states === 0 ? '' : `, ${states} states, ${transitions} transitions`;
  const conditions = status === 'right' ? conditionsOf(verification) : [];
  const holdsIf = conditions.length > 0 ? ` if ${conditions.join(', ')}` : '';
  const reached = bound && status === 'right' ? ` for ${boundWords(bound)}` : '';
  console.log(`${status}${holdsIf}${reached}${searched} (${seconds.toFixed(1)} s)`);
}

begin('verify', EXIT['not-checked']);
const words = process.argv.slice(2);
const isModel = words.some((word) => /^--promela(=|$)/.test(word));
process.exitCode = await (isModel ? verifyModel(words) : main());
