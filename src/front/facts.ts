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
export function declarationsOf(
  pragmas: readonly Pragma[],
  constants: ReadonlyMap<string, Expr>,
  mentioned: (name: string) => boolean,
  clean: string,
): Declarations {
  const reports = new Reports();
  const duplicate = (span: Span, what: string): void =>
    reports.error('duplicate-pragma', span, `There are two ${what}.`, 'Remove one of them.');
  const platform: ReadonlySet<string> = new Set(CONSTANT_NAMES);
  const names = pragmas.flatMap((pragma) => (pragma.kind === 'param' ? [pragma.target.name] : []));
  const known: ReadonlySet<string> = new Set([...names, ...platform]);
  const value = (expr: Expr): Expr => substitute(expr, constants);
  const check = (used: readonly Named[], allowed: ReadonlySet<string>, inCode: boolean): void => {
    for (const { name, span } of used) {
      if (allowed.has(name) || constants.has(name)) continue;
      if (inCode && (isItemName(name) || mentioned(name))) continue;
      reports.error(
        'unknown-name',
        span,
        known.has(name)
          ? `${name} is a tuning parameter; the values of a parameter may not depend on another.`
          : `${name} is not known in this pragma.`,
        known.has(name)
          ? 'Give the widest range here and say the rest with #pragma tuner require.'
          : `It may use ${[...allowed].join(', ')}${inCode ? ', lid, gid, group' : ''}.`,
        allowed === known ? [{ line: paramLine(name), where: 'top' }] : [],
      );
    }
  };

  const unused = ({ name, span }: Named): void => {
    // Every part of `s.a.b`.
    if (!(name.match(/[A-Za-z_$]\w*/g) ?? []).every(mentioned))
      reports.warning('unused-pragma', span, `${name} does not occur in the text.`);
  };

  const parameters: Parameter[] = [];
  const constraints: Constraint[] = checkValues(pragmas, value, known, reports);
  const said = {
    cost: new Map<string, TargetPragma>(),
    value: new Map<string, TargetPragma>(),
    local: new Map<string, TargetPragma>(),
    stride: new Map<string, TargetPragma>(),
    instructions: new Map<string, TargetPragma>(),
    before: new Map<string, TargetPragma>(),
  };
  const trips: TripsPragma[] = [];
  const contents = new Map<string, Content>();
  let registers: Expr | undefined;
  const assumes: AssumePragma[] = [];
  const barriers = new Set<string>();
  const single = new Map<string, SizePragma>();
  for (const pragma of pragmas) {
    const written: readonly Written[] =
      'value' in pragma ? [pragma.value] : 'values' in pragma ? pragma.values : [];
    for (const { names: used } of written)
      check(used, known, pragma.kind === 'array' || mayMentionItems(pragma.kind));
    switch (pragma.kind) {
      case 'param': {
        const { name, span } = pragma.target;
        check(pragma.names, platform, false);
        // JavaScript would lose a parameter of this name.
        if (name === '__proto__')
          reports.error('bad-name', span, 'A tuning parameter cannot have this name.');
        else if (platform.has(name) || isItemName(name))
          reports.error(
            'bad-name',
            span,
            `${name} is given by the platform and cannot be a tuning parameter.`,
            'Choose another name.',
          );
        else if (parameters.some((parameter) => parameter.name === name))
          reports.error(
            'duplicate-parameter',
            span,
            `The parameter ${name} is declared twice.`,
            'Remove one of the two pragmas.',
          );
        else parameters.push({ name, domain: domainWith(pragma.domain, value), span: pragma.span });
        break;
      }
      case 'require': {
        const { expr, text } = pragma.value;
        constraints.push({ condition: value(expr), text, span: pragma.span });
        break;
      }
      case 'cost':
      case 'value':
      case 'stride':
      case 'instructions':
      case 'before':
      case 'local': {
        const map = said[pragma.kind];
        const { name, span } = pragma.target;
        if (map.has(name)) duplicate(span, `${pragma.kind} pragmas for ${name}`);
        else map.set(name, pragma);
        unused(pragma.target);
        break;
      }
      case 'barrier':
        barriers.add(pragma.target.name);
        unused(pragma.target);
        break;
      case 'items':
      case 'local_size':
        if (single.has(pragma.kind)) duplicate(pragma.span, `${pragma.kind} pragmas`);
        else single.set(pragma.kind, pragma);
        break;
      case 'array':
        unused(pragma.target);
        break;
      case 'input': {
        const content = contentOf(pragma.text, constants, known);
        if (content) contents.set(content.array, content);
        const given = givenBy(pragma, known);
        if (given !== undefined && !said.value.has(given.target.name))
          said.value.set(given.target.name, given);
        break; // what else it says is read where values are
      }
      case 'ensures':
      case 'lockstep':
        break; // read where values are
      case 'assume':
        assumes.push(pragma);
        if (!/^\s*if\b/.test(clean.slice(pragma.span.end)))
          reports.warning(
            'unused-pragma',
            pragma.span,
            'No if follows this pragma.',
            'Put it in the line before the if; of a loop, #pragma tuner trips says how often it runs.',
          );
        break;
      case 'registers':
        registers = value(pragma.value.expr);
        break;
      case 'trips':
        trips.push(pragma);
        if (!/^\s*(for|while|do)\b/.test(clean.slice(pragma.span.end)))
          reports.warning(
            'unused-pragma',
            pragma.span,
            'No loop follows this pragma.',
            'Put it in the line before for, while or do.',
          );
        break;
    }
  }
  const { cost: costs, value: values, local: locals, stride: strides, instructions } = said;
  return {
    parameters,
    constraints,
    items: single.get('items'),
    localSize: single.get('local_size'),
    facts: {
      costs,
      values,
      locals,
      barriers,
      trips,
      assumes,
      constants,
      known,
      contents,
      strides,
      instructions,
      registers,
    },
    diagnostics: reports.all,
  };
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

/** `input n = 4096` is the same as `value n = 4096`: costs know it too. */
function givenBy(
  { span, word, text: whole, textSpan }: Extract<Pragma, { kind: 'input' | 'ensures' }>,
  known: ReadonlySet<string>,
): TargetPragma | undefined {
  const found = /^\s*(\w+)\s*=(?!=)(.*)$/s.exec(whole);
  const [, name = '', text = ''] = found ?? [];
  const expr = found === null ? undefined : parseExpr(text);
  if (expr === undefined || [...namesIn(expr)].some((each) => !known.has(each))) return undefined;
  const value = { expr, text, span: textSpan, names: [] };
  return { kind: 'value', span, word, target: { name, span: textSpan }, value };
}

function domainWith(domain: Domain, value: (expr: Expr) => Expr): Domain {
  if (domain.kind === 'list') return { ...domain, values: domain.values.map(value) };
  const bounded = { ...domain, low: value(domain.low), high: value(domain.high) };
  return bounded.kind === 'pow2' ? bounded : { ...bounded, step: value(bounded.step) };
}
