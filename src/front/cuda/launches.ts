import type { Node as TreeNode } from 'web-tree-sitter';
import { Reports } from '../../base/diagnostic.ts';
import type { Span } from '../../base/span.ts';
import { type Expr, show } from '../expr.ts';
import { parsePragma, type Pragma } from '../pragma.ts';
import type { Declarator } from '../syntax.ts';
import type { Host } from './host.ts';
import { argumentsOf, sharedOf } from './launch-arguments.ts';
import { takenFor } from './launch-choice.ts';
import { gridOf, numberOf } from './launch-grid.ts';
import type { Launch } from './launch.ts';

/** Launches of kernels in the host's text, as the pragmas that would say the same. */

/** More work-items than this are not run one by one: the size that is asked for is taken. */
const MOST_ITEMS = 32_768;

/** Pragmas for a kernel's launch; `isLaunchOpen` where the text does not tell its groups. */
export interface Stated {
  readonly stated: readonly Pragma[];
  readonly statedToRun: readonly Pragma[];
  readonly isLaunchOpen: boolean;
}

export const NOT_STATED: Stated = { stated: [], statedToRun: [], isLaunchOpen: false };

/** The pragmas that state what a kernel's launch does: of several the one that tells most, or the first.
 * @param dynamic the array that the launch's bytes are for
 * @param dimensions those that the kernel asks about */
export function statedBy(
  host: Host,
  launches: readonly Launch[],
  parameters: readonly Declarator[],
  dynamic: Declarator | undefined,
  dimensions: number,
  spanOf: (node: TreeNode) => Span,
): Stated {
  const told = launches.map((launch) => {
    const frame = host.frameAt(launch.node);
    const grid = gridOf(host, launch, frame, dimensions);
    const own = argumentsOf(host, launch, frame, parameters);
    const shared = sharedOf(host, launch, frame, dynamic);
    const span = spanOf(launch.node);
    const pragmas = (
      items: readonly Expr[],
      isAssumed: boolean,
      args: readonly string[],
    ): readonly Pragma[] => {
      if (grid === undefined) return [...args, ...shared].flatMap((line) => pragma(line, span));
      const lines = [`local_size ${shownAll(grid.local)}`, ...args, ...shared];
      const [all] = pragma(`items ${shownAll(items)}`, span);
      const made = all?.kind === 'items' ? [{ ...all, isAssumed }] : [];
      return [...made, ...lines.flatMap((line) => pragma(line, span))];
    };
    const isFew = grid !== undefined && (!grid.isTold || (numberOf(grid.items) ?? 0) > MOST_ITEMS);
    const taken =
      grid?.isTold === false ? takenFor(host, launch, frame, parameters, grid) : undefined;
    const run = (): readonly Pragma[] => {
      if (taken === undefined)
        return isFew
          ? pragmas(grid.few, true, grid.isTold ? [] : own)
          : pragmas(grid?.items ?? [], false, grid === undefined ? [] : own);
      return [
        ...pragmas(taken.items, true, taken.args).map((each) =>
          each.kind === 'items' ? { ...each, taken: taken.words } : each,
        ),
        ...taken.lengths
          .flatMap((line) => pragma(line, span))
          .map((each) => (each.kind === 'array' ? { ...each, isAssumed: true } : each)),
      ];
    };
    return {
      stated: pragmas(grid?.items ?? [], grid?.isTold === false, own),
      statedToRun: run(),
      isLaunchOpen: grid === undefined,
    };
  });
  const [most] = told.toSorted((a, b) => b.stated.length - a.stated.length);
  return most ?? NOT_STATED;
}

const shownAll = (sizes: readonly Expr[]): string => sizes.map((each) => show(each)).join(', ');

/** A pragma that stands for a place in the host's text. */
function pragma(line: string, span: Span): readonly Pragma[] {
  // Its parts' places are those of the launch.
  const text = `${' '.repeat(span.start)}#pragma tuner ${line}`;
  const made = parsePragma(text, span.start, text.length, new Reports());
  return made === undefined ? [] : [{ ...made, span }];
}
