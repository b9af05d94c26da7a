import type { TreeNode } from '../tree-node.ts';
import { named as children } from '../parsed.ts';
import {
  conditionOf,
  contains,
  declarationOf,
  defaultsOf,
  elsewhere,
  functionAround,
  parametersOf,
  pathOf,
  templateDefaultsOf,
  templateParametersOf,
  valuesOf,
  wholeSet,
  withoutBrackets,
} from './host-text.ts';
import { callsOf } from './argument-types.ts';
import { functionDeclaratorOf, parametersIn } from './declarators.ts';
import { loopsAround } from './host-loops.ts';
import { globalValue, isGlobal } from './global-values.ts';
import { lastSet } from './straight-line.ts';

/** Where a host's name is looked up: a function, with what its caller gives it. */
export interface Frame {
  readonly function: TreeNode | undefined;
  readonly given: ReadonlyMap<string, { readonly node: TreeNode; readonly frame: Frame }>;
  /** The place that is looked from. */
  readonly at?: TreeNode;
  /** Values of variables there, where the host was followed. */
  readonly rounds?: ReadonlyMap<string, number>;
  /** Elements by which pointers were moved there. */
  readonly moves?: ReadonlyMap<string, number>;
  /** Bytes of the arrays that pointers stand for there. */
  readonly sizes?: ReadonlyMap<string, { readonly node: TreeNode; readonly frame: Frame }>;
}

const NOTHING: Frame['given'] = new Map();

/** They read what they get the address of, or set a pointer; of copies only the first argument is set. */
const READS =
  /^(?:cu|hip)(?:da)?(?:Malloc|Free|Event|Stream|Graph|Launch|MemcpyToSymbol|HostRegister|HostAlloc)/;

/** A number that a function of the text takes by reference, and sets or passes on. */
function isSetThrough(definition: TreeNode | undefined, place: number): boolean {
  const text = parametersIn(definition)[place]?.text ?? '';
  const [, name] = /^[^*]*[^*&]&\s*(\w+)$/.exec(text) ?? [];
  if (name === undefined || /\bconst\b/.test(text)) return false;
  const sets = new RegExp(
    `(?:\\+\\+|--|>>|&|[(,])\\s*${name}\\b|\\b${name}\\s*(?:\\+\\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=))`,
  );
  return sets.test(definition?.childForFieldName('body')?.text ?? '');
}

/** Places where a call may change variables by their address or a reference, by function and name. */
function setByCalls(
  root: TreeNode,
  definition: (name: string) => TreeNode | undefined,
): ReadonlyMap<number | undefined, ReadonlyMap<string, readonly TreeNode[]>> {
  const found = new Map<number | undefined, Map<string, TreeNode[]>>();
  for (const call of root.descendantsOfType('call_expression')) {
    const callee = call.childForFieldName('function')?.text ?? '';
    if (call === null || READS.test(callee)) continue;
    const isCopy = /^(?:cuda|hip|std::)?mem(?:cpy|move)/i.test(callee);
    const args = children(call.childForFieldName('arguments'));
    for (const [i, arg] of (isCopy ? args.slice(0, 1) : args).entries()) {
      const place = withoutBrackets(arg);
      const byAddress = place.text.startsWith('&') ? place.childForFieldName('argument') : null;
      const target = byAddress ?? (isSetThrough(definition(callee), i) ? place : undefined);
      if (target?.type !== 'identifier') continue;
      const inside = functionAround(call)?.id;
      const names = found.get(inside) ?? new Map<string, TreeNode[]>();
      found.set(inside, names.set(target.text, [...(names.get(target.text) ?? []), target]));
    }
  }
  return found;
}

const declares = (block: TreeNode, name: string): boolean =>
  children(block).some(
    (each) =>
      each.type === 'declaration' &&
      each
        .childrenForFieldName('declarator')
        .some((own) => own.descendantsOfType('identifier')[0]?.text === name),
  );

/** The frame for an expression further up: without numbers that were set since. */
export function seenAt(node: TreeNode, frame: Frame): Frame {
  const { rounds, at, function: inside } = frame;
  if (rounds === undefined || at === undefined || inside === undefined) return frame;
  const used = [
    node,
    ...node.descendantsOfType(['identifier', 'type_identifier', 'field_expression']),
  ];
  const changed = new Set(
    used.map(pathOf).filter((name) => {
      const sets = rounds.has(name) ? valuesOf(inside, name) : [];
      return sets.some(
        (each) => each.startIndex >= node.endIndex && each.startIndex < at.startIndex,
      );
    }),
  );
  return changed.size === 0
    ? frame
    : { ...frame, rounds: new Map([...rounds].filter(([name]) => !changed.has(name))) };
}

/** Arguments of a template, and the names with others by which the host's templates are given them. */
export interface GivenArguments {
  readonly args: readonly TreeNode[];
  readonly uses: readonly TreeNode[];
  /** Arguments of the template around. */
  readonly around: ReadonlyMap<string, TreeNode>;
}

/** Arguments in which a template's names are what a use gives them, or what they are otherwise. */
function givenBy(
  template: TreeNode | undefined,
  args: readonly TreeNode[],
  given: readonly TreeNode[],
): Pick<GivenArguments, 'args' | 'around'> {
  const otherwise = template ? templateDefaultsOf(template) : [];
  const names = template ? templateParametersOf(template) : [];
  const around = new Map(
    names.flatMap((name, i) => {
      const own = given[i] ?? otherwise[i];
      return own ? [[name, own] as const] : [];
    }),
  );
  return { args: args.map((arg) => around.get(arg.text) ?? arg), around };
}

/** Where the host's names get their values. */
export class HostNames {
  readonly root: TreeNode;
  readonly #functions = new Map<string, TreeNode>();
  #setByCall: ReturnType<typeof setByCalls> | undefined;

  constructor(root: TreeNode) {
    this.root = root;
    for (const node of root.descendantsOfType('function_definition')) {
      const declarator = functionDeclaratorOf(node.childForFieldName('declarator') ?? null);
      const callee = declarator?.childForFieldName('declarator')?.text;
      if (node && callee !== undefined) this.#functions.set(callee, node);
    }
  }

  /** A function's definition in the text. */
  definition(name: string): TreeNode | undefined {
    return this.#functions.get(name);
  }

  frameAt(node: TreeNode): Frame {
    return { function: functionAround(node), given: NOTHING, at: node };
  }

  /** A function with the arguments of a call, and of its template. */
  called(
    definition: TreeNode,
    args: readonly TreeNode[],
    frame: Frame,
    ofTemplate: readonly TreeNode[] = [],
  ): Frame {
    const given = (
      names: readonly string[],
      nodes: readonly TreeNode[],
      otherwise: readonly (TreeNode | undefined)[],
    ) =>
      names.flatMap((name, i) => {
        const node = nodes[i] ?? otherwise[i];
        return node ? [[name, { node, frame }] as const] : [];
      });
    const all = [
      ...given(templateParametersOf(definition), ofTemplate, templateDefaultsOf(definition)),
      ...given(parametersOf(definition), args, defaultsOf(definition)),
    ];
    return { function: definition, given: new Map(all) };
  }

  /** The value that a `switch` around the place takes a variable for. */
  protected asked(
    name: string,
    { at, ...frame }: Frame,
  ): { node: TreeNode; frame: Frame } | undefined {
    for (let inner = at; inner; inner = inner.parent ?? undefined) {
      const isOfIf = inner.parent?.type === 'if_statement';
      const test = isOfIf ? (conditionOf(inner) ?? elsewhere(inner)) : undefined;
      if (test?.left.text === name) return { node: test.right, frame };
      if (inner.type !== 'case_statement') continue;
      const value = inner.childForFieldName('value');
      const asked = inner.parent?.parent?.childForFieldName('condition');
      if (value && asked?.text.replace(/[()\s]/g, '') === name) return { node: value, frame };
    }
    return undefined;
  }

  /** The innermost block around the place that declares a variable, or the function. */
  protected blockOf(name: string, frame: Frame): TreeNode | undefined {
    for (let at = frame.at?.parent; at && at.id !== frame.function?.id; at = at.parent)
      if (at.type === 'compound_statement' && declares(at, name)) return at;
    return frame.function;
  }

  /** Template arguments as the calls and instantiations of the host's templates around them give them. */
  givenAs(args: readonly TreeNode[], place = args[0], depth = 0): readonly GivenArguments[] {
    const inside = place && functionAround(place);
    const names = inside ? templateParametersOf(inside) : [];
    const own = inside && functionDeclaratorOf(inside.childForFieldName('declarator'));
    const callee = own?.childForFieldName('declarator')?.text;
    const uses =
      names.length === 0 || depth > 3
        ? []
        : this.root
            .descendantsOfType('template_function')
            .flatMap((use) => (use.childForFieldName('name')?.text === callee ? use : []));
    const made = uses.flatMap((use) =>
      this.givenAs(children(use.childForFieldName('arguments')), use, depth + 1).map((given) => ({
        ...givenBy(inside, args, given.args),
        uses: [use, ...given.uses],
      })),
    );
    return made.length === 0 ? [this.givenByDefault(args, place)] : made;
  }

  /** The same where a call gives the template around none. */
  givenByDefault(args: readonly TreeNode[], place: TreeNode | undefined): GivenArguments {
    return { ...givenBy(place && functionAround(place), args, []), uses: [] };
  }

  /** The one value that a variable gets, or the last before its use; an argument's is its caller's. */
  declared(
    name: string,
    frame: Frame,
    use?: TreeNode,
  ): { node: TreeNode; frame: Frame } | undefined {
    const inside = frame.function;
    if (isGlobal(this, name, inside)) {
      const node = globalValue(this, name, use ?? frame.at);
      return node && { node, frame: this.frameAt(node) };
    }
    const block = this.blockOf(name, frame);
    const own = block && valuesOf(block, name);
    if (own !== undefined && own.length > 0) {
      const node = own.length === 1 ? wholeSet(own[0]) : lastSet(own, use);
      return node && { node, frame: seenAt(node, frame) };
    }
    if (inside && parametersOf(inside).includes(name)) {
      const caller = this.onlyCall(inside);
      if (caller === undefined) return undefined;
      const args = children(caller.childForFieldName('arguments'));
      const place = parametersOf(inside).indexOf(name);
      const node = args[place] ?? defaultsOf(inside)[place];
      return node && { node, frame: this.frameAt(caller) };
    }
    return undefined;
  }

  /** A call gets the variable's address, and may change it: `fscanf(file, "%d", &n)`. */
  isSetByCall(name: string, { function: inside }: Frame): boolean {
    if (this.#placesSet(name, inside).length > 0) return true;
    const isOwn = inside !== undefined && declarationOf(name, inside, inside) !== undefined;
    return !isOwn && [...(this.#setByCall?.values() ?? [])].some((names) => names.has(name));
  }

  /** Calls change the variable, and only behind its use: in the rounds of a loop around both, or in none. */
  protected isSetLater(name: string, { function: inside }: Frame, use: TreeNode) {
    const places = this.#placesSet(name, inside);
    if (places.length === 0 || places.some((each) => each.startIndex < use.startIndex))
      return false;
    const isAgain = loopsAround(use).some((loop) => places.some((each) => contains(loop, each)));
    return isAgain ? 'in rounds' : 'never again';
  }

  #placesSet(name: string, inside: TreeNode | undefined): readonly TreeNode[] {
    this.#setByCall ??= setByCalls(this.root, (callee) => this.definition(callee));
    return this.#setByCall.get(inside?.id)?.get(name) ?? [];
  }

  listOf(owner: TreeNode, frame: Frame): { node: TreeNode; frame: Frame } | undefined {
    const given = owner.type === 'identifier' ? this.declared(owner.text, frame) : undefined;
    return given?.node.type === 'initializer_list' ? given : undefined;
  }

  /** The elements of an array or vector that begins with a list and is not changed. */
  listIn(node: TreeNode, frame: Frame): readonly TreeNode[] | undefined {
    const list = node.type === 'initializer_list' ? node : this.listOf(node, frame)?.node;
    const isChanged = frame.function?.text.match(
      new RegExp(
        `\\b${node.text.replaceAll(/\W/g, '.')}\\s*(?:\\[[^\\]]*\\](?:\\s*\\.\\s*\\w+)*\\s*(?:[-+*/%&|^]|<<|>>)?=\\s*[^={\\s]|\\.\\s*(?:push|emplace|insert|erase|resize|pop|clear|assign))`,
      ),
    );
    const [only, another] = list ? children(list) : [];
    if (!list || isChanged) return undefined;
    return only?.type === 'initializer_list' && !another ? children(only) : children(list);
  }

  /** None where it is reached from itself alone. */
  onlyCall(definition: TreeNode): TreeNode | undefined {
    const [only, another] = callsOf(definition);
    const seen = new Set<number>();
    for (let at = only; at && !seen.has(at.id);) {
      if (contains(definition, at)) return undefined;
      seen.add(at.id);
      const around = functionAround(at);
      const [next, more] = around ? callsOf(around) : [];
      at = more ? undefined : next;
    }
    return another ? undefined : only;
  }
}
