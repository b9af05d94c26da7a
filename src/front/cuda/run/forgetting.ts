import type { TreeNode } from '../../tree-node.ts';
import { HostClasses } from '../host-classes.ts';
import { contains } from '../host-text.ts';
import type { Launch } from '../launch.ts';
import { runtimeCall } from '../runtime-calls.ts';
import {
  type Cells,
  CHANGED,
  GIVEN,
  LOST,
  OPEN,
  type Place,
  type Queue,
  Scope,
  type Value,
} from './cells.ts';
import { isArray, read, reached } from './reading.ts';
import { HostFunctions, nameOfCall } from './functions.ts';
import { HostLibrary } from './library.ts';
import { castName, scalarNamed } from './numbers.ts';
import { HostTypes } from './types.ts';
import { UntoldUses } from './untold-uses.ts';
import { useOf } from './uses.ts';
import { DeviceChanges } from './device-changes.ts';

/** Numbers by chance, from files and of the clock are in the text of none of these. */
export const IS_TOLD =
  /^(?:std::(?!.*(?:rand|shuffle|generate|getline|sample))|str(?:n?cpy|n?cat)$|(?:sort|reverse|rotate|copy|copy_n|transform|replace|min|max|abs|f?abs[fl]?|sqrtf?|sinf?|cosf?|tanf?|expf?|logf?|log2f?|powf?|floorf?|ceilf?|fmodf?|roundf?|move|swap|size|begin|end)$)/;

/** A function's name that is not called here. */
const isValue = ({ parent, field }: TreeNode): boolean =>
  field !== 'function' && field !== 'declarator' && parent?.type !== 'template_function';

type FunctionValue = Pick<Extract<Value, { kind: 'function' }>, 'node' | 'scope'>;

/** The host's functions, and what may be changed by a part of the text that nobody knows to be done. */
export abstract class HostForgetting extends HostLibrary {
  readonly launches = new Map<number, readonly Launch[]>();
  readonly functions: HostFunctions;
  readonly classes: HostClasses;
  /** Functions of which the text takes the address. */
  protected readonly taken: readonly TreeNode[];
  protected globals = new Scope();
  /** Where the host begins. */
  protected entries: readonly TreeNode[] = [];
  readonly unsure = new Set<number>();
  readonly #chances = new Map<number, boolean>();
  readonly #changes: DeviceChanges;
  readonly #mayLaunch = new Set<number>();

  constructor(root: TreeNode, launches: readonly Launch[]) {
    super(root, new HostTypes(root));
    for (const launch of launches) {
      const { id } = launch.node;
      this.launches.set(id, [...(this.launches.get(id) ?? []), launch]);
    }
    this.classes = new HostClasses(root);
    this.#changes = new DeviceChanges(root);
    this.functions = new HostFunctions(root, this.classes);
    this.taken = [...this.functions.entries()].flatMap(([name, all]) =>
      root.descendantsOfType('identifier').some((each) => each.text === name && isValue(each))
        ? all
        : [],
    );
  }

  protected functionNamed(name: string): Value | undefined {
    const [node, another] = this.functions.named(name);
    return node && !another ? { kind: 'function', node, scope: this.globals } : undefined;
  }

  protected loseGlobals(): void {
    for (const place of this.globals.places()) this.loseGlobal(place);
  }

  protected loseGlobal(place: Place): void {
    this.lose(read(place), CHANGED);
    if (!isArray(place)) this.keep(place, CHANGED);
  }

  /** A kernel may set the device's own variables, and what they lead to. */
  protected setSymbols(launch: Launch): void {
    const { kernel } = launch;
    for (const { name, memory, isConstant } of this.symbols.values()) {
      const [, ...others] = reached({ kind: 'pointer', to: memory, at: 0, rows: [] });
      const isReadOnly = /\bconst\b[^*]*\*/.test(memory.madeBy.text);
      if (others.length > 0 && !isReadOnly && this.#changes.mayFollow(kernel, name))
        for (const cells of others) this.setBy(launch, cells, CHANGED);
      if (!isConstant && this.#changes.mayChange(kernel, name)) memory.fill(GIVEN);
    }
  }

  protected setBy({ node }: Launch, cells: Cells, value = OPEN, queue?: Queue): void {
    cells.fillByLaunch(value, this.types.lengthOf(cells));
    this.usedBy(node, cells, true, queue);
  }

  /** The host may not have waited for the launch when it goes on. */
  protected usedBy(node: TreeNode, cells: Cells, sets: boolean, queue?: Queue): void {
    if (cells.place !== 'both' || (!sets && this.running.get(cells)?.sets)) return;
    this.running.set(cells, { node, sets, queue });
  }

  protected loseEscaped(left: Value, by: TreeNode): void {
    for (const value of this.escaped) {
      this.lose(value, left, by);
      if (value.kind === 'address') this.keep(value.of, left);
      if (value.kind === 'function') this.#forgetFunction(value);
    }
  }

  /** Constructors, destructors and operators run unseen: no statement tells what has a name for all and is set there. */
  protected loseUnseen(node: TreeNode, entered = new Set<number>()): void {
    if (entered.has(node.id)) return;
    entered.add(node.id);
    for (const each of node.descendantsOfType('identifier')) {
      const place = this.globals.find(each.text);
      const use = place && useOf(each, this.functions);
      const isSet =
        use === 'assigns' ||
        use === 'sets' ||
        (use !== 'reads' && place && reached(read(place)).size > 0);
      if (isSet) this.globals.declare(each.text, { type: { name: '', stars: 0 }, value: CHANGED });
      for (const own of place ? [] : this.functions.named(each.text)) this.loseUnseen(own, entered);
    }
  }

  /** A part may use memory of both sides while launches go on, or wait for them. */
  #uses(node: TreeNode, scope: Scope): void {
    const launchesIn = [...this.launches.values()].flat();
    if (this.running.size === 0 && !launchesIn.some((each) => contains(node, each.node))) return;
    for (const use of new UntoldUses(this).of(node, scope))
      if (use.is === 'wait') this.running.clear();
      else
        for (const cells of use.arrays)
          if (use.is === 'launch') this.usedBy(use.launch.node, cells, true);
          else this.touches(cells, use.is);
  }

  /** A launch that may be done finds the symbols so. */
  protected abstract mayFind(launch: number): void;

  /** Nobody knows whether, or how often, a part of the text was done. */
  forget(node: TreeNode, scope: Scope, entered = new Set<number>(), unknown = LOST): void {
    if (entered.has(node.id)) return;
    const isAll = entered.size === 0;
    if (isAll) this.#uses(node, scope);
    this.#forgetPart(node, scope, entered, unknown);
    if (!isAll) return;
    // All that goes on around them is forgotten.
    for (const id of this.#mayLaunch) this.mayFind(id);
    this.#mayLaunch.clear();
  }

  #forgetPart(node: TreeNode, scope: Scope, entered: Set<number>, unknown: Value): void {
    entered.add(node.id);
    for (const [id, all] of this.launches)
      if (all.some((launch) => contains(node, launch.node))) {
        this.unsure.add(id);
        this.#mayLaunch.add(id);
        this.sequence.mayLaunch(all);
        for (const launch of all) this.setSymbols(launch);
      }
    this.#forgetCalled(node, entered);
    const left = this.isByChance(node) ? OPEN : unknown;
    this.#forgetItself(node, scope);
    this.#forgetSymbols(node);
    for (const each of node.descendantsOfType(['identifier', 'type_identifier'])) {
      const place = scope.find(each.text);
      const named = this.functions.named(each.text);
      for (const own of place ? [] : named) this.forgetBody(own, entered);
      if (!place) continue;
      const value = read(place);
      if (value.kind === 'function') {
        this.#forgetFunction(value, entered);
        if (useOf(each, this.functions) === 'reads') continue;
        // It may lead to another now.
        this.escaped.add(value);
        this.keep(place, left);
        continue;
      }
      const member = this.#memberSet(each, place);
      if (member) {
        // The text tells the member by its object's name alone.
        this.keep(member, value.kind === 'address' && left.kind === 'lost' ? CHANGED : left);
        continue;
      }
      const leads = reached(value).size;
      this.step(leads);
      // Pointers among the elements may be taken from there.
      const use = useOf(each, this.functions);
      if (use === 'reads' && leads <= 1) continue;
      if (use !== 'reads') this.#forgetWithin(place);
      // Statements that set it are seen in the text too.
      const unseen = left.kind === 'lost' ? CHANGED : GIVEN;
      const its = use === 'assigns' || use === 'stores' ? left : unseen;
      this.lose(value, its, node);
      if (use !== 'assigns' && use !== 'stores') this.escaped.add(value);
      if (value.kind === 'address') this.keep(value.of, unseen);
      if (value.kind === 'vector') {
        if (use !== 'points') value.cells.bytes = undefined;
      }
      // Who takes what is not set yet may set it.
      else if (use === 'sets' || use === 'assigns' || value.kind === 'unset') this.keep(place, its);
    }
  }

  /** A copy names the symbol, or once its text. */
  #forgetSymbols(node: TreeNode): void {
    for (const each of node.descendantsOfType(['identifier', 'string_content'])) {
      const own = this.symbols.get(each.text);
      if (own && useOf(each, this.functions) !== 'reads') this.maySet(own.memory, CHANGED, node);
    }
  }

  /** The member that `p->n = 1` or `s.n++` sets, and nothing else. */
  #memberSet(node: TreeNode, place: Place): Place | undefined {
    if (!/^(?:assigns|stores)$/.test(useOf(node, this.functions))) return undefined;
    const own = read(place);
    const path: string[] = [];
    let at = node;
    for (let { parent } = at; parent?.type === 'field_expression'; { parent } = at) {
      const isFirst = at === node && own.kind === 'address';
      if (parent.childForFieldName('operator')?.text !== (isFirst ? '->' : '.')) return undefined;
      path.push(parent.childForFieldName('field')?.text ?? '');
      at = parent;
    }
    if (!/^(?:assignment|update)_expression$/.test(at.parent?.type ?? '') || path.length === 0)
      return undefined;
    const base = own.kind === 'address' ? own.of : place;
    const member = { ...base, path: [...base.path, ...path] };
    const owner = read({ ...member, path: member.path.slice(0, -1) });
    const isKnown = owner.kind === 'struct' && owner.members.has(path.at(-1) ?? '');
    const value = isKnown ? read(member) : undefined;
    return value && value.kind !== 'struct' ? member : undefined;
  }

  /** Elements of arrays within a struct may be set by its name. */
  #forgetWithin(place: Place): void {
    const own = read(place);
    if (this.types.elementOfInner(own)) this.loseWithin(place, CHANGED);
    else if (own.kind === 'struct')
      for (const name of own.members.keys())
        this.#forgetWithin({ ...place, path: [...place.path, name] });
  }

  /** Inside of a method its object may be set, also by its other methods. */
  #forgetItself(node: TreeNode, scope: Scope): void {
    const own = scope.find('this');
    const value = own && read(own);
    if (value?.kind !== 'address') return;
    const isSet =
      node.descendantsOfType('this').some((each) => useOf(each, this.functions) !== 'reads') ||
      node
        .descendantsOfType('call_expression')
        .some((call) => this.functions.isOfObject(call.childForFieldName('function')));
    if (!isSet) return;
    this.lose(value, CHANGED, node);
    this.keep(value.of, CHANGED);
    this.escaped.add(value);
  }

  #forgetFunction({ node, scope }: FunctionValue, entered = new Set<number>()): void {
    this.forget(node.childForFieldName('body') ?? node, scope, entered, CHANGED);
  }

  /** The same for functions of the text that a part calls. */
  #forgetCalled(node: TreeNode, entered: Set<number>): void {
    for (const call of node.descendantsOfType('call_expression')) {
      const name = nameOfCall(call.childForFieldName('function'));
      const own = this.functions.named(name);
      // A pointer may lead to each function of the text, also in what is not in it.
      const isUnknown = own.length === 0 && runtimeCall(name) === undefined;
      for (const each of isUnknown ? this.taken : own) this.forgetBody(each, entered);
    }
  }

  protected forgetBody(definition: TreeNode, entered: Set<number>): void {
    this.#forgetFunction({ node: definition, scope: this.globals }, entered);
  }

  /** Something in it is told by no text. */
  protected isByChance(node: TreeNode): boolean {
    const known = this.#chances.get(node.id);
    if (known !== undefined) return known;
    // A call of itself adds nothing.
    this.#chances.set(node.id, false);
    const isSo = node.descendantsOfType('call_expression').some((call) => {
      const callee = call.childForFieldName('function');
      const name = nameOfCall(callee);
      if (this.launches.has(call.id)) return true;
      const own = this.functions.named(name);
      if (own.length > 0) return own.some((each) => this.isByChance(each));
      if (callee?.type === 'field_expression' || castName(callee) !== undefined) return false;
      return (
        runtimeCall(name) === undefined && !IS_TOLD.test(name) && scalarNamed(name) === undefined
      );
    });
    this.#chances.set(node.id, isSo);
    return isSo;
  }
}
