import type { Span } from '../../base/span.ts';
import { promela } from '../syntax/expression.ts';
import type {
  Block,
  Declaration,
  Inline,
  Option,
  Process,
  ProcessName,
  PromelaModel,
  Simple,
  Statement,
} from '../syntax/statement.ts';

/** Where a line of the model comes from. */
export interface LineSource {
  /** The process the line belongs to; none for declarations. */
  readonly process?: ProcessName;
  /** The kernel's piece behind the line; none where the platform is modelled. */
  readonly kernel?: Span;
}

interface PrintedLine {
  readonly text: string;
  readonly source: LineSource;
}

/** The text of a model. */
export interface Printed {
  readonly text: string;
  /** The source of each line; index 0 is line 1. */
  readonly sources: readonly LineSource[];
}

/** A model's dialect, by the width of its numbers. */
interface Dialect {
  /** Lines before the declarations, and behind them. */
  readonly head: readonly string[];
  readonly library: readonly string[];
  /** A variable with its comment: of the model, or of a process. */
  variable(declaration: Declaration, place: 'global' | 'local'): string;
  /** Writes a statement without label, comment and semicolon. */
  statements(process: Process): (statement: Simple) => string;
}

/** Prints a model. */
export function printModel(model: PromelaModel, dialect: Dialect): Printed {
  const lines: PrintedLine[] = [
    ...`/* ${model.comment.join('\n * ')} */`.split('\n'),
    '',
    ...dialect.head,
    `mtype = { ${model.messages.join(', ')} };`,
    '',
    ...model.globals.flatMap((group) => [
      ...group.map((one) => dialect.variable(one, 'global')),
      '',
    ]),
    ...dialect.library,
  ].map((text) => ({ text, source: {} }));
  for (const inline of model.inlines ?? []) new BlockPrinter(lines, dialect).inline(inline);
  for (const process of model.processes) new BlockPrinter(lines, dialect, process).process(process);
  return {
    text: `${lines.map(({ text }) => text).join('\n')}\n`,
    sources: lines.map(({ source }) => source),
  };
}

/** Where the comments of variables stand. */
const COLUMNS = { global: 21, local: 18 };

const INDENT = '  ';

/** A declaration in Promela, without its comment. */
export function declaration(declared: Declaration): string {
  const { type, hidden, initial, message } = declared;
  const given = message ? ` = [0] of { ${message.join(', ')} }` : '';
  const start = initial === undefined ? '' : ` = ${initial}`;
  return `${hidden ? 'hidden ' : ''}${type} ${declaredNames(declared)}${given}${start};`;
}

/** Names as C and Promela declare them, with lengths of arrays. */
export const declaredNames = ({ names, length }: Declaration): string =>
  names.map((name) => (length === undefined ? name : `${name}[${length}]`)).join(', ');

/** The comment of a declaration in Promela, with the blanks before it. */
export function commentOf(declared: Declaration, place: 'global' | 'local'): string {
  if (declared.comment === undefined) return '';
  const gap = COLUMNS[place] - declaration(declared).length;
  return `${' '.repeat(Math.max(gap, 1))}/* ${declared.comment} */`;
}

/** A statement in Promela, without its label, comment and semicolon. */
export function plainStatement(statement: Simple): string {
  const list = (given: readonly Parameters<typeof promela>[0][]): string =>
    given.map((one) => promela(one)).join(', ');
  switch (statement.kind) {
    case 'assign': {
      const { name, index, value } = statement;
      const to = index === undefined ? name : `${name}[${promela(index)}]`;
      return `${to} = ${promela(value)}`;
    }
    case 'step':
      return statement.name + statement.by;
    case 'send':
      return `${statement.channel} ! ${list(statement.values)}`;
    case 'receive': {
      const patterns = statement.patterns.map((one) =>
        one.kind === 'value' ? `eval(${promela(one.of)})` : promela(one),
      );
      return `${statement.channel} ? ${patterns.join(', ')}`;
    }
    case 'run':
      return `run ${statement.process}(${list(statement.values)})`;
    case 'call':
      return `${statement.inline}()`;
    case 'code':
      return `c_code { ${statement.text} }`;
    case 'holds':
      return `c_expr { ${statement.text} }`;
    case 'goto':
      return `goto ${statement.to}`;
    case 'word':
      return statement.word;
    case 'event':
      return `printf("${statement.format}\\n", ${list(statement.values)})`;
    case 'assert':
      return `assert(${promela(statement.condition)})`;
    case 'condition':
      return promela(statement.condition);
  }
}

/** Where a block is printed. */
interface Place {
  readonly pad: string;
  readonly span?: Span | undefined;
  /** The first statement is an option's guard. */
  readonly guards?: boolean | undefined;
}

class BlockPrinter {
  readonly #lines: PrintedLine[];
  readonly #dialect: Dialect;
  readonly #process: Process | undefined;
  readonly #simply: (statement: Simple) => string;

  /** @param process whose statements are printed; none for an inline's. */
  constructor(lines: PrintedLine[], dialect: Dialect, process?: Process) {
    this.#lines = lines;
    this.#dialect = dialect;
    this.#process = process;
    this.#simply = process ? dialect.statements(process) : plainStatement;
  }

  process({ active, name, parameters, locals, idle, atomic, body }: Process): void {
    const given = parameters.map((one) => declaration(one).replace(/;$/, '')).join('; ');
    this.#line('', `${active ? 'active ' : ''}proctype ${name}(${given}) {`);
    for (const local of locals) this.#line(INDENT, this.#dialect.variable(local, 'local'));
    if (idle) this.#line(INDENT, 'end_idle:');
    if (atomic) this.#line(INDENT, 'atomic {');
    this.#block(body, { pad: atomic ? INDENT + INDENT : INDENT });
    if (atomic) this.#line(INDENT, '}');
    this.#end();
  }

  inline({ name, comment, body }: Inline): void {
    if (comment !== undefined) this.#line('', `/* ${comment} */`);
    this.#line('', `inline ${name}() {`);
    this.#block(body, { pad: INDENT });
    this.#end();
  }

  #end(): void {
    this.#line('', '}');
    this.#lines.push({ text: '', source: {} });
  }

  #line(pad: string, text: string, kernel?: Span): void {
    const process = this.#process?.models;
    this.#lines.push({
      text: pad + text,
      source: { ...(process && { process }), ...(kernel && { kernel }) },
    });
  }

  /** Statements with semicolons between them; `end` is what follows the last. */
  #block(body: Block, place: Place, end = ''): void {
    for (const [index, statement] of body.entries()) {
      const guards = place.guards === true && index === 0;
      this.#statement(statement, index < body.length - 1 ? ';' : end, { ...place, guards });
    }
  }

  #statement(statement: Statement, semicolon: string, { pad, guards, ...place }: Place): void {
    const span = statement.span ?? place.span;
    switch (statement.kind) {
      case 'label':
        return this.#line(pad, `${statement.name}:`, span);
      case 'if':
      case 'do':
        this.#line(pad, statement.kind, span);
        for (const option of statement.options) this.#option(option, pad, span);
        return this.#line(pad, `${statement.kind === 'if' ? 'fi' : 'od'}${semicolon}`, span);
      case 'atomic':
        if (this.#process?.atomic)
          return this.#block(statement.body, { pad, span, guards }, semicolon);
        this.#line(pad, 'atomic {', span);
        this.#block(statement.body, { pad: pad + INDENT, span, guards });
        return this.#line(pad, `}${semicolon}`, span);
      case 'd_step':
        this.#line(pad, 'd_step {', span);
        this.#block(statement.body, { pad: pad + INDENT, span });
        return this.#line(pad, `}${semicolon}`, span);
      default: {
        const end = guards && CAN_WAIT.has(statement.kind) ? ' ->' : semicolon;
        this.#line(pad, this.#simple(statement) + end + remark(statement), span);
      }
    }
  }

  #option(option: Option, pad: string, span: Span | undefined): void {
    const { guard, body } = option;
    if (option.short) {
      const [first, ...more] = [option.guard, ...option.body].map((one) => this.#simple(one));
      const text = [first, ...(more.length > 0 ? [more.join('; ')] : [])].join(' -> ');
      return this.#line(pad, `:: ${text}${remark(option.body.at(-1) ?? option.guard)}`, span);
    }
    this.#line(pad, guard ? `:: ${this.#simple(guard)} ->${remark(guard)}` : '::', span);
    this.#block(body, { pad: pad + INDENT + INDENT, span, guards: guard === undefined });
  }

  #simple(statement: Simple): string {
    const text = this.#simply(statement);
    return statement.label === undefined ? text : `${statement.label}: ${text}`;
  }
}

const CAN_WAIT: ReadonlySet<string> = new Set<Simple['kind']>(['receive', 'condition']);

const remark = ({ comment }: Statement): string =>
  comment === undefined ? '' : `    /* ${comment} */`;
