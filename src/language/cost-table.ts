import { assertUnreachable } from '../base/diagnostic.ts';
import { positionAt } from '../base/span.ts';
import { WORDS_OF } from '../front/language.ts';
import { type Environment, evaluate, ExprError, type Expr } from '../front/expr.ts';
import {
  type Barrier,
  type Block,
  blockMentions,
  type Kernel,
  type Loop,
  nodesIn,
  type Space,
  type Work,
} from '../kernel/ir.ts';
import { type Semantics, type SemanticsId, semanticsOf } from '../platform/index.ts';
import { asReduction } from '../promela/reduction.ts';
import { liftReturns, nameLoops, namesInKernel } from '../promela/rewrite.ts';

/** Extremes over the work-items examined. */
export interface Extent {
  readonly least: number;
  readonly most: number;
}

/** Ticks by memory space, their sum, and barriers met. */
const HEADINGS = ['global', 'local', 'private', 'ticks', 'barriers'] as const;
type Heading = (typeof HEADINGS)[number];

const byHeading = <T>(of: (heading: Heading) => T): Record<Heading, T> =>
  Object.fromEntries(HEADINGS.map((heading) => [heading, of(heading)])) as Record<Heading, T>;

export type Charges = Readonly<Record<Heading, Extent>>;

/** A line's cost to one work-item. */
export interface CostLine extends Charges {
  /** Counted from 1. */
  readonly line: number;
}

/** A work-item's cost in one configuration, without waiting and dispatch. */
export interface CostTable {
  readonly lines: readonly CostLine[];
  readonly total: Charges;
  /** Work-items examined: one if all pay alike. */
  readonly items: number;
  /** False if examining all items would take too long. */
  readonly complete: boolean;
}

export type CostTableResult =
  | { readonly ok: true; readonly table: CostTable }
  | { readonly ok: false; readonly reason: string };

/** Statements examined at most, counting loop rounds. */
const BUDGET = 400_000;

class TooLong extends Error {}

/** Adds up what one work-item pays, line by line: the least and the most over the items of a group (over
 * all groups, where the group matters). Costs of statements are those of the model. In the published
 * semantics an element counts as the item of its number for all its passes. */
export function costTable(
  kernel: Kernel,
  text: string,
  id: SemanticsId,
  environment: Environment,
  most = BUDGET,
): CostTableResult {
  const semantics = semanticsOf(id);
  const block = payingBlock(kernel, semantics);
  const lines = new Lines(block, text);
  const payer = new Payer(semantics, lines, most);
  let items = 0;
  let complete = true;
  try {
    for (const item of itemsOf(kernel, block, semantics, environment)) {
      payer.item(block, { ...environment, ...item });
      items += 1;
    }
  } catch (error) {
    if (error instanceof ExprError) return { ok: false, reason: error.message };
    if (!(error instanceof TooLong)) throw error;
    if (items === 0) {
      return {
        ok: false,
        reason: `One ${WORDS_OF[kernel.language].item} does too much to add it up line by line.`,
      };
    }
    complete = false;
  }
  return { ok: true, table: { ...lines.result(), items, complete } };
}

/** One item if all are alike, one group if groups are. */
function* itemsOf(
  kernel: Kernel,
  block: Block,
  semantics: Semantics,
  environment: Environment,
): Generator<{ lid: number; group: number; gid: number }> {
  const size = evaluate(kernel.localSize, environment);
  const differ = ['lid', 'gid', 'group'].some((name) => blockMentions(block, name));
  const byGroup = blockMentions(block, 'gid') || blockMentions(block, 'group');
  const { runsItems } = semantics;
  const inGroup = runsItems ? size : Math.min(size, environment['NP'] ?? size);
  const groups =
    byGroup && runsItems ? Math.max(1, Math.floor(evaluate(kernel.items, environment) / size)) : 1;
  for (let group = 0; group < groups; group += 1)
    for (let lid = 0; lid < (differ ? inGroup : 1); lid += 1)
      yield { lid, group, gid: group * size + lid };
}

/** One item's way through the kernel. */
class Payer {
  #steps = 0;
  /** Loops whose rounds all cost the same. */
  readonly #same = new Map<Loop, boolean>();
  readonly #costs = new Map<Work, ReadonlyMap<Space, Expr>>();

  readonly #semantics: Semantics;
  readonly #lines: Lines;
  readonly #most: number;

  constructor(semantics: Semantics, lines: Lines, most: number) {
    this.#most = most;
    this.#semantics = semantics;
    this.#lines = lines;
  }

  item(block: Block, environment: Record<string, number>): void {
    this.#block(block, environment, 1);
    this.#lines.end();
  }

  /** `times`: how often the block runs like this. */
  #block(block: Block, environment: Record<string, number>, times: number): void {
    for (const node of block) {
      this.#steps += 1;
      if (this.#steps > this.#most) throw new TooLong();
      switch (node.kind) {
        case 'work':
          for (const [space, ticks] of this.#costOf(node))
            this.#lines.pay(node, space, times * evaluate(ticks, environment));
          break;
        case 'barrier':
          this.#lines.pay(node, 'barriers', times);
          break;
        case 'branch': {
          const side = evaluate(node.condition, environment) !== 0 ? node.then : node.otherwise;
          this.#block(side, environment, times);
          break;
        }
        case 'loop':
          this.#loop(node, environment, times);
          break;
        case 'return':
          break; // inside a loop: no model, and an error elsewhere
        default:
          assertUnreachable(node);
      }
    }
  }

  #loop(loop: Loop, environment: Record<string, number>, times: number): void {
    const trips = Math.max(0, evaluate(loop.trips, environment));
    const index = loop.index ?? '';
    let same = this.#same.get(loop);
    if (same === undefined) this.#same.set(loop, (same = !blockMentions(loop.body, index)));
    if (same) {
      if (trips > 0) this.#block(loop.body, environment, times * trips);
      return;
    }
    for (let round = 0; round < trips; round += 1) {
      environment[index] = round;
      this.#block(loop.body, environment, times);
    }
  }

  #costOf(work: Work): ReadonlyMap<Space, Expr> {
    let costs = this.#costs.get(work);
    if (costs === undefined) this.#costs.set(work, (costs = this.#semantics.statementCost(work)));
    return costs;
  }
}

/** One item's sums, and the extremes so far. */
class Account {
  #sums: Record<Heading, number> = zeros();
  #least: Record<Heading, number> | undefined;
  #most: Record<Heading, number> = zeros();

  pay(heading: Heading, amount: number): void {
    const sum = this.#sums[heading] + amount;
    if (!Number.isSafeInteger(sum)) throw new ExprError('The sum is too large to compute exactly');
    this.#sums[heading] = sum;
    if (heading !== 'barriers' && heading !== 'ticks') this.pay('ticks', amount);
  }

  end(): void {
    const least = (this.#least ??= { ...this.#sums });
    for (const heading of HEADINGS) {
      least[heading] = Math.min(least[heading], this.#sums[heading]);
      this.#most[heading] = Math.max(this.#most[heading], this.#sums[heading]);
    }
    this.#sums = zeros();
  }

  charges(): Charges {
    return byHeading((heading) => ({
      least: this.#least?.[heading] ?? 0,
      most: this.#most[heading],
    }));
  }
}

const zeros = (): Record<Heading, number> => byHeading(() => 0);

/** Accounts by line. */
class Lines {
  readonly #lineOf = new Map<Work | Barrier, Account>();
  readonly #accounts = new Map<number, Account>();
  readonly #total = new Account();

  constructor(block: Block, text: string) {
    for (const node of nodesIn(block)) {
      if (node.kind !== 'work' && node.kind !== 'barrier') continue;
      const { line } = positionAt(text, node.span.start);
      const account = this.#accounts.get(line) ?? new Account();
      this.#accounts.set(line, account);
      this.#lineOf.set(node, account);
    }
  }

  pay(node: Work | Barrier, heading: Heading, amount: number): void {
    this.#lineOf.get(node)?.pay(heading, amount);
    this.#total.pay(heading, amount);
  }

  end(): void {
    for (const account of [...this.#accounts.values(), this.#total]) account.end();
  }

  result(): { readonly lines: readonly CostLine[]; readonly total: Charges } {
    const lines = [...this.#accounts]
      .map(([line, account]) => ({ line, ...account.charges() }))
      .filter(({ ticks, barriers }) => ticks.most > 0 || barriers.most > 0)
      .toSorted((a, b) => a.line - b.line);
    return { lines, total: this.#total.charges() };
  }
}

/** The model's view of a work-item: no early exits, and a published reduction's tail runs over
 * elements instead of items. */
export function payingBlock(kernel: Kernel, semantics: Semantics): Block {
  const block = nameLoops(liftReturns(kernel.body), namesInKernel(kernel));
  const reduction = asReduction(block, kernel, semantics);
  if (reduction === undefined) return block;
  return block.map((node, i) =>
    i > reduction.map.length && node.kind === 'branch' ? { ...node, then: reduction.tail } : node,
  );
}
