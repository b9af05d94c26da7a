/** How the work-items of a group are spread over the elements of its unit. */
export interface ItemSpread {
  /** Work-items of a group, and elements of a unit. */
  readonly items: number;
  readonly elements: number;
  /** `strided`: element e has the items e, e + elements, ... `handed out`: an item at a time, to whoever is done; the
   * model does not say which. `lanes`: a scheduler has warps of items. */
  readonly how: 'strided' | 'handed out' | 'lanes';
}
