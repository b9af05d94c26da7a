import type { Combination } from '../../front/configurations.ts';
import {
  type Cause,
  causesOf,
  completions,
  costHints,
  type CostHint,
  costTable,
  type CostTableResult,
  definition,
  deviceHints,
  type Environment,
  hover,
  type Hover,
  edited,
  type Mending,
} from '../../language/index.ts';
import { type DeviceFigures, figuresOf } from '../../checker/index.ts';
import { madeIfAbsent } from '../../base/grouped.ts';
import { onDemand } from '../../base/on-demand.ts';
import type { Ticks } from '../../base/ticks.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Kernel } from '../../kernel/ir.ts';
import type { Span } from '../../base/span.ts';
import type { SessionTools } from '../tools.ts';
import { jobOf } from '../jobs/job.ts';
import { VERIFICATION } from '../jobs/verification.ts';
import { isBrought } from '../workspace/open-document.ts';
import { isValid, validOf } from './configurations.ts';
import { toldOnce } from '../../language/index.ts';
import { type MachineView, machineView } from './machine-view.ts';
import { createMissing } from './missing.ts';

type Values = Combination['values'];

/** A work-item's cost in a configuration, and why that one. */
export interface CostView {
  readonly values: Values;
  /** By the user, the best known, or the first that can run. */
  readonly origin: 'chosen' | 'best' | 'first';
  readonly result: CostTableResult;
}

const mending = onDemand(() => import('../../language/mending/mendings.ts'));

export type LanguageServices = ReturnType<typeof createLanguageServices>;

/** Answers an editor's questions about the kernel on demand. */
export function createLanguageServices(tools: SessionTools) {
  const { store, derivation, reading } = tools;
  const state = store.getState;
  const told = (): readonly Diagnostic[] => {
    const { derived, runDiagnostics, compilerDiagnostics } = state();
    return toldOnce({
      read: derived.diagnostics,
      ofRun: runDiagnostics,
      ofValues: jobOf(state(), VERIFICATION).diagnostics,
      ofCompiler: compilerDiagnostics,
    });
  };
  let known: { readonly text: string; readonly by: Map<Diagnostic, Promise<readonly Mending[]>> } =
    { text: '', by: new Map() };
  /** Fixes of a text, tried unless it is long. */
  const mendingsOf = (text: string, diagnostic: Diagnostic): Promise<readonly Mending[]> => {
    if (known.text !== text) known = { text, by: new Map() };
    const { by } = known;
    return madeIfAbsent(by, diagnostic, async () => {
      const part = await mending().catch(() => undefined);
      if (part) return part.mendings(text, diagnostic, reading()?.tried(text, state().settings));
      by.delete(diagnostic); // what was not fetched is asked for again
      return [];
    });
  };
  const shown = (): { values: Values; origin: CostView['origin'] } | undefined => {
    const known = derivation();
    if (!known) return undefined;
    const { chosen, run } = state();
    const best = run.result?.optima[0] ?? run.best?.values;
    if (chosen && isValid(known, chosen)) return { values: chosen, origin: 'chosen' };
    if (best && isValid(known, best)) return { values: best, origin: 'best' };
    const [first] = validOf(known, 1);
    return first && { values: first, origin: 'first' };
  };
  const environment = (): Environment | undefined => {
    const constants = derivation()?.constants;
    return constants && { ...constants, ...shown()?.values };
  };
  let last: { readonly of: readonly unknown[]; readonly view: MachineView | string | undefined } = {
    of: [],
    view: undefined,
  };
  /** Defaults to the configuration of the shown costs. Every hover asks. */
  const onMachine = (asked?: Values): MachineView | string | undefined => {
    const known = derivation();
    const problem = known?.problem;
    // Programs of warps are found by following the kernel.
    if (!known || !problem?.machine || isBrought(state())) return undefined;
    const values = asked && isValid(known, asked) ? asked : shown()?.values;
    if (!values) return undefined;
    const of = [problem, JSON.stringify(values)];
    if (!of.every((one, at) => one === last.of[at]))
      last = { of, view: machineView(problem, values) };
    return last.view;
  };
  /** In an engineer's units, of the present text. */
  const figures = (values: Values, time: Ticks): DeviceFigures | undefined => {
    const problem = derivation()?.problem;
    return problem && !isBrought(state()) ? figuresOf(problem, values, time) : undefined;
  };
  let lastCauses: { kernel: Kernel; key: string; causes: readonly Cause[] } | undefined;
  /** None unless it is the session's present text. */
  const hints = (text: string): readonly CostHint[] => {
    const known = derivation();
    if (known?.kernel === undefined || known.text !== text) return [];
    if (known.problem?.machine) {
      const view = onMachine();
      return typeof view === 'object' ? deviceHints(view.accesses) : [];
    }
    return costHints(known.kernel, state().settings.semantics, environment());
  };
  return {
    completions,
    definition,
    /** A text with some edits made. */
    edited,
    mendings: mendingsOf,
    /** Fixes of a stretch of text. */
    async mendingsAt(text: string, { start, end }: Span): Promise<readonly Mending[]> {
      const there = told().filter(
        ({ span }) => span.start <= end && start <= Math.max(span.end, span.start + 1),
      );
      return (await Promise.all(there.map((each) => mendingsOf(text, each)))).flat();
    },
    hints,
    hover(text: string, offset: number): Hover | undefined {
      const known = derivation();
      const values = environment();
      return hover(text, offset, {
        hints: hints(text),
        ...(values && { environment: values }),
        ...(known?.kernel && { parameters: known.kernel.parameters }),
      });
    },
    onMachine,
    figures,
    ...createMissing(tools),
    /** Undefined for a faulty kernel, or if nothing can run. */
    costs(): CostView | undefined {
      const known = derivation();
      const configuration = shown();
      if (!known?.kernel || !known.constants || !configuration) return undefined;
      const result = costTable(known.kernel, known.text, state().settings.semantics, {
        ...known.constants,
        ...configuration.values,
      });
      return { ...configuration, result };
    },
    /** Accesses that the best's parameters save, whatever an access costs. */
    causes(values: Values): readonly Cause[] {
      const known = derivation();
      if (!known?.kernel || !known.constants || !isValid(known, values)) return [];
      const { kernel, text, constants } = known;
      const { semantics } = state().settings;
      const key = JSON.stringify([semantics, values, { ...constants, GMT: 0, LMT: 0 }]);
      if (lastCauses?.kernel !== kernel || lastCauses.key !== key) {
        const asked = { values, valid: validOf(known) };
        lastCauses = { kernel, key, causes: causesOf(kernel, text, semantics, constants, asked) };
      }
      return lastCauses.causes;
    },
    /** Configurations that can run, up to some hundreds. */
    validConfigurations(): readonly Values[] {
      const known = derivation();
      return known ? validOf(known) : [];
    },
  };
}
