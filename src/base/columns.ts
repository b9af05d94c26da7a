type Column =
  | Uint8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

/** Named columns of equal length. */
type Columns = Readonly<Record<string, Column>>;

const changed = <C extends Columns>(columns: C, change: (column: Column) => Column): C =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, change(column)])) as C;

/** A copy with twice the rows. */
export const doubled = <C extends Columns>(columns: C): C =>
  changed(columns, (column) => {
    const longer = new (column.constructor as new (length: number) => Column)(2 * column.length);
    longer.set(column);
    return longer;
  });

/** The first rows of columns alone. */
export const cut = <C extends Columns>(columns: C, rows: number): C =>
  changed(columns, (column) => column.slice(0, rows));
