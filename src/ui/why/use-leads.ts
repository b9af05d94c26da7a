import { valuesInWords } from '../../base/words.ts';
import { useEffect, useRef } from 'react';
import { CONSTANTS } from '../../platform/index.ts';
import type { Commands } from '../../session/core.ts';
import type { TraceView } from '../../session/views/trace-view.ts';
import { timeRun, type Trace, whereTheyPart } from '../../trace/index.ts';
import { type Configuration, keyOf } from '../../tuning/index.ts';
import { open } from '../shared/opened.ts';
import { lastStop, load, moves } from '../trace/moves.ts';
import { traceStore } from '../trace/trace-state.ts';
import type { Lead } from './why-words.ts';
import { SENSITIVITY } from '../../session/jobs/sensitivity.ts';
import { MACHINE_SENSITIVITY } from '../../session/jobs/machine-sensitivity.ts';
import { WHY } from '../../session/jobs/why.ts';

type Parting = Extract<Lead, { readonly kind: 'parting' }>;
type Used = Pick<Commands, 'showTraceOf' | 'ask' | 'askWhy' | 'cancelJob'>;

/** Follows a clause's link; for two runs it opens both in turn. */
export function useLeads(view: TraceView, commands: Used): (lead: Lead) => void {
  /** The way to a parting: which of the two traces is awaited. */
  const way = useRef<{ readonly to: Parting; readonly base?: Trace } | undefined>(undefined);

  /** Opens a trace, unless it is open. */
  const openTrace = (values: Configuration): void => {
    if (!isOf(view, values)) commands.showTraceOf(values);
  };

  /** The next step, with the trace open now. */
  const go = (now: TraceView): void => {
    const { to, base } = way.current ?? {};
    if (!to || now.phase === 'running') return;
    const { trace } = now;
    if (base === undefined) {
      if (!trace || !isOf(now, to.from)) return commands.showTraceOf(to.from);
      keep(trace, to.from);
      way.current = { to, base: trace };
      return commands.showTraceOf(to.values);
    }
    way.current = undefined;
    // Something else was opened meanwhile.
    if (!trace || !isOf(now, to.values)) return;
    load(timeRun(trace));
    const parting = whereTheyPart(timeRun(trace), timeRun(base));
    moves.seekEvent(parting?.left ?? trace.count - 1);
  };
  useEffect(() => {
    if (way.current && (view.phase === 'ended' || view.phase === 'failed')) {
      if (view.phase === 'failed') way.current = undefined;
      else go(view);
    }
  });

  return (lead) => {
    way.current = undefined;
    switch (lead.kind) {
      case 'time':
      case 'machine':
        openTrace(lead.values);
        return open({ results: lead.kind });
      case 'parting':
        way.current = { to: lead };
        open({ results: 'time' });
        return go(view);
      case 'sweep': {
        open({ results: 'sensitivity', sensitive: 'constants' });
        const constant = CONSTANTS.find(({ name }) => name === lead.constant);
        if (constant) return commands.ask(SENSITIVITY, constant.name, lead.values);
        return commands.ask(MACHINE_SENSITIVITY);
      }
      case 'end':
        return moves.seek(lastStop());
      case 'ask':
        return commands.askWhy();
      case 'cancel':
        return commands.cancelJob(WHY);
    }
  };
}

const isOf = ({ phase, values, origin }: TraceView, wanted: Configuration): boolean =>
  phase === 'ended' &&
  origin !== 'simulation' &&
  values !== undefined &&
  keyOf(values) === keyOf(wanted);

/** Keeps a trace for comparison, unless one is kept. */
function keep(trace: Trace, values: Configuration): void {
  if (traceStore.getState().kept) return;
  const kept = { run: timeRun(trace), title: valuesInWords(values) };
  traceStore.setState({ kept, range: null });
}
