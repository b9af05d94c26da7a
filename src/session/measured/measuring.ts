import { Latest } from '../../base/latest.ts';
import {
  emptyTable,
  mapOf,
  type Match,
  matchColumns,
  type Measured,
  type Parameter,
  type Typed,
  withTime,
} from '../../measured/index.ts';
import type { SessionTools } from '../tools.ts';
import { parametersOf } from './parameters.ts';
import { type MeasuredView, NO_MEASURED } from './measured-view.ts';
import { forgetMeasured, keepMeasured, loadMeasured } from './kept-measured.ts';

export const NO_ROOM = 'The browser has no room for it: import it again after a reload.';

/** The name of a table without a file. */
const TYPED_IN = 'typed in';

/** Reads, keeps and forgets measurements; matches columns with parameters. */
export function createMeasuring({
  store,
  outside,
  measured: { kept },
  derivation,
}: Pick<SessionTools, 'store' | 'outside' | 'measured' | 'derivation'>) {
  const latest = new Latest();
  const view = (): MeasuredView => store.getState().measured;
  const show = (change: Partial<MeasuredView>): void =>
    store.setState({ measured: { ...view(), ...change } });

  const parameters = (): readonly Parameter[] => parametersOf(derivation());

  /** The table with what was typed in. */
  const joined = (data: Measured, typed: readonly Typed[], matches: readonly Match[]): Measured =>
    typed
      .filter(({ values }) => matches.every(({ parameter }) => parameter in values))
      .reduce((table, one) => withTime(table, mapOf(matches), one), data);

  const matched = (data: Measured, chosen: MeasuredView['chosen']): readonly Match[] =>
    matchColumns(data, parameters(), new Map(chosen));

  async function keep(): Promise<void> {
    const { name, data, chosen, typed } = view();
    if (name === undefined || !data) return;
    const isKept = await keepMeasured(kept, { name, data, chosen, typed });
    const unkept = isKept ? undefined : NO_ROOM;
    if (view().data === data) show({ unkept });
  }

  // The kernel or its platform has changed.
  store.subscribe((state, before) => {
    const { data, chosen } = state.measured;
    if (data && state.derived !== before.derived && derivation())
      show({ matches: matched(data, chosen) });
  });

  return {
    /** Shows what was there at the last visit. */
    async begin(): Promise<void> {
      const found = await loadMeasured(kept);
      if (!found || view().phase !== 'none') return;
      show({ ...found, phase: 'ended', matches: matched(found.data, found.chosen) });
    },
    commands: {
      /** Resolves to whether the file was readable; its faults are in the state. */
      async importMeasured(file: Blob & { readonly name: string }): Promise<boolean> {
        const signal = latest.start();
        const before = view().phase === 'ended' ? 'ended' : 'none';
        show({ phase: 'running', message: undefined });
        const failed = (message: string): boolean => {
          if (latest.is(signal)) show({ phase: before, message: `${file.name}: ${message}` });
          return false;
        };
        const result = await outside.measured(file);
        if (!latest.is(signal)) return false;
        if (!result.ok) return failed(result.message);
        const matches = matched(result.value, []);
        const data = joined(result.value, view().typed, matches);
        show({ phase: 'ended', name: file.name, data, chosen: [], matches, unkept: undefined });
        void keep();
        return true;
      },
      /** Adds times of the present kernel, in milliseconds; what has none failed.
       * @param device that took them, which another's file is not mixed with. */
      addMeasured(list: readonly Typed[], device?: string): void {
        const names = parameters().map(({ name }) => name);
        latest.leave();
        const { name = device ?? TYPED_IN, data = emptyTable(names), chosen, typed } = view();
        if (device !== undefined && name !== device && name !== TYPED_IN)
          return show({
            message: `${name} has the times of another machine: remove it under Columns, and those of ${device} are learnt from.`,
          });
        const matches = matched(data, chosen);
        // A parameter of one value needs no column.
        const lacking = matches.find(
          ({ parameter, column, value, values: all }) =>
            column === undefined &&
            all?.length !== 1 &&
            list.some(({ values }) => values[parameter] !== value),
        );
        if (lacking)
          return show({
            message: `${name} has no column for ${lacking.parameter}: choose it under Columns.`,
          });
        show({
          phase: 'ended',
          name,
          data: joined(data, list, matches),
          matches,
          message: undefined,
          typed: [...typed, ...list],
        });
        void keep();
      },
      /** Assigns a column, or a number for all rows, to a parameter; undefined guesses again. */
      chooseColumn(parameter: string, column: string | undefined): void {
        const { data, chosen: before } = view();
        if (!data) return;
        // A column has the values of one parameter.
        const isColumn = data.columns.some(({ name }) => name === column);
        const others = before.filter(
          ([name, other]) => name !== parameter && !(isColumn && other === column),
        );
        const chosen = [...others, ...(column === undefined ? [] : [[parameter, column] as const])];
        show({ chosen, matches: matched(data, chosen) });
        void keep();
      },
      removeMeasured(): void {
        latest.leave();
        store.setState({ measured: { ...NO_MEASURED, relative: view().relative } });
        void forgetMeasured(kept);
      },
    },
  };
}
