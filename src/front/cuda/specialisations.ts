import type { TreeNode } from '../tree-node.ts';
import type { Expression, Type } from '../syntax.ts';
import { INT } from '../types.ts';
import { named } from '../parsed.ts';
import { alikeIn } from './alike-types.ts';
import { wholeOf } from './constants.ts';
import { CudaNames, type StructTemplate } from './names.ts';
import { countOf, elementName } from './packs.ts';
import {
  allOf,
  type Fits,
  isSame,
  mostSpecial,
  namesOf,
  type Part,
  partOf,
  unifyAll,
} from './patterns.ts';
import { questionOf } from './traits.ts';
import { type Bindings, placeholder, type TemplateParameter } from './templates.ts';

/** A struct for some of its template's arguments, or for those of some form. */
export interface Specialisation extends StructTemplate {
  readonly args: readonly TreeNode[];
}

interface Fitting<T> {
  readonly one: T;
  readonly found: Bindings;
}

/** Conditions in a template's head. */
const ASKS = /\benable_if|\brequires\b/;
/** Questions that are not followed. */
const ASKS_MORE = /\b(?:decltype|declval|void_t|invoke_result)\b/;

export const asksOf = (text: string): boolean => ASKS.test(text) || ASKS_MORE.test(text);

/** Structs' templates with their specialisations. */
export class CudaSpecialisations extends CudaNames {
  readonly #specialisations = new Map<string, Specialisation[]>();

  protected override structTemplate(
    node: TreeNode,
    parameters: readonly TemplateParameter[],
  ): void {
    const name = node.childForFieldName('name');
    if (name?.type !== 'template_type') {
      super.structTemplate(node, parameters);
      return;
    }
    const of = name.childForFieldName('name')?.text ?? '';
    const args = named(name.childForFieldName('arguments'));
    // A declaration without a body is no other.
    if (node.childForFieldName('body') === null && node.type !== 'alias_declaration') return;
    const before = this.#specialisations.get(of) ?? [];
    this.#specialisations.set(of, [...before, { node, parameters, args, scope: this.scope }]);
  }

  /** Bodies of a struct's template and of its specialisations. */
  protected specialisationsOf(name: string): readonly TreeNode[] {
    return (this.#specialisations.get(name) ?? []).map(({ node }) => node);
  }

  protected override meantTemplate(
    name: string,
    template: StructTemplate,
    bound: Bindings,
  ): ReturnType<CudaNames['meantTemplate']> {
    const all = this.#specialisations.get(name) ?? [];
    const kept = this.fitting(all, template, bound);
    if (kept?.length === 0) return { template, bound };
    const best = kept && this.mostSpecialOf(kept, template);
    return best && { template: best.one, bound: best.found };
  }

  /** Those that are for the arguments; undefined where the text does not tell. */
  protected fitting<T extends Specialisation>(
    all: readonly T[],
    template: StructTemplate,
    bound: Bindings,
  ): readonly Fitting<T>[] | undefined {
    if (all.length === 0) return [];
    const given = flat(template.parameters, bound);
    const fitting = all.map((one) => {
      const found = new Map<string, Type | Expression>();
      return { one, found, fits: this.#fits(one, template, given, found) };
    });
    const kept = fitting.filter(({ fits }) => fits !== false);
    return kept.some(({ fits }) => fits === undefined) ? undefined : kept;
  }

  protected mostSpecialOf<T extends Specialisation>(
    kept: readonly Fitting<T>[],
    template: StructTemplate,
  ): Fitting<T> | undefined {
    return mostSpecial(kept, (pattern, other) =>
      unifyAll(
        this.#partsOf(pattern.one, template),
        this.#partsOf(other.one, template),
        new Map(),
        { names: namesOf(pattern.one.parameters), argumentsOf: this.argumentsOf },
      ),
    );
  }

  protected override typeNamed(base: string): Type {
    const known = super.typeNamed(base);
    const [, word] = /^(?:std::)?(true|false)_type$/.exec(base) ?? [];
    return word === undefined || known.kind !== 'other' ? known : this.#constant(word === 'true');
  }

  /** `std::true_type` and `std::false_type`, also as `is_integral<T>`. */
  protected override traitType(name: string, args: readonly TreeNode[]): Type | undefined {
    const known = super.traitType(name, args);
    const [first, second] = args;
    if (known !== undefined || first === undefined) return known;
    if (name === 'bool_constant') return this.#constantOf(first);
    if (name === 'integral_constant' && first.text === 'bool' && second)
      return this.#constantOf(second);
    const answer = questionOf(name)?.(this.type(first), second && this.type(second));
    return answer === undefined ? undefined : this.#constant(answer);
  }

  #constantOf(node: TreeNode): Type | undefined {
    const value = this.#isTrue(node);
    return value === undefined ? undefined : this.#constant(value);
  }

  #constant(value: boolean): Type {
    const name = `${String(value)}_type`;
    if (!this.inside.has(name))
      this.inScope(() => {
        this.stand('value', (span) => countOf(value ? 1 : 0, span));
        this.inside.set(name, this.scope);
      }, this.globals);
    const members = [{ name: 'nothing', type: INT }];
    return { kind: 'struct', name, union: false, packed: false, members };
  }

  protected override hasTemplate(name: string): boolean {
    return (
      super.hasTemplate(name) ||
      questionOf(name) !== undefined ||
      /^(?:bool|integral)_constant$/.test(name)
    );
  }

  /** Names stand for a template's open parameters. */
  protected opened(template: readonly TemplateParameter[]): Bindings {
    return new Map(
      template.map(({ name, isType, node }): [string, Type | Expression] => [
        name,
        isType ? placeholder(name) : { kind: 'name', name, span: this.span(node) },
      ]),
    );
  }

  #partsOf(one: Specialisation, { parameters }: StructTemplate): readonly Part[] {
    return this.inBindings(this.opened(one.parameters), one.scope, () =>
      one.args.map((node, i) => {
        const isRest = node.type === 'parameter_pack_expansion';
        const inner = (isRest && named(node)[0]) || node;
        const of = parameters[i] ?? parameters.at(-1);
        return { meant: this.meant(inner, of?.isType === true), isRest };
      }),
    );
  }

  #fits(
    one: Specialisation,
    template: StructTemplate,
    given: readonly Part[],
    found: Map<string, Type | Expression>,
  ): Fits {
    const parts = this.#partsOf(one, template);
    const isAsking = one.args.map(({ text }) => asksOf(text));
    const plain = (list: readonly Part[]): readonly Part[] =>
      list.filter((_, i) => isAsking[i] !== true);
    const alike = alikeIn(one.node.root);
    const open = { names: namesOf(one.parameters), argumentsOf: this.argumentsOf, alike };
    // Others are given by default.
    const hasRest = template.parameters.some((each) => each.isPack);
    const isShort = parts.length < given.length && !hasRest;
    const held = isShort ? plain(given).slice(0, plain(parts).length) : plain(given);
    const fits = unifyAll(plain(parts), held, found, open);
    if (fits === false) return false;
    if (isShort) return undefined;
    // Types are read without `const` and `&`.
    const isBare = one.args.every(
      ({ text }) => !/\b(?:const|volatile)\b|&|\(/.test(text) || asksOf(text),
    );
    const asked = one.args.filter((_, i) => isAsking[i] === true);
    const holds = this.inBindings(found, one.scope, () =>
      allOf([
        ...this.#asked(one.node).map((each) => this.holds(each)),
        ...asked.map((each) => this.holds(each)),
      ]),
    );
    if (holds === false) return false;
    const same = this.inBindings(found, one.scope, () =>
      allOf(
        one.args.map((each, i): Fits => {
          const part = given[i];
          if (isAsking[i] !== true) return true;
          return part !== undefined && isSame(this.meant(each, true), part.meant);
        }),
      ),
    );
    return allOf([fits, isBare ? true : undefined, holds, same]);
  }

  /** `requires` before a struct. */
  #asked(node: TreeNode): readonly TreeNode[] {
    return (node.parent?.children ?? []).filter(({ type }) => type === 'requires_clause');
  }

  /** The conditions in a part of a template's head hold for the arguments in scope. */
  protected holds(head: TreeNode): Fits {
    if (ASKS_MORE.test(head.text)) return undefined;
    if (head.type === 'requires_clause')
      return this.#isTrue(head.childForFieldName('constraint') ?? named(head)[0]);
    const inner = head.descendantsOfType(['template_type', 'template_function']);
    const asked = [...new Map([head, ...inner].map((each) => [each.startIndex, each])).values()];
    return allOf(
      asked.flatMap((each) => {
        const name = each.childForFieldName('name')?.text ?? '';
        return /^enable_if(?:_t)?$/.test(name) && each.childForFieldName('arguments')
          ? [this.#isTrue(named(each.childForFieldName('arguments'))[0])]
          : [];
      }),
    );
  }

  #isTrue(node: TreeNode | undefined): Fits {
    const value = node && wholeOf(this.typed(this.argument(node)));
    return value === undefined ? undefined : value !== 0n;
  }
}

/** The arguments of a template in order, packs with each of their elements. */
function flat(parameters: readonly TemplateParameter[], bound: Bindings): readonly Part[] {
  return parameters.flatMap(({ name, isPack: isOpen }) => {
    const own = isOpen
      ? elementsOf(name, bound)
      : [bound.get(name)].filter((each) => each !== undefined);
    return own.map(partOf);
  });
}

function elementsOf(pack: string, bound: Bindings): readonly (Type | Expression)[] {
  const found: (Type | Expression)[] = [];
  for (let place = 0; ; place += 1) {
    const meant = bound.get(elementName(pack, place));
    if (meant === undefined) return found;
    found.push(meant);
  }
}
