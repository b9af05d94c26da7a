import type { ValueProgram } from '../program.ts';
import type { waysOf } from './guards.ts';
import type { Scope } from './machine.ts';
import { areAlike, areSame, type Form, type Id } from './form.ts';
import type { Forms } from './place-form.ts';
import type { scansOf } from './scans.ts';

/** A number by its name, and what it is equal to. */
interface Chosen {
  readonly name: string;
  readonly number: Form;
  /** No other group has it either. */
  readonly isOfGrid: boolean;
}

interface Known {
  readonly program: ValueProgram;
  readonly ways: ReturnType<typeof waysOf>;
  readonly forms: Forms;
  readonly scans: ReturnType<typeof scansOf>;
}

/** Accesses that a number leads to which one work-item alone has. */
export function chosenNumbers({ program, ways, forms, scans }: Known) {
  const { global, local } = program;
  const isSole = (sizes: readonly number[], { dimension }: Id): boolean =>
    sizes.every((size, at) => at === dimension || size === 1);
  /** Numbers that led a work-item to an access, of a counter or its own: nobody else has them. */
  const chosenAt = (access: number): readonly Chosen[] =>
    ways(access).limits.flatMap(({ value, operator, bound }) =>
      operator !== '=='
        ? []
        : [[value, bound] as const, [bound, value] as const].flatMap(
            ([own, other]): readonly Chosen[] => {
              const form = forms.integer(own, access);
              const number = forms.integer(other, access);
              const [[name, term] = [], another] = form.terms;
              if (name === undefined || another !== undefined || form.rest !== 0) return [];
              if (term?.factor !== 1 || !areAlike(number)) return [];
              if (term.kind === 'ticket')
                return !scans.isOwn(term.counter, access)
                  ? []
                  : [{ name, number, isOfGrid: program.objects[term.counter]?.space === 'global' }];
              const isOwn = term.kind === 'id' && term.id.of !== 'group' && isSole(local, term.id);
              const isOfGrid = isOwn && term.id.of === 'global' && isSole(global, term.id);
              return isOwn ? [{ name, number, isOfGrid }] : [];
            },
          ),
    );
  const chosen = new Map<number, readonly Chosen[]>();
  const chosenBy = (access: number): readonly Chosen[] => {
    const known = chosen.get(access) ?? chosenAt(access);
    chosen.set(access, known);
    return known;
  };
  return (first: number, second: number, scope: Scope): boolean => {
    const others = chosenBy(second);
    return chosenBy(first).some(
      ({ name, number, isOfGrid }) =>
        (scope === 'group' || isOfGrid) &&
        others.some((other) => other.name === name && areSame(number, other.number)),
    );
  };
}
