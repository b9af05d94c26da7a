import type { VerifierSources } from '../../spin/spin.ts';
import type { Check, SearchOptions } from './search-plan.ts';

type Header = Pick<VerifierSources, 'pan.h'>;
type Ways = Pick<SearchOptions, 'breadthFirst' | 'contextSwitches' | 'ignoreEnds'>;

const has = (files: Header, name: string): boolean =>
  new RegExp(`^#define ${name}[ \\t]+[1-9]`, 'm').test(files['pan.h']);

/** Why pan does not take this way of searching, so that the usual one is taken; undefined where it does. */
export function unfitting(
  { cycles }: Pick<Check, 'cycles'>,
  { breadthFirst = false, contextSwitches }: Ways,
  files: Header,
): string | undefined {
  if (!breadthFirst && contextSwitches === undefined) return undefined;
  if (cycles !== undefined)
    return 'cycles are looked for depth first, with any number of context switches';
  if (breadthFirst && (has(files, 'HAS_LAST') || has(files, 'HAS_STACK')))
    return 'a model with `_last` or `c_track` of "UnMatched" is searched depth first';
  return undefined;
}

/** Omissions of a search of everything in this way. */
export function leftOut(
  { breadthFirst = false, contextSwitches, ignoreEnds = false }: Ways,
  files: Header,
): string | undefined {
  if (breadthFirst)
    return !ignoreEnds && has(files, 'SYNC')
      ? 'With rendezvous a search breadth first does not see every invalid end state.'
      : undefined;
  if (contextSwitches === undefined) return undefined;
  return `Only runs with at most ${contextSwitches} context switches were searched.`;
}
