import type { Result } from '../base/diagnostic.ts';
import { productOf } from '../base/product.ts';
import type { Span } from '../base/span.ts';
import { split } from './split.ts';
import type { Value, ValueProgram } from '../values/program.ts';
import { flowOf, type Flow } from '../values/run/flow.ts';
import { targetOf, valuesIn, valuesOf } from '../values/walk.ts';
import { type Helper, HELPERS } from './built-ins.ts';
import { emitStep, type Lines, registerWord } from './instruction.ts';
import { Memory, type Root } from './memory.ts';
import { refuse, Refusal } from './refusal.ts';
import { Structure } from './structure.ts';
import { Printer } from './value.ts';
import { BITS_OF, literal, Names, type SpecialNumber } from './words.ts';

/** An array that is bound to a module, in the order of bindings. */
export interface BoundArray {
  /** By its place in the program. */
  readonly object: number;
  readonly name: string;
  readonly bytes: number;
  readonly isWritten: boolean;
}

/** A kernel in one configuration, in WGSL: its function is `main`. */
export interface WgslModule {
  readonly code: string;
  /** The same declarations and launch, where no item does anything. */
  readonly empty: string;
  /** The place in the text that each line of the code is of, from the first. */
  readonly spans: readonly (Span | undefined)[];
  readonly arrays: readonly BoundArray[];
  readonly local: readonly [number, number, number];
  /** Groups of each dimension. */
  readonly groups: readonly [number, number, number];
  readonly localBytes: number;
}

/** What a run of a program begins with. */
export interface Begun {
  /** Values of arguments, by register. */
  readonly arguments: readonly (number | bigint | undefined)[];
  /** Bytes of each object, where they are other than stated. */
  readonly bytes: readonly (number | undefined)[];
}

/** A program as a module of WGSL, or the places that it cannot say. */
export function wgslOf(program: ValueProgram, text: string, begun: Begun): Result<WgslModule> {
  try {
    refuseWideTypes(text);
    if (program.isLockstep === true)
      refuse(program.span, 'Threads of a warp go in lockstep here; WGSL has no warps of 32 lanes.');
    return { ok: true, value: new Maker(split(program), begun).module(), diagnostics: [] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ok: false, diagnostics: [error.diagnostic] };
  }
}

/** Comments as blanks, so that places stay. */
const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (comment) => ' '.repeat(comment.length));

/** Sizes take 64 bits by their type and 32 by their values; numbers of 64 bits may take them all. */
function refuseWideTypes(text: string): void {
  const found = /\b(?:u?long\d{0,2}|u?int64_t|double\d{0,2})\b/.exec(withoutComments(text));
  if (found === null) return;
  const [word] = found;
  const span = { start: found.index, end: found.index + word.length };
  refuse(span, `${word} takes 64 bits, and WGSL has numbers of 32.`, 'Use int, uint or float.');
}

class Maker {
  readonly #program: ValueProgram;
  readonly #begun: Begun;
  readonly #names = new Names();
  readonly #memory: Memory;
  readonly #flow: Flow;
  readonly #lines: string[] = [];
  readonly #spans: (Span | undefined)[] = [];
  #span: Span | undefined;
  readonly #registers = new Map<number, string>();
  /** Set once, and used in the same block alone. */
  readonly #brief: ReadonlySet<number>;
  readonly #assigned: ReadonlySet<number>;
  readonly #specials = new Set<SpecialNumber>();
  readonly #helpers = new Set<Helper>();
  #depth = 1;

  constructor(program: ValueProgram, begun: Begun) {
    this.#program = program;
    this.#begun = begun;
    this.#memory = new Memory(program, begun.bytes, this.#names);
    this.#flow = flowOf(program);
    const assigned = program.code.flatMap((each) => targetOf(each) ?? []);
    this.#assigned = new Set(assigned);
    this.#brief = briefRegisters(program, this.#flow);
  }

  module(): WgslModule {
    const { local, global } = this.#program;
    const lines: Lines = {
      memory: this.#memory,
      local,
      nameOf: (register) => this.#nameOf(register),
      needs: (special) => this.#specials.add(special),
      helps: (helper) => this.#helpers.add(helper),
      emit: (line) => this.#emit(line),
      set: (register, code) =>
        this.#emit(
          `${this.#brief.has(register) ? 'let ' : ''}${this.#nameOf(register)} = ${code};`,
        ),
      fresh: (name) => this.#names.of(name),
    };
    new Structure(this.#program.code, this.#flow, {
      step: (instruction) => {
        this.#span = instruction.span;
        emitStep(lines, instruction);
      },
      truth: (condition, span) => {
        this.#span = span;
        return new Printer(lines, span).truth(condition);
      },
      emit: lines.emit,
      nest: (inside) => {
        this.#depth += 1;
        inside();
        this.#depth -= 1;
      },
      fresh: lines.fresh,
    }).write();
    const roots = [...this.#memory.roots.values()];
    const arrays = roots.filter(({ space }) => space === 'global' || space === 'constant');
    const shared = roots.filter(({ space }) => space === 'local');
    const head = this.#head(arrays, shared);
    const code = (first: readonly string[]): string =>
      [...head, ...first, ...this.#lines, '}', ''].join('\n');
    const lead = head.join('\n').split('\n').length;
    return {
      code: code([]),
      empty: code([`  if (group_id.x != ${NO_GROUP}u) { return; }`]),
      spans: [...Array.from({ length: lead }, () => undefined), ...this.#spans],
      arrays: arrays.map(({ object, bytes, isWritten }) => ({
        object,
        name: this.#program.objects[object]?.name ?? '',
        bytes,
        isWritten,
      })),
      local,
      groups: [global[0] / local[0], global[1] / local[1], global[2] / local[2]],
      localBytes: shared.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  }

  #emit(line: string): void {
    this.#lines.push('  '.repeat(this.#depth) + line);
    this.#spans.push(this.#span);
  }

  /** A register's variable, or the number that an argument is. */
  #nameOf(register: number): string {
    const known = this.#registers.get(register);
    if (known !== undefined) return known;
    const info = this.#program.registers[register];
    const given = this.#begun.arguments[register];
    const made =
      info !== undefined && given !== undefined && !this.#assigned.has(register)
        ? this.#literal(register, given)
        : this.#names.of(info?.name ?? 't');
    this.#registers.set(register, made);
    return made;
  }

  #literal(register: number, value: number | bigint): string {
    const { type = 'int', span = this.#program.span } = this.#program.registers[register] ?? {};
    const whole = type === 'float' ? value : BigInt(Math.trunc(Number(value)));
    return literal(type, whole, span, (special) => this.#specials.add(special));
  }

  /** Declarations of variables that several blocks use. */
  #variables(): string[] {
    return [...this.#registers].flatMap(([register, name]) => {
      if (this.#brief.has(register)) return [];
      const given = this.#begun.arguments[register];
      if (given !== undefined && !this.#assigned.has(register)) return [];
      const { type = 'int', span = this.#program.span } = this.#program.registers[register] ?? {};
      const start = given === undefined ? '' : ` = ${this.#literal(register, given)}`;
      return [`  var ${name}: ${registerWord(type, span)}${start};`];
    });
  }

  #head(arrays: readonly Root[], shared: readonly Root[]): string[] {
    const { local } = this.#program;
    const variables = this.#variables();
    const own = [...this.#memory.roots.values()].filter(({ space }) => space === 'private');
    return [
      ...arrays.map(
        (root, binding) =>
          `@group(0) @binding(${binding}) var<storage, ${root.isWritten ? 'read_write' : 'read'}> ${root.name}: array<${cellOf(root)}>;`,
      ),
      ...shared.map((root) => `var<workgroup> ${root.name}: ${arrayOf(root)};`),
      ...[...this.#specials].map(
        (special) => `var<private> ${special}: u32 = ${BITS_OF[special]};`,
      ),
      ...[...this.#helpers].map((helper) => HELPERS[helper]),
      '',
      `@compute @workgroup_size(${local.join(', ')})`,
      'fn main(@builtin(local_invocation_id) local_id: vec3<u32>, @builtin(workgroup_id) group_id: vec3<u32>) {',
      ...own.map((root) => `  var ${root.name}: ${arrayOf(root)};`),
      ...variables,
    ];
  }
}

/** More groups than a launch can have. */
const NO_GROUP = 2 ** 32 - 1;

const cellOf = ({ cell, isAtomic }: Root): string => (isAtomic ? `atomic<${cell}>` : cell);
const arrayOf = (root: Root): string => `array<${cellOf(root)}, ${root.bytes / 4}>`;

function* registersOf(value: Value): Generator<number> {
  for (const part of valuesIn(value)) if (part.kind === 'register') yield part.register;
}

/** Registers that are set once, before all their uses and in the same block. */
function briefRegisters({ code }: ValueProgram, { blocks }: Flow): ReadonlySet<number> {
  const setIn = new Map<number, number>();
  const others = new Set<number>();
  for (const [block, { first, end }] of blocks.entries())
    for (const instruction of code.slice(first, end)) {
      for (const value of valuesOf(instruction))
        for (const register of registersOf(value))
          if (setIn.get(register) !== block) others.add(register);
      const target = targetOf(instruction);
      if (target === undefined) continue;
      if (setIn.has(target)) others.add(target);
      setIn.set(target, block);
    }
  return new Set([...setIn.keys()].filter((register) => !others.has(register)));
}

/** What an adapter lets a module have. */
export interface Limits {
  readonly maxComputeInvocationsPerWorkgroup: number;
  readonly maxComputeWorkgroupSizeX: number;
  readonly maxComputeWorkgroupSizeY: number;
  readonly maxComputeWorkgroupSizeZ: number;
  readonly maxComputeWorkgroupStorageSize: number;
  readonly maxComputeWorkgroupsPerDimension: number;
  readonly maxStorageBuffersPerShaderStage: number;
  readonly maxStorageBufferBindingSize: number;
}

/** The limit that a module does not keep, in words; undefined where it keeps all. */
export function beyond(module: WgslModule, limits: Limits): string | undefined {
  const { local, groups, localBytes, arrays } = module;
  const says = (what: string, has: number, most: number): string | undefined =>
    has > most ? `${what}: ${has}, and this adapter has at most ${most}` : undefined;
  const largest = Math.max(0, ...arrays.map(({ bytes }) => bytes));
  return (
    says('work-items of a group', productOf(local), limits.maxComputeInvocationsPerWorkgroup) ??
    says('work-items of a group in x', local[0], limits.maxComputeWorkgroupSizeX) ??
    says('work-items of a group in y', local[1], limits.maxComputeWorkgroupSizeY) ??
    says('work-items of a group in z', local[2], limits.maxComputeWorkgroupSizeZ) ??
    says('bytes of local memory', localBytes, limits.maxComputeWorkgroupStorageSize) ??
    says('groups in one dimension', Math.max(...groups), limits.maxComputeWorkgroupsPerDimension) ??
    says('arrays', arrays.length, limits.maxStorageBuffersPerShaderStage) ??
    says('bytes of an array', largest, limits.maxStorageBufferBindingSize)
  );
}
