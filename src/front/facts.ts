import { CONSTANT_NAMES } from '../base/constants.ts';
import { type Diagnostic, Reports } from '../base/diagnostic.ts';
import type { Span } from '../base/span.ts';
import { substitute } from './algebra.ts';
import { isItemName, namesIn, type Expr } from './expr.ts';
import { checkValues } from './pragma-values.ts';
import { parseExpr } from './expr-parser.ts';
import type { Named } from './token-reader.ts';
import type { Constraint, Domain, Parameter } from './configurations.ts';
import {
  type AssumePragma,
  mayMentionItems,
  paramLine,
  type Pragma,
  type SizePragma,
  type TargetPragma,
  type TripsPragma,
  type UnrollPragma,
  type Written,
} from './pragma.ts';

/** Facts from the text's pragmas, sorted. */
export interface Facts {
  readonly costs: ReadonlyMap<string, TargetPragma>;
  readonly values: ReadonlyMap<string, TargetPragma>;
  readonly barriers: ReadonlySet<string>;
  readonly trips: readonly TripsPragma[];
  readonly assumes: readonly AssumePragma[];
  readonly locals: ReadonlyMap<string, TargetPragma>;
  readonly constants: ReadonlyMap<string, Expr>;
  /** Names of parameters, platform constants and `size`. */
  readonly known: ReadonlySet<string>;
  /** A compiler's effect, where a pragma tells it. */
  readonly strides?: ReadonlyMap<string, TargetPragma>;
  readonly instructions?: ReadonlyMap<string, TargetPragma>;
  readonly registers?: Expr | undefined;
  /** Array contents before the kernel runs, from pragmas. */
  readonly contents?: ReadonlyMap<string, Content>;
  /** `#pragma unroll`. */
  readonly unrolls?: readonly UnrollPragma[];
}

/** For names in a pragma: constants, and arguments whose values are stated. */
export const stands = ({ values, constants }: Facts): ReadonlyMap<string, Expr> =>
  new Map([
    ...[...values].map(([name, { value }]) => [name, substitute(value.expr, constants)] as const),
    ...constants,
  ]);

/** An array's elements by their index. */
export interface Content {
  readonly array: string;
  readonly index: string;
  readonly expr: Expr;
}

/** Checked pragmas about the whole text. */
export interface Declarations {
  readonly parameters: readonly Parameter[];
  /** Of those, only the size of a group is there, and was given beside the text. */
  readonly isGroupGiven?: boolean;
  readonly constraints: readonly Constraint[];
  readonly items: SizePragma | undefined;
  readonly localSize: SizePragma | undefined;
  readonly facts: Facts;
  readonly diagnostics: readonly Diagnostic[];
}

/** Sorts a text's pragmas; `mentioned` tells names the code uses. */
export const declarationsOf = (
  pragmas: readonly Pragma[],
  constants: ReadonlyMap<string, Expr>,
  mentioned: (name: string) => boolean,
  clean: string,
): Declarations => new Sorting(pragmas, constants, mentioned, clean).sorted();

const PLATFORM: ReadonlySet<string> = new Set(CONSTANT_NAMES);

class Sorting {
  readonly #pragmas: readonly Pragma[];
  readonly #constants: ReadonlyMap<string, Expr>;
  readonly #mentioned: (name: string) => boolean;
  readonly #clean: string;
  readonly #reports = new Reports();
  readonly #known: ReadonlySet<string>;
  readonly #ofGroup: ReadonlySet<string>;
  /** With arguments that are stated. */
  readonly #ofLaunch: ReadonlySet<string>;
  readonly #parameters: Parameter[] = [];
  readonly #said = {
    cost: new Map<string, TargetPragma>(),
    value: new Map<string, TargetPragma>(),
    local: new Map<string, TargetPragma>(),
    stride: new Map<string, TargetPragma>(),
    instructions: new Map<string, TargetPragma>(),
    before: new Map<string, TargetPragma>(),
  };
  readonly #trips: TripsPragma[] = [];
  readonly #contents = new Map<string, Content>();
  #registers: Expr | undefined;
  readonly #assumes: AssumePragma[] = [];
  readonly #barriers = new Set<string>();
  readonly #single = new Map<string, SizePragma>();

  constructor(
    pragmas: readonly Pragma[],
    constants: ReadonlyMap<string, Expr>,
    mentioned: (name: string) => boolean,
    clean: string,
  ) {
    this.#pragmas = pragmas;
    this.#constants = constants;
    this.#mentioned = mentioned;
    this.#clean = clean;
    const names = pragmas.flatMap((one) => (one.kind === 'param' ? [one.target.name] : []));
    this.#known = new Set([...names, ...PLATFORM]);
    // Where no parameter is declared, WG is taken for one.
    this.#ofGroup = names.length === 0 ? new Set([...this.#known, 'WG']) : this.#known;
    const stated = pragmas.flatMap((one) => {
      const given = one.kind === 'input' ? this.#givenBy(one) : one;
      return given?.kind === 'value' ? [given.target.name] : [];
    });
    this.#ofLaunch = new Set([...this.#known, ...stated]);
  }

  sorted(): Declarations {
    const value = (expr: Expr): Expr => substitute(expr, this.#constants);
    const constraints = checkValues(this.#pragmas, value, this.#known, this.#reports);
    for (const pragma of this.#pragmas) {
      const written: readonly Written[] =
        'value' in pragma ? [pragma.value] : 'values' in pragma ? pragma.values : [];
      for (const { names } of written)
        this.#check(
          names,
          this.#allowedIn(pragma),
          pragma.kind === 'array' || mayMentionItems(pragma.kind),
        );
      if (pragma.kind === 'require') {
        const { expr, text } = pragma.value;
        constraints.push({ condition: value(expr), text, span: pragma.span });
      } else this.#take(pragma, value);
    }
    const { cost: costs, value: values, local: locals, stride: strides, instructions } = this.#said;
    return {
      parameters: this.#parameters,
      constraints,
      items: this.#single.get('items'),
      localSize: this.#single.get('local_size'),
      facts: {
        costs,
        values,
        locals,
        barriers: this.#barriers,
        trips: this.#trips,
        assumes: this.#assumes,
        constants: this.#constants,
        known: this.#known,
        contents: this.#contents,
        strides,
        instructions,
        registers: this.#registers,
      },
      diagnostics: this.#reports.all,
    };
  }

  #take(pragma: Exclude<Pragma, { kind: 'require' }>, value: (expr: Expr) => Expr): void {
    switch (pragma.kind) {
      case 'param':
        this.#parameter(pragma, value);
        break;
      case 'cost':
      case 'value':
      case 'stride':
      case 'instructions':
      case 'before':
      case 'local': {
        const map = this.#said[pragma.kind];
        const { name, span } = pragma.target;
        if (map.has(name)) this.#duplicate(span, `${pragma.kind} pragmas for ${name}`);
        else map.set(name, pragma);
        this.#unused(pragma.target);
        break;
      }
      case 'barrier':
        this.#barriers.add(pragma.target.name);
        this.#unused(pragma.target);
        break;
      case 'items':
      case 'local_size':
        if (this.#single.has(pragma.kind)) this.#duplicate(pragma.span, `${pragma.kind} pragmas`);
        else this.#single.set(pragma.kind, pragma);
        break;
      case 'array':
        this.#unused(pragma.target);
        break;
      case 'input': {
        const content = contentOf(pragma.text, this.#constants, this.#known);
        if (content) this.#contents.set(content.array, content);
        const given = this.#givenBy(pragma);
        if (given !== undefined && !this.#said.value.has(given.target.name))
          this.#said.value.set(given.target.name, given);
        break; // what else it says is read where values are
      }
      case 'ensures':
      case 'lockstep':
        break; // read where values are
      case 'assume':
        this.#assumes.push(pragma);
        this.#precedes(
          pragma,
          /^\s*if\b/,
          'No if follows this pragma.',
          'Put it in the line before the if; of a loop, #pragma tuner trips says how often it runs.',
        );
        break;
      case 'registers':
        this.#registers = value(pragma.value.expr);
        break;
      case 'trips':
        this.#trips.push(pragma);
        this.#precedes(
          pragma,
          /^\s*(for|while|do)\b/,
          'No loop follows this pragma.',
          'Put it in the line before for, while or do.',
        );
        break;
    }
  }

  #parameter(pragma: Extract<Pragma, { kind: 'param' }>, value: (expr: Expr) => Expr): void {
    const { name, span } = pragma.target;
    this.#check(pragma.names, PLATFORM, false);
    // JavaScript would lose a parameter of this name.
    if (name === '__proto__')
      this.#reports.error('bad-name', span, 'A tuning parameter cannot have this name.');
    else if (PLATFORM.has(name) || isItemName(name))
      this.#reports.error(
        'bad-name',
        span,
        `${name} is given by the platform and cannot be a tuning parameter.`,
        'Choose another name.',
      );
    else if (this.#parameters.some((parameter) => parameter.name === name))
      this.#reports.error(
        'duplicate-parameter',
        span,
        `The parameter ${name} is declared twice.`,
        'Remove one of the two pragmas.',
      );
    else
      this.#parameters.push({ name, domain: domainWith(pragma.domain, value), span: pragma.span });
  }

  /** `s.a.b` is there if all of its parts are. */
  #isInCode(name: string): boolean {
    return (name.match(/[A-Za-z_$]\w*/g) ?? []).every(this.#mentioned);
  }

  /** `input n = 4096` is the same as `value n = 4096`: costs know it too. */
  #givenBy({
    span,
    word,
    text: whole,
    textSpan,
  }: Extract<Pragma, { kind: 'input' | 'ensures' }>): TargetPragma | undefined {
    const found = /^\s*(\w+)\s*=(?!=)(.*)$/s.exec(whole);
    const [, name = '', text = ''] = found ?? [];
    const expr = found === null ? undefined : parseExpr(text);
    const isKnown = (each: string): boolean => this.#known.has(each) || this.#constants.has(each);
    if (expr === undefined || ![...namesIn(expr)].every(isKnown)) return undefined;
    const value = { expr, text, span: textSpan, names: [] };
    return { kind: 'value', span, word, target: { name, span: textSpan }, value };
  }

  #allowedIn({ kind }: Pragma): ReadonlySet<string> {
    if (kind === 'items' || kind === 'local_size') return this.#ofLaunch;
    return kind === 'local' ? this.#ofGroup : this.#known;
  }

  #check(used: readonly Named[], allowed: ReadonlySet<string>, inCode: boolean): void {
    for (const { name, span } of used) {
      if (allowed.has(name) || this.#constants.has(name)) continue;
      if (inCode && (isItemName(name) || this.#isInCode(name))) continue;
      const isParameter = this.#known.has(name);
      this.#reports.error(
        'unknown-name',
        span,
        isParameter
          ? `${name} is a tuning parameter; the values of a parameter may not depend on another.`
          : `${name} is not known in this pragma.`,
        isParameter
          ? 'Give the widest range here and say the rest with #pragma tuner require.'
          : `It may use ${[...allowed].join(', ')}${inCode ? ', lid, gid, group' : ''}.`,
        allowed === PLATFORM ? [] : [{ line: paramLine(name), where: 'top' }],
      );
    }
  }

  #unused({ name, span }: Named): void {
    // Every part of `s.a.b`.
    if (!this.#isInCode(name))
      this.#reports.warning('unused-pragma', span, `${name} does not occur in the text.`);
  }

  #duplicate(span: Span, what: string): void {
    this.#reports.error('duplicate-pragma', span, `There are two ${what}.`, 'Remove one of them.');
  }

  #precedes({ span }: Pragma, what: RegExp, message: string, hint: string): void {
    if (!what.test(this.#clean.slice(span.end)))
      this.#reports.warning('unused-pragma', span, message, hint);
  }
}

/** Array contents from `ARRAY[i] = EXPRESSION`, if only the index and names with values occur. */
function contentOf(
  text: string,
  constants: ReadonlyMap<string, Expr>,
  known: ReadonlySet<string>,
): Content | undefined {
  const found = /^\s*(\w+)\s*\[\s*([A-Za-z_]\w*)\s*\]\s*=(.*)$/s.exec(text);
  const [, array = '', index = '', written = ''] = found ?? [];
  const read = found === null ? undefined : parseExpr(written);
  if (read === undefined) return undefined;
  const expr = substitute(read, constants);
  const isKnown = [...namesIn(expr)].every((name) => name === index || known.has(name));
  return isKnown ? { array, index, expr } : undefined;
}

function domainWith(domain: Domain, value: (expr: Expr) => Expr): Domain {
  if (domain.kind === 'list') return { ...domain, values: domain.values.map(value) };
  const bounded = { ...domain, low: value(domain.low), high: value(domain.high) };
  return bounded.kind === 'pow2' ? bounded : { ...bounded, step: value(bounded.step) };
}
