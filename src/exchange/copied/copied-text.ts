import type { Span } from '../../base/span.ts';
import { substitute } from '../../front/algebra.ts';
import { languageOf } from '../../front/cuda/words.ts';
import { type Expr, num, show } from '../../front/expr.ts';
import { declarationsOf } from '../../front/facts.ts';
import type { Language } from '../../front/language.ts';
import type { Pragma } from '../../front/pragma.ts';
import type { ConfiguredProgram, ProgramOptions } from '../../front/reader.ts';
import {
  expressionsOf,
  type FunctionDeclaration,
  insideOf,
  type Statement,
  within,
} from '../../front/syntax.ts';
import { Reports } from '../../base/diagnostic.ts';
import { shape, withGiven } from '../../kernel/lower.ts';
import type { KernelParser } from '../../kernel/parser.ts';
import { CodeWriter, type PlacedLine } from './code.ts';
import { plainName } from './types.ts';
import { Unsayable } from './unsayable.ts';

/** A kernel's text in a language, with the values of its parameters put in; or what it cannot say, with the place. */
export type CopiedText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly why: string; readonly span?: Span };

/** The kernel to copy: its values are put in, the platform's constants stay names. */
export interface Copying extends Omit<ProgramOptions, 'values'> {
  readonly values: Readonly<Record<string, number>>;
  readonly constants: Readonly<Record<string, number>>;
}

export function copiedText(
  parser: KernelParser,
  source: string,
  to: Language,
  { values, constants, ...about }: Copying,
): CopiedText {
  const read = parser.programOf(source, { ...about, values: { ...constants, ...values } });
  const { program, kernel, diagnostics } = read;
  const error = diagnostics.find(({ severity }) => severity === 'error');
  if (error || program === undefined || kernel?.body === undefined)
    return { ok: false, why: error?.message ?? 'There is no such kernel.' };
  try {
    return { ok: true, text: written(read, kernel, to, languageOf(source), values) };
  } catch (problem) {
    if (!(problem instanceof Unsayable)) throw problem;
    const { included, span } = read.place(problem.span);
    const why = `It has no counterpart in ${to === 'cuda' ? 'CUDA' : 'OpenCL C'}: ${problem.message}.`;
    return { ok: false, why, ...(included === undefined && { span }) };
  }
}

function written(
  { program, pragmas, constants, clean }: ConfiguredProgram,
  kernel: FunctionDeclaration,
  to: Language,
  from: Language,
  values: Copying['values'],
): string {
  if (program === undefined) return '';
  const declarations = declarationsOf(pragmas, constants, () => true, clean);
  const given = withGiven(declarations, values, kernel);
  const { geometry, parameters } = shape(kernel, given, new Reports(), program.language);
  const numbers = new Map(
    parameters.flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );
  const replaced = new Map([
    ...constants,
    ...Object.entries(values).map(([name, value]) => [name, num(value)] as const),
  ]);
  const lines = new Lines(replaced);
  const placed = pragmas.flatMap((each): PlacedLine[] => {
    const line = each.kind === 'trips' || each.kind === 'assume' ? lines.of(each) : undefined;
    return line === undefined ? [] : [{ start: each.span.start, line }];
  });
  const names = new Set(program.functions.map(({ name }) => name));
  const writer = new CodeWriter(to, numbers, names, placed);
  const shared = new Map(
    to === 'cuda'
      ? pragmas.flatMap((each) =>
          each.kind === 'local' ? [[each.target.name, lines.value(each.value.expr)] as const] : [],
        )
      : [],
  );
  const unsized = kernel.parameters.find(
    ({ name, type }) => type.kind === 'pointer' && type.space === 'local' && !shared.has(name),
  );
  if (to === 'cuda' && unsized)
    throw new Unsayable(`nothing states how long ${unsized.name} is`, unsized.nameSpan);
  const used = reached(kernel, program.functions);
  if (to !== from) used.forEach(refuseSomeBarriers);
  const functions = used.map((each) => writer.function(each, each === kernel ? shared : NO_ARRAYS));
  const globals = program.globals.map((each) => writer.global(each));
  const enumerators = program.enumerators.map(
    ({ name, value }) => `${name}${value ? ` = ${writer.expression(value)}` : ''}`,
  );
  const sizes = (each: readonly Expr[]): string => each.map((one) => lines.value(one)).join(', ');
  const facts = pragmas.flatMap((each) => {
    const isLaid = ['param', 'require', 'items', 'local_size', 'trips', 'assume'].includes(
      each.kind,
    );
    const isShared = each.kind === 'local' && to === 'cuda';
    return isLaid || isShared ? [] : (lines.of(each) ?? []);
  });
  const { nameSpan } = kernel;
  return [
    `#pragma tuner items ${sizes(geometry.global)}`,
    `#pragma tuner local_size ${sizes(geometry.local)}`,
    ...facts,
    '',
    ...(enumerators.length > 0 ? [`enum { ${enumerators.join(', ')} };`] : []),
    ...writer.types.definitions(nameSpan),
    ...globals,
    ...functions.map((text) => `${text}\n`),
  ].join('\n');
}

const NO_ARRAYS: ReadonlyMap<string, string> = new Map();

/** Pragmas as lines, with what the text calls numbers put in. */
class Lines {
  readonly #replaced: ReadonlyMap<string, Expr>;

  constructor(replaced: ReadonlyMap<string, Expr>) {
    this.#replaced = replaced;
  }

  value(expr: Expr): string {
    return show(substitute(expr, this.#replaced));
  }

  of(pragma: Pragma): string | undefined {
    const line = this.#text(pragma);
    return line === undefined ? undefined : `#pragma tuner ${line}`;
  }

  #text(pragma: Pragma): string | undefined {
    switch (pragma.kind) {
      case 'input':
      case 'ensures':
        return `${pragma.kind} ${this.#inText(pragma.text)}`;
      case 'items':
      case 'local_size':
        return `${pragma.kind} ${pragma.values.map(({ expr }) => this.value(expr)).join(', ')}`;
      case 'cost':
      case 'value':
      case 'local':
      case 'stride':
      case 'instructions':
      case 'before':
      case 'array':
        return `${pragma.kind} ${pragma.target.name} = ${this.value(pragma.value.expr)}`;
      case 'trips':
      case 'registers':
        return `${pragma.kind} ${this.value(pragma.value.expr)}`;
      case 'assume':
        return `assume ${pragma.how}`;
      case 'barrier':
        return `barrier ${plainName(pragma.target.name)}`;
      case 'lockstep':
        return 'lockstep';
      default:
        return undefined;
    }
  }

  #inText(text: string): string {
    return text.trim().replaceAll(/(?<!\w|(?<!\.)\.)[A-Za-z_]\w*/g, (word) => {
      const value = this.#replaced.get(word);
      if (value === undefined) return word;
      return value.kind === 'number' ? show(value) : `(${this.value(value)})`;
    });
  }
}

/** The functions that a kernel calls, before those that call them. */
function reached(
  kernel: FunctionDeclaration,
  functions: readonly FunctionDeclaration[],
): readonly FunctionDeclaration[] {
  const found = new Set<FunctionDeclaration>();
  const visit = (each: FunctionDeclaration): void => {
    for (const outer of expressionsOf(each.body))
      for (const inner of within(outer)) {
        const callee =
          inner.kind === 'call' && inner.callee.kind === 'name' ? inner.callee : undefined;
        const called = functions.find(
          ({ name, body }) => name === callee?.name && body !== undefined,
        );
        if (called && called !== kernel && !found.has(called)) visit(called);
      }
    found.add(each);
  };
  visit(kernel);
  return [...found];
}

/** A thread that has returned no longer counts at CUDA's barriers, and does at OpenCL's: those that not all may reach
 * mean something else. */
function refuseSomeBarriers({ body }: FunctionDeclaration): void {
  const returns: Span[] = [];
  const visit = (statement: Statement | undefined, isInBranch: boolean): void => {
    if (statement === undefined) return;
    if (statement.kind === 'return') returns.push(statement.span);
    const { statements, expressions } = insideOf(statement);
    const barrier = expressions
      .flatMap((each) => (each ? [...within(each)] : []))
      .find(
        (each) =>
          each.kind === 'call' &&
          each.callee.kind === 'name' &&
          each.callee.name.endsWith('barrier'),
      );
    if (barrier && (isInBranch || returns.length > 0))
      throw new Unsayable('a barrier that not all may reach counts others there', barrier.span);
    const isBranch = statement.kind === 'if' || statement.kind === 'switch';
    for (const each of statements) visit(each, isInBranch || isBranch);
  };
  visit(body, false);
}
