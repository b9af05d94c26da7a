import type { TreeNode } from '../tree-node.ts';
import { named as children } from '../parsed.ts';
import {
  functionDeclaratorOf,
  memberDefaultsIn,
  modifiersOf,
  parametersIn,
} from './declarators.ts';
import { parametersOf } from './host-text.ts';

/** Classes of the host's text, whose objects are followed through their constructors and methods. */

export interface HostClass {
  readonly bases: readonly string[];
  readonly members: ReadonlySet<string>;
  /** Members with values of their own: `int n = 3;`. */
  readonly defaults: readonly { readonly name: string; readonly value: TreeNode }[];
  readonly methods: ReadonlyMap<string, readonly TreeNode[]>;
}

/** An object that is made. */
export interface MadeObject {
  readonly type: string;
  readonly args: readonly TreeNode[];
}

/** A class' name without its namespaces and arguments. */
const plain = (type: string): string =>
  type
    .replace(/\s*<.*$/s, '')
    .replace(/^.*::/, '')
    .replace(/^(?:class|struct)\s+/, '')
    .trim();

const calledName = (definition: TreeNode): string =>
  functionDeclaratorOf(definition.childForFieldName('declarator'))?.childForFieldName('declarator')
    ?.text ?? '';

const nameOfField = (declarator: TreeNode): string =>
  declarator.descendantsOfType('field_identifier')[0]?.text ?? '';

export class HostClasses {
  readonly #known = new Map<string, HostClass>();

  constructor(root: TreeNode) {
    const outside = root.descendantsOfType('function_definition').flatMap((node) => {
      const [owner, name] = (node && calledName(node).split('::').slice(-2)) ?? [];
      return node && owner !== undefined && name !== undefined
        ? [{ owner: plain(owner), name, node }]
        : [];
    });
    for (const node of root.descendantsOfType(['class_specifier', 'struct_specifier'])) {
      const name = plain(node.childForFieldName('name')?.text ?? '');
      const body = node.childForFieldName('body');
      if (!node || !body || name === '') continue;
      const methods = new Map<string, TreeNode[]>();
      const add = (of: string, method: TreeNode): void => {
        methods.set(of, [...(methods.get(of) ?? []), method]);
      };
      const inside = children(body).flatMap((each) =>
        each.type === 'template_declaration' ? (children(each).at(-1) ?? []) : each,
      );
      for (const each of inside)
        if (each.type === 'function_definition') add(calledName(each), each);
      for (const each of outside) if (each.owner === name) add(each.name, each.node);
      const fields = inside.filter(
        (each) => each.type === 'field_declaration' && !modifiersOf(each).has('static'),
      );
      const bases = children(
        node.children.find((each) => each.type === 'base_class_clause') ?? null,
      );
      this.#known.set(name, {
        bases: bases.flatMap(({ type, text }) => (/specifier/.test(type) ? [] : [text])),
        members: new Set(
          fields.flatMap((each) => each.childrenForFieldName('declarator').map(nameOfField)),
        ),
        defaults: fields.flatMap((each) =>
          memberDefaultsIn(each).map(({ declarator, value }) => ({
            name: nameOfField(declarator),
            value,
          })),
        ),
        methods,
      });
    }
  }

  get(type: string): HostClass | undefined {
    return this.#known.get(plain(type));
  }

  /** The class and those that it is made of, the first of all last. */
  #line(type: string, depth = 0): readonly HostClass[] {
    const own = this.get(type);
    return own && depth < 8
      ? [own, ...own.bases.flatMap((base) => this.#line(base, depth + 1))]
      : [];
  }

  members(type: string): ReadonlySet<string> {
    return new Set(this.#line(type).flatMap(({ members }) => [...members]));
  }

  /** The one method for so many arguments, or one of several that do the same. */
  method(
    type: string,
    name: string,
    count: number,
    isMeant: (method: TreeNode) => boolean = () => true,
  ): TreeNode | undefined {
    const [own] = this.#line(type).flatMap(({ methods }) => {
      const all = methods.get(name) ?? [];
      return all.length > 0 ? [all] : [];
    });
    const fitting = (own ?? []).filter((each) => {
      const all = parametersOf(each);
      const needed = parametersIn(each).filter(
        (one) => one.childForFieldName('default_value') === null,
      ).length;
      const body = each.childForFieldName('body');
      return needed <= count && count <= all.length && body !== null && isMeant(each);
    });
    const alike = fitting.filter((each) => parametersIn(each).length === 0);
    const bodies = new Set(alike.map((each) => each.childForFieldName('body')?.text));
    const isOne = fitting.length === 1 || (fitting.length === alike.length && bodies.size === 1);
    return isOne ? fitting[0] : undefined;
  }

  /** @param isCopy it is given another object of its class; undefined where nobody tells */
  constructorOf(type: string, count: number, isCopy?: boolean): TreeNode | undefined {
    const own = plain(type);
    const takesOwn = (each: TreeNode): boolean => {
      const [first] = parametersIn(each);
      return plain(first?.childForFieldName('type')?.text ?? '') === own;
    };
    return this.method(
      type,
      own,
      count,
      (each) => isCopy === undefined || takesOwn(each) === isCopy,
    );
  }

  /** All methods that the text defines, constructors among them, with their classes. */
  all(): readonly { readonly type: string; readonly node: TreeNode }[] {
    return [...this.#known].flatMap(([type, { methods }]) =>
      [...methods.values()].flat().map((node) => ({ type, node })),
    );
  }

  /** Values that members begin with, those of the bases first. */
  defaults(type: string): HostClass['defaults'] {
    return this.#line(type)
      .toReversed()
      .flatMap(({ defaults }) => defaults);
  }

  /** The object of `R r(20)`, `R *r = new R(20)`, `auto r = std::make_unique<R>(20)`, by a declarator of a declaration. */
  declared(type: string, declarator: TreeNode): MadeObject | undefined {
    const value = declarator.childForFieldName('value');
    const made = value ? this.madeBy(value) : undefined;
    if (made) return made;
    const [inner] = value?.type === 'argument_list' ? children(value) : [];
    const held = inner?.type === 'new_expression' ? this.madeBy(inner) : undefined;
    if (held) return held;
    if (this.get(type) === undefined || (value && !value.type.endsWith('list'))) return undefined;
    if (/pointer|reference/.test((declarator.childForFieldName('declarator') ?? declarator).type))
      return undefined;
    return { type, args: children(value ?? declarator.childForFieldName('parameters')) };
  }

  madeBy(value: TreeNode): MadeObject | undefined {
    const callee = value.childForFieldName('function');
    const [, shared] = /\bmake_(?:unique|shared)\s*<\s*([\w:]+)/.exec(callee?.text ?? '') ?? [];
    const type = shared ?? value.childForFieldName('type')?.text ?? callee?.text ?? '';
    if (!/^(?:new|call|compound_literal)_expression$/.test(value.type)) return undefined;
    if (this.get(type) === undefined) return undefined;
    const list = value.childForFieldName('arguments') ?? value.childForFieldName('value');
    return { type, args: children(list) };
  }
}
