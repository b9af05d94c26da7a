import type { TreeNode } from '../tree-node.ts';
import { named as children } from '../parsed.ts';
import { binary } from '../algebra.ts';
import { num, show } from '../expr.ts';
import type { Frame } from './host-names.ts';
import type { Host } from './host.ts';
import { isLarge } from './choice.ts';
import { bytesOfName, declarationOf, parametersOf, valuesOf } from './host-text.ts';
import { arrayIn } from './passed-arrays.ts';
import type { Launch } from './launch.ts';
import { type Call, frameIn, HostArrays, placeOf } from './host-arrays.ts';
import {
  type Change,
  computed,
  type End,
  type Followed,
  type FollowedLaunch,
  MOST_CALLS,
  MOST_LAUNCHES,
  MOST_ROUNDS,
  numberOf,
  targetsIn,
  TooMany,
} from './followed.ts';
import { HostFunctions } from './host-functions.ts';
import { contentsFrom } from './host-contents.ts';
import { functionDeclaratorOf } from './declarators.ts';
import { runtimeCall } from './runtime-calls.ts';

/** Follows the host from launch to launch: loops with known bounds, calls of its own functions, pointers that change
 * places, and what it does to arrays in between. What is not followed is forgotten, never guessed. */

export function followHost(root: TreeNode, host: Host, launches: readonly Launch[]): Followed[] {
  return new Follower(root, host, launches).all();
}

class Follower {
  readonly #host: Host;
  readonly #launches: readonly Launch[];
  readonly #steps: Followed[] = [];
  readonly #arrays: HostArrays;
  readonly #functions: HostFunctions;
  /** Bytes of arrays, as they are allocated. */
  readonly #sizes = new Map<string, string>();
  /** The expressions of those bytes. */
  readonly #allocated = new Map<string, { readonly node: TreeNode; readonly frame: Frame }>();
  /** Arrays of the host that hold what comes from the device. */
  readonly #received = new Set<string>();
  #depth = 0;
  /** A loop may have ended before. */
  #isOpen = false;

  constructor(root: TreeNode, host: Host, launches: readonly Launch[]) {
    this.#host = host;
    this.#launches = launches;
    this.#arrays = new HostArrays(root);
    this.#functions = new HostFunctions(root, launches);
  }

  all(): Followed[] {
    try {
      for (const definition of this.#functions.first())
        this.#enter(definition, new Map(), new Map());
      // Those of lambdas, methods and what comes after a return.
      for (const launch of this.#launches)
        if (!this.#steps.some((step) => step.kind === 'launch' && step.launch === launch))
          this.#alone(launch);
    } catch (error) {
      if (!(error instanceof TooMany)) throw error;
    }
    return this.#steps;
  }

  #enter(definition: TreeNode, given: Frame['given'], arrays: Map<string, string>): void {
    const body = definition.childForFieldName('body');
    const own = {
      function: definition,
      given: new Map(given),
      numbers: new Map(),
      arrays,
      moves: new Map(),
    };
    if (body) this.#walk(body, own);
  }

  #walk(node: TreeNode, call: Call): End {
    switch (node.type) {
      case 'compound_statement':
      case 'else_clause':
      case 'labeled_statement':
        for (const child of children(node)) {
          const end = this.#walk(child, call);
          if (end !== 'next') return end;
        }
        return 'next';
      case 'declaration':
        for (const declarator of node.childrenForFieldName('declarator')) {
          if (!declarator) continue;
          const value = declarator.childForFieldName('value');
          const name = declarator.descendantsOfType('identifier')[0]?.text ?? '';
          if (value) this.#visit(value, call);
          this.#assign(name, value ?? undefined, call);
        }
        return 'next';
      case 'expression_statement':
        for (const child of children(node)) this.#visit(child, call);
        return 'next';
      case 'for_statement':
      case 'while_statement':
      case 'do_statement':
        return this.#functions.isFollowed(node) ? this.#loop(node, call) : this.#pass(node, call);
      case 'if_statement':
        return this.#if(node, call);
      case 'return_statement':
        for (const child of children(node)) this.#visit(child, call);
        return 'return';
      case 'break_statement':
        return 'break';
      case 'continue_statement':
        return 'continue';
      default:
        return this.#pass(node, call);
    }
  }

  /** The statement that is not followed. */
  #pass(node: TreeNode, call: Call): End {
    if (this.#functions.isFollowed(node)) {
      this.#forget(node);
      for (const launch of this.#launches)
        if (launch.node.startIndex >= node.startIndex && launch.node.endIndex <= node.endIndex)
          this.#alone(launch);
      this.#forget(node);
    }
    for (const target of targetsIn(node))
      if (target.type === 'identifier') {
        this.#set(target.text, undefined, call);
        this.#arrays.lose(target.text, call);
      } else this.#write(target, call);
    const others = node.descendantsOfType('call_expression');
    for (const other of others) if (other) this.#other(other, call);
    return 'next';
  }

  #if(node: TreeNode, call: Call): End {
    const asked = this.#number(node.childForFieldName('condition'), call);
    if (asked === undefined) {
      this.#pass(node, call);
      // The loop's bound is open then.
      const [leaves] = node.descendantsOfType(['break_statement', 'continue_statement']);
      if (leaves) this.#forget(node);
      this.#isOpen ||= leaves !== undefined;
      return 'next';
    }
    const taken = node.childForFieldName(asked === 0 ? 'alternative' : 'consequence');
    return taken ? this.#walk(taken, call) : 'next';
  }

  #loop(node: TreeNode, call: Call): End {
    const [initial, condition, update, body] = ['initializer', 'condition', 'update', 'body'].map(
      (field) => node.childForFieldName(field),
    );
    if (initial)
      if (initial.type === 'declaration') this.#walk(initial, call);
      else this.#visit(initial, call);
    for (let round = 0; ; round += 1) {
      const isFirst = node.type === 'do_statement' && round === 0;
      const goesOn = isFirst ? 1 : this.#number(condition, call);
      if (goesOn === 0) return 'next';
      if (goesOn === undefined || round > MOST_ROUNDS || !body) return this.#pass(node, call);
      const end = this.#walk(body, call);
      if (end === 'return') return end;
      if (end === 'break') return 'next';
      if (update) this.#visit(update, call);
    }
  }

  #frame(call: Call, at: TreeNode): Frame {
    return frameIn(call, at, this.#allocated);
  }

  #number(node: TreeNode | null | undefined, call: Call): number | undefined {
    const [only, another] = node?.type === 'condition_clause' ? children(node) : [node];
    if (!only || another) return undefined;
    return numberOf(this.#host.value(only, this.#frame(call, only)));
  }

  /** An expression's assignments and calls. */
  #visit(node: TreeNode, call: Call): void {
    const operator = node.childForFieldName('operator')?.text;
    switch (node.type) {
      case 'assignment_expression': {
        const [left, right] = [node.childForFieldName('left'), node.childForFieldName('right')];
        if (right) this.#visit(right, call);
        if (left?.type !== 'identifier') this.#write(left ?? node, call);
        else if (operator === '=') this.#assign(left.text, right ?? undefined, call);
        else this.#step(left, operator ?? '', this.#number(right, call), call);
        return;
      }
      case 'update_expression': {
        const target = node.childForFieldName('argument');
        if (target?.type !== 'identifier') this.#write(target ?? node, call);
        else this.#step(target, operator === '++' ? '+=' : '-=', 1, call);
        return;
      }
      case 'call_expression':
        for (const arg of children(node.childForFieldName('arguments'))) this.#visit(arg, call);
        this.#call(node, call);
        return;
      case 'lambda_expression':
        this.#pass(node, call);
        return;
      default:
        for (const child of children(node)) this.#visit(child, call);
    }
  }

  /** `a op= b` of a number or a pointer. */
  #step(target: TreeNode, operator: string, by: number | undefined, call: Call): void {
    const name = target.text;
    const number = call.numbers.get(name) ?? this.#numberOf(call.given.get(name));
    if (number === undefined && this.#arrays.move(name, computed(0, operator, by), call)) return;
    // A fraction may be left.
    const isOpen =
      operator === '/=' && this.#host.kindOf(target, this.#frame(call, target)) !== 'whole';
    this.#set(name, isOpen ? undefined : computed(number, operator, by), call);
  }

  #numberOf(given: ReturnType<Call['given']['get']>): number | undefined {
    return numberOf(given && this.#host.value(given.node, given.frame));
  }

  #set(name: string, value: number | undefined, { numbers, given }: Call): void {
    given.delete(name);
    if (value === undefined) numbers.delete(name);
    else numbers.set(name, value);
  }

  #assign(name: string, value: TreeNode | undefined, call: Call): void {
    this.#arrays.assign(name, value && placeOf(this.#host, value, this.#frame(call, value)), call);
    const number = this.#number(value, call);
    // One that is too large to be run is chosen otherwise, if nothing else is put there.
    const isOnly = call.function === undefined || valuesOf(call.function, name).length === 1;
    this.#set(name, number !== undefined && isOnly && isLarge(number) ? undefined : number, call);
  }

  /** The host writes to an array itself. */
  #write(target: TreeNode, call: Call): void {
    const owner = target.childForFieldName('argument') ?? target;
    const name = arrayIn(owner)?.text;
    const array = this.#arrays.of(name ?? '', call).get(name ?? '');
    if (array !== undefined) this.#forget(target, array || undefined);
  }

  #forget(node: TreeNode, array?: string): void {
    // Contents before the first launch are read elsewhere.
    this.#change({ kind: 'forget', ...(array !== undefined && { array }) }, node);
  }

  #push(step: FollowedLaunch): void {
    this.#steps.push(step);
    if (this.#steps.filter(({ kind }) => kind === 'launch').length <= MOST_LAUNCHES) return;
    this.#steps.splice(-1, 1, { kind: 'cut', node: step.launch.node });
    throw new TooMany();
  }

  /** A launch of which nobody knows what came before. */
  #alone(launch: Launch): void {
    this.#forget(launch.node);
    const [frame, arrays] = [this.#host.frameAt(launch.node), launch.args.map(() => undefined)];
    this.#push({ kind: 'launch', launch, frame, arrays, isSure: false });
  }

  #call(node: TreeNode, call: Call): void {
    const launches = this.#launches.filter((each) => each.node.id === node.id);
    const [launch, another] = launches;
    if (launch !== undefined && another === undefined) {
      const arrays = launch.args.map((arg) => this.#arrays.passed(arg, call));
      const isSure = !this.#isOpen;
      this.#push({ kind: 'launch', launch, frame: this.#frame(call, node), arrays, isSure });
      return;
    }
    if (another !== undefined) {
      for (const each of launches) this.#alone(each);
      this.#forget(node);
      return;
    }
    const callee = node.childForFieldName('function')?.text.replace(/<.*/s, '') ?? '';
    const [first, second, third] = children(node.childForFieldName('arguments'));
    const kind = runtimeCall(callee)?.kind;
    if (kind === 'allocate') {
      const name = first && arrayIn(first)?.text;
      if (name === undefined) return;
      const array = this.#arrays.allocate(name, call);
      this.#sizes.set(array, this.#bytes(second, call));
      if (second) this.#allocated.set(array, { node: second, frame: this.#frame(call, node) });
    } else if (kind === 'set') {
      const array = this.#arrays.passed(first, call);
      const isCleared = this.#number(second, call) === 0;
      if (array !== undefined && isCleared && this.#isWhole(array, third, call))
        this.#change({ kind: 'fill', array, contents: '0' }, node);
      else this.#forget(node, array);
    } else if (kind === 'copy') this.#copy(node, call);
    else if (kind === 'to symbol')
      this.#forget(node, `device ${first?.text.replace(/^\w+\((.*)\)$/, '$1')}`);
    else if (/^(?:std::)?swap$/.test(callee) && first && second) {
      if (!this.#arrays.swap(first, second, call)) this.#forget(node);
    } else if (!this.#inside(node, callee, call)) this.#other(node, call);
  }

  #bytes(node: TreeNode | undefined, call: Call): string {
    const value = node && this.#host.value(node, this.#frame(call, node));
    return value ? show(value) : (node?.text.replace(/\s+/g, '') ?? '');
  }

  #isWhole(array: string, bytes: TreeNode | undefined, call: Call): boolean {
    return this.#sizes.get(array) === this.#bytes(bytes, call);
  }

  #change(change: Change, node: TreeNode): void {
    if (this.#steps.some(({ kind }) => kind === 'launch')) this.#steps.push({ ...change, node });
  }

  #copy(node: TreeNode, call: Call): void {
    const [first, second, third, kind] = children(node.childForFieldName('arguments'));
    if (kind?.text.endsWith('DeviceToHost') === true) {
      const to = first && arrayIn(first)?.text;
      if (to !== undefined) this.#received.add(to);
      return;
    }
    const array = this.#arrays.passed(first, call);
    if (array === undefined || second === undefined) return this.#forget(node);
    const isWhole = this.#isWhole(array, third, call);
    const from = second.text;
    if (kind?.text.endsWith('DeviceToDevice') === true) {
      const source = this.#arrays.passed(second, call);
      if (isWhole && source !== undefined && this.#isWhole(source, third, call))
        this.#change({ kind: 'copy', to: array, from: source }, node);
      else this.#forget(node, array);
      return;
    }
    const isOwn = kind?.text.endsWith('HostToDevice') === true && !this.#received.has(from);
    const contents =
      isOwn && isWhole
        ? contentsFrom(this.#host, from, this.#frame(call, node), { until: node })
        : undefined;
    const { type = '' } = declarationOf(from, call.function, this.#host.root) ?? {};
    const filled = contents?.rounds && binary('*', contents.rounds, num(bytesOfName(type) ?? 0));
    if (contents === undefined || !filled || show(filled) !== this.#bytes(third, call))
      this.#forget(node, array);
    else this.#change({ kind: 'fill', array, contents: contents.text }, node);
  }

  /** Follows a function of the text. */
  #inside(node: TreeNode, callee: string, call: Call): boolean {
    const definition = this.#functions.get(callee);
    if (definition === undefined || !this.#functions.isFollowed(definition)) return false;
    const parameters = functionDeclaratorOf(definition.childForFieldName('declarator'));
    const isByReference = /\*\s*&/.test(parameters?.childForFieldName('parameters')?.text ?? '');
    const args = children(node.childForFieldName('arguments'));
    if (this.#depth >= MOST_CALLS || isByReference) {
      this.#pass(definition, call);
      for (const arg of args) this.#arrays.lose(arg.text, call);
      return true;
    }
    const frame = this.#frame(call, node);
    const arrays = new Map(
      parametersOf(definition).map(
        (name, place) => [name, this.#arrays.passed(args[place], call) ?? ''] as const,
      ),
    );
    this.#depth += 1;
    try {
      const ofTemplate = children(
        node.childForFieldName('function')?.childForFieldName('arguments') ?? null,
      );
      const { given } = this.#host.called(definition, args, frame, ofTemplate);
      this.#enter(definition, given, arrays);
    } finally {
      this.#depth -= 1;
    }
    return true;
  }

  /** Another function may do anything to the arrays that it is given. */
  #other(node: TreeNode, call: Call): void {
    const callee = node.childForFieldName('function')?.text.replace(/<.*/s, '') ?? '';
    if (this.#launches.some((each) => each.node.id === node.id)) return;
    const known = runtimeCall(callee);
    for (const [place, arg] of children(node.childForFieldName('arguments')).entries()) {
      const use = known?.use(place) ?? 'anything';
      if (use === 'leaves' || use === 'reads' || use === 'frees') continue;
      const name = arrayIn(arg)?.text;
      if (name === undefined) continue;
      const array = this.#arrays.of(name, call).get(name);
      if (array !== undefined) this.#forget(node, array || undefined);
      if (arg.text.includes('&')) this.#arrays.lose(name, call);
    }
  }
}
