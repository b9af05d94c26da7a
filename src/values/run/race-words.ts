import { productOf } from '../../base/product.ts';
import type { Span } from '../../base/span.ts';
import { capital } from '../../base/words.ts';
import type { Finding } from '../finding.ts';
import type { Instruction, ValueProgram } from '../program.ts';
import { type Facts, isWriting } from './facts.ts';
import type { Conflict } from './machine.ts';
import { type Names, placeName } from './names.ts';
import type { Trial } from './trial.ts';

/** Certainty of a race: `silent`, both write the same or nothing changes; `guess`, a
 * compare-exchange checks what was read; `narrow`, an argument was tried too small; `maybe`, unstated inputs decide; `fenced`, fences may order it. */
export type Grade = 'silent' | 'guess' | 'narrow' | 'maybe' | 'fenced' | 'certain';

/** A conflict with the parts of its marks. */
export interface Sighted {
  readonly conflict: Conflict;
  /** Sites of the earlier and the later access. */
  readonly sites: readonly [number, number];
  /** Their items, counted over all groups that ran. */
  readonly items: readonly [number, number];
  readonly grade: Grade;
  /** The group of each turn. */
  readonly groups: readonly number[];
  readonly trial: Trial;
  /** Its place depends on an argument that nobody states, and on no contents. */
  readonly isByArgument: boolean;
  /** It was seen to happen with contents that nobody states, which bring the two together. */
  readonly isByContents: boolean;
  /** Both write the same for this input. */
  readonly isEqual: boolean;
  /** They do, and arguments alone see to it. */
  readonly isAvoided: boolean;
  /** Both write the same constant, whatever inputs are. */
  readonly isSame: boolean;
  /** Arguments were chosen that an argument's condition, if there is one, leaves out too. */
  readonly isAsNarrow: boolean;
  /** An access of it is on a side that was only looked at. */
  readonly isOnlyPossible: boolean;
}

export interface RaceFinding {
  readonly finding: Finding;
  readonly groups: readonly number[];
  /** Both, without what would order them. */
  readonly accesses: string;
}

const KINDS = {
  local: 'race-local',
  global: 'race-global',
  groups: 'race-between-groups',
} as const;

/** Races in sentences. */
export class RaceWords {
  readonly #program: ValueProgram;
  readonly #facts: Facts;
  readonly #names: Names;

  constructor(program: ValueProgram, facts: Facts, names: Names) {
    this.#program = program;
    this.#facts = facts;
    this.#names = names;
  }

  get item(): string {
    return this.#names.words.item;
  }

  instruction(site: number): Instruction | undefined {
    return this.#program.code[this.#facts.instructions[site] ?? -1];
  }

  writes(site: number): boolean {
    return isWriting(this.instruction(site));
  }

  /** @param warp that both are in one, and that lockstep would order them. */
  finding(
    { conflict, sites, items, groups, trial, isOnlyPossible, isByContents }: Sighted,
    warp: { readonly isInWarp: boolean; readonly relies: boolean },
  ): RaceFinding {
    const { store, cell, scope } = conflict;
    const byteOffset = cell << store.grainShift;
    const count = productOf(this.#program.local);
    const place = placeName(store.object, byteOffset);
    // The message stands at the reader, if there is one.
    const order = this.writes(sites[0]) && !this.writes(sites[1]) ? [1, 0] : [0, 1];
    const [here, there] = order.map((index) => {
      const site = sites[index] ?? 0;
      const instruction = this.instruction(site);
      const item = items[index] ?? 0;
      return {
        span: instruction?.span ?? this.#program.span,
        does: doing(instruction, isWriting(instruction)),
        item: item % count,
        group: groups[Math.floor(item / count)] ?? 0,
      };
    });
    if (here === undefined || there === undefined) throw new Error('A race is of two.');
    const first = this.#names.who(here.item, here.group);
    const second =
      scope === 'groups'
        ? `${this.#names.item(there.item)} of ${this.#names.group(there.group)}`
        : this.#names.item(there.item);
    const same = here.span.start === there.span.start && here.span.end === there.span.end;
    const line = same ? ' too' : this.#names.inLine(there.span);
    const [update, other] = sites.map((site) => this.#updateOf(this.instruction(site)));
    const isUpdate = update !== undefined && update === other;
    const relies = warp.relies && !isUpdate;
    const lockstep = relies
      ? ` Both are in one warp of ${this.#program.lanes}: the code relies on lockstep, which is not promised.`
      : '';
    // On a side that was only looked at, other contents than these lead there.
    const isOfOthers = isOnlyPossible && !isByContents && trial.unusual.length === 0;
    const where = trial.words === undefined || isOfOthers ? '' : ` ${trial.words}`;
    const between =
      scope === 'groups'
        ? `, with nothing that orders ${this.#names.words.group}s`
        : this.#program.isLockstep === true && warp.isInWarp
          ? ', in the same step of their warp or on another way from a branch'
          : ', with no barrier between';
    const accesses = `${first} ${here.does} ${place} here, and ${second} ${there.does} it${line}`;
    const finding: Finding = {
      kind:
        scope === 'groups'
          ? KINDS.groups
          : store.object.space === 'local'
            ? KINDS.local
            : KINDS.global,
      span: here.span,
      message: `${accesses}${between}${where}.${lockstep}`,
      hint: relies
        ? this.#lockstepHint
        : scope !== 'groups' && isUpdate
          ? this.#updateHint
          : (this.#scopeHint(sites) ??
            this.#hint(scope === 'groups' ? 'groups' : store.object.space)),
      related: same
        ? undefined
        : [{ span: there.span, message: `The other ${there.does} ${place} here.` }],
      configuration: this.#program.configuration,
    };
    return { finding, groups: [...new Set([there.group, here.group])], accesses };
  }

  get #lockstepHint(): string {
    const meets = this.#program.language === 'cuda' ? '__syncwarp()' : 'a barrier';
    return `Put ${meets} between the two. The older convention, by which a warp goes in step, allows it: #pragma tuner lockstep.`;
  }

  #scopeHint(sites: readonly number[]): string | undefined {
    const narrow = sites
      .map((site) => this.instruction(site))
      .find((step) => step?.kind === 'atomic' && step.isOfGroup === true);
    return narrow?.kind === 'atomic'
      ? `${narrow.text} is atomic within its ${this.#names.words.group} alone: give it the scope of the device.`
      : undefined;
  }

  get #updateHint(): string {
    const atomic = this.#program.language === 'cuda' ? 'atomicAdd' : 'atomic_add';
    return `One of the two changes is lost: change it atomically, as by ${atomic}, or let each ${this.item} have a place of its own.`;
  }

  /** The store that it is, or that it reads for, as of `+=`. */
  #updateOf(access: Instruction | undefined): Instruction | undefined {
    const { code } = this.#program;
    const isFor = (load: Instruction, store: Instruction): boolean =>
      load.kind === 'load' &&
      store.kind === 'store' &&
      load.text === store.text &&
      load.span.start >= store.span.start &&
      load.span.end <= store.span.end;
    if (access?.kind === 'load') return code.find((store) => isFor(access, store));
    return access && code.some((load) => isFor(load, access)) ? access : undefined;
  }

  #hint(scope: string): string {
    if (scope === 'groups')
      return `${capital(this.#names.words.group)}s cannot wait for each other: let each write places of its own, access it atomically, or split the kernel in two.`;
    const flag = scope === 'local' ? 'CLK_LOCAL_MEM_FENCE' : 'CLK_GLOBAL_MEM_FENCE';
    const lacking = this.#program.code.find(
      (instruction): instruction is Extract<Instruction, { kind: 'barrier' }> & { span: Span } =>
        instruction.kind === 'barrier' &&
        !(scope === 'local' ? instruction.local : instruction.global),
    );
    const lacks =
      lacking === undefined
        ? ''
        : ` The barrier${this.#names.inLine(lacking.span)} does not have that flag, so it does not order these.`;
    const barrier = this.#program.language === 'opencl' ? `barrier(${flag})` : '__syncthreads()';
    return `Put ${barrier} between the two.${lacks}`;
  }
}

function doing(instruction: Instruction | undefined, writes: boolean): string {
  if (instruction?.kind === 'atomic') return writes ? 'atomically changes' : 'atomically reads';
  if (instruction?.kind === 'copy') return 'copies';
  return writes ? 'writes' : 'reads';
}
