import { named as children } from '../../parsed.ts';
import type { TreeNode } from '../../tree-node.ts';
import { functionDeclaratorOf } from '../declarators.ts';
import { globalsIn, parametersOf } from '../host-text.ts';
import type { Launch } from '../launch.ts';
import { runtimeCall } from '../runtime-calls.ts';
import { type Cells, CHANGED, LOST, OPEN, Scope, type Value } from './cells.ts';
import { isChanged, read, reached } from './reading.ts';
import { Stopped } from './places.ts';
import { IS_TOLD } from './forgetting.ts';
import { HostObjects } from './objects.ts';
import type { DeviceSymbol } from './symbols.ts';
import { nameOfCall } from './functions.ts';
import { castName, whole } from './numbers.ts';
import { declaredBy, isSymbol } from './declared.ts';
import { templateNumbers, templateTypes } from './deduced.ts';

const DIM3 = { name: 'dim3', stars: 0 };

/** Types of objects whose numbers no text tells. */
const IS_BY_CHANCE = /rand|mt19937|engine|distribution|stream|chrono|clock|timer/i;

/** An argument, and where it leads when a launch comes. */
export interface Seen {
  readonly value: Value;
  /** The array with what it held then. */
  readonly cells: Cells | undefined;
  /** Those that its members lead to. */
  readonly members: ReadonlyMap<Cells, Cells>;
}

/** A variable of the device when a launch comes. */
export interface SymbolSeen extends Seen {
  readonly symbol: DeviceSymbol;
  readonly memory: Cells;
  /** The host's variable or array that was copied to all of it last. */
  readonly source: TreeNode | undefined;
}

type Symbols = ReadonlyMap<string, SymbolSeen>;

function seenNow(value: Value): Seen {
  const cells =
    value.kind === 'pointer' ? value.to : value.kind === 'vector' ? value.cells : undefined;
  const inner = value.kind === 'struct' ? [...value.members.values()] : [];
  const members = inner.flatMap((each) =>
    each.kind === 'pointer' && each.to ? [[each.to, each.to.asNow()] as const] : [],
  );
  return { value, cells: cells?.asNow(), members: new Map(members) };
}

const symbolNow = (symbol: DeviceSymbol): SymbolSeen => ({
  ...seenNow(read(symbol.place)),
  symbol,
  memory: symbol.memory.asNow(),
  source: symbol.source?.version === symbol.memory.version ? symbol.source.node : undefined,
});

/** A constructor, a destructor or an operator. */
function isUnseen(name: string, definition: TreeNode): boolean {
  if (/^(?:~|operator\b)/.test(name)) return true;
  const around = definition.parent?.parent?.childForFieldName('name')?.text;
  const declarator = functionDeclaratorOf(definition.childForFieldName('declarator'));
  const owner = declarator?.childForFieldName('declarator')?.childForFieldName('scope')?.text;
  return name === around || name === owner?.replace(/<.*/s, '').replace(/^.*::/s, '');
}

/** Parameters of kernels, by their places. */
export type Kernels = Readonly<
  Record<'isReadOnly' | 'takesPointer', (kernel: string, place: number) => boolean>
>;

/** The host from `main` on, or from what nobody calls, as far as its text tells what it does. */
export class HostRun extends HostObjects {
  readonly #kernels: Kernels;
  readonly #seen = new Map<number, (readonly Seen[])[]>();
  /** Each global name's namespace. */
  readonly #spaces = new Map<string, number | undefined>();
  /** Launches whose arguments are told elsewhere. */
  readonly #isOther = new Set<number>();
  readonly #sizes = new Map<number, Value[]>();
  readonly #symbols = new Map<number, Record<'followed' | 'others', Symbols[]>>();
  #isStopped = false;

  constructor(root: TreeNode, launches: readonly Launch[], kernels: Kernels) {
    super(root, launches);
    this.hasApartStreams = /NonBlocking/.test(root.text);
    this.#kernels = kernels;
    this.#go();
  }

  /** A launch's arguments in each of its rounds; undefined where the text does not tell. */
  at(launch: TreeNode): readonly (readonly Seen[])[] | undefined {
    return this.unsure.has(launch.id) ? undefined : this.#seen.get(launch.id);
  }

  /** Its arguments in a round that was followed, also where the text does not tell the later ones. */
  roundAt({ id }: TreeNode, round: number): readonly Seen[] | undefined {
    return this.#isOther.has(id) ? undefined : this.#seen.get(id)?.[round];
  }

  /** Blocks, threads, or bytes of shared memory, of a launch's rounds. */
  sizesAt(launch: TreeNode, size: TreeNode): readonly Value[] {
    return this.unsure.has(launch.id) ? [] : (this.#sizes.get(size.id) ?? []);
  }

  sizeAt({ id }: TreeNode, size: TreeNode, round: number): Value | undefined {
    return this.#isOther.has(id) ? undefined : this.#sizes.get(size.id)?.[round];
  }

  /** The device's variables in each round of a launch, or in one; undefined where nobody tells. */
  symbolsAt({ id }: TreeNode, round?: number): readonly Symbols[] | undefined {
    const { followed = [], others = [] } = this.#symbols.get(id) ?? {};
    if (this.#isStopped) return undefined;
    return round === undefined ? [...followed, ...others] : followed.slice(round, round + 1);
  }

  protected mayFind(launch: number): void {
    this.#symbolsOf(launch).others.push(this.#symbolsNow());
  }

  #symbolsOf(launch: number) {
    const found = this.#symbols.get(launch) ?? { followed: [], others: [] };
    this.#symbols.set(launch, found);
    return found;
  }

  #symbolsNow(): Symbols {
    return new Map([...this.symbols].map(([name, each]) => [name, symbolNow(each)]));
  }

  get isFromMain(): boolean {
    return this.functions.has('main');
  }

  #go(): void {
    const mains = this.functions.named('main');
    this.entries = this.isFromMain ? mains : this.functions.uncalled();
    try {
      if (mains.length > 1) throw new Stopped();
      for (const entry of this.entries) this.#begin(entry);
    } catch (error) {
      if (!(error instanceof Stopped) && !(error instanceof RangeError)) throw error;
      for (const id of this.launches.keys()) this.unsure.add(id);
      this.#isStopped = true;
    }
    this.sequence.finish([...this.launches.values()].flat());
  }

  /** Arguments are anybody's; before `main` nothing has set what has a name for all. */
  #begin(entry: TreeNode): void {
    const body = entry.childForFieldName('body');
    if (!body) return;
    this.#declareGlobals();
    const scope = new Scope(this.globals);
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
    this.run(body, scope);
  }

  #declareGlobals(): void {
    this.globals = new Scope();
    for (const each of globalsIn(this.root)) {
      if (this.functions.isPrototype(each)) continue;
      this.declare(each, this.globals, true);
      this.#loseAlike(each);
      for (const own of each.childrenForFieldName('declarator')) {
        const known = this.globals.find(own.descendantsOfType('identifier')[0]?.text ?? '');
        if (!known) continue;
        if (isSymbol(each.text)) this.declareSymbol(each, own, this.globals);
        if (!this.isFromMain && !/\bconst(?:expr)?\b/.test(each.text)) this.loseGlobal(known);
      }
    }
    for (const [name, all] of this.functions.entries())
      for (const each of all) if (isUnseen(name, each)) this.loseUnseen(each);
  }

  protected call(node: TreeNode, scope: Scope): Value {
    const launches = this.launches.get(node.id);
    if (launches) return this.#launched(launches, scope);
    const callee = node.childForFieldName('function');
    const args = children(node.childForFieldName('arguments'));
    const name = nameOfCall(callee);
    if (callee?.type === 'field_expression') {
      const known =
        this.ofOwner(callee, args, scope) ??
        this.methodOf(callee, args, scope) ??
        this.method(node, callee, args, scope);
      if (known) return known;
      this.forget(node, scope);
      this.loseEscaped(CHANGED, node);
      return this.#saidBy(callee, scope);
    }
    if (name === 'dim3') return this.initial(node, DIM3, scope);
    const ofVector = { name: callee?.text ?? '', stars: 0 };
    const list = node.childForFieldName('arguments');
    if (list && this.types.ofVector(ofVector)) return this.initial(list, ofVector, scope);
    const made = this.types.madeBy(node);
    if (made) {
      const object = this.initial(node, made.type, scope);
      // It ends with its statement.
      return this.types.isDestroyed(made.type) ? CHANGED : object;
    }
    const [, vector] = /^make_(\w+[1-4])$/.exec(name) ?? [];
    const parts =
      vector === undefined ? undefined : this.types.membersOf({ name: vector, stars: 0 });
    if (vector !== undefined && parts?.length === args.length && !this.functions.has(name)) {
      const members = parts.map(
        (each, i) => [each.member, this.types.held(this.valueOf(args[i], scope), each)] as const,
      );
      return { kind: 'struct', type: vector, members: new Map(members) };
    }
    const its = callee?.type === 'identifier' ? this.ownMethod(name, args, scope) : undefined;
    if (its) return its;
    const cast = castName(callee);
    if (cast !== undefined && args.length === 1) {
      const [, type = '', stars = ''] = /^(.*?)\s*(\**)$/s.exec(cast) ?? [];
      return this.types.held(this.valueOf(args[0], scope), { name: type, stars: stars.length });
    }
    // `AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "k", ([&] { .. }))`
    const body = name.startsWith('AT_DISPATCH_') ? this.valueOf(args.at(-1), scope) : undefined;
    if (body?.kind === 'function') return this.entered(body.node, body.scope, [], scope);
    const held = callee && scope.find(callee.text);
    const isMade = callee !== null && !/identifier$|^template_function$/.test(callee.type);
    const own = held ? read(held) : isMade ? this.valueOf(callee, scope) : undefined;
    if (own?.kind === 'function') return this.entered(own.node, own.scope, args, scope);
    const all = this.functions.named(name).filter((each) => !this.functions.isMethod(each));
    const fitting = all.filter((each) => parametersOf(each).length === args.length);
    // Others take the rest by default.
    const longer = all.filter((each) => parametersOf(each).length > args.length);
    const [definition, another] = fitting.length > 0 ? fitting : longer;
    if (definition && !another && !held) {
      const types = templateTypes(definition, callee, args, scope);
      const numbers = templateNumbers(definition, callee).map(({ name, type, value }) => {
        const own = { name: type, stars: 0 };
        const told = this.types.held(this.valueOf(value, scope), own);
        return { name, own: { type: own, value: told } };
      });
      const begin = (inside: Scope): void => {
        for (const { name, own } of numbers) inside.declare(name, own);
      };
      return this.entered(definition, this.globals, args, scope, { types, begin });
    }
    const known = this.functions.has(name) ? undefined : this.library(node, name, scope);
    if (known) return known;
    this.#passed(node, args, scope);
    // One that is defined elsewhere may set what has a name for all.
    if (this.functions.isDeclaredOnly(name)) {
      for (const each of this.functions.all())
        if (!this.entries.includes(each)) this.forgetBody(each, new Set());
      this.loseGlobals();
    }
    // `template <> int f<float>()` is another.
    if (all.some(({ parent }) => /^template\s*<\s*>/.test(parent?.text ?? ''))) return CHANGED;
    return this.functions.has(name) || IS_TOLD.test(name) || this.types.isClass(name) ? LOST : OPEN;
  }

  /** The value of a method that is not followed: what the text tells its object is told by the text too. */
  #saidBy(callee: TreeNode, scope: Scope): Value {
    // Tensors are told elsewhere.
    if (/(?:\.|->)(?:mutable_|const_)?data_ptr\b[^.]*$/.test(callee.text)) return LOST;
    let at = callee.childForFieldName('argument');
    while (at && !at.type.endsWith('identifier'))
      at =
        at.childForFieldName('argument') ??
        at.childForFieldName('function') ??
        children(at)[0] ??
        null;
    const place = scope.find(at?.text ?? '');
    const own = place && read(place);
    if (own && isChanged(own)) return CHANGED;
    const isLength = /^(?:size|length)$/.test(callee.childForFieldName('field')?.text ?? '');
    if (own?.kind === 'open' && own.characters !== undefined && isLength)
      return whole(own.characters.length, 'ulong');
    if (!own || own.kind === 'open') return this.types.isClass(at?.text ?? '') ? LOST : OPEN;
    return place.kind === 'variable' && IS_BY_CHANCE.test(place.variable.type.name) ? OPEN : LOST;
  }

  /** `check(cudaMalloc(..))`: calls of the run-time are done before another function may do anything. */
  #passed(node: TreeNode, args: readonly TreeNode[], scope: Scope): void {
    const isDone = (arg: TreeNode): boolean =>
      arg.type === 'call_expression' &&
      (this.launches.has(arg.id) ||
        runtimeCall(nameOfCall(arg.childForFieldName('function'))) !== undefined);
    if (!args.some(isDone)) this.forget(node, scope);
    else {
      const left = this.isByChance(node) ? OPEN : LOST;
      for (const arg of args)
        if (isDone(arg)) this.valueOf(arg, scope);
        else this.forget(arg, scope, new Set(), left);
    }
    this.loseEscaped(CHANGED, node);
  }

  /** Two namespaces may have one name for two variables. */
  #loseAlike(declaration: TreeNode): void {
    for (const each of declaration.childrenForFieldName('declarator')) {
      const name = each.descendantsOfType('identifier')[0]?.text ?? '';
      const around = this.#spaces.get(name) ?? declaration.parent?.id;
      if (around !== declaration.parent?.id) {
        this.globals.declare(name, { type: { name: '', stars: 0 }, value: LOST });
        this.symbols.delete(name);
      } else this.#spaces.set(name, around);
    }
  }

  #launched(launches: readonly Launch[], scope: Scope): Value {
    const [launch, another] = launches;
    if (!launch) return LOST;
    const values = launch.args.map((arg, i) => {
      const value = this.valueOf(arg, scope);
      return this.#kernels.takesPointer(launch.kernel, i)
        ? this.asPointer(arg, value, scope)
        : value;
    });
    const { grid, block, bytes } = launch;
    const put = (size: TreeNode, value: Value): void => {
      this.#sizes.set(size.id, [...(this.#sizes.get(size.id) ?? []), value]);
    };
    for (const size of [grid, block]) if (size) put(size, this.initial(size, DIM3, scope));
    if (bytes) put(bytes, this.valueOf(bytes, scope));
    const queue = this.queueOf(launch.stream, scope);
    const symbols = [...this.symbols.values()].map(({ memory }) => memory);
    for (const cells of [...symbols, ...values.flatMap((value) => [...reached(value)])])
      this.found(cells, queue);
    this.#symbolsOf(launch.node.id).followed.push(this.#symbolsNow());
    const seen = values.map(seenNow);
    const before = this.#seen.get(launch.node.id) ?? [];
    if (another || launch.packed) {
      this.unsure.add(launch.node.id);
      this.#isOther.add(launch.node.id);
    }
    if (another) this.sequence.mayLaunch(launches);
    else this.sequence.launched(launch, before.length, values, scope.all(), symbols);
    this.#seen.set(launch.node.id, [...before, seen]);
    for (const [i, value] of values.entries()) {
      const [own, ...others] = reached(value);
      const isKept = this.#kernels.isReadOnly(launch.kernel, i) && value.kind === 'pointer';
      if (own && isKept) this.usedBy(launch.node, own, false, queue);
      for (const cells of [...(own && !isKept ? [own] : []), ...others])
        this.setBy(launch, cells, OPEN, queue);
    }
    for (const each of launches) this.setSymbols(each);
    this.sequence.leaves([...symbols, ...values.flatMap((value) => [...reached(value)])]);
    // Objects that are not followed may hold addresses.
    if (values.some(({ kind }) => kind === 'lost')) this.loseEscaped(OPEN, launch.node);
    return whole(0);
  }
}
