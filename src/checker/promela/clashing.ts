import { Failure } from '../../base/failure.ts';
import { isWordOfC, type ModelFacts } from '../../promela/index.ts';

/** Where the C compiler fails for a name of the model, that name.
 * @returns any other failure as it is. */
export function withClashingName(error: unknown, facts: ModelFacts): unknown {
  if (!(error instanceof Failure) || error.place !== 'compiler') return error;
  const name = clashingName(error, facts);
  if (name === undefined) return error;
  return new Failure(
    'model',
    `The model's name \`${name}\` is one that C or SPIN's verifier has for itself: the verifier does not compile, natively either.`,
    'Give it another name.',
    error.detail,
  );
}

function clashingName({ message, detail = '' }: Failure, facts: ModelFacts): string | undefined {
  const declared = new Set(
    [...facts.globals, ...facts.locals, ...[...facts.structures.values()].flat()]
      .map(({ name }) => name)
      .concat(facts.processes, [...facts.structures.keys()]),
  );
  const said = `${message}\n${detail}`;
  // C of the model has faults of its own.
  const errors = facts.hasEmbeddedC ? (said.match(TWICE) ?? []) : [said];
  const named = errors.flatMap((each) => [...each.matchAll(QUOTED)].map(([, name = '']) => name));
  const isOfC = (name: string): boolean => !facts.hasEmbeddedC && isWordOfC(name);
  return named.find((name) => declared.has(name)) ?? [...declared].find(isOfC);
}

/** clang's and gcc's words. */
const TWICE = /redefinition of .*|conflicting types for .*|.* redeclared as .*/g;
const QUOTED = /['‘](\w+)['’]/g;
