import { useEffect, useRef } from 'react';
import {
  type Commands,
  type Configuration,
  CONSTANTS,
  firstDifference,
  timelineOf,
  type Trace,
  type TraceView,
} from '../../session/index.ts';
import { keyOf } from '../results/splits.ts';
import { open } from '../shared/opened.ts';
import { valuesInWords } from '../trace/event-words.ts';
import { lastStop, load, moves } from '../trace/moves.ts';
import { traceStore } from '../trace/trace-state.ts';
import type { Lead } from './why-words.ts';

type Parting = Extract<Lead, { readonly kind: 'parting' }>;
type Used = Pick<
  Commands,
  'showTraceOf' | 'sweepConstant' | 'weighMachine' | 'askWhy' | 'cancelWhy'
>;

/** Goes where clauses lead. To see where two runs part, the one is opened and kept, then the other. */
export function useLeads(view: TraceView, commands: Used): (lead: Lead) => void {
  /** The way to a parting: which of the two traces is awaited. */
  const way = useRef<{ readonly to: Parting; readonly base?: Trace } | undefined>(undefined);

  /** Opens a trace, unless it is open. */
  const openTrace = (values: Configuration): void => {
    if (!isOf(view, values)) commands.showTraceOf(values);
  };

  /** One step further on the way, with the trace that is open now. */
  const go = (now: TraceView): void => {
    const { to, base } = way.current ?? {};
    if (!to || now.phase === 'loading') return;
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
    load(trace);
    moves.seekEvent(firstDifference(trace, base)?.left ?? trace.count - 1);
  };
  useEffect(() => {
    if (way.current && (view.phase === 'ready' || view.phase === 'failed')) {
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
        if (constant) return commands.sweepConstant(constant.name, lead.values);
        return commands.weighMachine();
      }
      case 'end':
        return moves.seek(lastStop());
      case 'ask':
        return commands.askWhy();
      case 'cancel':
        return commands.cancelWhy();
    }
  };
}

const isOf = ({ phase, values, origin }: TraceView, wanted: Configuration): boolean =>
  phase === 'ready' &&
  origin !== 'simulation' &&
  values !== undefined &&
  keyOf(values) === keyOf(wanted);

/** Keeps a trace to compare the next with, unless the reader keeps another. */
function keep(trace: Trace, values: Configuration): void {
  if (traceStore.getState().kept) return;
  const kept = { trace, timeline: timelineOf(trace), title: valuesInWords(values) };
  traceStore.setState({ kept, range: null });
}
