import type { TreeNode } from '../tree-node.ts';
import type { Declarator } from '../syntax.ts';
import { loopsAround } from './host-loops.ts';
import { contains, functionAround, valuesOf } from './host-text.ts';
import type { Launch } from './launch.ts';
import { streamText } from './streams.ts';

/** One of two launches may do what the other does not, though the text tells the same of both. */
export const isOtherwise = (
  one: Launch,
  other: Launch,
  parameters: readonly Declarator[],
): boolean => isBeside(one, other, parameters) || isSetBetween(one, other, parameters);

/** Two streams may be in one array at a time. */
const isBeside = (one: Launch, other: Launch, parameters: readonly Declarator[]): boolean =>
  streamText(one.stream) !== streamText(other.stream) &&
  parameters.some(
    ({ type }, i) => type.kind === 'pointer' && one.args[i]?.text === other.args[i]?.text,
  );

/** A number that both pass is set again between them, or in a loop around one of them. */
const isSetBetween = (one: Launch, other: Launch, parameters: readonly Declarator[]): boolean =>
  parameters.some(({ type }, i) => {
    const [arg, its] = [one.args[i], other.args[i]];
    if (type.kind === 'pointer' || !arg || !its || arg.text !== its.text) return false;
    const inside = functionAround(arg);
    if (inside === undefined || functionAround(its)?.id !== inside.id) return false;
    return namesIn(arg).some((name) =>
      valuesOf(inside, name).some((value) => isBetween(value, one.node, other.node)),
    );
  });

const namesIn = (arg: TreeNode): readonly string[] =>
  arg.descendantsOfType('identifier').flatMap((each) => each.text ?? []);

const isBetween = (value: TreeNode, one: TreeNode, other: TreeNode): boolean => {
  const [first, last] = one.startIndex < other.startIndex ? [one, other] : [other, one];
  const isAfter = value.startIndex > first.startIndex && value.startIndex < last.startIndex;
  const loops = [...loopsAround(one), ...loopsAround(other)];
  return (
    isAfter ||
    loops.some((loop) => contains(loop, value) && !(contains(loop, one) && contains(loop, other)))
  );
};
