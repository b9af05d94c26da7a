import { CONSTANT_NAMES } from '../base/constants.ts';
import { type Diagnostic, Reports } from '../base/diagnostic.ts';
import { substitute } from './algebra.ts';
import type { Facts } from './context.ts';
import { ITEM_NAMES, type Expr } from './expr.ts';
import type { Named } from './expr-parser.ts';
import type { Constraint, Domain, Parameter } from './ir.ts';
import {
  mayMentionItems,
  type Pragma,
  type SizePragma,
  type TargetPragma,
  type Written,
} from './pragma.ts';

/** What the pragmas say about the whole text, checked. */
export interface Declarations {
  readonly parameters: readonly Parameter[];
  readonly constraints: readonly Constraint[];
  readonly items: SizePragma | undefined;
  readonly localSize: SizePragma | undefined;
  readonly facts: Facts;
  readonly diagnostics: readonly Diagnostic[];
}

/** Sorts the pragmas of a text. `mentioned` tells whether a name is used in the code at all. */
export function declarationsOf(
  pragmas: readonly Pragma[],
  constants: ReadonlyMap<string, Expr>,
  mentioned: (name: string) => boolean,
  clean: string,
): Declarations {
  const reports = new Reports();
  const platform: ReadonlySet<string> = new Set(CONSTANT_NAMES);
  const names = pragmas.flatMap((pragma) => (pragma.kind === 'param' ? [pragma.target.name] : []));
  const known: ReadonlySet<string> = new Set([...names, ...platform]);
  const value = (expr: Expr): Expr => substitute(expr, constants);
  const check = (used: readonly Named[], allowed: ReadonlySet<string>, inCode: boolean): void => {
    for (const { name, span } of used) {
      if (allowed.has(name) || constants.has(name)) continue;
      if (inCode && ((ITEM_NAMES as readonly string[]).includes(name) || mentioned(name))) continue;
      reports.error(
        'unknown-name',
        span,
        known.has(name)
          ? `${name} is a tuning parameter; the values of a parameter may not depend on another.`
          : `${name} is not known in this pragma.`,
        known.has(name)
          ? 'Give the widest range here and say the rest with #pragma tuner require.'
          : `It may use ${[...allowed].join(', ')}${inCode ? ', lid, gid, group' : ''}.`,
      );
    }
  };

  const unused = ({ name, span }: Named): void => {
    if (!mentioned(name))
      reports.warning('unused-pragma', span, `${name} does not occur in the text.`);
  };

  const parameters: Parameter[] = [];
  const constraints: Constraint[] = [];
  const costs = new Map<string, TargetPragma>();
  const values = new Map<string, TargetPragma>();
  const locals = new Map<string, TargetPragma>();
  const barriers = new Set<string>();
  const single = new Map<string, SizePragma>();
  for (const pragma of pragmas) {
    const written: readonly Written[] =
      'value' in pragma ? [pragma.value] : 'values' in pragma ? pragma.values : [];
    for (const { names: used } of written) check(used, known, mayMentionItems(pragma.kind));
    switch (pragma.kind) {
      case 'param': {
        const { name, span } = pragma.target;
        check(pragma.names, platform, false);
        if (platform.has(name) || (ITEM_NAMES as readonly string[]).includes(name))
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
      case 'local': {
        const map = pragma.kind === 'cost' ? costs : pragma.kind === 'value' ? values : locals;
        const { name, span } = pragma.target;
        if (map.has(name))
          reports.error(
            'duplicate-pragma',
            span,
            `There are two ${pragma.kind} pragmas for ${name}.`,
            'Remove one of them.',
          );
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
        if (single.has(pragma.kind))
          reports.error(
            'duplicate-pragma',
            pragma.span,
            `There are two ${pragma.kind} pragmas.`,
            'Remove one of them.',
          );
        else single.set(pragma.kind, pragma);
        break;
      case 'trips':
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
  const trips = pragmas.filter(
    (pragma): pragma is Facts['trips'][number] => pragma.kind === 'trips',
  );
  return {
    parameters,
    constraints,
    items: single.get('items'),
    localSize: single.get('local_size'),
    facts: { costs, values, barriers, trips, locals, constants, known },
    diagnostics: reports.all,
  };
}

function domainWith(domain: Domain, value: (expr: Expr) => Expr): Domain {
  switch (domain.kind) {
    case 'pow2':
      return { ...domain, low: value(domain.low), high: value(domain.high) };
    case 'range':
      return {
        ...domain,
        low: value(domain.low),
        high: value(domain.high),
        step: value(domain.step),
      };
    case 'list':
      return { ...domain, values: domain.values.map(value) };
  }
}
