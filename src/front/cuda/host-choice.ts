import { named as children } from '../parsed.ts';
import type { TreeNode } from '../tree-node.ts';
import { type Environment, type Expr, num } from '../expr.ts';
import { changesInUse } from './called-names.ts';
import { Choice } from './choice.ts';
import { type Frame, HostNames } from './host-names.ts';
import { isConditional, loopsAround } from './host-loops.ts';
import type { Launch } from './launch.ts';
import { membersListed } from './made-structs.ts';
import { deviceText, isWorkedOut, pathOf, valuesOf } from './host-text.ts';

/** Calls that give a number which the text does not tell: of an argument, a tensor or a vector. */
const GIVES_NUMBER =
  /^(?:(?:std::)?(?:atoi|atol|stoi|stol|strtol|strtoul)|.*(?:\.|->)(?:numel|size|length|dim_size))$/;

/** Larger than what texts have, so that it is known again. */
const PROBE = 2 ** 40;

/** `if (n > most) n = most;`, `if (argc > 1) n = atoi(argv[1]);`: behind its first value that alone sets it, in no loop. */
const isLimited = (name: string, [, ...later]: readonly TreeNode[], inside: TreeNode): boolean =>
  later.every((value) => {
    const { parent } = value;
    if (parent?.childForFieldName('operator')?.text !== '=') return false;
    const isOwn = [...ifsAround(parent)].some((each) =>
      each
        .childForFieldName('condition')
        ?.descendantsOfType('identifier')
        .some(({ text }) => text === name),
    );
    return (
      (isOwn || value.type === 'call_expression') &&
      isConditional(parent, inside) &&
      loopsAround(parent, inside).length === 0
    );
  });

function* ifsAround(node: TreeNode): Generator<TreeNode> {
  for (let at = node.parent; at; at = at.parent) if (at.type === 'if_statement') yield at;
}

/** A chosen number's key. */
export const keyOf = (text: string, frame: Frame | undefined): string =>
  `${frame?.function?.startIndex ?? ''} ${text}`;

/** Numbers that the host's text leaves open, or gives more than can be run, as they are chosen. */
export abstract class HostChoice extends HostNames {
  /** Tuning parameters and platform constants, which stay names. */
  protected readonly known: ReadonlySet<string>;
  /** Values of parameters, by which other numbers are chosen. */
  readonly greatest: Environment;
  protected choice: Choice | undefined;
  /** Values of the host's names that are passed as stated arguments. */
  readonly #bound = new Map<string, Expr>();
  protected rounds: Map<string, number> | undefined;
  /** The round that a launch is asked for; all where it is undefined. */
  step: { readonly launch: Launch; readonly round: number | undefined } | undefined;
  #fixed: ReturnType<typeof deviceText> | undefined;

  /** Bytes of a type that the text declares. */
  protected readonly bytesOfDeclared: (name: string) => number | undefined;

  constructor(
    root: TreeNode,
    known: ReadonlySet<string>,
    greatest: Environment,
    bytesOfDeclared: (name: string) => number | undefined,
  ) {
    super(root);
    this.known = known;
    this.greatest = greatest;
    this.bytesOfDeclared = bytesOfDeclared;
  }

  /** A whole number; undefined where the text does not tell. */
  abstract value(node: TreeNode | null | undefined, frame: Frame): Expr | undefined;

  /** The same without names in it. */
  protected plain(node: TreeNode | null | undefined, frame: Frame): number | undefined {
    const value = this.value(node, frame);
    return value?.kind === 'number' ? value.value : undefined;
  }

  /** Evaluates with a choice of what the text leaves open. */
  choosing<T>(choice: Choice | undefined, work: () => T): T {
    const before = this.choice;
    this.choice = choice;
    try {
      return work();
    } finally {
      this.choice = before;
    }
  }

  /** An argument that somebody states tells the host's name that is passed as it. */
  bind(arg: TreeNode, frame: Frame, stated: Expr): void {
    const probe = new Choice((index) => PROBE + index);
    const value = this.choosing(probe, () => this.value(arg, frame));
    for (const [key, chosen] of probe.chosen)
      if (value?.kind === 'number' && value.value === chosen.value) this.#bound.set(key, stated);
  }

  /** Takes what was chosen for the text's own. */
  holding<T>({ chosen }: Choice, work: () => T): T {
    const added = [...chosen].filter(([key]) => !this.#bound.has(key));
    for (const [key, { value }] of added) this.#bound.set(key, num(value));
    try {
      return work();
    } finally {
      for (const [key] of added) this.#bound.delete(key);
    }
  }

  /** Evaluates with the variables of loops around a launch as in their first rounds.
   * @returns what was made, and those variables with their values */
  inFirstRounds<T>(work: () => T): {
    readonly made: T;
    readonly rounds: ReadonlyMap<string, number>;
  } {
    const rounds = new Map<string, number>();
    this.rounds = rounds;
    try {
      return { made: work(), rounds };
    } finally {
      this.rounds = undefined;
    }
  }

  /** Evaluates a launch in one of the rounds that were followed. */
  inRound<T>(step: HostChoice['step'], work: () => T): T {
    const before = this.step;
    this.step = step;
    try {
      return work();
    } finally {
      this.step = before;
    }
  }

  /** Numbers may be taken for those of the text. */
  get isChoosing(): boolean {
    return this.choice !== undefined;
  }

  /** Somebody states numbers of the host, or they are held. */
  get isHolding(): boolean {
    return this.#bound.size > 0;
  }

  /** Runs the first round of a loop that has no known variable; false where rounds are not told apart. */
  isFirstRound(): boolean {
    this.rounds?.set('round', 0);
    return this.rounds !== undefined;
  }

  /** A number that is chosen for one too large to be run, unless kernels are made with it. */
  protected smaller<T extends Expr | undefined>(text: string, told: T, frame?: Frame): T | Expr {
    const bound = this.#bound.get(keyOf(text, frame));
    if (bound !== undefined) return bound;
    if (this.choice === undefined || told?.kind !== 'number') return told;
    if (!this.choice.mayReplace(told.value)) return told;
    const isShared = frame === undefined || frame.function === undefined;
    this.#fixed ??= deviceText(this.root);
    if (
      new RegExp(`\\b${text.replaceAll('.', '\\.')}\\b`).test(
        isShared ? this.#fixed.all : this.#fixed.arguments,
      )
    )
      return told;
    const value = this.choice.of(keyOf(text, frame), text, told.value);
    return value === undefined ? told : num(value);
  }

  /** A number that is chosen for what the text does not tell. */
  protected open(node: TreeNode, frame: Frame): Expr | undefined {
    const { text } = node;
    const callee = node.childForFieldName('function')?.text ?? '';
    if (node.type === 'call_expression' && !GIVES_NUMBER.test(callee)) return undefined;
    if (this.known.has(text) || this.definition(text) !== undefined) return undefined;
    // A loop's variable has its own values.
    const inside = this.blockOf(text, frame);
    const values = inside ? valuesOf(inside, text) : [];
    if (
      inside &&
      values.length > 1 &&
      !isWorkedOut(inside, text) &&
      !isLimited(text, values, inside)
    )
      return undefined;
    const isName = node.type === 'identifier' || node.type === 'field_expression';
    if (isName && frame.function && changesInUse(pathOf(node), frame.function)) return undefined;
    return this.openCalled(text, frame);
  }

  /** Open under these words, as stated or as chosen. */
  protected openCalled(text: string, frame: Frame): Expr | undefined {
    const bound = this.#bound.get(keyOf(text, frame));
    if (bound !== undefined) return bound;
    const value = this.choice?.of(keyOf(text, frame), text);
    return value === undefined ? undefined : num(value);
  }

  /** `cfgs[1].block`, of an array that begins with a list. */
  protected listedMember(element: TreeNode | null, field: string, frame: Frame): Expr | undefined {
    if (element?.type !== 'subscript_expression') return undefined;
    const array = element.childForFieldName('argument');
    const list = array && this.listOf(array, frame);
    const index = this.value(children(element.childForFieldName('indices'))[0], frame);
    const own = index?.kind === 'number' ? array && this.listIn(array, frame)?.[index.value] : null;
    const place = list ? (membersListed(this.root, list.node)?.indexOf(field) ?? -1) : -1;
    return list && own?.type === 'initializer_list' && place >= 0
      ? this.value(children(own)[place], list.frame)
      : undefined;
  }
}
