/** Spreads a group's work-items over the elements of a unit. */
export interface ItemSpread {
  /** Work-items of a group, and elements of a unit. */
  readonly items: number;
  readonly elements: number;
  /** `strided`: element e has items e, e + elements, ... `handed out`: to whoever is free. `lanes`: warps of items. */
  readonly how: 'strided' | 'handed out' | 'lanes';
}
