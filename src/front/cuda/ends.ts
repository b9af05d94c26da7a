import type { TreeNode } from '../tree-node.ts';
import type { Span } from '../../base/span.ts';
import type { Meaning } from '../scope.ts';
import {
  type Declarator,
  type Expression,
  type Length,
  type Statement,
  type Type,
  unsupported,
} from '../syntax.ts';
import type { StructType } from '../types.ts';
import { CudaCalls } from './calls.ts';
import { DESTRUCTOR } from './structs.ts';

/** An object whose end does something. */
interface Ending {
  readonly name: string;
  readonly meaning: Meaning | undefined;
  readonly statements: readonly Statement[];
}

/** A place that `break` or `continue` leaves, or else a block in it. */
interface Frame {
  readonly kind: 'block' | 'loop' | 'switch';
  readonly endings: Ending[];
}

/** Ends of objects, at each way out of their blocks. */
export class CudaEnds extends CudaCalls {
  #frames: Frame[] = [];

  /** Statements of a block, and the ends of its objects in the reverse order. */
  protected inFrame(work: () => readonly Statement[]): readonly Statement[] {
    const frame: Frame = { kind: 'block', endings: [] };
    this.#frames.push(frame);
    const body = work();
    this.#frames.pop();
    const isLeft = /^(?:return|break|continue)$/.test(body.at(-1)?.kind ?? '');
    return isLeft || frame.endings.length === 0 ? body : [...body, ...this.#ends([frame])];
  }

  /** The statement that `break` leaves. */
  protected inLoop(kind: 'loop' | 'switch', work: () => Statement): Statement {
    const frame: Frame = { kind, endings: [] };
    this.#frames.push(frame);
    const made = work();
    this.#frames.pop();
    const [first] = frame.endings;
    return first ? unfollowed(made.span) : made;
  }

  /** A function's body, which nothing around it ends. */
  protected inFunction(work: () => Statement): Statement {
    this.#frames = [];
    const body = this.inFrame(() => [work()]);
    const [only, another] = body;
    return only && !another ? only : { kind: 'block', body, span: only?.span ?? NOWHERE };
  }

  /** The object ends where its block does. */
  protected endLater({ name, type, nameSpan: span }: Declarator, node: TreeNode): void {
    if (!this.endsByOwn(type)) return;
    const statements = this.#end(type, this.typed({ kind: 'name', name, span }), node);
    this.#frames.at(-1)?.endings.push({ name, meaning: this.scope.find(name), statements });
  }

  /** Members end behind the object itself. */
  protected endMembersLater(self: StructType<Length>, node: TreeNode): void {
    const span = this.span(node);
    const make = this.maker(node);
    const statements = this.#endsOfMembers(self, make.unary('*', make.name('this')), node);
    if (statements.length === 0) return;
    const at = { name: 'this', meaning: this.scope.find('this') };
    this.#frames
      .at(-1)
      ?.endings.push({ ...at, statements: [{ kind: 'block', body: statements, span }] });
  }

  #end(type: Type, object: Expression, node: TreeNode): readonly Statement[] {
    if (!this.endsByOwn(type)) return [];
    const span = this.span(node);
    if (type.kind !== 'struct') return [unfollowed(span)];
    const name = `${type.name}::${DESTRUCTOR}`;
    if (!this.candidates.has(name)) return this.#endsOfMembers(type, object, node);
    const value = this.chosen(name, [], node, [], this.addressOf(object));
    return [value ? { kind: 'expression', value, span } : unfollowed(span)];
  }

  #endsOfMembers(
    self: StructType<Length>,
    object: Expression,
    node: TreeNode,
  ): readonly Statement[] {
    const { span } = object;
    return (self.members ?? []).toReversed().flatMap(({ name: field, type }) => {
      if (!this.endsByOwn(type)) return [];
      const target =
        field === '' && type.kind === 'struct'
          ? this.baseOf(object, type)
          : this.typed({ kind: 'member', object, arrow: false, field, span });
      return this.#end(type, target, node);
    });
  }

  /** An object as what it inherits from. */
  protected baseOf(object: Expression, base: StructType<Length>): Expression {
    const { span } = object;
    const to: Type = { kind: 'pointer', to: base };
    const up = this.typed({ kind: 'cast', type: to, operands: [this.addressOf(object)], span });
    return this.typed({ kind: 'unary', operator: '*', operand: up, span });
  }

  /** The ends of the objects that a jump leaves, before it. */
  protected leaving(jump: Statement, returns?: Type): Statement {
    const left = this.#leftBy(jump);
    const ends = this.#ends(left);
    if (ends.length === 0) return jump;
    const { span } = jump;
    if (jump.kind === 'unsupported') return unfollowed(span);
    const value = jump.kind === 'return' ? jump.value : undefined;
    const type = returns ?? value?.type;
    if (value === undefined || type === undefined)
      return { kind: 'block', body: [...ends, jump], span };
    if (type.kind === 'void') {
      const first: Statement = { kind: 'expression', value, span };
      return { kind: 'block', body: [first, ...ends, { kind: 'return', span }], span };
    }
    const name = 'returned value';
    const kept = { name, nameSpan: span, type, init: value, unsupported: undefined };
    const told: Statement = { kind: 'return', value: { kind: 'name', name, type, span }, span };
    const first: Statement = { kind: 'declaration', declarators: [kept], span };
    return { kind: 'block', body: [first, ...ends, told], span };
  }

  /** Frames that a jump leaves, the outermost first. */
  #leftBy({ kind }: Statement): readonly Frame[] {
    if (kind !== 'break' && kind !== 'continue') return this.#frames;
    const last = this.#frames.findLastIndex(
      (frame) => frame.kind === 'loop' || (kind === 'break' && frame.kind === 'switch'),
    );
    return this.#frames.slice(last + 1);
  }

  #ends(frames: readonly Frame[]): readonly Statement[] {
    return frames
      .flatMap(({ endings }) => endings)
      .toReversed()
      .flatMap(({ name, meaning, statements }) =>
        // Its name means another here.
        this.scope.find(name) === meaning
          ? statements
          : [unfollowed(statements[0]?.span ?? NOWHERE)],
      );
  }
}

const NOWHERE: Span = { start: 0, end: 0 };

const unfollowed = (span: Span): Statement =>
  unsupported('the end of an object whose class has a destructor of its own, at this place', span);
