import type { Parameter } from '../../kernel/ir.ts';
import { atFree, type ModelContext, text } from '../context.ts';
import { indent, from, type Line, type Lines } from '../writer.ts';

/** The initial process (Listing 3): reads the parameters of the run, chooses a configuration among all
 * that the ranges and constraints allow, and starts the clock and the host. */
export function main(context: ModelContext): Line[] {
  const { kernel } = context;
  return indent(
    [
      'active proctype main() {',
      ...indent(['int groups;', 'atomic {']),
      ...indent(
        [
          'parameters();',
          ...kernel.parameters.flatMap((parameter) => from(parameter.span, choose(context, parameter))),
          ...kernel.constraints.flatMap(({ condition, span }) =>
            from(span, [`end_invalid${kernel.constraints.findIndex((c) => c.span === span)}: ${text(context, condition)};`]),
          ),
          ...publishedGroups(),
          ...atFree(context, 'running = 1;'),
          'run clock();',
          'run host()',
        ],
        2,
      ),
      ...indent(['}']),
      '}',
    ],
    0,
  );
}

/** The choice of one tuning parameter; every alternative is tried by the verifier. */
function choose(context: ModelContext, { name, domain }: Parameter): Lines {
  const variable = context.rename(name);
  switch (domain.kind) {
    case 'pow2':
    case 'range': {
      const next = domain.kind === 'pow2' ? `${variable} * 2` : `${variable} + ${variable}_step`;
      return [
        `${variable} = ${variable}_low;`,
        'do',
        `:: ${next} <= ${variable}_high -> ${variable} = ${next}`,
        ':: break',
        'od;',
      ];
    }
    case 'list':
      return [
        'if',
        ...domain.values.map((value) => `:: ${variable} = ${text(context, value)}`),
        'fi;',
        `end_outside_${variable}: ${variable}_low <= ${variable} && ${variable} <= ${variable}_high;`,
      ];
  }
}

/** The published model's work for the one unit of the one device that stand for all: how many groups it
 * gets, with the remainders as published, and one more round than there are groups unless there is but
 * one (an off-by-one of the published model). */
function publishedGroups(): Lines {
  return [
    'groups = size / WG;',
    'groups = groups / ND + groups % ND;    /* of a device */',
    'groups = groups / NU + groups % NU;    /* of a unit */',
    'rounds = (groups == 1 -> 1 : groups + 1);',
    'NWE = (WG < NP -> WG : NP);',
    'passes = WG / NWE;',
  ];
}
