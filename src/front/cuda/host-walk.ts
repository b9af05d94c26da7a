import type { TreeNode } from '../tree-node.ts';
import { named as children } from '../parsed.ts';
import type { Frame } from './host-names.ts';
import type { Host } from './host.ts';
import { isStepped, placeIn } from './called-names.ts';
import { isLarge } from './choice.ts';
import { valuesOf } from './host-text.ts';
import { membersListed } from './made-structs.ts';
import { arrayIn } from './passed-arrays.ts';
import type { Launch } from './launch.ts';
import { type Call, drop, frameIn, HostArrays, nameOf, placeOf } from './host-arrays.ts';
import { HostClasses } from './host-classes.ts';
import {
  computed,
  type End,
  type Followed,
  type FollowedLaunch,
  MOST_LAUNCHES,
  MOST_ROUNDS,
  numberOf,
  targetsIn,
  TooMany,
} from './followed.ts';
import { parametersIn } from './declarators.ts';
import { HostFunctions, isOnlyCalled, lambdaNamed } from './host-functions.ts';

/** Goes through the host's statements with the values that its variables have. What is not followed is forgotten,
 * never guessed. */
export abstract class HostWalk {
  readonly host: Host;
  readonly launches: readonly Launch[];
  readonly steps: Followed[] = [];
  readonly arrays: HostArrays;
  readonly functions: HostFunctions;
  readonly classes: HostClasses;
  /** The expressions of arrays' bytes, as they are allocated. */
  readonly allocated = new Map<string, { readonly node: TreeNode; readonly frame: Frame }>();
  /** A loop may have ended before. */
  isOpen = false;

  constructor(root: TreeNode, host: Host, launches: readonly Launch[]) {
    this.host = host;
    this.launches = launches;
    this.arrays = new HostArrays(root);
    this.classes = new HostClasses(root);
    this.functions = new HostFunctions(root, launches, this.classes);
  }

  /** A call in the host's text. */
  protected abstract call(node: TreeNode, call: Call): void;

  /** A function that is not followed may do anything to what it is given. */
  protected abstract other(node: TreeNode, call: Call): void;

  /** An object that a declaration makes. @returns false where it makes none that is followed */
  protected abstract make(declaration: TreeNode, declarator: TreeNode, call: Call): boolean;

  /** The same of an assignment. */
  protected abstract remake(name: string, value: TreeNode, call: Call): boolean;

  protected walk(node: TreeNode, call: Call): End {
    switch (node.type) {
      case 'compound_statement':
      case 'else_clause':
      case 'labeled_statement':
        for (const child of children(node)) {
          const end = this.walk(child, call);
          if (end !== 'next') return end;
        }
        return 'next';
      case 'declaration':
        for (const declarator of node.childrenForFieldName('declarator')) {
          if (!declarator) continue;
          const value = declarator.childForFieldName('value');
          const name = declarator.descendantsOfType('identifier')[0]?.text ?? '';
          if (this.make(node, declarator, call)) continue;
          if (value?.type === 'lambda_expression' && isOnlyCalled(value)) continue;
          if (value) this.visit(value, call);
          this.assign(name, value ?? undefined, call);
        }
        return 'next';
      case 'expression_statement':
        for (const child of children(node)) this.visit(child, call);
        return 'next';
      case 'for_statement':
      case 'while_statement':
      case 'do_statement':
        return this.functions.isFollowed(node) ? this.#loop(node, call) : this.pass(node, call);
      case 'for_range_loop':
        return this.#each(node, call);
      case 'if_statement':
        return this.#if(node, call);
      case 'switch_statement':
        return this.#switch(node, call);
      case 'return_statement':
        for (const child of children(node)) this.visit(child, call);
        return 'return';
      case 'break_statement':
        return 'break';
      case 'continue_statement':
        return 'continue';
      default:
        return this.pass(node, call);
    }
  }

  /** The statement that is not followed. */
  protected pass(node: TreeNode, call: Call): End {
    if (this.functions.isFollowed(node)) {
      this.forget(node);
      const within = this.functions.launchesOf(node);
      for (const launch of this.launches) if (within.has(launch.node.id)) this.alone(launch);
      this.forget(node);
    }
    for (const target of targetsIn(node))
      if (this.#variable(target, call)) {
        const name = nameOf(target);
        this.set(name, undefined, call);
        this.arrays.lose(name, call);
      } else this.#write(target, call);
    for (const other of node.descendantsOfType('call_expression')) {
      this.other(other, call);
      this.#mayChange(other, call);
    }
    return 'next';
  }

  /** A method, a lambda or a function of the text may have run: numbers that it can set are open. */
  #mayChange(node: TreeNode, call: Call): void {
    const callee = node.childForFieldName('function');
    if (callee?.type === 'field_expression') {
      const owner = nameOf(callee.childForFieldName('argument') ?? callee);
      drop(call, (name) => name.startsWith(`${owner}.`));
      return;
    }
    const name = callee?.text.replace(/<.*/s, '') ?? '';
    const lambda = callee?.type === 'lambda_expression' ? callee : lambdaNamed(name, node);
    for (const target of lambda ? targetsIn(lambda) : []) this.set(nameOf(target), undefined, call);
    const definition = lambda ? undefined : this.functions.get(name);
    const parameters = parametersIn(definition);
    for (const [place, arg] of children(node.childForFieldName('arguments')).entries())
      if (/^(?!.*\bconst\b).*&/s.test(parameters[place]?.text ?? ''))
        this.set(nameOf(arg), undefined, call);
  }

  #if(node: TreeNode, call: Call): End {
    const condition = node.childForFieldName('condition');
    const asked = this.number(condition, call);
    if (condition) this.visit(condition, call);
    if (asked === undefined) {
      this.pass(node, call);
      // The loop's bound is open then.
      const [leaves] = node.descendantsOfType(['break_statement', 'continue_statement']);
      if (leaves) this.forget(node);
      this.isOpen ||= leaves !== undefined;
      return 'next';
    }
    const taken = node.childForFieldName(asked === 0 ? 'alternative' : 'consequence');
    return taken ? this.walk(taken, call) : 'next';
  }

  #switch(node: TreeNode, call: Call): End {
    const condition = node.childForFieldName('condition');
    const asked = this.number(condition, call);
    const cases = children(node.childForFieldName('body'));
    const values = cases.map((each) => each.childForFieldName('value'));
    const numbers = values.map((each) => each && this.number(each, call));
    const isTold = asked !== undefined && !numbers.includes(undefined);
    if (!isTold || cases.some(({ type }) => type !== 'case_statement'))
      return this.pass(node, call);
    if (condition) this.visit(condition, call);
    const own = numbers.indexOf(asked);
    const first = own < 0 ? values.indexOf(null) : own;
    for (const [i, each] of first < 0 ? [] : cases.slice(first).entries())
      for (const child of children(each).filter(({ id }) => id !== values[first + i]?.id)) {
        const end = this.walk(child, call);
        if (end === 'break') return 'next';
        if (end !== 'next') return end;
      }
    return 'next';
  }

  /** A loop over a list of numbers. */
  #each(node: TreeNode, call: Call): End {
    const [declarator, right, body] = ['declarator', 'right', 'body'].map((field) =>
      node.childForFieldName(field),
    );
    const [own] = declarator?.type === 'identifier' ? [declarator] : children(declarator ?? null);
    const list = right && this.host.listIn(right, this.frame(call, right));
    if (!own || !body || !list || valuesOf(body, own.text).length > 0) return this.pass(node, call);
    for (const value of list) {
      this.assign(own.text, value, call);
      if (value.type === 'initializer_list') this.#assignMembers(own.text, value, right, call);
      const end = this.walk(body, call);
      if (end === 'return') return end;
      if (end === 'break') break;
    }
    return 'next';
  }

  #assignMembers(name: string, value: TreeNode, array: TreeNode, call: Call): void {
    const list = this.host.listOf(array, this.frame(call, array))?.node ?? array;
    const parts = children(value);
    for (const [place, member] of (membersListed(this.host.root, list) ?? []).entries())
      this.assign(`${name}.${member}`, parts[place], call);
  }

  #loop(node: TreeNode, call: Call): End {
    const [initial, condition, update, body] = ['initializer', 'condition', 'update', 'body'].map(
      (field) => node.childForFieldName(field),
    );
    if (initial)
      if (initial.type === 'declaration') this.walk(initial, call);
      else this.visit(initial, call);
    for (let round = 0; ; round += 1) {
      const isFirst = node.type === 'do_statement' && round === 0;
      const goesOn = isFirst || !condition ? 1 : this.number(condition, call);
      if (condition && !isFirst) this.visit(condition, call);
      if (goesOn === 0 || (round === 0 && this.#asksArguments(condition, call))) return 'next';
      if (goesOn === undefined || round > MOST_ROUNDS || !body) return this.pass(node, call);
      const end = this.walk(body, call);
      if (end === 'return') return end;
      if (end === 'break') return 'next';
      if (update) this.visit(update, call);
    }
  }

  /** The program is run without arguments. */
  #asksArguments(condition: TreeNode | null | undefined, call: Call): boolean {
    const text = condition?.text ?? '';
    if (/\bgetopt(?:_long)?\s*\(\s*argc\b/.test(text)) return true;
    if (!/\bargc\b/.test(text)) return false;
    const numbers = new Map([...call.numbers, ['argc', 1 - (text.includes('--argc') ? 1 : 0)]]);
    return this.number(condition, { ...call, numbers }) === 0;
  }

  protected frame(call: Call, at: TreeNode): Frame {
    return frameIn(call, at, this.allocated);
  }

  protected number(node: TreeNode | null | undefined, call: Call): number | undefined {
    const inside = node?.type === 'condition_clause' ? children(node) : [node];
    const [only] = inside;
    if (!only || inside.length !== 1) return undefined;
    if (only.type === 'true' || only.type === 'false') return Number(only.type === 'true');
    return numberOf(this.host.value(only, this.frame(call, only)));
  }

  /** An expression's assignments and calls. */
  protected visit(node: TreeNode, call: Call): void {
    const operator = node.childForFieldName('operator')?.text;
    switch (node.type) {
      case 'assignment_expression': {
        const [left, right] = [node.childForFieldName('left'), node.childForFieldName('right')];
        const name = left && this.#variable(left, call);
        if (name && right && operator === '=' && this.remake(name, right, call)) return;
        if (right) this.visit(right, call);
        if (!name) this.#write(left ?? node, call);
        else if (operator === '=') this.assign(name, right ?? undefined, call);
        else {
          // A fraction may be left.
          const isOpen =
            operator === '/=' && this.host.kindOf(left, this.frame(call, node)) !== 'whole';
          this.#step(name, operator ?? '', isOpen ? undefined : this.number(right, call), call);
        }
        return;
      }
      case 'update_expression': {
        const target = node.childForFieldName('argument');
        const name = target && this.#variable(target, call);
        if (!name) this.#write(target ?? node, call);
        else this.#step(name, operator === '++' ? '+=' : '-=', 1, call);
        return;
      }
      case 'call_expression':
        for (const arg of children(node.childForFieldName('arguments'))) this.visit(arg, call);
        this.call(node, call);
        return;
      case 'lambda_expression':
        this.pass(node, call);
        return;
      default:
        for (const child of children(node)) this.visit(child, call);
    }
  }

  /** `a op= b` of a number or a pointer. */
  #step(name: string, operator: string, by: number | undefined, call: Call): void {
    const number = call.numbers.get(name) ?? this.#numberOf(call.given.get(name));
    if (number === undefined && this.arrays.move(name, computed(0, operator, by), call)) return;
    this.set(name, computed(number, operator, by), call);
  }

  #numberOf(given: ReturnType<Call['given']['get']>): number | undefined {
    return numberOf(given && this.host.value(given.node, given.frame));
  }

  protected set(name: string, value: number | undefined, { numbers, given }: Call): void {
    given.delete(name);
    // Larger ones have lost digits.
    if (value === undefined || !Number.isSafeInteger(value)) numbers.delete(name);
    else numbers.set(name, value);
  }

  protected assign(name: string, value: TreeNode | undefined, call: Call): void {
    // Another name may change it now.
    const alias = value?.type === 'pointer_expression' && value.text.startsWith('&');
    const target = alias ? nameOf(placeIn(value)) : '';
    if (alias) drop(call, (each) => each === target || each.startsWith(`${target}.`));
    this.arrays.assign(name, value && placeOf(this.host, value, this.frame(call, value)), call);
    const number = this.number(value, call);
    // One that is too large to be run is chosen otherwise, if nothing else is put there.
    const { function: inside } = call;
    const isOnly =
      inside === undefined ||
      (valuesOf(inside, name).length === 1 &&
        !this.host.isSetByCall(name, this.frame(call, inside)) &&
        !isStepped(this.host, name, this.frame(call, inside)));
    this.set(name, number !== undefined && isOnly && isLarge(number) ? undefined : number, call);
  }

  /** The name of a variable, or of a member of an object that is followed. */
  #variable(node: TreeNode, { objects, self }: Call): string | undefined {
    if (node.type === 'identifier') return node.text;
    if (node.type !== 'field_expression') return undefined;
    const [owner = ''] = nameOf(node).split('.');
    const isOwn =
      self !== undefined && (/^this\b/.test(node.text) || this.classes.members(self).has(owner));
    return isOwn || objects.has(owner) ? nameOf(node) : undefined;
  }

  /** The host writes to an array itself, or to a member that may be any object's. */
  #write(target: TreeNode, call: Call): void {
    const member =
      target.type === 'field_expression' ? target.childForFieldName('field')?.text : '';
    if (member) drop(call, (name) => name === member || name.endsWith(`.${member}`));
    const owner = target.childForFieldName('argument') ?? target;
    const written = arrayIn(owner);
    const name = written ? nameOf(written) : '';
    const array = this.arrays.of(name, call).get(name);
    if (array !== undefined) this.forget(target, array || undefined);
  }

  protected forget(node: TreeNode, array?: string): void {
    // Contents before the first launch are read elsewhere.
    if (this.steps.some(({ kind }) => kind === 'launch'))
      this.steps.push({ kind: 'forget', node, ...(array !== undefined && { array }) });
  }

  protected push(step: FollowedLaunch): void {
    this.steps.push(step);
    if (this.steps.filter(({ kind }) => kind === 'launch').length <= MOST_LAUNCHES) return;
    this.steps.splice(-1, 1, { kind: 'cut', node: step.launch.node });
    throw new TooMany();
  }

  /** A launch of which nobody knows what came before. */
  protected alone(launch: Launch): void {
    this.forget(launch.node);
    const frame = this.host.frameAt(launch.node);
    const arrays = launch.args.map(() => undefined);
    this.push({ kind: 'launch', launch, frame, arrays, isSure: false });
  }
}
