import { BINARY } from '../../base/operators.ts';
import { builtinOf } from '../../front/builtins.ts';
import type { Language } from '../../front/language.ts';
import type {
  Declarator,
  Expression,
  FunctionDeclaration,
  Length,
  Of,
  Statement,
} from '../../front/syntax.ts';
import { callIn } from './calls.ts';
import { plainName, TypeWriter } from './types.ts';
import { Unsayable } from './unsayable.ts';

/** Precedences besides those of operators between two. */
const LEAST = { comma: -3, assign: -2, choice: -1, unary: 20, postfix: 21 } as const;

/** A line of a pragma that is about what follows it. */
export interface PlacedLine {
  readonly start: number;
  readonly line: string;
}

/** Writes functions of the typed tree in a language. */
export class CodeWriter {
  readonly types: TypeWriter;
  readonly #language: Language;
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #functions: ReadonlySet<string>;
  #placed: readonly PlacedLine[];

  /** @param numbers what stands for the tuning parameters. */
  constructor(
    language: Language,
    numbers: ReadonlyMap<string, number>,
    functions: ReadonlySet<string>,
    placed: readonly PlacedLine[],
  ) {
    this.#language = language;
    this.#numbers = numbers;
    this.#functions = functions;
    this.#placed = placed.toSorted((a, b) => a.start - b.start);
    this.types = new TypeWriter(language, (length) => this.#length(length));
  }

  #length(length: Length): string {
    return length === undefined || typeof length === 'number'
      ? String(length ?? '')
      : this.expression(length);
  }

  /** A function; arrays of `shared` are declared inside of it.
   * @param shared elements by name. */
  function(made: FunctionDeclaration, shared: ReadonlyMap<string, string>): string {
    const { name, returns, parameters, body, isKernel, nameSpan } = made;
    const isCuda = this.#language === 'cuda';
    const inside = parameters.filter((each) => shared.has(each.name));
    const list = parameters
      .filter((each) => !inside.includes(each))
      .map((each) => this.#declarator({ ...each, init: undefined }));
    const word = isKernel
      ? isCuda
        ? 'extern "C" __global__ '
        : '__kernel '
      : isCuda
        ? '__device__ '
        : '';
    const head = `${word}${this.types.declared(returns, `${plainName(name)}(${list.join(', ')})`, nameSpan)}`;
    if (body === undefined) return `${head};`;
    const arrays = inside.map((each) => {
      if (each.type.kind !== 'pointer') throw new Unsayable('this is no array', each.nameSpan);
      const text = this.types.declared(
        each.type.to,
        `${each.name}[${shared.get(each.name)}]`,
        each.nameSpan,
      );
      return `  __shared__ ${text};\n`;
    });
    return `${head} {\n${arrays.join('')}${this.#inner(body, 1)}}`;
  }

  /** Declarations at file scope. */
  global(statement: Statement): string {
    if (statement.kind !== 'declaration')
      throw new Unsayable('this is no declaration', statement.span);
    return `${this.#declaration(statement.declarators, true)}`;
  }

  #declarator(each: Declarator): string {
    if (each.unsupported !== undefined) throw new Unsayable(each.unsupported, each.nameSpan);
    const { type, name, init, isVolatile = false, nameSpan } = each;
    const space = type.kind === 'pointer' ? undefined : each.space;
    const start = init ? ` = ${this.#initial(init)}` : '';
    const written = this.types.declared(type, name, nameSpan, space);
    return `${isVolatile ? 'volatile ' : ''}${written}${start}`;
  }

  #initial(init: Expression): string {
    if (init.kind !== 'list' || init.comma) return this.expression(init, LEAST.assign);
    const items = init.items.map((item, at) => {
      const field = init.fields?.[at];
      const place = init.places?.[at];
      if (this.#language === 'cuda' && (field ?? place) !== undefined)
        throw new Unsayable('CUDA C++ has no initial values by place', init.span);
      const before =
        field === undefined ? (place ? `[${this.expression(place)}] = ` : '') : `.${field} = `;
      return `${before}${this.#initial(item)}`;
    });
    return `{${items.join(', ')}}`;
  }

  #declaration(declarators: readonly Declarator[], isGlobal: boolean): string {
    return declarators
      .map((each) => {
        const isCuda = this.#language === 'cuda';
        const space = each.type.kind === 'pointer' ? undefined : each.space;
        const word =
          isCuda && space === 'local'
            ? '__shared__ '
            : isCuda && (space === 'constant' || isGlobal)
              ? '__constant__ '
              : '';
        const constant = !isCuda && isGlobal ? ({ ...each, space: 'constant' } as const) : each;
        return `${word}${this.#declarator(constant)};`;
      })
      .join(' ');
  }

  #inner(statement: Statement, depth: number): string {
    return statement.kind === 'block' && statement.label === undefined
      ? statement.body.map((each) => this.#statement(each, depth)).join('')
      : this.#statement(statement, depth);
  }

  /** The lines before a statement, and itself. */
  #statement(statement: Statement, depth: number): string {
    const indent = '  '.repeat(depth);
    const before = this.#placed.filter(({ start }) => start < statement.span.start);
    this.#placed = this.#placed.slice(before.length);
    const lines = before.map(({ line }) => `${line}\n`).join('');
    return `${lines}${indent}${this.#text(statement, depth)}\n`;
  }

  #block(statement: Statement, depth: number): string {
    return `{\n${this.#inner(statement, depth + 1)}${'  '.repeat(depth)}}`;
  }

  #text(statement: Statement, depth: number): string {
    switch (statement.kind) {
      case 'block':
        if (statement.label !== undefined)
          throw new Unsayable('jumps are not carried over', statement.span);
        return this.#block(statement, depth);
      case 'declaration':
        return this.#declaration(statement.declarators, false);
      case 'expression':
        return `${statement.value ? this.expression(statement.value) : ''};`;
      case 'return':
        return statement.value ? `return ${this.expression(statement.value)};` : 'return;';
      case 'break':
      case 'continue':
        return `${statement.kind};`;
      case 'if': {
        const { condition, then, otherwise } = statement;
        const rest = otherwise ? ` else ${this.#block(otherwise, depth)}` : '';
        return `if (${this.expression(condition)}) ${this.#block(then, depth)}${rest}`;
      }
      case 'loop':
        return this.#loop(statement, depth);
      case 'switch': {
        const indent = '  '.repeat(depth + 1);
        const cases = statement.cases.map(({ value, body }) => {
          const head = value ? `case ${this.expression(value)}:` : 'default:';
          const inside = body.map((each) => this.#statement(each, depth + 2)).join('');
          return `${indent}${head} {\n${inside}${indent}}\n`;
        });
        return `switch (${this.expression(statement.value)}) {\n${cases.join('')}${'  '.repeat(depth)}}`;
      }
      default:
        throw new Unsayable(`${statement.what} is not carried over`, statement.span);
    }
  }

  #loop(statement: Extract<Statement, { kind: 'loop' }>, depth: number): string {
    const { form, init, condition, update, body } = statement;
    const asked = condition ? this.expression(condition) : '';
    const block = this.#block(body, depth);
    if (form === 'while') return `while (${asked}) ${block}`;
    if (form === 'do') return `do ${block} while (${asked});`;
    const several = init?.kind === 'declaration' && init.declarators.length > 1;
    const start = init ? this.#text(init, 0) : ';';
    const loop = `(; ${asked}; ${update ? this.expression(update) : ''}) ${block}`;
    if (several) return `{ ${start} for ${loop} }`;
    return `for (${start}${loop.slice(2)}`;
  }

  /** @param outer precedence of what is around it. */
  expression(expression: Expression, outer: number = LEAST.comma): string {
    const [text, own] = this.#expression(expression);
    return own < outer ? `(${text})` : text;
  }

  #expression(expression: Expression): readonly [text: string, precedence: number] {
    const part = (inner: Expression, outer: number): string => this.expression(inner, outer);
    switch (expression.kind) {
      case 'number':
        return [expression.text.replaceAll("'", ''), LEAST.postfix];
      case 'name': {
        const value = this.#numbers.get(expression.name);
        return [value === undefined ? this.#name(expression) : String(value), LEAST.postfix];
      }
      case 'unary':
        this.#noVector(expression.operand, expression.operator);
        return [`${expression.operator}${part(expression.operand, LEAST.postfix)}`, LEAST.unary];
      case 'update': {
        const { prefix, operator, operand } = expression;
        const inner = part(operand, LEAST.postfix);
        return [prefix ? `${operator}${inner}` : `${inner}${operator}`, LEAST.unary];
      }
      case 'binary': {
        const { operator, left, right } = expression;
        this.#noVector(left, operator);
        this.#noVector(right, operator);
        const { precedence } = BINARY[operator];
        // Mixed ones are told apart as compilers want it.
        const inner = (side: Expression, by: number): string =>
          side.kind === 'binary' && side.operator !== operator && precedence < 9
            ? part(side, LEAST.unary)
            : part(side, precedence + by);
        return [`${inner(left, 0)} ${operator} ${inner(right, 1)}`, precedence];
      }
      case 'assign': {
        const { operator, target, value } = expression;
        if (operator !== '=') this.#noVector(target, operator);
        const sign = operator === '=' ? '=' : `${operator}=`;
        return [`${part(target, LEAST.unary)} ${sign} ${part(value, LEAST.assign)}`, LEAST.assign];
      }
      case 'conditional': {
        const { condition, then, otherwise } = expression;
        return [
          `${part(condition, 0)} ? ${part(then, LEAST.choice)} : ${part(otherwise, LEAST.choice)}`,
          LEAST.choice,
        ];
      }
      case 'call':
        return [this.#call(expression), LEAST.postfix];
      case 'index':
        return [
          `${part(expression.array, LEAST.postfix)}[${this.#index(expression.index)}]`,
          LEAST.postfix,
        ];
      case 'member':
        return [this.#member(expression), LEAST.postfix];
      case 'cast':
        return this.#cast(expression);
      case 'list':
        if (!expression.comma)
          throw new Unsayable('a list here is not carried over', expression.span);
        return [expression.items.map((item) => part(item, LEAST.assign)).join(', '), LEAST.comma];
      case 'sizeof': {
        const { of, operand, span } = expression;
        return [
          `sizeof(${of ? this.types.text(of, span) : operand ? part(operand, LEAST.comma) : ''})`,
          LEAST.postfix,
        ];
      }
      default:
        throw new Unsayable(
          expression.kind === 'string'
            ? 'what is printed is not carried over'
            : `${expression.what} is not carried over`,
          expression.span,
        );
    }
  }

  /** A thread's own index is positive in any width. */
  #index(index: Expression): string {
    const text = this.expression(index);
    const isCuda = this.#language === 'cuda' && index.kind === 'call';
    return isCuda ? text.replace(/^\(size_t\)(?:\((.*)\)|(.*))$/, '$1$2') : text;
  }

  #name({ name, span }: Of<'name'>): string {
    if (/^M_\w+$/.test(name) && this.#language === 'cuda')
      throw new Unsayable(`${name} has another name in CUDA`, span);
    return plainName(name);
  }

  #noVector({ type, span }: Expression, operator: string): void {
    const isFree = operator === '&' || operator === '*';
    if (this.#language === 'cuda' && type?.kind === 'vector' && !isFree)
      throw new Unsayable('CUDA has no arithmetic of vectors', span);
  }

  #call(call: Of<'call'>): string {
    const { callee, args, span } = call;
    if (callee.kind !== 'name') throw new Unsayable('a call by pointer is not carried over', span);
    const written = (arg: Expression): string => this.expression(arg, LEAST.assign);
    if (!this.#functions.has(callee.name)) {
      if (this.#language === 'cuda') for (const arg of args) this.#noVector(arg, 'call');
      const own = callIn(this.#language, callee.name, call, written);
      if (own !== undefined) return own;
      const convert = /^convert_(\w+?)(?:_rte|_rtz)?$/.exec(callee.name)?.[1];
      const [arg] = args;
      if (this.#language === 'cuda' && convert !== undefined && arg && call.type?.kind === 'scalar')
        return `(${this.types.text(call.type, span)})${this.expression(arg, LEAST.unary)}`;
      if (this.#language === 'cuda' && builtinOf(callee.name) !== undefined)
        throw new Unsayable(`CUDA has nothing like ${callee.name}`, span);
    }
    return `${plainName(callee.name)}(${args.map(written).join(', ')})`;
  }

  #member({ object, arrow, field, span }: Of<'member'>): string {
    const { type } = object;
    let name = field;
    if (this.#language === 'cuda' && type?.kind === 'vector') {
      name = field.replace(/^s([0-3])$/, (_, lane: string) => 'xyzw'.charAt(Number(lane)));
      if (!/^[xyzw]$/.test(name)) throw new Unsayable('CUDA has single elements of vectors', span);
    }
    return `${this.expression(object, LEAST.postfix)}${arrow ? '->' : '.'}${name}`;
  }

  #cast({ type, operands, span }: Of<'cast'>): readonly [string, number] {
    const [only] = operands;
    const all = operands.map((each) => this.expression(each, LEAST.assign)).join(', ');
    if (type.kind === 'vector') {
      const word = this.types.vector(type.scalar, type.lanes, span);
      if (this.#language === 'opencl') return [`(${word})(${all})`, LEAST.unary];
      if (operands.length !== type.lanes)
        throw new Unsayable('CUDA makes vectors of single elements only', span);
      return [`make_${word}(${all})`, LEAST.postfix];
    }
    if (type.kind === 'struct') {
      const word = this.types.text(type, span);
      return [this.#language === 'cuda' ? `${word}{${all}}` : `(${word}){${all}}`, LEAST.postfix];
    }
    if (only === undefined || operands.length > 1)
      throw new Unsayable('this conversion is not carried over', span);
    return [`(${this.types.text(type, span)})${this.expression(only, LEAST.unary)}`, LEAST.unary];
  }
}
