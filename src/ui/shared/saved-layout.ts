import type { GroupProps, Layout } from 'react-resizable-panels';
import * as v from 'valibot';
import { keptStore } from './kept-store.ts';

const schema = v.record(v.string(), v.pipe(v.number(), v.minValue(0), v.maxValue(100)));
const stores = new Map<string, ReturnType<typeof keptStore<Layout>>>();

/** Sizes of the panes of a group in percent, kept between visits; those of other panes are not taken. A group
 * whose panes come and go has one layout for each set of them. */
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
    // What was asked for, before a window that is too small took from it.
    onLayoutChanged: (is, { requestedLayout }) => store.setState(requestedLayout ?? is, true),
  };
}
