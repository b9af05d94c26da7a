import { WORDS_OF } from '../../front/language.ts';
import type { ValueProgram } from '../program.ts';
import { valuesIn, valuesOf } from '../walk.ts';

type Launched = Pick<ValueProgram, 'code' | 'global' | 'local'>;

/** Several groups along a dimension that no item asks about would all do the same. */
export function openGroups(program: Launched): Pick<ValueProgram, 'mayBeOneGroup'> {
  const mayBeOneGroup = program.global.map(
    (items, at) => items !== program.local[at] && !asksForGroup(program, at),
  );
  return mayBeOneGroup.includes(true) ? { mayBeOneGroup } : {};
}

/** An item asks for its number among all, or for its group's. */
const asksForGroup = ({ code }: Launched, dimension: number): boolean =>
  code.some((step) =>
    valuesOf(step).some((value) =>
      [...valuesIn(value)].some(
        (part) => part.kind === 'id' && part.of !== 'local' && part.dimension === dimension,
      ),
    ),
  );

/** The program of one group in some dimensions, which says that it is launched so. */
export function withOneGroup(program: ValueProgram, isOne: readonly boolean[]): ValueProgram {
  const { language, span, assumptions = [], global, local } = program;
  const { item, group } = WORDS_OF[language];
  const along = DIMENSIONS.filter((_, at) => isOne[at]);
  const isPart = global.some((items, at) => items !== local[at]);
  const where = isPart ? ` along the ${AND.format(along)} dimension` : '';
  return {
    ...program,
    assumptions: [
      ...assumptions,
      {
        what: 'other launches',
        why: `No ${item} asks which ${group} it is of${where}; one was run.`,
        hint: `State the ${item}s in all: #pragma tuner items ...`,
        span,
        weakens: false,
        touches: 'none',
        holdsIf: `there is one ${group}${where}`,
      },
    ],
  };
}

const DIMENSIONS = ['first', 'second', 'third'];
const AND = new Intl.ListFormat('en', { type: 'conjunction' });
