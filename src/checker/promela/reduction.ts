import type { ModelFacts } from '../../promela/index.ts';
import type { VerifierSources } from '../../spin/spin.ts';

/** Partial order reduction, and the reason if it is off. */
export interface Reduction {
  readonly on: boolean;
  readonly why: string;
}

/** Facts of a search that decide it. */
interface Searched {
  readonly facts: Pick<ModelFacts, 'hasEmbeddedC' | 'claims' | 'globals'>;
  readonly sources: Pick<VerifierSources, 'pan.h'>;
  /** The claim that is checked, by its name. */
  readonly claim?: string | undefined;
  readonly fair: boolean;
  /** The user's wish, whatever the rules say. */
  readonly wanted?: boolean | undefined;
}

/** SPIN's own rules (start of pan.c, and its manual on reduction), conservative if they trust the
 * user. */
export function reductionOf({ facts, sources, claim, fair, wanted }: Searched): Reduction {
  const obstacle = obstacleTo({ facts, sources, claim, fair });
  if (wanted === false) return { on: false, why: 'it is switched off' };
  if (obstacle === undefined)
    return { on: true, why: 'nothing in the model or in what is checked forbids it' };
  // Not if pan would fail to compile or start.
  if (wanted === true && !obstacle.isError)
    return { on: true, why: `it was asked for, although ${obstacle.why}` };
  return { on: false, why: obstacle.why };
}

interface Obstacle {
  readonly why: string;
  /** pan refuses to go on. */
  readonly isError?: true;
}

function obstacleTo({
  facts,
  sources,
  claim,
  fair,
}: Omit<Searched, 'wanted'>): Obstacle | undefined {
  const header = sources['pan.h'];
  const numberOf = (name: string): number =>
    Number(new RegExp(`^#define ${name}[ \\t]+(\\d+)`, 'm').exec(header)?.[1] ?? 0);
  const has = (name: string): boolean => numberOf(name) > 0;
  const rendezvous = has('SYNC');
  if (rendezvous && fair)
    return { why: 'weak fairness and rendezvous do not go together with it', isError: true };
  const error = ERRORS.find(([name]) => has(name));
  if (error) return { why: `the model uses ${error[1]}`, isError: true };
  const warning = WARNINGS.find(([name]) => has(name));
  if (warning) return { why: `the model uses ${warning[1]}` };
  if (rendezvous && has('HAS_UNLESS'))
    return {
      why: 'the model uses rendezvous and `unless`, in whose escape a rendezvous may stand',
    };
  if (facts.hasEmbeddedC) return { why: 'SPIN does not see what the embedded C of the model uses' };
  const own = facts.claims.find(({ name }) => name === claim);
  if (own?.kind === 'never')
    return { why: 'nobody knows whether a `never` claim written by hand ignores stuttering' };
  const local = facts.globals.find(({ kept }) => kept === 'local');
  if (local)
    return { why: `nobody checks that one process alone uses the local variable ${local.name}` };
  return undefined;
}

/** Words of pan.h with which pan does not compile. */
const ERRORS = [
  ['HAS_LAST', '_last'],
  // Priorities imply enabled().
  ['HAS_PRIORITY', 'priorities'],
  ['HAS_ENABLED', 'enabled()'],
  ['HAS_PCVALUE', 'pc_value()'],
  ['HAS_BADELSE', '`else` beside sends or receives'],
] as const;

const WARNINGS = [['REM_VARS', 'local variables of other processes']] as const;
