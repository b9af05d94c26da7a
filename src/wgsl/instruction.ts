import { SCALARS, type Scalar } from '../front/scalar.ts';
import { productOf } from '../base/product.ts';
import type { AtomicOperation, Instruction, Value } from '../values/program.ts';
import type { Root } from './memory.ts';
import { refuse } from './refusal.ts';
import { Printer, type Surroundings } from './value.ts';
import { bitsOf, type Word, wordOf } from './words.ts';

type Of<Kind extends Instruction['kind']> = Extract<Instruction, { kind: Kind }>;

export interface Lines extends Surroundings {
  readonly emit: (line: string) => void;
  /** Gives a register its value, and declares it where it needs no variable. */
  readonly set: (register: number, code: string) => void;
  /** A name of its own. */
  readonly fresh: (name: string) => string;
}

const cast = (to: Word, from: Word, code: string): string =>
  to === from ? code : `bitcast<${to}>(${code})`;

/** Puts one step that is no jump. */
export function emitStep(lines: Lines, instruction: Instruction): void {
  const printer = new Printer(lines, instruction.span);
  switch (instruction.kind) {
    case 'set':
      lines.set(instruction.target, printer.word(instruction.value));
      return;
    case 'load':
      emitLoad(lines, printer, instruction);
      return;
    case 'store':
      emitStore(lines, printer, instruction);
      return;
    case 'atomic':
      emitAtomic(lines, printer, instruction);
      return;
    case 'barrier':
      if (instruction.isOfGrid === true)
        return refuse(instruction.span, 'WGSL has no barrier of all work-groups.');
      lines.emit('workgroupBarrier();');
      if (instruction.global) lines.emit('storageBarrier();');
      return;
    case 'copy':
      emitCopy(lines, printer, instruction);
      return;
    case 'wait':
      lines.emit('workgroupBarrier();');
      lines.emit('storageBarrier();');
      return;
    case 'fence':
      return refuse(instruction.span, 'WGSL has no fence that only orders, without a barrier.');
    case 'meet':
      return refuse(instruction.span, 'Lanes of a warp meet here; WGSL has no warps of 32 lanes.');
    // What an item copies is written at once. Claims are for checkers, and jumps for the structure.
    case 'commit':
    case 'settle':
    case 'follows':
    case 'forget':
    case 'subscript':
    case 'assert':
    case 'assume':
    case 'jump':
    case 'branch':
    case 'end':
  }
}

/** The bit in its cell where a narrow scalar begins. */
const bitAt = (printer: Printer, address: Value): string =>
  `((${printer.word(address)} & 3u) * 8u)`;

function read(root: Root, cell: string): string {
  const place = `${root.name}[${cell}]`;
  return root.isAtomic ? `atomicLoad(&${place})` : place;
}

function emitLoad(
  lines: Lines,
  printer: Printer,
  { type, address, target, span }: Of<'load'>,
): void {
  const root = lines.memory.at(address, span);
  const word = wordOf(type, span);
  const whole = cast(word, root.cell, read(root, printer.cell(address)));
  lines.set(
    target,
    SCALARS[type].bytes >= 4
      ? whole
      : `extractBits(${whole}, ${bitAt(printer, address)}, ${bitsOf(type)}u)`,
  );
}

function emitStore(
  lines: Lines,
  printer: Printer,
  { type, address, value, span }: Of<'store'>,
): void {
  const root = lines.memory.at(address, span);
  const place = `${root.name}[${printer.cell(address)}]`;
  const code = cast(root.cell, wordOf(type, span), printer.word(value));
  if (SCALARS[type].bytes >= 4)
    return lines.emit(root.isAtomic ? `atomicStore(&${place}, ${code});` : `${place} = ${code};`);
  const bit = bitAt(printer, address);
  const bits = `${bitsOf(type)}u`;
  if (!root.isAtomic)
    return lines.emit(`${place} = insertBits(${place}, ${code}, ${bit}, ${bits});`);
  // Others may write the rest of the cell at the same time.
  const none = root.cell === 'u32' ? '0u' : '0i';
  lines.emit(`atomicAnd(&${place}, ~insertBits(${none}, ~${none}, ${bit}, ${bits}));`);
  lines.emit(`atomicOr(&${place}, insertBits(${none}, ${code}, ${bit}, ${bits}));`);
}

const FUNCTIONS: Readonly<Partial<Record<AtomicOperation, string>>> = {
  add: 'atomicAdd',
  sub: 'atomicSub',
  exchange: 'atomicExchange',
  min: 'atomicMin',
  max: 'atomicMax',
  and: 'atomicAnd',
  or: 'atomicOr',
  xor: 'atomicXor',
  increment: 'atomicAdd',
  decrement: 'atomicSub',
};

/** Atomics whose result does not depend on the sign. */
const SIGNLESS: ReadonlySet<AtomicOperation> = new Set([
  'add',
  'sub',
  'exchange',
  'and',
  'or',
  'xor',
  'increment',
  'decrement',
  'compare-exchange',
  'load',
  'store',
]);

function checkAtomic({ type, operation, span }: Of<'atomic'>, root: Root): Word {
  const word = wordOf(type, span);
  if (SCALARS[type].bytes !== 4 || word === 'f32')
    return refuse(
      span,
      `WGSL has no atomic functions of ${type}, but for whole numbers of 32 bits.`,
    );
  if (root.space === 'private')
    return refuse(
      span,
      `${root.name} is the work-item's own, and WGSL has no atomic functions there.`,
    );
  if (word !== root.cell && !SIGNLESS.has(operation))
    return refuse(
      span,
      'This array holds numbers of several types, which an atomic comparison needs apart.',
    );
  return word;
}

function emitAtomic(lines: Lines, printer: Printer, instruction: Of<'atomic'>): void {
  const { operation, target, address, operands, span, type } = instruction;
  const root = lines.memory.at(address, span);
  const word = checkAtomic(instruction, root);
  const place = `&${root.name}[${printer.cell(address)}]`;
  const given = operands.map((each) => cast(root.cell, word, printer.word(each)));
  const one = root.cell === 'i32' ? '1i' : '1u';
  const take = (code: string): void =>
    target === undefined ? lines.emit(`${code};`) : lines.set(target, cast(word, root.cell, code));
  if (operation === 'load') return take(`atomicLoad(${place})`);
  if (operation === 'store') return lines.emit(`atomicStore(${place}, ${given.join(', ')});`);
  const isStep = operation === 'increment' || operation === 'decrement';
  const name = FUNCTIONS[operation];
  if (name !== undefined) return take(`${name}(${place}, ${isStep ? one : given.join(', ')})`);
  if (operation !== 'compare-exchange')
    return refuse(span, `WGSL has no atomic function like this one of type ${type}.`);
  emitExchange(lines, place, given, (found) =>
    target === undefined ? undefined : lines.set(target, cast(word, root.cell, found)),
  );
}

/** The one of WGSL may fail without a reason: it is tried again then. */
function emitExchange(
  lines: Lines,
  place: string,
  [expected = '', wanted = '']: readonly string[],
  take: (found: string) => void,
): void {
  const found = lines.fresh('found');
  lines.emit(`var ${found} = ${expected};`);
  lines.emit('loop {');
  lines.emit(`  let tried_ = atomicCompareExchangeWeak(${place}, ${expected}, ${wanted});`);
  lines.emit(`  ${found} = tried_.old_value;`);
  lines.emit(`  if (tried_.exchanged || ${found} != ${expected}) { break; }`);
  lines.emit('}');
  take(found);
}

/** All items of the group copy their share. */
function emitCopy(lines: Lines, printer: Printer, instruction: Of<'copy'>): void {
  const { to, from, elements, bytes, toStride, fromStride, target, span, type } = instruction;
  const [into, outOf] = [lines.memory.at(to, span), lines.memory.at(from, span)];
  if (bytes % 4 !== 0 || SCALARS[type].bytes !== 4)
    return refuse(span, `Elements of ${bytes} bytes are not copied by a group in WGSL here.`);
  const [x, y] = lines.local;
  const cells = bytes / 4;
  const own = `local_id.x + ${x}u * (local_id.y + ${y}u * local_id.z)`;
  const count = printer.word(elements);
  const at = (address: Value, stride: Value): string =>
    `${printer.cell(address)} + (k_ / ${cells}u) * ${cells}u * u32(${printer.word(stride)}) + k_ % ${cells}u`;
  const loaded = cast(into.cell, outOf.cell, read(outOf, at(from, fromStride)));
  const place = `${into.name}[${at(to, toStride)}]`;
  lines.emit(
    `for (var k_ = ${own}; k_ < u32(${count}) * ${cells}u; k_ += ${productOf(lines.local)}u) {`,
  );
  lines.emit(into.isAtomic ? `  atomicStore(&${place}, ${loaded});` : `  ${place} = ${loaded};`);
  lines.emit('}');
  if (target !== undefined) lines.set(target, '1u');
}

export const registerWord = (type: Scalar, span: Instruction['span']): Word =>
  type === 'pointer' ? 'u32' : wordOf(type, span);
