import type { Span } from '../../base/span.ts';
import type { Finding } from '../finding.ts';
import type { ValueProgram } from '../program.ts';
import { factsOf } from './facts.ts';
import { flowOf } from './flow.ts';

/** A race that a lock or the last number of a counter orders, by its places in the text. */
export function isOrderedRace(
  program: ValueProgram,
  { kind, span, related }: Pick<Finding, 'kind' | 'span' | 'related'>,
): boolean {
  const [there] = related ?? [];
  const at = (place: Span): readonly number[] =>
    [...program.code.entries()].flatMap(([index, step]) =>
      (step.kind === 'load' || step.kind === 'store' || step.kind === 'atomic') &&
      step.span.start === place.start &&
      step.span.end === place.end
        ? [index]
        : [],
    );
  const [some, others] = [at(span), at(there?.span ?? span)];
  if (some.length === 0 || others.length === 0) return false;
  const { locks, tickets } = factsOf(program, flowOf(program));
  const scope = kind === 'race-between-groups' ? 'groups' : 'group';
  return some.every((one) =>
    others.every((other) => locks.order(one, other) || tickets(one, other, scope)),
  );
}
