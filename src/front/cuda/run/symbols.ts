import type { TreeNode } from '../../tree-node.ts';
import { type Cells, LOST, type Place, type Scope, type Value } from './cells.ts';
import { isArray, isChanged, read } from './reading.ts';
import { numberIn, whole } from './numbers.ts';
import { HostQueues } from './queues.ts';

/** `cudaErrorInvalidValue` */
const INVALID = whole(1);

/** A variable of the device, which the host sets by its name. */
export interface DeviceSymbol {
  readonly name: string;
  readonly node: TreeNode;
  readonly place: Place;
  readonly memory: Cells;
  readonly isConstant: boolean;
  /** The value of elements that nobody has set; undefined where its declaration gives them values. */
  readonly begins: Value | undefined;
  /** The host's variable or array that was copied to all of it. */
  source: { readonly node: TreeNode; readonly version: number } | undefined;
}

/** Variables of the device, which are set by their names and addresses. */
export abstract class HostSymbols extends HostQueues {
  readonly symbols = new Map<string, DeviceSymbol>();

  /** The memory of a variable that was declared. */
  protected declareSymbol(declaration: TreeNode, declarator: TreeNode, scope: Scope): void {
    const node = declarator.descendantsOfType('identifier')[0];
    const place = node && scope.find(node.text);
    const own = place && (isArray(place) ? read(place) : this.#pointerTo(place));
    if (!node || !place || own?.kind !== 'pointer' || !own.to) return;
    const { rest } = own.to;
    this.symbols.set(node.text, {
      name: node.text,
      node,
      place,
      memory: own.to,
      isConstant: /__constant__/.test(declaration.text),
      begins: declarator.type === 'init_declarator' || isChanged(rest) ? undefined : rest,
      source: undefined,
    });
    this.sequence.setName(own.to, `device ${node.text}`);
  }

  #pointerTo(place: Place): Value | undefined {
    return place.kind === 'cell' && place.path.length === 0
      ? { kind: 'pointer', to: place.cells, at: place.at, rows: [] }
      : undefined;
  }

  /** Where a symbol's name, its text, or `HIP_SYMBOL(name)` leads, so many bytes behind its first. */
  protected symbolAt(node: TreeNode | undefined, scope: Scope, offset: Value = whole(0)): Value {
    const name = node?.text.replace(/^(?:HIP_SYMBOL\((.*)\)|"(.*)")$/s, '$1$2') ?? '';
    const place = scope.find(name);
    const own = place && (this.#pointerTo(place) ?? read(place));
    const bytes = numberIn(offset);
    return own && bytes !== undefined ? (this.movedBy(own, bytes) ?? LOST) : LOST;
  }

  /** `cudaMemcpyToSymbol(symbol, from, bytes, offset, kind, stream)` */
  protected toSymbol(
    node: TreeNode,
    [symbol, from, bytes, offset, kind, stream]: readonly TreeNode[],
    scope: Scope,
    isAsync: boolean,
  ): Value {
    const [source, count] = [this.valueOf(from, scope), this.valueOf(bytes, scope)];
    const to = this.symbolAt(symbol, scope, offset && this.valueOf(offset, scope));
    const queue = isAsync ? this.queueOf(stream, scope) : 'first';
    if (queue === undefined) this.setLate(node, to, count);
    else if (this.#isBeyond(to, numberIn(count))) return INVALID;
    else {
      this.copiedBytes(node, to, source, count, kind?.text ?? 'HostToDevice');
      this.#setAll(to, source, from, numberIn(count));
      if (isAsync) this.queued(to, source, queue);
    }
    return whole(0);
  }

  /** The call fails, and leaves all as it was. */
  #isBeyond(to: Value, count = 0): boolean {
    const each = to.kind === 'pointer' ? this.types.bytesOf(to.to?.element) : undefined;
    if (to.kind !== 'pointer' || each === undefined) return false;
    return to.at * each + count > (to.to?.bytes ?? Infinity);
  }

  /** The text tells what is copied to all of a symbol. */
  #setAll(to: Value, source: Value, from: TreeNode | undefined, count: number | undefined): void {
    const memory = to.kind === 'pointer' ? to.to : undefined;
    if (!memory) return;
    const isAlike =
      source.kind === 'pointer'
        ? source.to && this.isAlike(memory, source.to)
        : source.kind === 'address' && this.isOfType(read(source.of), memory);
    const own = [...this.symbols.values()].find((each) => each.memory === memory);
    const node = from?.text.startsWith('&') ? from.childForFieldName('argument') : from;
    if (own && isAlike && node && count === memory.bytes)
      own.source = { node, version: memory.version };
  }

  /** `cudaMemcpyFromSymbol(to, symbol, bytes, offset, kind)` */
  protected fromSymbol(
    node: TreeNode,
    [target, symbol, bytes, offset, kind]: readonly TreeNode[],
    scope: Scope,
  ): Value {
    const [to, count] = [this.valueOf(target, scope), this.valueOf(bytes, scope)];
    const from = this.symbolAt(symbol, scope, offset && this.valueOf(offset, scope));
    this.copiedBytes(node, to, from, count, kind?.text ?? 'DeviceToHost');
    return whole(0);
  }
}
