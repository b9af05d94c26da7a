import { configurations } from '../../front/configurations.ts';
import { ExprError } from '../../front/expr.ts';
import type { Derivation } from '../derive.ts';

/** Where #if needs parameters or constants, clang gets those of the first valid configuration. Line
 * numbers stay. */
export function textForClang(text: string, derivation: Derivation | undefined): string {
  const { problem, chosenBy = [] } = derivation?.text === text ? derivation : {};
  if (problem === undefined || chosenBy.length === 0) return text;
  const { kernel, constants } = problem;
  try {
    for (const { values, reason } of configurations(kernel, { ...constants })) {
      if (reason !== undefined) continue;
      const all: Readonly<Record<string, number>> = { ...constants, ...values };
      const defines = chosenBy.map((name) => `#define ${name} ${all[name] ?? 0}\n`);
      return `${defines.join('')}#line 1 "text"\n${text}`;
    }
  } catch (error) {
    if (!(error instanceof ExprError)) throw error;
  }
  return text;
}
