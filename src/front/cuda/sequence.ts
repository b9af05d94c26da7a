import type { TreeNode } from '../tree-node.ts';
import { named as children } from '../parsed.ts';
import { binary } from '../algebra.ts';
import { num, show } from '../expr.ts';
import type { Host } from './host.ts';
import { bytesOfName, declarationOf, parametersOf, valuesOf } from './host-text.ts';
import { arrayIn } from './passed-arrays.ts';
import type { Launch } from './launch.ts';
import { placeIn } from './called-names.ts';
import { type Call, carry, drop, nameOf, newCall } from './host-arrays.ts';
import type { MadeObject } from './host-classes.ts';
import { type Change, type Followed, MOST_CALLS, TooMany } from './followed.ts';
import { lambdaNamed } from './host-functions.ts';
import { HostWalk } from './host-walk.ts';
import { contentsFrom } from './host-contents.ts';
import { functionDeclaratorOf, parametersIn } from './declarators.ts';
import { runtimeCall } from './runtime-calls.ts';

/** Follows the host from launch to launch: loops with known bounds, calls of its own functions, pointers that change
 * places, and what it does to arrays in between. What is not followed is forgotten, never guessed. */

export function followHost(root: TreeNode, host: Host, launches: readonly Launch[]): Followed[] {
  return new Follower(root, host, launches).all();
}

class Follower extends HostWalk {
  /** Bytes of arrays, as they are allocated. */
  readonly #sizes = new Map<string, string>();
  /** Arrays of the host that hold what comes from the device. */
  readonly #received = new Set<string>();
  #depth = 0;
  /** Functions and methods that the host came to. */
  readonly #entered = new Set<number>();
  /** Those that it is in. */
  readonly #active = new Set<number>();

  all(): Followed[] {
    try {
      for (const definition of this.functions.first()) this.#enter(definition, newCall(definition));
      for (const { type, node } of this.functions.methods())
        if (!this.#entered.has(node.id)) this.#enter(node, { ...newCall(node), self: type });
      // Those of lambdas, and what comes after a return.
      for (const launch of this.launches)
        if (!this.steps.some((step) => step.kind === 'launch' && step.launch === launch))
          this.alone(launch);
    } catch (error) {
      if (!(error instanceof TooMany)) throw error;
    }
    return this.steps;
  }

  #enter(definition: TreeNode, own: Call): void {
    this.#entered.add(definition.id);
    this.#active.add(definition.id);
    const body = definition.childForFieldName('body');
    if (body) this.walk(body, own);
    this.#active.delete(definition.id);
  }

  protected call(node: TreeNode, call: Call): void {
    const launches = this.launches.filter((each) => each.node.id === node.id);
    const [launch, another] = launches;
    if (launch !== undefined && another === undefined) {
      const arrays = launch.args.map((arg) => this.arrays.passed(arg, call));
      const isSure = !this.isOpen;
      this.push({ kind: 'launch', launch, frame: this.frame(call, node), arrays, isSure });
      return;
    }
    if (another !== undefined) {
      for (const each of launches) this.alone(each);
      this.forget(node);
      return;
    }
    const callee = node.childForFieldName('function')?.text.replace(/<.*/s, '') ?? '';
    const [first, second, third] = children(node.childForFieldName('arguments'));
    const kind = runtimeCall(callee)?.kind;
    if (kind === 'allocate') {
      const place = first && arrayIn(first);
      if (!place) return;
      const array = this.arrays.allocate(nameOf(place), call);
      this.#sizes.set(array, this.#bytes(second, call));
      if (second) this.allocated.set(array, { node: second, frame: this.frame(call, node) });
    } else if (kind === 'set') {
      const array = this.arrays.passed(first, call);
      if (array === undefined) this.forget(node);
      else if (this.number(second, call) === 0 && this.#isWhole(array, third, call))
        this.#change({ kind: 'fill', array, contents: '0' }, node);
      else this.forget(node, array);
    } else if (kind === 'copy') this.#copy(node, call);
    else if (kind === 'to symbol')
      this.forget(node, `device ${first?.text.replace(/^\w+\((.*)\)$/, '$1')}`);
    else if (/^(?:std::)?swap$/.test(callee) && first && second) {
      if (!this.arrays.swap(first, second, call)) this.forget(node);
    } else if (!this.#object(node, call) && !this.#inside(node, callee, call))
      this.other(node, call);
  }

  #bytes(node: TreeNode | undefined, call: Call): string {
    const value = node && this.host.value(node, this.frame(call, node));
    return value ? show(value) : (node?.text.replace(/\s+/g, '') ?? '');
  }

  #isWhole(array: string, bytes: TreeNode | undefined, call: Call): boolean {
    return this.#sizes.get(array) === this.#bytes(bytes, call);
  }

  #change(change: Change, node: TreeNode): void {
    const isLater = this.steps.some(({ kind }) => kind === 'launch');
    if (isLater) this.steps.push({ ...change, node });
  }

  #copy(node: TreeNode, call: Call): void {
    const [first, second, third, kind] = children(node.childForFieldName('arguments'));
    if (kind?.text.endsWith('DeviceToHost') === true) {
      const to = first && arrayIn(first)?.text;
      if (to !== undefined) this.#received.add(to);
      return;
    }
    const array = this.arrays.passed(first, call);
    if (array === undefined || second === undefined) return this.forget(node);
    const isWhole = this.#isWhole(array, third, call);
    const from = second.text;
    if (kind?.text.endsWith('DeviceToDevice') === true) {
      const source = this.arrays.passed(second, call);
      if (isWhole && source !== undefined && this.#isWhole(source, third, call))
        this.#change({ kind: 'copy', to: array, from: source }, node);
      else this.forget(node, array);
      return;
    }
    const isOwn = kind?.text.endsWith('HostToDevice') === true && !this.#received.has(from);
    const contents =
      isOwn && isWhole
        ? contentsFrom(this.host, from, this.frame(call, node), { until: node })
        : undefined;
    const { type = '' } = declarationOf(from, call.function, this.host.root) ?? {};
    const filled = contents?.rounds && binary('*', contents.rounds, num(bytesOfName(type) ?? 0));
    if (contents === undefined || !filled || show(filled) !== this.#bytes(third, call))
      this.forget(node, array);
    else this.#change({ kind: 'fill', array, contents: contents.text }, node);
  }

  /** Follows a function of the text. */
  #inside(node: TreeNode, callee: string, call: Call): boolean {
    const definition = this.functions.get(callee);
    const list = functionDeclaratorOf(definition?.childForFieldName('declarator') ?? null);
    const taken = list?.childForFieldName('parameters')?.text ?? '';
    // Others may change what they are given.
    const isFollowed = definition !== undefined && this.functions.isFollowed(definition);
    if (!definition || !(isFollowed || (/[&*]/.test(taken) && !this.#active.has(definition.id))))
      return false;
    const args = children(node.childForFieldName('arguments'));
    if (this.#depth >= MOST_CALLS) {
      this.pass(definition, call);
      for (const arg of args) this.arrays.lose(arg.text, call);
      return true;
    }
    const inside = this.#called(definition, args, node, call);
    this.#deeper(() => this.#enter(definition, inside));
    this.#passedBack(definition, args, inside, call);
    return true;
  }

  #deeper(work: () => void): void {
    this.#depth += 1;
    try {
      work();
    } finally {
      this.#depth -= 1;
    }
  }

  /** A function with a call's arguments, members of objects among them. */
  #called(definition: TreeNode, args: readonly TreeNode[], node: TreeNode, call: Call): Call {
    const callee = node.childForFieldName('function');
    const ofTemplate = children(callee?.childForFieldName('arguments') ?? null);
    const { given } = this.host.called(definition, args, this.frame(call, node), ofTemplate);
    const inside = newCall(definition, new Map(given));
    for (const [place, name] of parametersOf(definition).entries()) {
      const arg = args[place];
      inside.arrays.set(name, this.arrays.passed(arg, call) ?? '');
      const object = arg && nameOf(placeIn(arg));
      if (object === undefined || object === '') continue;
      carry(call, inside, (each) => {
        if (each === object) return call.objects.has(each) ? name : undefined;
        return each.startsWith(`${object}.`) ? `${name}${each.slice(object.length)}` : undefined;
      });
    }
    return inside;
  }

  /** Numbers and objects that a function takes by their places are as it leaves them. */
  #passedBack(definition: TreeNode, args: readonly TreeNode[], inside: Call, call: Call): void {
    const parameters = parametersIn(definition);
    for (const [place, name] of parametersOf(definition).entries()) {
      const arg = args[place];
      const text = parameters[place]?.text ?? '';
      if (!arg || !/[&*]/.test(text) || /\bconst\b/.test(text)) continue;
      const object = nameOf(placeIn(arg));
      drop(call, (each) => each.startsWith(`${object}.`));
      carry(inside, call, (each) =>
        each.startsWith(`${name}.`) ? `${object}${each.slice(name.length)}` : undefined,
      );
      if (/\*\s*&/.test(text)) {
        drop(call, (each) => each === object);
        carry(inside, call, (each) => (each === name ? object : undefined));
        continue;
      }
      // `int &n`, and `int *n` of `&n`.
      if (inside.objects.has(name)) continue;
      const isReference = /&/.test(text) && valuesOf(definition, name).length > 0;
      if (isReference || arg.text.startsWith('&'))
        this.set(object, isReference ? inside.numbers.get(name) : undefined, call);
    }
  }

  /** Follows a method of an object, or a lambda. */
  #object(node: TreeNode, call: Call): boolean {
    const callee = node.childForFieldName('function');
    const args = children(node.childForFieldName('arguments'));
    if (!callee || this.#depth >= MOST_CALLS) return false;
    const lambda =
      callee.type === 'lambda_expression'
        ? callee
        : callee.type === 'identifier'
          ? lambdaNamed(callee.text, node)
          : undefined;
    if (lambda) {
      this.#lambda(lambda, args, call);
      return true;
    }
    const isField = callee.type === 'field_expression';
    const held = isField ? callee.childForFieldName('argument') : undefined;
    const made = held && this.classes.madeBy(held);
    const owner = made ? `made ${held.startIndex}` : held ? nameOf(held) : '';
    if (made) this.#construct(owner, made, call);
    const isOwn = !isField || owner === 'this';
    const type = isOwn ? call.self : call.objects.get(owner);
    const name = (isField ? callee.childForFieldName('field') : callee)?.text ?? '';
    if (type === undefined) return false;
    const definition = this.classes.method(type, name, args.length);
    if (definition) {
      const inside = this.#called(definition, args, node, call);
      this.#method(definition, isOwn ? '' : `${owner}.`, type, inside, call);
    } else if (!isOwn) drop(call, (each) => each.startsWith(`${owner}.`));
    return definition !== undefined;
  }

  /** Runs a method, in which members of its object are names. */
  #method(definition: TreeNode, prefix: string, self: string, called: Call, call: Call): void {
    const members = this.classes.members(self);
    const parameters = new Set(parametersOf(definition));
    const isMember = (name: string): boolean => {
      const [first = ''] = name.split('.');
      return members.has(first) && !parameters.has(first);
    };
    const inward = (name: string): string | undefined => {
      const own = name.startsWith(prefix) ? name.slice(prefix.length) : '';
      return isMember(own) ? own : undefined;
    };
    const inside = { ...called, self };
    carry(call, inside, inward);
    this.#deeper(() => {
      for (const each of definition.descendantsOfType('field_initializer')) {
        const [member, list] = each ? children(each) : [];
        const values = children(list ?? null);
        const base = member && this.classes.constructorOf(member.text, values.length);
        if (base && member)
          this.#method(base, '', member.text, this.#called(base, values, base, inside), inside);
        else if (member && values.length <= 1) this.assign(member.text, values[0], inside);
      }
      this.#enter(definition, inside);
    });
    drop(call, (name) => inward(name) !== undefined);
    carry(inside, call, (name) => (isMember(name) ? `${prefix}${name}` : undefined));
  }

  protected make(declaration: TreeNode, declarator: TreeNode, call: Call): boolean {
    const type = declaration.childForFieldName('type')?.text ?? '';
    const made = this.classes.declared(type, declarator);
    const name = declarator.descendantsOfType('identifier')[0]?.text;
    if (made && name !== undefined) this.#construct(name, made, call);
    return made !== undefined;
  }

  protected remake(name: string, value: TreeNode, call: Call): boolean {
    const made = this.classes.madeBy(value);
    if (made) this.#construct(name, made, call);
    return made !== undefined;
  }

  #construct(owner: string, { type, args }: MadeObject, call: Call): void {
    for (const arg of args) this.visit(arg, call);
    drop(call, (name) => name.startsWith(`${owner}.`));
    call.objects.set(owner, type);
    for (const { name, value } of this.classes.defaults(type))
      this.assign(`${owner}.${name}`, value, call);
    const definition = this.classes.constructorOf(type, args.length);
    if (!definition || this.#depth >= MOST_CALLS) return;
    const inside = this.#called(definition, args, definition, call);
    this.#method(definition, `${owner}.`, type, inside, call);
  }

  /** Runs a lambda with the names around it, as they are now. */
  #lambda(lambda: TreeNode, args: readonly TreeNode[], call: Call): void {
    const list = lambda.childForFieldName('declarator')?.childForFieldName('parameters');
    const made = lambda.childForFieldName('captures')?.text.match(/\w+(?=\s*=\s*[^\s,\]&])/g) ?? [];
    const parameters = [
      ...children(list ?? null).map(
        (each) => each.descendantsOfType('identifier').at(-1)?.text ?? '',
      ),
      ...made,
    ];
    const body = lambda.childForFieldName('body');
    const inside: Call = { ...newCall(call.function, new Map(call.given)), self: call.self };
    carry(call, inside, (name) => name);
    const isCopied = copiedBy(lambda);
    const { function: around } = call;
    // It took once whatever was there then.
    drop(inside, (name) => {
      const [root = ''] = name.split('.', 1);
      return isCopied(root) && around !== undefined && valuesOf(around, root).length > 1;
    });
    for (const [place, name] of parameters.entries()) {
      const arg = args[place];
      drop(inside, (each) => each === name || each.startsWith(`${name}.`));
      inside.given.delete(name);
      if (!arg) continue;
      inside.given.set(name, { node: arg, frame: this.frame(call, arg) });
      inside.arrays.set(name, this.arrays.passed(arg, call) ?? '');
    }
    if (body) this.#deeper(() => this.walk(body, inside));
    const locals = (body?.descendantsOfType('declaration') ?? []).flatMap(
      (each) =>
        each
          ?.childrenForFieldName('declarator')
          .map((own) => own.descendantsOfType('identifier')[0]?.text) ?? [],
    );
    const own = new Set([...parameters, ...locals]);
    const isShared = (name: string): boolean => {
      const [root = ''] = name.split('.', 1);
      return !own.has(root) && !isCopied(root);
    };
    drop(call, isShared);
    carry(inside, call, (name) => (isShared(name) ? name : undefined));
    for (const name of call.given.keys())
      if (isShared(name) && !inside.given.has(name)) call.given.delete(name);
  }

  /** Another function may do anything to the arrays that it is given. */
  protected other(node: TreeNode, call: Call): void {
    const callee = node.childForFieldName('function')?.text.replace(/<.*/s, '') ?? '';
    if (this.launches.some((each) => each.node.id === node.id)) return;
    const known = runtimeCall(callee);
    for (const [place, arg] of children(node.childForFieldName('arguments')).entries()) {
      const use = known?.use(place) ?? 'anything';
      if (use === 'leaves' || use === 'reads' || use === 'frees') continue;
      const passed = arrayIn(arg);
      // `a + n` leads into the array too.
      for (const each of passed ? [passed] : arg.descendantsOfType('identifier')) {
        const name = nameOf(each);
        const array = this.arrays.of(name, call).get(name);
        if (array !== undefined) this.forget(node, array || undefined);
        drop(call, (own) => own.startsWith(`${name}.`));
        if (!passed || !arg.text.includes('&')) continue;
        this.arrays.lose(name, call);
        this.set(name, undefined, call);
      }
    }
  }
}

/** Names that a lambda takes as they are when it is made. */
function copiedBy(lambda: TreeNode): (name: string) => boolean {
  const captures = lambda.childForFieldName('captures')?.text ?? '';
  const taken = captures
    .replaceAll(/[[\]\s]/g, '')
    .split(',')
    .map((each) => each.replace(/=.+$/, ''));
  return (name) => taken.includes(name) || (taken.includes('=') && !taken.includes(`&${name}`));
}
