import { Latest } from '../../base/latest.ts';
import { besideEachOther, mapOf, matchColumns, type Parameter } from '../../measured/index.ts';
import type { Configuration } from '../../tuning/index.ts';
import type { SessionTools } from '../tools.ts';
import { forgetMeasured, keepMeasured, loadMeasured } from './kept-measured.ts';
import type { MeasuredView, RelativeTimes } from './measured-view.ts';
import { NO_ROOM } from './measuring.ts';

/** Reads, keeps and forgets another GPU's times. */
export function createRelatives({
  store,
  outside,
  measured: { kept },
}: Pick<SessionTools, 'store' | 'outside' | 'measured'>) {
  const latest = new Latest();
  const show = (change: Pick<MeasuredView, 'relative' | 'message'>): void =>
    store.setState({ measured: { ...store.getState().measured, ...change } });
  return {
    /** Shows what was there at the last visit. */
    async begin(): Promise<void> {
      const found = await loadMeasured(kept, 'relative');
      if (!found || store.getState().measured.relative) return;
      const { name, data } = found;
      show({ relative: { name, data } });
    },
    commands: {
      /** Times of the same kernel on another GPU; faults are in the state. */
      async importRelative(file: Blob & { readonly name: string }): Promise<void> {
        const signal = latest.start();
        const result = await outside.measured(file);
        if (!latest.is(signal)) return;
        if (!result.ok) return show({ message: `${file.name}: ${result.message}` });
        const relative = { name: file.name, data: result.value };
        show({ relative, message: undefined });
        const isKept = await keepMeasured(kept, { ...relative, chosen: [], typed: [] }, 'relative');
        if (!isKept && latest.is(signal)) show({ relative: { ...relative, unkept: NO_ROOM } });
      },
      removeRelative(): void {
        latest.leave();
        show({ relative: undefined });
        void forgetMeasured(kept, 'relative');
      },
    },
  };
}

/** Another GPU's times of some configurations, NaN where it has none.
 * @param chosen columns of this GPU's file, which hold here where there are such */
export function relativeTimes(
  { data }: RelativeTimes,
  parameters: readonly Parameter[],
  chosen: MeasuredView['chosen'],
  configurations: readonly Configuration[],
): Float64Array {
  const isHere = (column: string): boolean =>
    Number.isFinite(Number(column)) || data.columns.some(({ name }) => name === column);
  const own = new Map(chosen.filter(([, column]) => isHere(column)));
  const rows = configurations.map((values, time) => ({ values, time }));
  const matches = matchColumns(data, parameters, own);
  const times = new Float64Array(configurations.length).fill(Number.NaN);
  for (const { model: row, measured } of besideEachOther(data, mapOf(matches), rows).points)
    times[row] = measured;
  return times;
}
