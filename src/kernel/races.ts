import { usualConstants } from '../base/constants.ts';
import type { Diagnostic } from '../base/diagnostic.ts';
import type { Span } from '../base/span.ts';
import { configurations } from '../front/configurations.ts';
import type { Touch } from './context.ts';
import type { LanguageWords } from '../front/language.ts';
import { ExprError, evaluate } from '../front/expr.ts';
import type { Access, Block, Kernel, Node } from './ir.ts';

/** Lowering's knowledge of a kernel beyond its costs. */
export interface Traced {
  readonly touches: ReadonlyMap<Access, Touch>;
  /** Names of loop indices in the touches inside. */
  readonly indices: ReadonlyMap<Node, string>;
}

/** Words of the text's language. */
interface Told {
  readonly lineOf: (span: Span) => string;
  readonly words: LanguageWords;
}

/** Finds data races on `__local` arrays by running the first group of small configurations: two
 * items touch an element between two barriers, and one writes.
 * Only accesses with derived indices and branches take part. Atomics do not race with each other;
 * items writing the same value in one statement (a flag) pass, though the standard forbids it.
 * Kernels with diverging barriers are reported elsewhere. */
export function findRaces(kernel: Kernel, traced: Traced, told: Told): Diagnostic[] {
  if (traced.touches.size === 0) return [];
  const found = new Map<string, Diagnostic>();
  const budget = { steps: 300_000 };
  for (const size of [16, 64])
    for (const environment of samples(kernel, size)) {
      for (const race of racesOf(kernel, traced, environment, budget)) {
        const diagnostic = describe(race, told);
        found.set(`${diagnostic.span.start} ${diagnostic.message}`, diagnostic);
      }
    }
  return [...found.values()].slice(0, MAX_REPORTS);
}

const MAX_REPORTS = 10;
const MAX_GROUP = 16;

type Environment = Record<string, number>;

/** A few valid configurations with small groups of several items. */
function* samples(kernel: Kernel, size: number): Generator<Environment> {
  const constants = { ...usualConstants(), LM: 1 << 20, size };
  let tried = 0;
  let taken = 0;
  try {
    for (const { values, reason } of configurations(kernel, constants)) {
      tried += 1;
      if (tried > 200 || taken >= 6) return;
      if (reason !== undefined) continue;
      const environment = { ...constants, ...values };
      const group = evaluate(kernel.localSize, environment);
      const items = evaluate(kernel.items, environment);
      if (group < 2 || group > MAX_GROUP || items < group || items % group !== 0) continue;
      taken += 1;
      yield environment;
    }
  } catch (error) {
    if (!(error instanceof ExprError)) throw error;
  }
}

interface Event {
  readonly access: Access;
  readonly touch: Touch;
  readonly item: number;
  /** The array and the index. */
  readonly element: string;
}

/** A store, and what it races with. */
type Race = readonly [Event, Event];

/** An item's touches, by the number of barriers passed. */
class Walk {
  readonly epochs: Event[][] = [[]];

  readonly #traced: Traced;
  readonly #environment: Environment;
  readonly #item: number;
  readonly #budget: { steps: number };

  constructor(traced: Traced, environment: Environment, item: number, budget: { steps: number }) {
    this.#traced = traced;
    this.#environment = environment;
    this.#item = item;
    this.#budget = budget;
  }

  /** False when the item has returned. */
  block(block: Block): boolean {
    for (const node of block) {
      this.#budget.steps -= 1;
      if (this.#budget.steps < 0) throw new ExprError('too long to try');
      switch (node.kind) {
        case 'work':
          for (const access of node.accesses) this.#touch(access);
          break;
        case 'barrier':
          this.epochs.push([]);
          break;
        case 'return':
          return false;
        case 'branch': {
          const side =
            evaluate(node.condition, this.#environment) !== 0 ? node.then : node.otherwise;
          if (!this.block(side)) return false;
          break;
        }
        case 'loop': {
          const index = node.index ?? this.#traced.indices.get(node);
          const trips = evaluate(node.trips, this.#environment);
          for (let i = 0; i < trips; i += 1) {
            if (index !== undefined) this.#environment[index] = i;
            if (!this.block(node.body)) return false;
          }
          break;
        }
      }
    }
    return true;
  }

  #touch(access: Access): void {
    const touch = this.#traced.touches.get(access);
    if (touch === undefined) return;
    const index = evaluate(touch.index, this.#environment);
    const element = `${touch.array.id} ${index}`;
    this.epochs.at(-1)?.push({ access, touch, item: this.#item, element });
  }
}

function racesOf(
  kernel: Kernel,
  traced: Traced,
  environment: Environment,
  budget: { steps: number },
): Race[] {
  try {
    const group = evaluate(kernel.localSize, environment);
    const walks = Array.from({ length: group }, (_, item) => {
      const own = { ...environment, lid: item, gid: item, group: 0 };
      const walk = new Walk(traced, own, item, budget);
      walk.block(kernel.body);
      return walk;
    });
    // Items that returned early count up to their last barrier.
    const lengths = new Set(walks.map((walk) => walk.epochs.length));
    if (lengths.size > 1) return [];
    const epochs = walks[0]?.epochs ?? [];
    return epochs.flatMap((_, i) => racesIn(walks.flatMap((walk) => walk.epochs[i] ?? [])));
  } catch (error) {
    if (error instanceof ExprError) return [];
    throw error;
  }
}

/** One race per element, between two barriers. */
function racesIn(events: readonly Event[]): Race[] {
  const byElement = new Map<string, Event[]>();
  for (const event of events) {
    const there = byElement.get(event.element);
    if (there === undefined) byElement.set(event.element, [event]);
    else there.push(event);
  }
  return [...byElement.values()].flatMap((touching) => {
    const stores = touching.filter(({ access }) => access.kind === 'store');
    for (const store of stores.slice(0, 8)) {
      const other = touching.find((event) => conflicts(store, event));
      if (other !== undefined) return [[store, other] as const];
    }
    return [];
  });
}

function conflicts(store: Event, other: Event): boolean {
  if (store.item === other.item) return false;
  if (store.touch.atomic && other.touch.atomic) return false;
  const sameStatement = store.access === other.access;
  return !(sameStatement && store.touch.same);
}

const sameSpan = (a: Span, b: Span): boolean => a.start === b.start && a.end === b.end;

function describe([first, second]: Race, { lineOf, words: { item, barrier } }: Told): Diagnostic {
  const a = first.access.span;
  const b = second.access.span;
  const line = lineOf(b);
  const { name } = first.access;
  const how = second.access.kind === 'store' ? 'written' : 'read';
  return {
    severity: 'warning',
    code: 'local-race',
    span: a,
    message: sameSpan(a, b)
      ? `Different ${item}s write the same element of ${name} here, with no barrier between.`
      : `Another ${item}'s element of ${name} is written here and ${how} in ${line}, with no barrier between.`,
    hint: `Put ${barrier} between this and ${line}.`,
    ...(!sameSpan(a, b) && {
      related: [
        {
          span: b,
          message: `This races with ${lineOf(a)}, where another ${item} writes the same element of ${name}.`,
        },
      ],
    }),
  };
}
