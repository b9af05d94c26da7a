import { named as children } from '../../parsed.ts';
import type { TreeNode } from '../../tree-node.ts';
import type { HostClasses } from '../host-classes.ts';
import { parametersOf } from '../host-text.ts';
import type { Launch } from '../launch.ts';
import { runtimeCall } from '../runtime-calls.ts';
import type { Cells, Scope, Value } from './cells.ts';
import { declaredBy } from './declared.ts';
import { nameOfCall, type HostFunctions } from './functions.ts';
import { castName } from './numbers.ts';
import { read, reached } from './reading.ts';

/** Uses of arrays in parts of the host's text that are not followed, in the order of the text. */

export type UntoldUse =
  | { readonly is: 'wait' }
  | { readonly is: 'launch'; readonly launch: Launch; readonly arrays: readonly Cells[] }
  | { readonly is: 'reads' | 'sets'; readonly arrays: Iterable<Cells> };

interface Text {
  readonly functions: HostFunctions;
  readonly classes: HostClasses;
  readonly launches: ReadonlyMap<number, readonly Launch[]>;
}

/** Calls of the run-time that return while launches go on; others may wait for them. */
const WAITS_FOR_NOTHING =
  /Async$|^(?:cuda|hip)(?:Get|Peek|MemAdvise|(?:Event|Stream)(?:Create|Record|Query|WaitEvent))/;

export const mayWait = (name: string): boolean =>
  /^(?:cuda|hip)/.test(name) && !WAITS_FOR_NOTHING.test(name);

/** The library's functions that use the elements behind pointers. */
const ALGORITHM =
  /^(?:accumulate|reduce|inner_product|transform(?:_reduce)?|(?:in|ex)clusive_scan|partial_sum|(?:all|any|none)_of|count(?:_if)?|find(?:_if(?:_not)?)?|equal|mismatch|(?:min|max|minmax)_element|for_each(?:_n)?|copy(?:_n|_if|_backward)?|(?:is_|stable_|partial_)?sort|nth_element|reverse|rotate|unique|shuffle|replace(?:_if)?|fill(?:_n)?|generate(?:_n)?|iota|(?:lower|upper)_bound|binary_search|mem(?:cpy|move|set|cmp|chr)|fwrite|fread|qsort)$/;

const SETS =
  /^(?:(?:stable_|partial_)?sort|nth_element|reverse|rotate|unique|shuffle|replace|qsort)/;

/** Methods of others' objects that may wait. */
const IS_WAITING = /sync|wait|join|stop|elapsed|finish|reset/i;

const CONTAINER = /\b(?:vector|deque|list|set|multiset|string|basic_string|span)\b/;

const GIVES_PLACES = /^(?:c?begin|c?end|c?rbegin|c?rend|data|get)$/;

const plainName = (name: string): string => name.replace(/^std::/, '');

/** The pointer that a name is becomes elements there; undefined where it remains one. */
function useThere(name: TreeNode, { functions, launches }: Text): 'reads' | 'sets' | undefined {
  let at = name;
  for (;;) {
    const { parent } = at;
    const isIn = (field: string): boolean => parent?.childForFieldName(field)?.id === at.id;
    switch (parent?.type) {
      case 'subscript_expression': {
        if (!isIn('argument')) return undefined;
        const around = parent.parent;
        if (around?.childForFieldName('operator')?.text !== '&') return isSetBy(parent);
        at = around;
        continue;
      }
      case 'pointer_expression':
        return parent.childForFieldName('operator')?.text === '*' ? isSetBy(parent) : undefined;
      case 'field_expression':
        if (!isIn('argument')) return undefined;
        if (parent.childForFieldName('operator')?.text !== '.') return isSetBy(parent);
        break;
      case 'call_expression':
        if (!GIVES_PLACES.test(at.childForFieldName('field')?.text ?? '')) return undefined;
        break;
      case 'for_range_loop':
        return isIn('right') ? 'reads' : undefined;
      case 'binary_expression':
        if (!/^[+-]$/.test(parent.childForFieldName('operator')?.text ?? '')) return undefined;
        break;
      case 'parenthesized_expression':
      case 'conditional_expression':
      case 'cast_expression':
        break;
      case 'argument_list': {
        const call = parent.parent;
        const callee = call?.childForFieldName('function') ?? null;
        if (castName(callee) !== undefined && call) {
          at = call;
          continue;
        }
        if (call?.type !== 'call_expression') return isOfContainer(call) ? 'reads' : undefined;
        const called = nameOfCall(callee);
        if (launches.has(call.id) || functions.has(called)) return undefined;
        const own = plainName(called);
        if (CONTAINER.test(callee?.text ?? '')) return 'reads';
        return ALGORITHM.test(own) ? (SETS.test(own) ? 'sets' : 'reads') : undefined;
      }
      default:
        return undefined;
    }
    at = parent;
  }
}

function isSetBy(element: TreeNode): 'reads' | 'sets' {
  const { parent } = element;
  const isSet =
    parent?.type === 'update_expression' ||
    (parent?.type === 'assignment_expression' &&
      parent.childForFieldName('left')?.id === element.id);
  return isSet ? 'sets' : 'reads';
}

const isOfContainer = (made: TreeNode | null): boolean =>
  CONTAINER.test(
    (made?.type === 'init_declarator' ? made.parent : made)?.childForFieldName('type')?.text ?? '',
  );

type Names = (name: string) => Value | ReadonlySet<Cells> | undefined;

/** Goes through a part and the functions that it calls. */
export class UntoldUses {
  readonly #text: Text;
  readonly #entered = new Set<number>();

  constructor(text: Text) {
    this.#text = text;
  }

  of(node: TreeNode, scope: Scope): Generator<UntoldUse> {
    return this.#within(node, (name) => {
      const place = scope.find(name);
      return place && read(place);
    });
  }

  *#within(node: TreeNode, around: Names): Generator<UntoldUse> {
    const own = new Map<string, ReadonlySet<Cells>>();
    const names: Names = (name) => own.get(name) ?? around(name);
    const types = ['identifier', 'type_identifier', 'call_expression', 'init_declarator'];
    for (const each of node.descendantsOfType(types))
      if (each.type === 'call_expression') yield* this.#called(each, names);
      else if (each.type === 'init_declarator') {
        const { name } = declaredBy(each.childForFieldName('declarator') ?? each);
        const value = each.childForFieldName('value');
        if (value) own.set(name, this.#leadsTo(value, names));
      } else {
        const use = useThere(each, this.#text);
        const arrays = use && arraysOf(names(each.text));
        if (arrays && arrays.size > 0) yield { is: use, arrays };
        yield* this.#ofClass(each);
      }
  }

  /** Objects may wait when they are made or end. */
  *#ofClass({ text, type }: TreeNode): Generator<UntoldUse> {
    if (type !== 'type_identifier' || !this.#text.functions.has(text)) return;
    for (const name of [text, `~${text}`])
      for (const each of this.#text.functions.named(name))
        yield* this.#entering(each, () => undefined);
  }

  *#called(call: TreeNode, names: Names): Generator<UntoldUse> {
    const args = children(call.childForFieldName('arguments'));
    const launches = this.#text.launches.get(call.id);
    if (launches) {
      const arrays = args.flatMap((each) => [...this.#leadsTo(each, names)]);
      for (const launch of launches) yield { is: 'launch', launch, arrays };
      return;
    }
    const callee = call.childForFieldName('function');
    const name = nameOfCall(callee);
    const held = names(callee?.text ?? '');
    if (held && 'kind' in held && held.kind === 'function') {
      yield* this.#entering(held.node, (each) => {
        const place = held.scope.find(each);
        return place && read(place);
      });
      return;
    }
    const definitions = this.#text.functions.named(name);
    for (const each of definitions) {
      const own = new Map(
        parametersOf(each).map((param, i) => {
          const arg = args[i];
          return [param, arg ? this.#leadsTo(arg, names) : new Set<Cells>()] as const;
        }),
      );
      yield* this.#entering(each, (param) => own.get(param));
    }
    if (definitions.length > 0) return;
    const isKnown =
      castName(callee) !== undefined ||
      runtimeCall(name)?.kind !== undefined ||
      callee?.text.startsWith('std::') === true ||
      (callee?.type === 'field_expression' && !IS_WAITING.test(name)) ||
      ALGORITHM.test(name);
    if (mayWait(name) || name.endsWith('Query') || !isKnown) yield { is: 'wait' };
  }

  *#entering(definition: TreeNode, names: Names): Generator<UntoldUse> {
    if (this.#entered.has(definition.id)) return;
    this.#entered.add(definition.id);
    yield* this.#within(definition.childForFieldName('body') ?? definition, names);
  }

  /** Arrays that a pointer made of names may lead to. */
  #leadsTo(node: TreeNode, names: Names): ReadonlySet<Cells> {
    const all = node.type === 'identifier' ? [node] : node.descendantsOfType('identifier');
    return new Set(
      all.flatMap((each) =>
        useThere(each, this.#text) === undefined ? [...arraysOf(names(each.text))] : [],
      ),
    );
  }
}

const arraysOf = (value: Value | ReadonlySet<Cells> | undefined): ReadonlySet<Cells> =>
  value === undefined ? new Set() : 'kind' in value ? reached(value) : value;
