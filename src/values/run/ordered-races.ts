import type { Span } from '../../base/span.ts';
import type { Finding } from '../finding.ts';
import type { ValueProgram } from '../program.ts';
import { locksOf } from './locks.ts';
import { pointsTo } from './points-to.ts';
import { ticketsOf } from './tickets.ts';

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
  const points = pointsTo(program);
  const { order } = locksOf(program, points);
  const tickets = ticketsOf(program, points);
  const scope = kind === 'race-between-groups' ? 'groups' : 'group';
  return (
    some.length > 0 &&
    others.length > 0 &&
    some.every((one) => others.every((other) => order(one, other) || tickets(one, other, scope)))
  );
}
