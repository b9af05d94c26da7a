import { named as children } from '../../parsed.ts';
import type { TreeNode } from '../../tree-node.ts';
import { pathOf } from '../host-text.ts';
import { pitchFor, widthsAt } from '../pitch.ts';
import { runtimeCall } from '../runtime-calls.ts';
import { type Cells, HELD, LOST, OPEN, type Scope, UNSET, type Value } from './cells.ts';
import { read } from './reading.ts';
import { computed, numberIn, truthOf, whole } from './numbers.ts';
import { combined } from './combined.ts';
import { HostSymbols } from './symbols.ts';
import { mayWait } from './untold-uses.ts';
import {
  isOfNumbers,
  limitCalled,
  ofNumbers,
  ofText,
  outermost,
  roundedLogarithm,
} from './library-numbers.ts';

/** Calls by which the host itself uses the memory of their arguments. */
const USES: Readonly<Record<string, readonly ('reads' | 'sets' | undefined)[] | undefined>> = {
  memset: ['sets'],
  memcpy: ['sets', 'reads'],
  memmove: ['sets', 'reads'],
  memcmp: ['reads', 'reads'],
  fwrite: ['reads'],
  fread: ['sets'],
  fill: ['sets'],
  fill_n: ['sets'],
  iota: ['sets'],
  generate: ['sets'],
  generate_n: ['sets'],
  copy: ['reads', undefined, 'sets'],
  copy_n: ['reads', undefined, 'sets'],
};

/** Calls of C++'s library and of the run-time's interface, as far as they move values in memory. */
export abstract class HostLibrary extends HostSymbols {
  /** A call of the library; undefined where it is none that is followed. */
  protected library(node: TreeNode, name: string, scope: Scope): Value | undefined {
    const args = children(node.childForFieldName('arguments'));
    const value = (place: number): Value => this.#given(name, place, args[place], scope);
    const tensor = this.madeTensor(node, scope);
    if (tensor) return tensor;
    switch (name.replace(/^std::/, '')) {
      case 'malloc':
        return this.#allocated(node, numberIn(value(0)), UNSET, 'host');
      case 'calloc': {
        const bytes = numberIn(computed('*', value(0), value(1)));
        return this.#allocated(node, bytes, whole(0), 'host');
      }
      case 'free':
        return this.#freed(value(0));
      case 'memset': {
        const to = value(0);
        if (to.kind === 'address') this.keep(to.of, LOST);
        return this.filled(node, to, value(1), value(2));
      }
      case 'rand':
        return OPEN;
      // The program is run without arguments.
      case 'getopt':
      case 'getopt_long':
        return args[0]?.text === 'argc' ? whole(-1) : undefined;
      case 'cudaHostGetDevicePointer':
      case 'hipHostGetDevicePointer': {
        const [to, from] = [value(0), value(1)];
        if (to.kind === 'address') this.keep(to.of, from);
        return whole(0);
      }
      case 'memcpy':
      case 'memmove':
        return this.copiedBytes(node, value(0), value(1), value(2));
      case 'fill':
      case 'iota':
        return this.ranged(node, [value(0), value(1), value(2)], name.endsWith('iota'));
      case 'thrust::fill':
      case 'thrust::sequence': {
        // In front of them there may be where it is done.
        const [from, to, first = whole(0)] = args
          .slice(args[0]?.text.startsWith('thrust::') ? 1 : 0)
          .map((each) => this.valueOf(each, scope));
        const isTold = from?.kind === 'pointer' && to?.kind === 'pointer';
        return isTold ? this.ranged(node, [from, to, first], name.endsWith('sequence')) : undefined;
      }
      case 'generate':
      case 'generate_n': {
        const from = value(0);
        if (from.kind !== 'pointer' || !args[2]) return undefined;
        const to = name.endsWith('_n') ? this.#behind(from, value(1)) : value(1);
        this.forget(args[2], scope);
        return this.ranged(node, [from, to, OPEN], false);
      }
      case 'curandGenerate':
      case 'curandGenerateUniform':
      case 'curandGenerateNormal':
      case 'hiprandGenerateUniform':
      case 'hiprandGenerateNormal': {
        const to = value(1);
        return this.ranged(node, [to, this.#behind(to, value(2)), OPEN], false);
      }
      case 'copy':
        return this.#copiedElements(node, value(0), combined('-', value(1), value(0)), value(2));
      case 'copy_n':
        return this.#copiedElements(node, value(0), value(1), value(2));
      case 'fill_n': {
        const to = value(0);
        return this.ranged(node, [to, this.#behind(to, value(1)), value(2)], false);
      }
      case 'swap': {
        const [one, other] = [this.placeOf(args[0], scope), this.placeOf(args[1], scope)];
        if (!one || !other) return undefined;
        const [first, second] = [read(one), read(other)];
        this.keep(one, second);
        this.keep(other, first);
        return LOST;
      }
      case 'move': {
        const place = args[0]?.type === 'identifier' ? this.placeOf(args[0], scope) : undefined;
        return place && this.moved(place);
      }
      case 'make_unique':
        return this.#madeUnique(node, value, scope);
      case 'make_shared':
        return this.#madeShared(node, scope);
      case 'exchange': {
        const place = this.placeOf(args[0], scope);
        if (!place) return undefined;
        const before = read(place);
        this.keep(place, value(1));
        return before;
      }
      case 'min':
      case 'max': {
        const [first] = args;
        const list = first?.type === 'initializer_list' ? children(first) : args.slice(0, 2);
        const values = list.map((each) => this.valueOf(each, scope));
        return outermost(name.endsWith('min') ? 'min' : 'max', values);
      }
      case 'size': {
        const own = value(0);
        const cells =
          own.kind === 'vector' ? own.cells : own.kind === 'pointer' ? own.to : undefined;
        const length = cells && this.types.lengthOf(cells);
        return length === undefined ? LOST : whole(length, 'ulong');
      }
      case 'abs': {
        const own = value(0);
        return truthOf(computed('<', own, whole(0))) === true ? computed('-', whole(0), own) : own;
      }
      default:
        return this.#number(node, name, args, scope) ?? this.#runtime(node, name, args, scope);
    }
  }

  #given(name: string, place: number, arg: TreeNode | undefined, scope: Scope): Value {
    const own = this.valueOf(arg, scope);
    const how = USES[name.replace(/^std::/, '')]?.[place];
    if (how && own.kind === 'pointer' && own.to) this.touches(own.to, how);
    return own;
  }

  /** `std::make_unique<float[]>(n)`, or of an object. */
  #madeUnique(node: TreeNode, value: (place: number) => Value, scope: Scope): Value | undefined {
    const [, of = '', array] =
      /<\s*(.*?)\s*(\[\s*\])?\s*>$/s.exec(node.childForFieldName('function')?.text ?? '') ?? [];
    const element = this.types.resolved({ name: of, stars: 0 });
    const type = `std::unique_ptr<${element.name}${array === undefined ? '' : '[]'}>`;
    const owned = (held: Value): Value => ({
      kind: 'struct',
      type,
      members: new Map([[HELD, held]]),
    });
    if (array === undefined)
      return this.types.classOf(element) ? owned(this.madeObject(of, node, scope)) : undefined;
    const each = this.types.bytesOf(element);
    if (each === undefined) return undefined;
    const bytes = numberIn(computed('*', value(0), whole(each)));
    const about = { element, bytes, place: 'host', madeBy: node } as const;
    const cells = this.newCells(about, this.types.held(whole(0), element));
    return owned({ kind: 'pointer', to: cells, at: 0, rows: [] });
  }

  /** `std::make_shared<S>(n)`, of an object that nobody sees end. */
  #madeShared(node: TreeNode, scope: Scope): Value | undefined {
    const [, of = ''] =
      /<\s*([^<>[\]]*?)\s*>$/.exec(node.childForFieldName('function')?.text ?? '') ?? [];
    const element = this.types.resolved({ name: of, stars: 0 });
    if (!this.types.classOf(element)) return undefined;
    const block = node.parent?.parent?.parent;
    const main = this.functionNamed('main');
    const isOfMain = main?.kind === 'function' && block?.parent?.id === main.node.id;
    const isKept =
      block?.type === 'compound_statement' && isOfMain && !/\breset\b/.test(block.text);
    return isKept || !this.types.isDestroyed(element)
      ? this.madeObject(of, node, scope)
      : undefined;
  }

  #number(
    node: TreeNode,
    name: string,
    args: readonly TreeNode[],
    scope: Scope,
  ): Value | undefined {
    const callee = node.childForFieldName('function');
    const told =
      limitCalled(callee) ??
      ofText(name.replace(/^std::/, ''), () => this.valueOf(args[0], scope)) ??
      roundedLogarithm(callee, args[0], (each) => this.valueOf(each, scope));
    if (told || !isOfNumbers(callee)) return told;
    return ofNumbers(
      callee,
      args.map((each) => this.valueOf(each, scope)),
    );
  }

  #runtime(
    node: TreeNode,
    name: string,
    args: readonly TreeNode[],
    scope: Scope,
  ): Value | undefined {
    const about = runtimeCall(name);
    if (about === undefined) return undefined;
    const value = (place: number): Value => this.#given(name, place, args[place], scope);
    const isApi = /^(?:cuda|hip)/.test(name);
    if (mayWait(name) && !name.endsWith('StreamSynchronize')) this.running.clear();
    const isAsync = name.endsWith('Async');
    const isLate = isAsync || this.hasApartStreams;
    switch (about.kind) {
      case 'allocate': {
        const isShared = /Managed|Host/.test(name);
        const made = this.#allocated(node, numberIn(value(1)), UNSET, isShared ? 'both' : 'device');
        return this.#leaves(value(0), made) ? whole(0) : undefined;
      }
      case 'free':
        this.#freed(value(0));
        return whole(0);
      case 'set':
      case 'copy': {
        const [to, from, bytes] = [value(0), value(1), value(2)];
        const kind = about.kind === 'copy' ? (args[3]?.text ?? 'Default') : undefined;
        const queue = isAsync ? this.queueOf(args[kind === undefined ? 3 : 4], scope) : 'first';
        if (queue === undefined && kind?.endsWith('ToHost') !== true) this.setLate(node, to, bytes);
        else if (kind === undefined) this.filled(node, to, from, bytes);
        else this.copiedBytes(node, to, from, bytes, kind);
        if (queue !== undefined && isLate)
          this.queued(to, kind === undefined ? undefined : from, queue);
        return whole(0);
      }
      case 'to symbol':
        return this.toSymbol(node, args, scope, isAsync);
      case 'from symbol':
        return this.fromSymbol(node, args, scope);
      case 'symbol address':
        return this.#leaves(value(0), this.symbolAt(args[1], scope)) ? whole(0) : undefined;
      case 'allocate rows': {
        const height = numberIn(value(3));
        const pitch = this.#pitch(args[1], scope);
        const bytes = pitch === undefined || height === undefined ? undefined : pitch * height;
        const made = this.#allocated(node, bytes, UNSET, 'device');
        const told = pitch === undefined ? LOST : whole(pitch, 'ulong');
        return this.#leaves(value(0), made) && this.#leaves(value(1), told) ? whole(0) : undefined;
      }
      case 'write':
        return isLate ? undefined : this.inRows(node, name, value, args.at(6)?.text);
      case 'print':
        args.forEach((_, i) => value(i));
        return whole(0);
      case 'harmless': {
        if (!isApi) args.forEach((_, i) => value(i));
        else this.#harmless(node, name, args, scope);
        return isApi ? whole(0) : LOST;
      }
      case 'other':
        return undefined;
    }
  }

  /** Bytes from row to row; arrays of several widths that share a variable have none. */
  #pitch(target: TreeNode | undefined, scope: Scope): number | undefined {
    const variable = target?.childForFieldName('argument');
    const widths = variable ? widthsAt(this.root, pathOf(variable)) : [];
    const [width, ...others] = widths.map((each) => numberIn(this.valueOf(each, scope)));
    const isOne = others.every((each) => each === width);
    return isOne && width !== undefined ? pitchFor(width) : undefined;
  }

  /** Makes or waits for streams; what else is asked of the device nobody states. */
  #harmless(node: TreeNode, name: string, args: readonly TreeNode[], scope: Scope): void {
    const own = name.replace(/^(?:cuda|hip)/, '');
    const values = args.map((each) => this.valueOf(each, scope));
    const [first] = values;
    const isMade = own.startsWith('StreamCreate') && first !== undefined;
    if (isMade && this.#leaves(first, this.#allocated(node, undefined, UNSET, 'host'))) return;
    if (own === 'StreamSynchronize') this.awaited(this.queueOf(args[0], scope));
    if (/^(?:Device|Thread)Synchronize$/.test(own)) this.awaited('all');
    for (const to of values) if (to.kind === 'address') this.keep(to.of, OPEN);
  }

  /** A call leaves a value where an argument leads. */
  #leaves(target: Value, value: Value): boolean {
    if (target.kind === 'address') this.keep(target.of, value);
    else if (target.kind === 'pointer' && target.to)
      this.keep({ kind: 'cell', cells: target.to, at: target.at, path: [] }, value);
    else return false;
    return true;
  }

  #allocated(node: TreeNode, bytes: number | undefined, rest: Value, place: Cells['place']): Value {
    const cells = this.newCells({ element: undefined, bytes, place, madeBy: node }, rest);
    return { kind: 'pointer', to: cells, at: 0, rows: [] };
  }

  #freed(value: Value): Value {
    if (value.kind === 'pointer' && value.to) value.to.isFreed = true;
    return LOST;
  }

  #behind(to: Value, by: Value): Value {
    const count = numberIn(by);
    return count === undefined || to.kind !== 'pointer' ? LOST : { ...to, at: to.at + count };
  }

  /** Elements that the library copies; undefined where it is not followed. */
  #copiedElements(node: TreeNode, from: Value, count: Value, to: Value): Value | undefined {
    const each = from.kind === 'pointer' ? this.types.bytesOf(from.to?.element) : undefined;
    if (to.kind !== 'pointer' || each === undefined) return undefined;
    this.copiedBytes(node, to, from, computed('*', count, whole(each)));
    return this.#behind(to, count);
  }
}
