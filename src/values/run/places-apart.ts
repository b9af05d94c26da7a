import type { Form, Term } from './form.ts';
import { wholeIds } from './place-form.ts';
import type { ValueProgram } from '../program.ts';
import type { Scope } from './machine.ts';
import { countOf } from '../walk.ts';

/** Bytes from a place on. */
export interface Extent {
  readonly form: Form;
  readonly bytes: number;
}

/** A number of steps between two places, of one length. */
interface Level {
  readonly step: number;
  readonly least: number;
  readonly most: number;
  readonly id?: string;
  readonly isTicket?: boolean;
}

/** True if the places of two items are told apart: each of their identifiers moves them further than
 * all that is smaller can make up for. */
export function arePlacesApart(
  first: Extent,
  second: Extent,
  scope: Scope,
  program: ValueProgram,
): boolean {
  const between = levelsOf(first.form, second.form, scope, program);
  if (between === undefined) return false;
  const levels = between.levels.toSorted((a, b) => b.step - a.step);
  let low = between.rest;
  let high = between.rest;
  for (const { step, least, most } of levels) {
    low += step * least;
    high += step * most;
  }
  const found = new Set<string>();
  for (const { step, least, most, id, isTicket } of levels) {
    low -= step * least;
    high -= step * most;
    if (most > 0 && step + low < second.bytes) break;
    if (least < 0 && high - step > -first.bytes) break;
    if (isTicket === true) return true;
    if (id !== undefined) found.add(id);
  }
  const whole = wholeIds(found);
  const isFound = (of: 'local' | 'group', dimension: number): boolean =>
    whole.has(`${of} ${dimension}`) || whole.has(`global ${dimension}`);
  const of = scope === 'group' ? 'local' : 'group';
  return program.local.every((_, d) => countOf(program, of, d) <= 1 || isFound(of, d));
}

/** The difference of two places; undefined where nothing is known of it. */
function levelsOf(
  first: Form,
  second: Form,
  scope: Scope,
  { objects, local }: ValueProgram,
): { readonly levels: readonly Level[]; readonly rest: number } | undefined {
  const levels: Level[] = [];
  const free = new Map<number, { least: number; most: number }>();
  let rest = first.rest - second.rest;
  const loose = ({ factor, range }: Term, sign: 1 | -1): boolean => {
    const span = range.high - range.low;
    if (!Number.isFinite(span)) return false;
    const by = sign * factor;
    rest += by * range.low;
    const step = Math.abs(by);
    const known = free.get(step) ?? { least: 0, most: 0 };
    free.set(
      step,
      by > 0 ? { ...known, most: known.most + span } : { ...known, least: known.least - span },
    );
    return true;
  };
  const isTicket = (term: Term): boolean =>
    term.kind === 'ticket' && (scope === 'group' || objects[term.counter]?.space === 'global');
  for (const [name, term] of first.terms) {
    const other = second.terms.get(name);
    if (term.kind === 'alike') {
      if (other?.factor !== term.factor) return undefined;
      continue;
    }
    // Items of one group have one group's number.
    const isId = term.kind === 'id' || term.kind === 'digit';
    const isInGroup = isId && scope === 'group';
    const span =
      isInGroup && term.id.of === 'group'
        ? 0
        : isInGroup && term.kind === 'id'
          ? local[term.id.dimension] - 1
          : term.range.high - term.range.low;
    if (other?.factor === term.factor && (isId || isTicket(term)))
      levels.push({
        step: Math.abs(term.factor),
        least: -span,
        most: span,
        ...(isId ? { id: name } : { isTicket: true }),
      });
    else if (!loose(term, 1) || (other !== undefined && !loose(other, -1))) return undefined;
  }
  for (const [name, term] of second.terms)
    if (!first.terms.has(name) && (term.kind === 'alike' || !loose(term, -1))) return undefined;
  for (const [step, { least, most }] of free) levels.push({ step, least, most });
  return { levels, rest };
}
