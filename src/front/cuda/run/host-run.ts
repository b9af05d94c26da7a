import { named as children } from '../../parsed.ts';
import type { TreeNode } from '../../tree-node.ts';
import { functionDeclaratorOf } from '../declarators.ts';
import { contains, globalsIn, parametersOf } from '../host-text.ts';
import type { Launch } from '../launch.ts';
import { runtimeCall } from '../runtime-calls.ts';
import {
  asNow,
  type Cells,
  CHANGED,
  fill,
  LOST,
  OPEN,
  type Place,
  read,
  reached,
  Scope,
  type Value,
} from './cells.ts';
import { Stopped } from './expressions.ts';
import { HostLibrary } from './library.ts';
import { castName, scalarNamed, whole } from './numbers.ts';
import { declaredBy, HostTypes } from './types.ts';
import { useOf } from './uses.ts';
import { templateTypes } from './deduced.ts';
import { HostFunctions, nameOfCall } from './functions.ts';

const DIM3 = { name: 'dim3', stars: 0 };

/** Functions inside of functions. */
const DEEPEST = 24;

/** Numbers by chance, from files and of the clock are in the text of none of these. */
const IS_TOLD =
  /^(?:std::(?!.*(?:rand|shuffle|generate|getline|sample))|str(?:n?cpy|n?cat)$|(?:sort|reverse|rotate|copy|copy_n|transform|replace|min|max|abs|f?abs[fl]?|sqrtf?|sinf?|cosf?|tanf?|expf?|logf?|log2f?|powf?|floorf?|ceilf?|fmodf?|roundf?|move|swap|size|begin|end)$)/;

/** An argument, and where it leads when a launch comes. */
export interface Seen {
  readonly value: Value;
  /** The array with what it held then. */
  readonly cells: Cells | undefined;
  /** Those that its members lead to. */
  readonly members: ReadonlyMap<Cells, Cells>;
}

const isArray = (place: Place): boolean =>
  place.kind === 'variable' && place.variable.type.name.endsWith('[]');

export type IsReadOnly = (kernel: string, place: number) => boolean;

/** The host from `main` on, or from what nobody calls, as far as its text tells what it does. */
export class HostRun extends HostLibrary {
  readonly #root: TreeNode;
  readonly #launches = new Map<number, readonly Launch[]>();
  readonly #isReadOnly: IsReadOnly;
  readonly #functions: HostFunctions;
  #globals = new Scope();
  readonly #seen = new Map<number, (readonly Seen[])[]>();
  readonly #unsure = new Set<number>();
  readonly #chances = new Map<number, boolean>();
  readonly #symbols: Place[] = [];
  readonly #sizes = new Map<number, Value[]>();
  /** Where the host begins. */
  #entries: readonly TreeNode[] = [];
  #depth = 0;

  constructor(root: TreeNode, launches: readonly Launch[], isReadOnly: IsReadOnly) {
    super(root, new HostTypes(root));
    this.#root = root;
    this.hasApartStreams = /NonBlocking/.test(root.text);
    for (const launch of launches) {
      const { id } = launch.node;
      this.#launches.set(id, [...(this.#launches.get(id) ?? []), launch]);
    }
    this.#isReadOnly = isReadOnly;
    this.#functions = new HostFunctions(root);
    this.#go();
  }

  get isFromMain(): boolean {
    return this.#functions.has('main');
  }

  /** A launch's arguments in each of its rounds; undefined where the text does not tell. */
  at(launch: TreeNode): readonly (readonly Seen[])[] | undefined {
    return this.#unsure.has(launch.id) ? undefined : this.#seen.get(launch.id);
  }

  /** Blocks, threads, or bytes of shared memory, of a launch's rounds. */
  sizesAt(launch: TreeNode, size: TreeNode): readonly Value[] {
    return this.#unsure.has(launch.id) ? [] : (this.#sizes.get(size.id) ?? []);
  }

  #go(): void {
    const mains = this.#functions.named('main');
    this.#entries = this.isFromMain ? mains : this.#functions.uncalled();
    try {
      if (mains.length > 1) throw new Stopped();
      for (const entry of this.#entries) this.#begin(entry);
    } catch (error) {
      if (!(error instanceof Stopped) && !(error instanceof RangeError)) throw error;
      for (const id of this.#launches.keys()) this.#unsure.add(id);
    }
  }

  /** Arguments are anybody's; before `main` nothing has set what has a name for all. */
  #begin(entry: TreeNode): void {
    const body = entry.childForFieldName('body');
    if (!body) return;
    this.#globals = new Scope();
    for (const each of globalsIn(this.#root)) {
      if (this.#functions.isPrototype(each)) continue;
      this.declare(each, this.#globals, true);
      for (const own of each.childrenForFieldName('declarator')) {
        const known = this.#globals.find(own.descendantsOfType('identifier')[0]?.text ?? '');
        if (!known) continue;
        if (/__(?:device|managed)__/.test(each.text)) this.#symbols.push(known);
        else if (!this.isFromMain && !/\bconst(?:expr)?\b/.test(each.text)) this.#loseGlobal(known);
      }
    }
    const scope = new Scope(this.#globals);
    const list = functionDeclaratorOf(entry.childForFieldName('declarator'));
    for (const parameter of children(list?.childForFieldName('parameters') ?? null)) {
      const { name, stars, sizes } = declaredBy(
        parameter.childForFieldName('declarator') ?? parameter,
      );
      const type = parameter.childForFieldName('type')?.text ?? '';
      if (name !== '')
        scope.declare(name, { type: { name: type, stars: stars + sizes.length }, value: OPEN });
    }
    this.mayHaveEnded = false;
    this.exec(body, scope);
  }

  protected call(node: TreeNode, scope: Scope): Value {
    const launches = this.#launches.get(node.id);
    if (launches) return this.#launched(launches, scope);
    const callee = node.childForFieldName('function');
    const args = children(node.childForFieldName('arguments'));
    const name = nameOfCall(callee);
    if (callee?.type === 'field_expression') {
      const known = this.method(node, callee, args, scope);
      if (known) return known;
      this.forget(node, scope);
      this.#loseEscaped(CHANGED);
      const place = scope.find(callee.childForFieldName('argument')?.text ?? '');
      return place && read(place).kind === 'vector' ? LOST : OPEN;
    }
    const cast = castName(callee);
    if (cast !== undefined && args.length === 1) {
      const [, type = '', stars = ''] = /^(.*?)\s*(\**)$/s.exec(cast) ?? [];
      return this.types.held(this.valueOf(args[0], scope), { name: type, stars: stars.length });
    }
    const held = callee && scope.find(callee.text);
    const own = held
      ? read(held)
      : callee?.type === 'lambda_expression'
        ? this.valueOf(callee, scope)
        : undefined;
    if (own?.kind === 'function') return this.#entered(own.node, own.scope, args, scope);
    const all = this.#functions.named(name);
    const fitting = all.filter((each) => parametersOf(each).length === args.length);
    // Others take the rest by default.
    const longer = all.filter((each) => parametersOf(each).length > args.length);
    const [definition, another] = fitting.length > 0 ? fitting : longer;
    if (definition && !another && !held) {
      const names = templateTypes(definition, callee, args, scope);
      return this.types.binding(names, () => this.#entered(definition, this.#globals, args, scope));
    }
    const known = this.#functions.has(name) ? undefined : this.library(node, name, scope);
    if (known) return known;
    this.#passed(node, args, scope);
    // A pointer to a function, or one that is defined elsewhere, may set what has a name for all.
    if (held || this.#functions.isDeclaredOnly(name)) {
      for (const each of this.#functions.all())
        if (!this.#entries.includes(each)) this.#forgetBody(each, new Set());
      if (!held) this.#loseGlobals();
    }
    return this.#functions.has(name) || IS_TOLD.test(name) ? LOST : OPEN;
  }

  /** `check(cudaMalloc(..))`: calls of the run-time are done before another function may do anything. */
  #passed(node: TreeNode, args: readonly TreeNode[], scope: Scope): void {
    const isDone = (arg: TreeNode): boolean =>
      arg.type === 'call_expression' &&
      (this.#launches.has(arg.id) ||
        runtimeCall(nameOfCall(arg.childForFieldName('function'))) !== undefined);
    if (!args.some(isDone)) this.forget(node, scope);
    else {
      const left = this.#isByChance(node) ? OPEN : LOST;
      for (const arg of args)
        if (isDone(arg)) this.valueOf(arg, scope);
        else this.forget(arg, scope, new Set(), left);
    }
    this.#loseEscaped(CHANGED);
  }

  #loseGlobals(): void {
    for (const place of this.#globals.places()) this.#loseGlobal(place);
  }

  #loseGlobal(place: Place): void {
    this.lose(read(place), CHANGED);
    if (!isArray(place)) this.keep(place, CHANGED);
  }

  /** Kernels may set the device's own variables. */
  #setSymbols(): void {
    for (const place of this.#symbols) {
      this.lose(read(place), OPEN);
      if (!isArray(place)) this.keep(place, OPEN);
    }
  }

  #loseEscaped(left: Value): void {
    for (const value of this.escaped) {
      this.lose(value, left);
      if (value.kind === 'address') this.keep(value.of, left);
    }
  }

  #launched(launches: readonly Launch[], scope: Scope): Value {
    const [launch, another] = launches;
    if (!launch) return LOST;
    const values = launch.args.map((arg) => this.valueOf(arg, scope));
    const { grid, block, bytes } = launch;
    const put = (size: TreeNode, value: Value): void => {
      this.#sizes.set(size.id, [...(this.#sizes.get(size.id) ?? []), value]);
    };
    for (const size of [grid, block]) if (size) put(size, this.initial(size, DIM3, scope));
    if (bytes) put(bytes, this.valueOf(bytes, scope));
    const seen = values.map((value): Seen => {
      const cells =
        value.kind === 'pointer' ? value.to : value.kind === 'vector' ? value.cells : undefined;
      const inner = value.kind === 'struct' ? [...value.members.values()] : [];
      const members = inner.flatMap((each) =>
        each.kind === 'pointer' && each.to ? [[each.to, asNow(each.to)] as const] : [],
      );
      return { value, cells: cells && asNow(cells), members: new Map(members) };
    });
    if (another || launch.packed) this.#unsure.add(launch.node.id);
    this.#seen.set(launch.node.id, [...(this.#seen.get(launch.node.id) ?? []), seen]);
    for (const [i, value] of values.entries()) {
      const [own, ...others] = reached(value);
      const isKept = this.#isReadOnly(launch.kernel, i) && value.kind === 'pointer';
      for (const cells of [...(own && !isKept ? [own] : []), ...others]) fill(cells, OPEN);
    }
    this.#setSymbols();
    // Objects that are not followed may hold addresses.
    if (values.some(({ kind }) => kind === 'lost')) this.#loseEscaped(OPEN);
    return whole(0);
  }

  /** A function of the text, or a lambda. */
  #entered(node: TreeNode, around: Scope, args: readonly TreeNode[], scope: Scope): Value {
    const body = node.childForFieldName('body');
    const isLambda = node.type === 'lambda_expression';
    const captures = node.childForFieldName('captures')?.text ?? '';
    const isCopying = isLambda && /=|[[,]\s*\w/.test(captures);
    const isOpen = this.#depth >= DEEPEST || !body || isCopying;
    const list = (
      isLambda
        ? node.childForFieldName('declarator')
        : functionDeclaratorOf(node.childForFieldName('declarator'))
    )?.childForFieldName('parameters');
    const parameters = children(list ?? null);
    if (isOpen || parameters.length < args.length) {
      for (const arg of args) this.lose(this.valueOf(arg, scope), LOST);
      if (body) this.forget(body, around);
      return LOST;
    }
    const inside = new Scope(around);
    for (const [i, parameter] of parameters.entries())
      this.#give(parameter, args[i] ?? parameter.childForFieldName('default_value'), scope, inside);
    const [before, ended] = [this.returned, this.mayHaveEnded];
    this.returned = LOST;
    this.mayHaveEnded = false;
    this.#depth += 1;
    this.exec(body, inside);
    this.#depth -= 1;
    // It may have ended before.
    if (this.mayHaveEnded) this.forget(body, inside);
    const value = this.mayHaveEnded ? LOST : this.returned;
    this.returned = before;
    this.mayHaveEnded = ended;
    const type = node.childForFieldName('type')?.text;
    const stars = node.childForFieldName('declarator')?.type === 'pointer_declarator' ? 1 : 0;
    return type === undefined || type === 'auto'
      ? value
      : this.types.held(value, { name: type, stars });
  }

  #give(parameter: TreeNode, arg: TreeNode | null | undefined, scope: Scope, inside: Scope): void {
    const declarator = parameter.childForFieldName('declarator');
    const { name, stars, sizes, isReference, isOther } = declaredBy(declarator ?? parameter);
    if (!declarator || name === '') return;
    const base = parameter.childForFieldName('type')?.text ?? '';
    const type = { name: base, stars: stars + sizes.length };
    if (isReference && !isOther) {
      inside.declare(name, this.referred(arg, type, scope));
      return;
    }
    const value = this.valueOf(arg, scope);
    if (isOther) {
      this.lose(value, LOST);
      this.escaped.add(value);
    }
    inside.declare(name, {
      type,
      value: isOther ? LOST : this.types.held(this.copied(value), type),
    });
  }

  /** Nobody knows whether, or how often, a part of the text was done. */
  forget(node: TreeNode, scope: Scope, entered = new Set<number>(), unknown = LOST): void {
    if (entered.has(node.id)) return;
    entered.add(node.id);
    for (const [id, [launch]] of this.#launches)
      if (launch && contains(node, launch.node)) {
        this.#unsure.add(id);
        this.#setSymbols();
      }
    this.#forgetCalled(node, entered);
    const left = this.#isByChance(node) ? OPEN : unknown;
    for (const each of node.descendantsOfType(['identifier', 'type_identifier'])) {
      const place = scope.find(each.text);
      if (!place) continue;
      const value = read(place);
      if (value.kind === 'function') {
        const body = value.node.childForFieldName('body') ?? value.node;
        this.forget(body, value.scope, entered, CHANGED);
        continue;
      }
      const leads = reached(value).size;
      this.step(leads);
      // Pointers among the elements may be taken from there.
      const own = (): ReturnType<typeof useOf> =>
        useOf(each, (name, at) => this.#functions.isReference(name, at));
      const use = leads > 1 ? 'may set' : own();
      if (use !== 'reads') {
        this.lose(value, left);
        this.escaped.add(value);
        if (value.kind === 'address') this.keep(value.of, left);
        if (value.kind === 'vector') value.cells.bytes = undefined;
        // Who takes what is not set yet may set it.
        else if (use === 'sets' || own() === 'sets' || value.kind === 'unset')
          this.keep(place, left);
      }
    }
  }

  /** The same for functions of the text that a part calls. */
  #forgetCalled(node: TreeNode, entered: Set<number>): void {
    for (const call of node.descendantsOfType('call_expression'))
      for (const each of this.#functions.named(nameOfCall(call.childForFieldName('function'))))
        this.#forgetBody(each, entered);
  }

  #forgetBody(definition: TreeNode, entered: Set<number>): void {
    this.forget(
      definition.childForFieldName('body') ?? definition,
      this.#globals,
      entered,
      CHANGED,
    );
  }

  /** Something in it is told by no text. */
  #isByChance(node: TreeNode): boolean {
    const known = this.#chances.get(node.id);
    if (known !== undefined) return known;
    // A call of itself adds nothing.
    this.#chances.set(node.id, false);
    const isSo = node.descendantsOfType('call_expression').some((call) => {
      const callee = call.childForFieldName('function');
      const name = nameOfCall(callee);
      if (this.#launches.has(call.id)) return true;
      const own = this.#functions.named(name);
      if (own.length > 0) return own.some((each) => this.#isByChance(each));
      if (callee?.type === 'field_expression' || castName(callee) !== undefined) return false;
      return (
        runtimeCall(name) === undefined && !IS_TOLD.test(name) && scalarNamed(name) === undefined
      );
    });
    this.#chances.set(node.id, isSo);
    return isSo;
  }
}
