import * as v from 'valibot';
import { create } from 'zustand';
import { parseStored, writeStored } from '../shared/stored.ts';

/** Which charts are seen. */
export type Charts = 'messages' | 'time' | 'both';

const schema = v.object({
  charts: v.picklist(['messages', 'time', 'both']),
  inspector: v.boolean(),
  watches: v.array(v.pipe(v.string(), v.maxLength(200))),
});
type Remembered = v.InferOutput<typeof schema>;

const KEY = 'overtime-trace-view';

/** How the counterexample is looked at; it survives a reload. */
interface TraceViewState extends Remembered {
  setCharts(charts: Charts): void;
  setInspector(open: boolean): void;
  setWatches(watches: readonly string[]): void;
}

function remembered(): Remembered {
  // On a laptop the charts need the room.
  const usual: Remembered = {
    charts: 'both',
    inspector: matchMedia('(min-width: 1500px)').matches,
    watches: [],
  };
  return parseStored(KEY, schema) ?? usual;
}

export const useTraceView = create<TraceViewState>()((set, get) => {
  const change = (changes: Partial<Remembered>): void => {
    set(changes);
    const { charts, inspector, watches } = get();
    writeStored(KEY, JSON.stringify({ charts, inspector, watches }));
  };
  return {
    ...remembered(),
    setCharts: (charts) => change({ charts }),
    setInspector: (inspector) => change({ inspector }),
    setWatches: (watches) => change({ watches: [...watches] }),
  };
});

/** Changes how the counterexample is looked at. */
export const traceView = (): TraceViewState => useTraceView.getState();
