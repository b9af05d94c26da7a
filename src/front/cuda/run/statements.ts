import { named as children } from '../../parsed.ts';
import type { TreeNode } from '../../tree-node.ts';
import { functionAround, parametersOf } from '../host-text.ts';
import {
  type ElementType,
  type LongLoop,
  LOST,
  type Mark,
  type Place,
  Scope,
  type Value,
  type Variable,
} from './cells.ts';
import { read } from './reading.ts';
import { HostConditions } from './conditions.ts';
import { LeftLoop, Stopped } from './places.ts';
import { numberIn, truthOf } from './numbers.ts';
import { declaredBy } from './declared.ts';

/** A loop over all elements of an array that is too long. */
const ALL_SET: LongLoop = { rounds: 0, more: Infinity, marks: [] };

/** Rounds of one loop that are followed. */
const MOST_ROUNDS = 5000;

/** The same for a loop with all inside. */
const MOST_LOOP_STEPS = 150_000;

type End = 'next' | 'break' | 'continue' | 'return' | 'goto';

/** It ends all statements around, too. */
const isFar = (end: End): boolean => end === 'return' || end === 'goto';

/** A `break` or `continue` belongs to this statement. */
const isLeftBy = (leaves: TreeNode, { type }: TreeNode): boolean =>
  /^(?:(?:for|while|do)_statement|for_range_loop)$/.test(type) ||
  (type === 'switch_statement' && leaves.type === 'break_statement');

/** Follows the host's statements; what is not followed is forgotten, never guessed. */
export abstract class HostStatements extends HostConditions {
  /** The value of the function that is followed. */
  protected returned: Value = LOST;
  /** A condition that is not told may have ended the function. */
  protected mayHaveEnded = false;
  /** The same for a `goto`. */
  #mayHaveJumped = false;
  /** A `goto` that is done leads there. */
  #label: string | undefined;
  #kept: Variable | undefined;
  #loops = 0;
  /** Blocks of `try` around. */
  #tries = 0;
  /** Launches before the innermost loop. */
  #launched = 0;
  #mayHaveLeft = false;
  /** Steps before the outermost loop. */
  #before = 0;

  /** Empties a `std::unique_ptr` and returns its value; undefined of others. */
  protected abstract moved(place: Place): Value | undefined;

  /** A statement that may be done or not sets an array from its beginning. @returns false where it is another */
  protected abstract mayBegin(node: TreeNode, scope: Scope): boolean;

  protected exec(node: TreeNode, scope: Scope): End {
    this.step();
    switch (node.type) {
      case 'compound_statement': {
        const inner = new Scope(scope);
        const end = this.#all(children(node), inner);
        this.leave(inner, this.#kept);
        return end;
      }
      case 'else_clause':
        return this.#all(children(node), scope);
      case 'declaration':
        this.declare(node, scope);
        return 'next';
      case 'expression_statement':
        for (const each of children(node)) this.valueOf(each, scope);
        return 'next';
      case 'if_statement':
        return this.#if(node, new Scope(scope));
      case 'for_statement':
      case 'while_statement':
      case 'do_statement':
      case 'for_range_loop':
        return this.#loop(node, new Scope(scope));
      case 'switch_statement':
        return this.#switch(node, new Scope(scope));
      case 'return_statement':
        this.#return(node, scope);
        return 'return';
      case 'break_statement':
        return 'break';
      case 'continue_statement':
        return 'continue';
      case 'labeled_statement':
        return this.#labeled(node, scope);
      case 'goto_statement':
        this.#label = children(node)[0]?.text;
        return 'goto';
      case 'try_statement':
        return this.#try(node, scope);
      case 'throw_statement':
        if (this.#tries > 0) throw new Stopped();
        this.#pass(node, scope);
        return 'next';
      case 'using_declaration':
      case 'type_definition':
      case 'alias_declaration':
      case 'struct_specifier':
      case 'static_assert_declaration':
        return 'next';
      default:
        this.#pass(node, scope);
        return 'next';
    }
  }

  /** A throw elsewhere is caught or not. */
  #try(node: TreeNode, scope: Scope): End {
    const [body, ...caught] = children(node);
    if (!body) return 'next';
    this.#tries += 1;
    try {
      const end = this.exec(body, scope);
      for (const each of caught) this.#pass(each, scope);
      return end;
    } finally {
      this.#tries -= 1;
    }
  }

  #all(nodes: readonly TreeNode[], scope: Scope): End {
    for (let at = 0; at < nodes.length; at += 1) {
      const node = nodes[at];
      const end = node ? this.exec(node, scope) : 'next';
      const target = end === 'goto' ? nodes.findIndex((each) => this.#isAimed(each)) : -1;
      // Backwards it makes a loop.
      if (target > at) at = target - 1;
      else if (end !== 'next') return end;
    }
    return 'next';
  }

  #isAimed(node: TreeNode): boolean {
    return node.type === 'labeled_statement' && children(node)[0]?.text === this.#label;
  }

  /** A function's body. */
  protected run(body: TreeNode, scope: Scope): void {
    if (this.exec(body, scope) === 'goto') throw new Stopped();
  }

  /** An object that all returns name is the caller's. */
  #return(node: TreeNode, scope: Scope): void {
    const [value] = children(node);
    const object = value && this.types.madeBy(value);
    this.returned = object
      ? this.initial(value, object.type, scope)
      : value
        ? this.valueOf(value, scope)
        : LOST;
    this.#kept = undefined;
    if (value?.type !== 'identifier' || this.returned.kind !== 'struct') return;
    const own = scope.find(value.text);
    if (own && this.moved(own)) return;
    const around = functionAround(node);
    const isOnly = around
      ?.descendantsOfType('return_statement')
      .every((each) => children(each)[0]?.text === value.text);
    const isOwn = around && !parametersOf(around).includes(value.text);
    const place = scope.find(value.text);
    if (isOnly && isOwn && place?.kind === 'variable') this.#kept = place.variable;
    else this.returned = this.copied(this.returned);
  }

  /** Nothing has jumped here, and nothing does later. */
  #labeled(node: TreeNode, scope: Scope): End {
    const [label, ...inside] = children(node);
    const jumps = functionAround(node)?.descendantsOfType('goto_statement') ?? [];
    const isAgain = jumps.some(
      (each) => each.startIndex > node.startIndex && children(each)[0]?.text === label?.text,
    );
    if (isAgain || this.#mayHaveJumped) throw new Stopped();
    return this.#all(inside, scope);
  }

  /** A statement that may be done or not. */
  #pass(node: TreeNode, scope: Scope): void {
    this.forget(node, scope);
    const leaves = node.descendantsOfType(['break_statement', 'continue_statement']);
    const ends = node.descendantsOfType([
      'return_statement',
      'goto_statement',
      'co_return_statement',
    ]);
    if (ends.length > 0) this.mayHaveEnded = true;
    this.#mayHaveJumped ||= ends.some(({ type }) => type === 'goto_statement');
    const isOwn = leaves.some((each) => {
      if (each.id === node.id) return true;
      for (let at = each.parent; at && at.id !== node.id; at = at.parent)
        if (isLeftBy(each, at)) return false;
      return !isLeftBy(each, node);
    });
    if (!isOwn || this.#loops === 0) return;
    // Later rounds are followed for their launches, as though nothing had left it.
    if (this.#launched === this.sequence.count || this.sequence.isCut) throw new LeftLoop();
    this.#mayHaveLeft = this.sequence.isOpen = true;
  }

  #if(node: TreeNode, scope: Scope): End {
    const condition = node.childForFieldName('condition');
    const isTrue = truthOf(this.asked(condition, scope));
    const [then, otherwise] = ['consequence', 'alternative'].map((each) =>
      node.childForFieldName(each),
    );
    if (isTrue === undefined) {
      // The program is run without arguments.
      const isOfArguments = /\bargc\b/.test(condition?.text ?? '');
      const isPlain = (side: TreeNode): boolean => !isOfArguments || !/\bargv\b/.test(side.text);
      // One side alone may wait for what runs.
      const before = [...this.running];
      const after = [then, otherwise].flatMap((side) => {
        this.runs(before);
        if (side && isPlain(side) && !this.mayBegin(side, scope)) this.#pass(side, scope);
        return [...this.running];
      });
      this.runs(after);
      return 'next';
    }
    const taken = isTrue ? then : otherwise;
    return taken ? this.exec(taken, scope) : 'next';
  }

  #switch(node: TreeNode, scope: Scope): End {
    const asked = numberIn(this.asked(node.childForFieldName('condition'), scope));
    const body = children(node.childForFieldName('body'));
    if (asked === undefined || body.some(({ type }) => type !== 'case_statement')) {
      this.#pass(node, scope);
      return 'next';
    }
    const caseOf = (each: TreeNode): number | undefined => {
      const value = each.childForFieldName('value');
      return value ? numberIn(this.valueOf(value, scope)) : undefined;
    };
    const cases = body.map((each) => each.childForFieldName('value') && caseOf(each));
    const own = cases.indexOf(asked);
    if (cases.slice(0, own < 0 ? undefined : own).includes(undefined)) {
      this.#pass(node, scope);
      return 'next';
    }
    const first = own < 0 ? body.findIndex((each) => !each.childForFieldName('value')) : own;
    for (const each of first < 0 ? [] : body.slice(first)) {
      const value = each.childForFieldName('value');
      const end = this.#all(
        children(each).filter(({ id }) => id !== value?.id),
        scope,
      );
      if (end === 'break') return 'next';
      if (end !== 'next') return end;
    }
    return 'next';
  }

  #loop(node: TreeNode, scope: Scope): End {
    if (this.#loops === 0) this.#before = this.steps;
    this.#loops += 1;
    const [launched, left] = [this.#launched, this.#mayHaveLeft];
    const { isOpen } = this.sequence;
    this.#launched = this.sequence.count;
    this.#mayHaveLeft = false;
    const before = this.bytesSet();
    try {
      const end =
        node.type === 'for_range_loop' ? this.#each(node, scope) : this.#rounds(node, scope);
      if (!this.#mayHaveLeft) return end;
      this.sequence.apart(() => this.#leave(node, scope));
      this.sequence.isOpen = isOpen;
      return 'next';
    } catch (error) {
      if (!(error instanceof LeftLoop)) throw error;
      // Arrays count as set as far as it goes.
      const around = this.growth;
      this.growth = error.long && { ...error.long, before, grown: new Set() };
      this.#leave(node, scope);
      this.growth = around;
      return 'next';
    } finally {
      [this.#launched, this.#mayHaveLeft] = [launched, left];
      this.#loops -= 1;
    }
  }

  /** Nobody knows how many rounds the loop had. */
  #leave(node: TreeNode, scope: Scope): void {
    this.#loops -= 1;
    this.#pass(node, scope);
    this.#loops += 1;
  }

  #rounds(node: TreeNode, scope: Scope): End {
    const [initial, condition, update, body] = ['initializer', 'condition', 'update', 'body'].map(
      (field) => node.childForFieldName(field),
    );
    if (initial?.type === 'declaration') this.declare(initial, scope);
    else if (initial) this.valueOf(initial, scope);
    const begun = this.compared(condition, scope);
    const marks: Mark[] = [];
    for (let round = 0; ; round += 1) {
      const isFirst = node.type === 'do_statement' && round === 0;
      const goesOn = isFirst || !condition || truthOf(this.asked(condition, scope));
      if (goesOn === false || (round === 0 && this.asksArguments(condition, scope))) return 'next';
      // The outermost is left first.
      const most = this.#loops > 1 ? 2 * MOST_LOOP_STEPS : MOST_LOOP_STEPS;
      const isLong = round >= MOST_ROUNDS || this.steps - this.#before > most;
      if (goesOn && isLong) {
        const more = this.moreThan(round, condition, begun, scope);
        throw new LeftLoop({ rounds: round, more, marks });
      }
      if (goesOn === undefined || isLong || !body) throw new LeftLoop();
      if (Number.isInteger(Math.log2(round))) marks.push({ round, set: this.bytesSet() });
      const end = this.exec(body, scope);
      if (isFar(end)) return end;
      if (end === 'break') return 'next';
      if (update) this.valueOf(update, scope);
    }
  }

  /** `for (int &v : h)` */
  #each(node: TreeNode, scope: Scope): End {
    const [declarator, body] = ['declarator', 'body'].map((each) => node.childForFieldName(each));
    const begins = node.childForFieldName('initializer');
    for (const each of begins ? children(begins) : []) this.exec(each, scope);
    const right = node.childForFieldName('right');
    const named = /^(?:identifier|field_expression)$/.test(right?.type ?? '')
      ? this.placeOf(right, scope)
      : undefined;
    // Changes would go to a copy.
    const isWithin = named && this.types.elementOfInner(read(named));
    if (isWithin) throw new LeftLoop();
    const own = declarator && declaredBy(declarator);
    const type = { name: node.childForFieldName('type')?.text ?? '', stars: own?.stars ?? 0 };
    const list =
      right?.type === 'initializer_list'
        ? this.#listed(right, type, scope)
        : this.valueOf(right, scope);
    const cells =
      list.kind === 'vector' ? list.cells : list.kind === 'pointer' ? list.to : undefined;
    const length =
      right?.type === 'initializer_list'
        ? children(right).length
        : cells && this.types.lengthOf(cells);
    if (!cells || !own || !body || length === undefined || length > MOST_ROUNDS || own.isOther)
      throw new LeftLoop((length ?? 0) > MOST_ROUNDS ? ALL_SET : undefined);
    if (length > 0) this.touches(cells, 'reads');
    for (let at = 0; at < length; at += 1) {
      const inner = new Scope(scope);
      const place: Place = { kind: 'cell', cells, at, path: [] };
      const value = own.isReference ? LOST : this.copied(read(place));
      if (value.kind === 'struct' && this.types.isDestroyed({ name: value.type, stars: 0 }))
        throw new LeftLoop();
      inner.declare(
        own.name,
        own.isReference ? place : { type, value: this.types.held(value, type) },
      );
      const end = this.exec(body, inner);
      if (isFar(end)) return end;
      if (end === 'break') break;
    }
    return 'next';
  }

  /** `{10, 20}` */
  #listed(list: TreeNode, type: ElementType, scope: Scope): Value {
    const cells = this.newCells({
      element: undefined,
      bytes: undefined,
      place: 'host',
      madeBy: list,
    });
    for (const [i, each] of children(list).entries()) cells.put(i, this.initial(each, type, scope));
    return { kind: 'pointer', to: cells, at: 0, rows: [] };
  }
}
