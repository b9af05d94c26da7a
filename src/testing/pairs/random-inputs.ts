import { randomNumbers } from '../../base/random.ts';
import { poseValues } from '../../checker/values.ts';
import { withReference } from '../../checker/with-reference.ts';
import { isFloat } from '../../front/scalar.ts';
import type { MemoryObject, ValueProgram } from '../../values/program.ts';
import { Budget } from '../../values/run/budget.ts';
import { writeScalar } from '../../values/run/conversion.ts';
import { scalarsOf } from '../../values/run/filled-arrays.ts';
import { type Filling, inputsOf } from '../../values/run/inputs.ts';
import { Report } from '../../values/run/report.ts';
import { prepare, Session } from '../../values/run/session.ts';
import { groupsOf } from '../../values/walk.ts';
import { TwinRun } from '../../values/run/twin-run.ts';
import { platform } from '../engine.ts';
import { parser } from '../kernels.ts';
import { type Pair, TOLERANCE } from './index.ts';

/** The candidate with its reference behind it. */
export function joinedText({ text, reference, path }: Pair): string {
  const functionsOf = (of: string) => parser.functionsOf(of, {}).functions;
  const functions = functionsOf(text);
  const kernel = functions.find(({ isKernel }) => isKernel)?.name ?? '';
  const joined = withReference(
    { text, functions, kernel },
    { text: reference, functions: functionsOf(reference), tolerance: TOLERANCE },
  );
  if (!joined.ok) throw new Error(`${path}: ${joined.why}`);
  return joined.text;
}

/** The pair's program at its largest sizes, which a harness would test, warps in step as on most devices. */
function programOf(pair: Pair): ValueProgram {
  const text = `${joinedText(pair)}\n#pragma tuner lockstep\n`;
  const posed = poseValues(parser, text, { constants: platform(), given: {} });
  const program = posed.programs.at(-1);
  if (program === undefined) throw new Error(`${pair.path}: ${posed.obstacle}`);
  return program;
}

/** Drawn like a harness does: fractions about zero, bytes, small integers; a range that begins at 0 is kept. */
function drawn({ element, input }: MemoryObject, random: () => number): number {
  if (isFloat(element))
    return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const [low, high] =
    input?.kind === 'any' && input.low === 0
      ? [0, input.high]
      : element === 'uchar'
        ? [0, 255]
        : [-1000, 1000];
  return low + Math.floor(random() * (high - low + 1));
}

/** Contents drawn where the reference says `any`; what is written is zeros. */
function drawnInput({ objects }: ValueProgram, usual: Filling, random: () => number): Filling {
  return {
    ...usual,
    objects: objects.map((object, index) => {
      const stated = usual.objects[index];
      if (!object.isArgument || object.input?.kind === 'given') return stated;
      const bytes = new Uint8Array(object.bytes);
      const view = new DataView(bytes.buffer);
      if (object.input?.kind === 'any')
        for (const { offset, type } of scalarsOf(object, bytes.length))
          writeScalar(view, offset, type, drawn(object, random));
      return bytes;
    }),
  };
}

/** The number of random inputs that show that a pair differs, its items run in one order and what it writes
 * filled with zeros before. */
export function differing(pair: Pair, count: number): number {
  const program = programOf(pair);
  const [twin] = program.twins;
  if (twin === undefined) throw new Error(`${pair.path}: there is nothing to compare`);
  const prepared = prepare(program);
  const layout = {
    bytes: program.objects.map(({ bytes }) => bytes),
    grains: prepared.facts.grains,
  };
  const random = randomNumbers(7);
  const usual = inputsOf(program, layout, 1).filling(0);
  if (usual === undefined) throw new Error(`${pair.path}: it has no input`);
  const groups = Array.from({ length: groupsOf(program) }, (_, group) => group);
  let seen = 0;
  for (let at = 0; at < count; at += 1) {
    const filling = drawnInput(program, usual, random);
    const session = new Session(
      prepared,
      layout,
      new Report(program, prepared.facts),
      new Budget(1e6),
    );
    session.fill(filling);
    session.run(groups);
    const compared = new TwinRun(twin, program, new Budget(1e6), {}).compared(
      filling,
      session.stores,
    );
    if (compared.kind === 'open') throw new Error(`${pair.path}: ${compared.why}`);
    if (compared.kind === 'other') seen += 1;
  }
  return seen;
}
