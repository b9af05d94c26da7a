import type { Store } from './store.ts';

/** An object needs other cells or more length: everything is run again. */
export class OtherLayout extends Error {
  readonly store: Store;

  constructor(store: Store) {
    super(`Accesses of ${store.object.name} are not aligned.`);
    this.store = store;
  }
}
