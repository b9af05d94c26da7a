import type { Expr } from '../../expr.ts';
import type { Scalar } from '../../scalar.ts';
import type { TreeNode } from '../../tree-node.ts';
import type { ElementSize } from '../host-text.ts';
import type { Host } from '../host.ts';
import type { Launch } from '../launch.ts';
import { type Value } from './cells.ts';
import { isChanged } from './reading.ts';
import { converted, numberIn } from './numbers.ts';
import { inWords, ofMember } from './contents.ts';
import { lengthSeen, numberSeen, roundsOf, sizesOf } from './seen.ts';

/** Numbers that the host's text tells, held against what the followed host has at the launch. */

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** An argument, or its member, in each of its rounds. */
const valuesAt = (host: Host, arg: TreeNode, member: string): readonly Value[] =>
  (roundsOf(host, arg) ?? []).map(({ value }) => ofMember(value, member) ?? value);

/** A number as pragmas write it; undefined where the followed host may have changed it unseen. */
export function numberTold(
  host: Host,
  arg: TreeNode,
  member: string,
  type: Scalar,
  inText: () => string | undefined,
): string | undefined {
  const own = inText();
  // Numbers that are chosen are no witness.
  return host.choosing(undefined, () => {
    const plain = inText();
    const isSo = isAsTold(plain, valuesAt(host, arg, member), (each) =>
      inWords(converted(each, type)),
    );
    return (isSo ? own : undefined) ?? numberSeen(host, arg, member, type);
  });
}

/** The same of a launch's blocks or threads. */
export function isSizeAsTold(
  host: Host,
  { node }: Launch,
  size: TreeNode | undefined,
  told: readonly (Expr | undefined)[],
): boolean {
  if (!size || host.isChoosing || host.isHolding) return true;
  const rounds = sizesOf(host, node, size);
  return ['.x', '.y', '.z'].every((member, i) =>
    isAsTold(
      wordOf(told[i], i < told.length ? undefined : '1'),
      // A number is of one dimension.
      rounds.flatMap((round) => ofMember(round, member) ?? (i === 0 ? round : [])),
      inWords,
    ),
  );
}

const wordOf = (told: Expr | undefined, otherwise: string | undefined): string | undefined =>
  told?.kind === 'number' ? String(told.value) : otherwise;

/** The same of its shared memory. */
export function isBytesAsTold(
  host: Host,
  { node, bytes }: Launch,
  each: number,
  told: Expr | undefined,
): boolean {
  if (!bytes || host.isChoosing || host.isHolding) return true;
  return isAsTold(wordOf(told, undefined), sizesOf(host, node, bytes), (value) => {
    const all = numberIn(value);
    return all === undefined ? undefined : String(Math.floor(all / each));
  });
}

/** The same of the elements behind an argument. */
export const isLengthAsTold = (
  host: Host,
  arg: TreeNode,
  member: string,
  told: () => Expr | undefined,
  element: ElementSize,
): boolean =>
  host.choosing(undefined, () => {
    const seen = lengthSeen(host, arg, member, element);
    return isAsTold(wordOf(told(), undefined), valuesAt(host, arg, member), () => seen?.toString());
  });

/** No round has another value, or one that nobody follows. */
function isAsTold(
  told: string | undefined,
  rounds: readonly Value[],
  inWord: (value: Value) => string | undefined,
): boolean {
  if (told === undefined || rounds.length === 0) return true;
  if (rounds.some(isChanged)) return false;
  const words = rounds.flatMap((each) => inWord(each) ?? []);
  const isSame = words.some((each) => Number(each) === Number(told));
  return words.length === 0 || !NUMBER.test(told) || isSame;
}
