import { Reports } from '../base/diagnostic.ts';
import { parsePragma } from '../front/pragma.ts';
import type { HostLaunch, HostStepOf } from '../front/reader.ts';
import type { ValueProgram } from '../values/index.ts';
import type { MemoryObject } from '../values/program.ts';
import { specificationOf } from '../values/specification-of.ts';
import type { Input } from '../values/specification.ts';
import { scalarAt, scalarsOf } from '../values/run/inputs.ts';
import { type Left, leftBy, writtenArrays } from '../values/run/left.ts';
import { isSetElsewhere } from '../values/run/open-inputs.ts';
import { inputBytes } from '../values/run/names.ts';
import type { RunReport } from './value-reports.ts';

/** An array's contents: what a launch leaves, an expression of `i`, or nobody knows. */
type Contents = Left | string | undefined;

/** The host's arrays from one launch to the next: what each leaves is what the next finds. */
export class HostArrays {
  /** All others are as they were at first, or lost. */
  readonly #known = new Map<string, Contents>();
  #isLost: boolean;
  /** The text leaves out what sets an array. */
  #isOpen = false;

  constructor(isLost: boolean) {
    this.#isLost = isLost;
  }

  loseAll(): void {
    this.#known.clear();
    this.#isLost = true;
  }

  /** Somewhere in them is what nobody has set. */
  get haveGaps(): boolean {
    return [...this.#known.values()].some(
      (each) => typeof each === 'object' && each.gaps.length > 0,
    );
  }

  /** The host does something between two launches. */
  change(step: Exclude<HostStepOf, HostLaunch>): void {
    switch (step.kind) {
      case 'fill':
        this.#known.set(step.array, step.contents);
        return;
      case 'copy':
        // The array itself has its first contents.
        this.#known.set(step.to, this.#known.get(step.from));
        return;
      case 'forget':
        if (step.array === undefined) this.loseAll();
        else this.#known.set(step.array, undefined);
        return;
      case 'unread':
        this.loseAll();
        return;
      case 'cut':
        return;
    }
  }

  /** A launch is done.
   * @param ran undefined where it was not right: nobody knows what it leaves
   * @param steps of all runs that tell it */
  leaves(
    program: ValueProgram,
    launch: HostLaunch,
    ran: RunReport | undefined,
    steps?: number,
  ): void {
    const isForAll = ran?.bound?.inputs === 'all';
    const left = ran?.layout && leftBy(program, ran.layout, { isForAll, steps });
    for (const at of writtenArrays(program)) {
      const array = arrayOf(program.objects[at], launch);
      if (array === undefined) this.loseAll();
      else this.#known.set(array, left?.get(at));
    }
  }

  /** The program with the contents that its arrays have at the launch, and names of those that are lost. */
  filled(
    program: ValueProgram,
    launch: HostLaunch,
  ): { readonly program: ValueProgram; readonly lost: readonly string[] } {
    this.#isOpen ||= isSetElsewhere(program);
    const [known, isLost] = [this.#known, this.#isLost];
    const lost: string[] = [];
    const objects = program.objects.map((object): MemoryObject => {
      if (object.space !== 'global' || !object.isArgument) return object;
      const array = arrayOf(object, launch);
      const isEmpty = launch.isEmpty[launch.parameters.indexOf(object.name)] === true;
      if (array !== undefined && !known.has(array) && (!isLost || isEmpty)) return object;
      // A part of an array, or one that nobody knows, may have been written before.
      if (array === undefined && known.size === 0 && !isLost) return object;
      const found = array === undefined ? undefined : this.#foundIn(array, object, launch);
      const input = found === undefined ? undefined : inputOf(object, found);
      if (input === undefined || input.kind === 'unknown') lost.push(object.name);
      return { ...object, input: input ?? { kind: 'unknown' } };
    });
    return { program: { ...program, objects }, lost };
  }

  /** Somebody that is not followed may have filled the gaps. */
  #foundIn(array: string, { name }: MemoryObject, launch: HostLaunch): Contents {
    const found = this.#known.get(array);
    const isOfLaunches = launch.isOfLaunches[launch.parameters.indexOf(name)] === true;
    const isFilled =
      typeof found === 'object' && found.gaps.length > 0 && (this.#isOpen || !isOfLaunches);
    if (isFilled) this.#known.set(array, undefined);
    return isFilled ? undefined : found;
  }
}

/** The host's name of an argument's array; variables of the device keep theirs. */
function arrayOf(object: MemoryObject | undefined, launch: HostLaunch): string | undefined {
  const place = launch.parameters.indexOf(object?.name ?? '');
  if (object === undefined || place < 0) return undefined;
  return place < launch.arrays.length ? launch.arrays[place] : `device ${object.name}`;
}

function inputOf(object: MemoryObject, contents: Left | string): Input | undefined {
  const { bytes, name } = object;
  if (typeof contents !== 'string') {
    const { bytes: known, gaps } = contents;
    if (gaps.length > 0) return { kind: 'unknown', unset: { gaps, line: undefined } };
    if (known === undefined || known.length < bytes) return undefined;
    const values = [...scalarsOf(object, bytes)].flatMap(
      ({ offset, type }) => scalarAt(known, offset, type) ?? [],
    );
    return { kind: 'given', values };
  }
  if (contents === '0') return { kind: 'given', values: [0] };
  if (object.members !== undefined) return undefined;
  const line = `#pragma tuner input ${name}[i] = ${contents}`;
  const pragma = parsePragma(line, 0, line.length, new Reports());
  const length = Math.floor(bytes / inputBytes(object));
  const about = {
    arrays: new Map([[name, { length, members: [] }]]),
    numbers: new Map(),
    scalars: new Set<string>(),
  };
  return pragma && specificationOf([pragma], about).inputs.get(name);
}
