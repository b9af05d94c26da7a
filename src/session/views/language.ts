import {
  type Configuration,
  configurations,
  domainValues,
  evaluate,
  ExprError,
} from '../../kernel/index.ts';
import {
  type Completion,
  completions,
  costHints,
  type CostHint,
  costTable,
  type CostTableResult,
  definition,
  type Environment,
  hover,
  type Hover,
} from '../../language/index.ts';
import type { Span } from '../../base/span.ts';
import type { Derivation } from '../derive.ts';
import type { SessionTools } from '../environment.ts';

type Values = Configuration['values'];

/** What one work-item pays for a configuration, and why that one. */
export interface CostView {
  readonly values: Values;
  /** By the user, the best known, or the first that can run. */
  readonly origin: 'chosen' | 'best' | 'first';
  readonly result: CostTableResult;
}

/** What an editor asks about the kernel text. It is computed when asked for: not every page shows it. */
export interface LanguageServices {
  completions(text: string, offset: number): readonly Completion[];
  hover(text: string, offset: number): Hover | undefined;
  definition(text: string, offset: number): Span | undefined;
  /** Costs at their places in a text; none unless it is the text the session knows. */
  hints(text: string): readonly CostHint[];
  /** Nothing where the kernel has errors, or no configuration can run. */
  costs(): CostView | undefined;
  /** Configurations that can run, up to some hundreds. */
  validConfigurations(): readonly Values[];
}

/** Configurations that are listed at most. */
const MOST_LISTED = 300;

export function createLanguageServices({ store, derivation }: SessionTools): LanguageServices {
  const state = store.getState;
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
  const hints = (text: string): readonly CostHint[] => {
    const known = derivation();
    if (known?.kernel === undefined || known.text !== text) return [];
    return costHints(known.kernel, state().settings.semantics, environment());
  };
  return {
    completions,
    definition,
    hints,
    hover(text, offset) {
      const known = derivation();
      const values = environment();
      return hover(text, offset, {
        hints: hints(text),
        ...(values && { environment: values }),
        ...(known?.kernel && { parameters: known.kernel.parameters }),
      });
    },
    costs() {
      const known = derivation();
      const configuration = shown();
      if (!known?.kernel || !known.constants || !configuration) return undefined;
      const result = costTable(known.kernel, known.text, state().settings.semantics, {
        ...known.constants,
        ...configuration.values,
      });
      return { ...configuration, result };
    },
    validConfigurations() {
      const known = derivation();
      return known ? validOf(known, MOST_LISTED) : [];
    },
  };
}

/** The first configurations that can run. */
function validOf({ kernel, model, constants }: Derivation, most: number): Values[] {
  const found: Values[] = [];
  if (!kernel || !constants) return found;
  try {
    for (const { values, reason } of configurations(kernel, { ...constants })) {
      if (reason !== undefined || model?.invalid(values, constants) !== undefined) continue;
      found.push(values);
      if (found.length >= most) break;
    }
  } catch (error) {
    if (!(error instanceof ExprError)) throw error;
  }
  return found;
}

/** Whether a configuration, perhaps of an earlier text, can run. */
function isValid({ kernel, model, constants }: Derivation, values: Values): boolean {
  if (!kernel || !constants) return false;
  const { parameters, constraints } = kernel;
  if (parameters.length !== Object.keys(values).length) return false;
  const environment = { ...constants, ...values };
  try {
    return (
      parameters.every(({ name, domain }) =>
        domainValues(domain, { ...constants }).includes(values[name] ?? NaN),
      ) &&
      constraints.every(({ condition }) => evaluate(condition, environment) !== 0) &&
      model?.invalid(values, constants) === undefined
    );
  } catch (error) {
    if (error instanceof ExprError) return false;
    throw error;
  }
}
