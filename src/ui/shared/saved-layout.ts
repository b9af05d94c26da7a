import { type Layout, useDefaultLayout } from 'react-resizable-panels';
import * as v from 'valibot';
import { parseStored, readStored, writeStored } from './stored.ts';

const layoutSchema = v.pipe(
  v.record(v.string(), v.pipe(v.number(), v.minValue(0), v.maxValue(100))),
  v.check((sizes) => Object.keys(sizes).length > 0),
);

/** What is left of a kept layout when it can be read: anything may be under its key, and the storage may be
 * forbidden. Panes then stand where they do at first. */
const layoutStorage = {
  getItem: (key: string): string | null =>
    parseStored(key, layoutSchema) === undefined ? null : readStored(key),
  setItem: writeStored,
};

/** Sizes of the panes of a group in percent, kept between visits; those of other panes are not taken. A group
 * whose panes come and go has one layout for each set of them. */
export function useSavedLayout(
  id: string,
  panelIds: readonly string[],
  comeAndGo = false,
): Pick<ReturnType<typeof useDefaultLayout>, 'defaultLayout' | 'onLayoutChanged'> {
  const { defaultLayout, onLayoutChanged } = useDefaultLayout({
    id,
    ...(comeAndGo && { panelIds: [...panelIds] }),
    storage: layoutStorage,
  });
  return { defaultLayout: sizesOf(defaultLayout, panelIds), onLayoutChanged };
}

/** A layout that is one of exactly these panes. */
function sizesOf(layout: Layout | undefined, panelIds: readonly string[]): Layout | undefined {
  const fits =
    layout !== undefined &&
    Object.keys(layout).length === panelIds.length &&
    panelIds.every((id) => layout[id] !== undefined);
  return fits ? layout : undefined;
}
