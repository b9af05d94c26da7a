import { Reports } from '../base/diagnostic.ts';
import { parsePragma } from '../front/pragma.ts';
import type { HostLaunch, HostStepOf } from '../front/reader.ts';
import type { ValueProgram } from '../values/index.ts';
import { keptAt } from '../values/build/kept-state.ts';
import type { Assumption } from '../values/finding.ts';
import type { MemoryObject } from '../values/program.ts';
import { specificationOf } from '../values/specification-of.ts';
import type { Gap, Input } from '../values/specification.ts';
import { scalarsOf } from '../values/run/filled-arrays.ts';
import { scalarAt } from '../values/run/inputs.ts';
import { type Left, leftBy, LOST, readArrays, writtenArrays } from '../values/run/left.ts';
import { isSetElsewhere, unsetOf } from '../values/run/open-inputs.ts';
import { inputBytes } from '../values/run/names.ts';
import type { RunReport } from './value-reports.ts';

/** An array's contents: what a launch leaves, an expression of `i`, or nobody knows and all of it is set. */
type Contents = Left | string | undefined;

const mayHaveGaps = (contents: Contents): boolean =>
  typeof contents === 'object' && contents.gaps?.length !== 0;

/** A program as a launch of the host finds its arrays. */
interface Filled {
  readonly program: ValueProgram;
  /** Arrays with contents that nobody knows. */
  readonly lost: readonly string[];
}

/** The host's arrays from one launch to the next: what each leaves is what the next finds. */
export class HostArrays {
  /** All others are as they were at first, or lost. */
  readonly #known = new Map<string, Contents>();
  #isLost: boolean;
  readonly #isOutOfTime: (() => boolean) | undefined;
  /** The text leaves out what sets an array. */
  #isOpen = false;

  constructor(isLost: boolean, isOutOfTime: (() => boolean) | undefined) {
    this.#isLost = isLost;
    this.#isOutOfTime = isOutOfTime;
  }

  loseAll(): void {
    for (const array of this.#known.keys()) this.#lose(array);
    this.#isLost = true;
  }

  /** Set bytes stay set. */
  #lose(array: string, set: readonly Gap[] = []): void {
    const found = this.#known.get(array);
    const gaps = set.length > 0 ? gapsOf(found)?.flatMap((gap) => without(gap, set)) : undefined;
    const left = gaps?.length === 0 ? undefined : { bytes: undefined, gaps };
    this.#known.set(array, mayHaveGaps(found) ? left : undefined);
  }

  /** Somewhere in them is what nobody has set. */
  get haveGaps(): boolean {
    return [...this.#known.values()].some(mayHaveGaps);
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
        else this.#lose(step.array, step.set);
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
    const isOutOfTime = this.#isOutOfTime;
    const left = ran?.layout && leftBy(program, ran.layout, { isForAll, steps, isOutOfTime });
    for (const at of writtenArrays(program)) {
      const object = program.objects[at];
      const { name, isWhole } = arrayOf(object, launch);
      if (name === undefined || object === undefined) {
        this.loseAll();
        continue;
      }
      const began =
        unsetOf(object) !== undefined ||
        mayHaveGaps(this.#known.get(name)) ||
        isAt(launch.isEmpty, object, launch);
      const { bytes, gaps } = (isWhole ? left?.get(at) : undefined) ?? LOST;
      // Gaps do not come again.
      this.#known.set(name, { bytes, gaps: began ? gaps : [] });
    }
  }

  /** The program with the contents that its arrays have at the launch. */
  filled(program: ValueProgram, launch: HostLaunch): Filled {
    this.#isOpen ||= isSetElsewhere(program);
    const lost: string[] = [];
    const { assumptions: own = [] } = program;
    const inPart: Assumption[] = [];
    const followed = new Set<string>();
    const read = readArrays(program);
    const objects = program.objects.map((object, index): MemoryObject => {
      if (object.space !== 'global') return object;
      const { name, isWhole } = arrayOf(object, launch);
      const found = this.#foundIn(name, object, launch);
      if (read.has(index) && mayHaveGaps(found) && !(isWhole && gapsOf(found)))
        inPart.push(isSetInAll(object.name, launch));
      if (!object.isArgument && found === undefined) return object;
      if (this.#isAsAtFirst(name, isWhole, object, launch)) return object;
      if (!object.isArgument) followed.add(keptAt(object.name));
      const input = isWhole && found !== undefined ? inputOf(object, found) : undefined;
      if (input === undefined || input.kind === 'unknown') lost.push(object.name);
      return { ...object, input: input ?? { kind: 'unknown' } };
    });
    const left = own.filter(({ holdsIf }) => !followed.has(holdsIf));
    const made = { ...program, objects };
    const isSame = left.length === own.length && inPart.length === 0;
    return { program: isSame ? made : { ...made, assumptions: [...left, ...inPart] }, lost };
  }

  /** No launch before may have set it. */
  #isAsAtFirst(
    name: string | undefined,
    isWhole: boolean,
    object: MemoryObject,
    launch: HostLaunch,
  ): boolean {
    // A part of an array, or one that nobody knows, may have been written before.
    if (name === undefined || !isWhole) return this.#known.size === 0 && !this.#isLost;
    const [isEmpty, isLeft] = [launch.isEmpty, launch.isLeft].map((each) =>
      isAt(each, object, launch),
    );
    return !this.#known.has(name) && !isLeft && (!this.#isLost || isEmpty === true);
  }

  /** Somebody that is not followed may have filled the gaps. */
  #foundIn(name: string | undefined, object: MemoryObject, launch: HostLaunch): Contents {
    const isLeft = isAt(launch.isLeft, object, launch);
    if (name === undefined) return undefined;
    const found = this.#known.has(name) ? this.#known.get(name) : isLeft ? LOST : undefined;
    if (!mayHaveGaps(found) || (isLeft && !this.#isOpen)) return found;
    this.#known.set(name, undefined);
    return undefined;
  }
}

const isAt = (of: readonly boolean[], object: MemoryObject, { parameters }: HostLaunch): boolean =>
  of[parameters.indexOf(object.name)] === true;

const gapsOf = (contents: Contents): Left['gaps'] =>
  typeof contents === 'object' ? contents.gaps : undefined;

/** Parts of a gap that others, in their order, do not fill. */
function without({ from, to }: Gap, set: readonly Gap[]): readonly Gap[] {
  const inside = set.filter((each) => each.from < to && each.to > from);
  const begins = [from, ...inside.map((each) => each.to)];
  const ends = [...inside.map((each) => each.from), to];
  return begins.flatMap((begin, i) => {
    const end = ends[i] ?? to;
    return begin < end ? [{ from: begin, to: end }] : [];
  });
}

const isSetInAll = (name: string, { span }: HostLaunch): Assumption => ({
  what: 'other inputs',
  why: `How much of ${name} the launches before this one set is not followed; any contents were taken for all of it.`,
  hint: `Copy to ${name} before the launch.`,
  span,
  weakens: false,
  touches: 'none',
  holdsIf: `somebody sets ${name}`,
});

/** The host's name of an argument's array, of which the object is all; variables of the device keep theirs. */
function arrayOf(
  object: MemoryObject | undefined,
  { parameters, arrays, parts }: HostLaunch,
): { readonly name: string | undefined; readonly isWhole: boolean } {
  const place = parameters.indexOf(object?.name ?? '');
  if (object === undefined) return { name: undefined, isWhole: false };
  if (!object.isArgument || place >= arrays.length)
    return { name: `device ${object.name}`, isWhole: true };
  const [first, part] = [arrays[place], parts[place]];
  const ofPart = [...arrays, ...parts].filter((each) => each === part);
  const isOnly = object.before !== undefined && ofPart.length === 1;
  return { name: first ?? part, isWhole: first !== undefined || isOnly };
}

function inputOf(object: MemoryObject, contents: Left | string): Input | undefined {
  const { bytes, name } = object;
  if (typeof contents !== 'string') {
    const { bytes: known, gaps = [] } = contents;
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
