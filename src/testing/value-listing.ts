import { usualConstants } from '../base/constants.ts';
import { buildValues } from '../values/build/build.ts';
import type { Instruction, Value, ValueProgram } from '../values/program.ts';
import { parser } from './kernels.ts';

/** The code of a kernel in one configuration, which must be understood. */
export function builtValues(
  text: string,
  values: Readonly<Record<string, number>> = { WG: 4 },
): ValueProgram {
  const result = buildValues(parser, text, {
    values: { ...usualConstants(), size: 16, ...values },
  });
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics, null, 2));
  return result.value;
}

/** The errors of a text that is not understood, each with the text it points at. */
export function valueErrors(text: string): string[] {
  const values = { ...usualConstants(), size: 16, WG: 4 };
  return buildValues(parser, text, { values })
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ code, message, span }) => `${code}: ${message} [${text.slice(span.start, span.end)}]`);
}

/** Code as lines that a test can compare. */
export function listing({ code, registers, objects }: ValueProgram): string[] {
  const register = (index: number): string => registers[index]?.name ?? `r${index}`;
  const show = (value: Value): string => {
    switch (value.kind) {
      case 'constant':
        return value.type === 'pointer' ? 'null' : String(value.value);
      case 'register':
        return register(value.register);
      case 'id':
        return `${value.of}.${'xyz'.charAt(value.dimension)}`;
      case 'unary':
        return `${value.operator}${show(value.operand)}`;
      case 'binary':
        return `(${show(value.left)} ${value.operator} ${show(value.right)})`;
      case 'convert':
        return `${value.type}(${show(value.operand)})`;
      case 'reinterpret':
        return `as_${value.type}(${show(value.operand)})`;
      case 'select':
        return `(${show(value.condition)} ? ${show(value.then)} : ${show(value.otherwise)})`;
      case 'offset':
        return `${show(value.pointer)} + ${show(value.bytes)}`;
      case 'address':
        return `&${objects[value.object]?.name ?? '?'}`;
      case 'call':
        return `${value.name}(${value.args.map(show).join(', ')})`;
    }
  };
  const line = (step: Instruction): string => {
    switch (step.kind) {
      case 'set':
        return `${register(step.target)} = ${show(step.value)}`;
      case 'load':
        return `${register(step.target)} = ${step.type} [${show(step.address)}]`;
      case 'store':
        return `${step.type} [${show(step.address)}] = ${show(step.value)}`;
      case 'atomic': {
        const target = step.target === undefined ? '' : `${register(step.target)} = `;
        const operands = step.operands.map((each) => `, ${show(each)}`).join('');
        return `${target}${step.operation} ${step.type} [${show(step.address)}]${operands}`;
      }
      case 'barrier':
      case 'fence':
        return [step.kind, step.local && 'local', step.global && 'global']
          .filter(Boolean)
          .join(' ');
      case 'copy':
        return `copy ${show(step.elements)} x ${step.bytes} to ${show(step.to)} from ${show(step.from)}`;
      case 'commit':
        return 'commit';
      case 'follows':
        return `follows ${step.what} ${step.values.map(show).join(', ')}`;
      case 'forget':
        return `forget ${'memory' in step ? show(step.memory) : register(step.target)}`;
      case 'settle':
        return `settle all but ${show(step.keeps)}`;
      case 'subscript':
        return `subscript ${show(step.index)} of ${step.elements}`;
      case 'wait':
        return `wait ${step.events.map(show).join(', ')}`;
      case 'meet':
        return `${register(step.target)} = meet ${show(step.mask)}`;
      case 'jump':
        return `go to ${step.to}`;
      case 'branch':
        return `${step.loop === true ? 'while' : 'if'} ${show(step.condition)}: ${step.then}, ${step.otherwise}`;
      case 'assert':
      case 'assume':
        return `${step.kind} ${show(step.condition)}`;
      case 'end':
        return 'end';
    }
  };
  return code.map(line);
}
