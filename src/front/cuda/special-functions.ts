import type { TreeNode } from '../tree-node.ts';
import type { Expression, Type } from '../syntax.ts';
import { named } from '../parsed.ts';
import { targetOf } from '../types.ts';
import { alikeIn } from './alike-types.ts';
import { CudaInstances, parameterNodes } from './instances.ts';
import { isPack } from './packs.ts';
import { allOf, type Fits, isSame, mostSpecial, namesOf, type Part, unifyAll } from './patterns.ts';
import { asksOf } from './specialisations.ts';
import type { Candidate } from './structs.ts';
import { type Bindings, deduce } from './templates.ts';

/** `template <> int f<double>(double)`: a template's function for some of its arguments. */
interface SpecialFunction {
  readonly node: TreeNode;
  readonly declarator: TreeNode;
  readonly explicit: readonly TreeNode[];
}

/** `const` is part of what the template's parameters are. */
function hasOwnConst({ declarator, explicit }: SpecialFunction, candidate: Candidate): boolean {
  const isConst = (node: TreeNode | undefined): boolean => /\bconst\b/.test(node?.text ?? '');
  const its = parameterNodes(candidate.declarator);
  return (
    explicit.some(isConst) ||
    parameterNodes(declarator).some((each, at) => isConst(each) && !isConst(its[at]))
  );
}

/** Functions' templates with their specialisations. */
export class CudaSpecialFunctions extends CudaInstances {
  /** By the template's name. */
  readonly #specials = new Map<string, SpecialFunction[]>();

  protected specialFunction(name: string, special: SpecialFunction): void {
    const before = this.#specials.get(name) ?? [];
    const hasBody = special.node.childForFieldName('body') !== null;
    // A definition stands for its declaration.
    const isKnown = ({ declarator }: SpecialFunction): boolean =>
      bare(declarator) === bare(special.declarator);
    if (!hasBody && before.some(isKnown)) return;
    this.#specials.set(name, [
      ...before.filter((each) => each.node.childForFieldName('body') !== null || !isKnown(each)),
      special,
    ]);
  }

  protected override specialNodesOf(name: string): readonly TreeNode[] {
    return (this.#specials.get(name) ?? []).map(({ node }) => node);
  }

  /** The function itself, or its specialisation for the arguments; undefined where the text does not tell. */
  protected override specialised(candidate: Candidate, bound: Bindings): Candidate | undefined {
    const all = candidate.template.length === 0 ? [] : this.#specials.get(candidate.name);
    const kept = (all ?? []).flatMap((special) => {
      const fits = this.#isFor(special, candidate, bound);
      return fits === false ? [] : [{ special, fits }];
    });
    const [only, another] = kept;
    if (only === undefined) return candidate;
    if (
      another !== undefined ||
      only.fits !== true ||
      this.#ownerOf(only.special, candidate) !== candidate
    )
      return undefined;
    const { node, declarator } = only.special;
    return { ...candidate, node, declarator };
  }

  /** The most special of the templates that it may specialise. */
  #ownerOf(special: SpecialFunction, candidate: Candidate): Candidate | undefined {
    const before = (this.candidates.get(candidate.name) ?? []).filter(
      ({ node }) => node.startIndex < special.node.startIndex,
    );
    const owners = before.filter((each) => {
      const own = each.template.length > 0 && this.#argumentsOf(special, each);
      return own && this.#isFor(special, each, own) !== false;
    });
    return mostSpecial(owners, (one, other) => this.isSpecial(other, one));
  }

  #argumentsOf({ declarator, explicit }: SpecialFunction, owner: Candidate): Bindings | undefined {
    const args = this.#typesOf(declarator, owner).map((type): Expression => ({
      kind: 'name',
      name: '',
      type,
      span: this.span(declarator),
    }));
    if (parameterNodes(owner.declarator).length !== args.length) return undefined;
    return this.boundBy(owner, args, explicit);
  }

  #typesOf(declarator: TreeNode, { scope }: Candidate): readonly Type[] {
    return this.inScope(
      () =>
        parameterNodes(declarator).map((each) => {
          const { type, isPlace } = this.parameter(each);
          return (isPlace && targetOf(type)) || type;
        }),
      scope,
    );
  }

  #isFor(special: SpecialFunction, candidate: Candidate, bound: Bindings): Fits {
    const own = this.#argumentsOf(special, candidate);
    if (own === undefined) return false;
    const { parameters, places } = this.instance(candidate, own);
    const taken = parameters
      .slice(candidate.self === undefined ? 0 : 1)
      .map(({ type }, at) => (places[at] === true && targetOf(type)) || type);
    const types = this.#typesOf(special.declarator, candidate);
    const alike = alikeIn(special.node.root);
    return allOf([
      ...types.map((type, at): Fits => {
        const its = taken[at];
        return its !== undefined && isSame(type, its);
      }),
      ...[...own].map(([name, meant]): Fits => {
        const its = bound.get(name);
        return its === undefined ? undefined : isSame(meant, its, alike);
      }),
      // Types are read without it.
      hasOwnConst(special, candidate) ? undefined : true,
    ]);
  }

  /** The first template's parameters are a special form of the second's. */
  protected isSpecial(one: Candidate, other: Candidate): Fits {
    const [own, its] = [this.#partsTaken(one), this.#partsTaken(other)];
    const open = { names: namesOf(other.template), argumentsOf: this.argumentsOf };
    return unifyAll(its, own, new Map(), open);
  }

  #partsTaken(candidate: Candidate): readonly Part[] {
    const types = this.openParameters(candidate);
    return parameterNodes(candidate.declarator).flatMap((node, i) => {
      const meant = types[i];
      return meant === undefined ? [] : [{ meant, isRest: isPack(node) }];
    });
  }

  /** Arguments tell one of a template's parameters differently. */
  protected isTorn(
    candidate: Candidate,
    args: readonly Expression[],
    explicit: readonly TreeNode[],
  ): boolean {
    const given = new Set(candidate.template.slice(0, explicit.length).map(({ name }) => name));
    const found = new Map<string, Type | Expression>();
    return this.openParameters(candidate).some((parameter, i) => {
      const type = args[i]?.type;
      const node = parameterNodes(candidate.declarator)[i];
      if (type === undefined || (node && isPack(node))) return false;
      const own = new Map<string, Type | Expression>();
      deduce(parameter, type, own, this.argumentsOf);
      return [...own].some(([name, meant]) => {
        const before = found.get(name);
        found.set(name, meant);
        return !given.has(name) && before !== undefined && isSame(before, meant) === false;
      });
    });
  }

  /** Conditions in a template's head, such as those of `enable_if`. */
  protected headHolds({ node, declarator, template, scope }: Candidate, bound: Bindings): Fits {
    if (template.length === 0) return true;
    const around = node.parent?.type === 'template_declaration' ? node.parent : undefined;
    const parts = [
      ...(around?.children ?? []).filter(({ type }) => /^template_param|^requires/.test(type)),
      ...node.children.filter(({ type }) => type === 'requires_clause'),
      ...[node.childForFieldName('type'), declarator].filter((each) => each !== null),
    ].filter(({ text }) => asksOf(text));
    return this.inBindings(bound, scope, () => allOf(parts.map((each) => this.holds(each))));
  }
}

/** A function's head without blanks and the names of its parameters. */
const bare = (declarator: TreeNode): string =>
  [
    declarator.childForFieldName('declarator')?.text ?? '',
    ...named(declarator.childForFieldName('parameters')).map((each) =>
      each.childForFieldName('declarator') === null
        ? each.text
        : each.text.replace(/\b\w+\s*(?=$|\[|=)/, ''),
    ),
  ]
    .join()
    .replaceAll(/\s+/g, '');
