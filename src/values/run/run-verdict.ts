import type { Bound, Verdict } from '../finding.ts';
import { groupsOf } from '../walk.ts';
import type { Done } from './extent.ts';
import type { Layout } from './store.ts';
import type { Sighting } from './trial.ts';

/** The verdict from running a program. */
export interface RunVerdict extends Verdict {
  /** Instructions that items ran. */
  readonly steps: number;
  readonly inputs: { readonly tried: number; readonly of: number };
  readonly groups: { readonly run: number; readonly of: number };
  /** None where nothing was run. */
  readonly bound?: Bound;
  /** For each finding, the run where it was seen. */
  readonly sightings: readonly Sighting[];
  /** The final layout of memory. */
  readonly layout: Layout;
}

/** Nothing could be run. */
export const unable = (why: string, { program, budget, of }: Done, layout: Layout): RunVerdict => ({
  findings: [],
  remarks: [],
  checked: [],
  notChecked: [{ what: 'everything', why, weakens: true }],
  steps: budget.instructions,
  inputs: { tried: 0, of },
  groups: { run: 0, of: groupsOf(program) },
  sightings: [],
  layout,
});
