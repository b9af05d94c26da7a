import { named as children } from '../../parsed.ts';
import type { TreeNode } from '../../tree-node.ts';
import { CHANGED, LOST, type Scope, type Value } from './cells.ts';
import { read, unfollowed } from './reading.ts';
import { COPIED_IN_A_STEP, type Located, MOST_COPIED } from './places.ts';
import { numberIn, whole } from './numbers.ts';
import { HostTensors } from './tensors.ts';

/** Methods of `std::vector`. */
export abstract class HostVectors extends HostTensors {
  /** A method of a vector; undefined where it is none that is followed. */
  protected method(
    node: TreeNode,
    callee: TreeNode,
    args: readonly TreeNode[],
    scope: Scope,
  ): Value | undefined {
    const element = this.elementOfCall(node, scope);
    if (element.place) return read(element.place);
    const owner = element.value ?? this.valueOf(callee.childForFieldName('argument'), scope);
    const name = callee.childForFieldName('field')?.text ?? '';
    if (owner.kind === 'vector') {
      const { cells } = owner;
      const length = this.types.lengthOf(cells);
      const each = this.types.bytesOf(cells.element) ?? 0;
      const value = (place: number): Value => this.valueOf(args[place], scope);
      const first: Value = { kind: 'pointer', to: cells, at: 0, rows: [] };
      const longer = (count: number | undefined): void => {
        cells.bytes = count === undefined ? undefined : count * each;
      };
      switch (name) {
        case 'data':
        case 'begin':
          return first;
        case 'size':
          return length === undefined ? unfollowed(cells.rest) : whole(length, 'ulong');
        case 'empty':
          return length === undefined ? LOST : whole(Number(length === 0), 'bool');
        case 'end':
          return length === undefined ? LOST : { ...first, at: length };
        case 'reserve':
          return LOST;
        case 'push_back':
        case 'emplace_back':
          if (length === undefined || args.length !== 1 || !cells.element) break;
          this.keep({ kind: 'cell', cells, at: length, path: [] }, this.copied(value(0)));
          longer(length + 1);
          return LOST;
        case 'resize':
        case 'assign': {
          const count = numberIn(value(0));
          const given = args[1] ? value(1) : whole(0);
          const own = cells.element ? this.types.held(given, cells.element) : LOST;
          if (count === undefined || length === undefined || (name === 'assign' && !args[1])) break;
          if (name === 'assign' || length === 0) cells.fill(own);
          this.step(Math.min(count, MOST_COPIED) / COPIED_IN_A_STEP);
          if (name === 'resize' && length > 0)
            for (let at = length; at < Math.min(count, length + MOST_COPIED); at += 1)
              cells.put(at, own);
          longer(count);
          return LOST;
        }
        case 'pop_back':
          if (length === undefined || length === 0) break;
          longer(length - 1);
          return LOST;
        case 'swap': {
          const [own, other] = [callee.childForFieldName('argument'), args[0]].map((each) =>
            this.placeOf(each, scope),
          );
          if (!own || !other || read(other).kind !== 'vector') break;
          const before = read(other);
          this.keep(other, owner);
          this.keep(own, before);
          return LOST;
        }
        case 'insert':
        case 'erase': {
          const [at, isInsert] = [value(0), name === 'insert'];
          if (at.kind !== 'pointer' || at.to !== cells || args.length !== (isInsert ? 2 : 1)) break;
          if (length === undefined || length > MOST_COPIED) break;
          const held = Array.from({ length }, (_, i) => cells.values.get(i) ?? cells.rest);
          const added = isInsert && cells.element ? [this.types.held(value(1), cells.element)] : [];
          held.splice(at.at, isInsert ? 0 : 1, ...added);
          this.step(length / COPIED_IN_A_STEP);
          for (const [i, each] of held.entries()) cells.put(i, each);
          longer(held.length);
          return at;
        }
        case 'clear':
          cells.fill(cells.rest);
          longer(0);
          return LOST;
      }
      longer(undefined);
      cells.fill(CHANGED);
    }
    return this.ofTensor(owner, node, name, scope);
  }

  protected elementOfCall(node: TreeNode, scope: Scope): Located {
    const callee = node.childForFieldName('function');
    const name = callee?.childForFieldName('field')?.text ?? '';
    if (callee?.type !== 'field_expression' || !/^(?:at|front|back)$/.test(name)) return {};
    const owner = this.valueOf(callee.childForFieldName('argument'), scope);
    if (owner.kind !== 'vector') return { value: owner };
    const length = this.types.lengthOf(owner.cells);
    const index =
      name === 'at'
        ? numberIn(this.valueOf(children(node.childForFieldName('arguments'))[0], scope))
        : name === 'front'
          ? 0
          : length && length - 1;
    return index === undefined ? { value: owner } : { place: this.elementAt(owner, index) };
  }
}
