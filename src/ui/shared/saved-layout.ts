import type { GroupProps, Layout } from 'react-resizable-panels';
import * as v from 'valibot';
import { keptStore } from './kept-store.ts';

const schema = v.record(v.string(), v.pipe(v.number(), v.minValue(0), v.maxValue(100)));
const stores = new Map<string, ReturnType<typeof keptStore<Layout>>>();

/** Kept pane sizes in percent, one layout for each set of panes. */
export function savedLayout(
  id: string,
  panelIds: readonly string[],
  comeAndGo = false,
): Pick<GroupProps, 'defaultLayout' | 'onLayoutChanged'> {
  const name = ['react-resizable-panels', id, ...(comeAndGo ? panelIds : [])].join(':');
  const store = stores.get(name) ?? keptStore<Layout>(name, schema, {});
  stores.set(name, store);
  const layout = store.getState();
  const fits =
    Object.keys(layout).length === panelIds.length &&
    panelIds.every((each) => layout[each] !== undefined);
  return {
    ...(fits && { defaultLayout: layout }),
    // The wanted size, before a small window cut it.
    onLayoutChanged: (is, { requestedLayout }) => store.setState(requestedLayout ?? is, true),
  };
}
