import type { TreeNode } from '../tree-node.ts';
import { named } from '../parsed.ts';
import type { Expression, Type } from '../syntax.ts';
import { constantsIn } from './const-overloads.ts';
import { modifiersOf } from './declarators.ts';
import { CudaInstances, type Instance, spaceOf } from './instances.ts';
import { type Candidate, CONSTRUCTOR } from './structs.ts';
import { type Bindings, shown } from './templates.ts';

/** A function that may be called, with its template's arguments. */
export interface Fit {
  readonly instance: Instance;
  readonly candidate: Candidate;
  readonly bound: Bindings;
  readonly far: number;
}

/** Templates of functions: which of several is meant, and what the text defines for some arguments. */
export class CudaSpecialised extends CudaInstances {
  /** `template <> int f<double>(..)`, by the template's name. */
  readonly #special = new Map<string, (Candidate & { readonly args: readonly TreeNode[] })[]>();
  /** Methods that are defined for some arguments of their struct's template. */
  protected readonly unread = new Set<string>();

  protected specialise(candidate: Candidate, callee: TreeNode): void {
    const name = callee.childForFieldName('name')?.text ?? '';
    const args = named(callee.childForFieldName('arguments'));
    this.#special.set(name, [...(this.#special.get(name) ?? []), { ...candidate, args }]);
    this.candidate(candidate);
  }

  /** The text's own definition for these arguments, or the template. */
  protected definedFor(fit: Fit): Fit {
    const own = this.specialFor(fit.candidate, fit.bound);
    if (own === undefined) return fit;
    const instance = this.instance(own, new Map());
    return { ...fit, candidate: own, bound: new Map(), instance };
  }

  protected specialFor(candidate: Candidate, bound: Bindings): Candidate | undefined {
    const { template, scope, name } = candidate;
    if (template.length === 0) return undefined;
    return this.#special.get(name.replace(/<.*$/s, ''))?.find(({ args, node }) => {
      const given = this.bound(template, args, scope);
      return (
        spaceOf(node) === spaceOf(candidate.node) &&
        args.length > 0 &&
        template.every((each) => {
          const [its, meant] = [given.get(each.name), bound.get(each.name)];
          // The rest of its arguments is deduced from the same types.
          return its === undefined || (meant !== undefined && shown(its) === shown(meant));
        })
      );
    });
  }

  /** Of templates that are as near as another the most special one; undefined where none is. */
  protected mostSpecial(nearest: Fit, fits: readonly Fit[]): Fit | undefined {
    const tied = fits.filter(({ candidate, far }) => {
      const isTemplate = candidate.template.length > 0;
      const isDefined = candidate.node.childForFieldName('body') !== null;
      return isTemplate && isDefined && far === nearest.far;
    });
    if (nearest.candidate.template.length === 0 || tied.length < 2) return nearest;
    const isBefore = (one: Fit, other: Fit): boolean => {
      if (one === other || constantsIn(one.candidate) !== constantsIn(other.candidate)) return true;
      const [fitsOther, fitsOne] = [
        this.#takes(other.candidate, one.candidate),
        this.#takes(one.candidate, other.candidate),
      ];
      if (fitsOther !== fitsOne) return fitsOther;
      // `f(T, T)` beside `f(T, U)`.
      const [own, its] = [one, other].map(({ candidate: { template } }) =>
        template.some((each) => each.default !== null) ? NaN : template.length,
      );
      return fitsOther && (own ?? NaN) < (its ?? NaN);
    };
    return tied.find((one) => tied.every((other) => isBefore(one, other)));
  }

  /** A template takes all that another takes. */
  #takes(candidate: Candidate, other: Candidate): boolean {
    const given = this.openParameters(other).map((type): Expression => ({
      kind: 'name',
      name: '',
      type,
      span: this.span(other.node),
    }));
    return given.length > 0 && this.boundBy(candidate, given, []) !== undefined;
  }

  /** Something in a call that C++ does, and that is not followed. */
  protected notFollowed(name: string, { node, self }: Candidate): string | undefined {
    if (this.unread.has(name.replace(/<.*>(?=::)/s, '')))
      return `${name}, which is defined apart for some arguments of its template`;
    if (modifiersOf(node).has('virtual')) return `a virtual method (${name})`;
    const isMade = self !== undefined && name.endsWith(`::${CONSTRUCTOR}`);
    return isMade ? this.endOf(self) : undefined;
  }

  /** Objects of such a type do something when they end, or are copied. */
  protected endOf(type: Type): string | undefined {
    if (type.kind !== 'struct') return undefined;
    if (this.destroyed.has(type.name))
      return `an object of ${type.name}, whose destructor runs where it ends`;
    return this.copied.has(type.name)
      ? `an object of ${type.name}, which has its own way of being copied`
      : undefined;
  }
}
