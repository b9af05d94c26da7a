import { domainValues } from '../../front/configurations.ts';
import { ExprError } from '../../front/expr.ts';
import type { Parameter } from '../../measured/index.ts';
import type { SessionTools } from '../tools.ts';

/** The kernel's parameters, with their values where known. */
export const parametersOf = (
  derivation: ReturnType<SessionTools['derivation']>,
): readonly Parameter[] => {
  const { kernel, constants } = derivation ?? {};
  return (kernel?.parameters ?? []).map(({ name, domain }) => {
    try {
      return { name, ...(constants && { values: domainValues(domain, { ...constants }) }) };
    } catch (error) {
      if (error instanceof ExprError) return { name };
      throw error;
    }
  });
};
