/** `silent`: it writes what is there already. */
export type Doing = 'read' | 'write' | 'silent' | 'atomic';

/** An item's latest access of one sort. */
export interface LaneAccess {
  readonly item: number;
  readonly mark: number;
  /** Meetings of lanes before it. */
  readonly time: number;
  readonly doing: Doing;
  /** It only may happen. */
  readonly isMaybe: boolean;
}

interface Cell {
  /** The interval between barriers that the accesses are of. */
  epoch: number;
  /** Its writer's own write before, of other contents. */
  mixed: LaneAccess | undefined;
  write: LaneAccess | undefined;
  readonly changes: Map<number, LaneAccess>;
  readonly reads: Map<number, LaneAccess>;
}

/** Who accessed a store's cells since the last barrier, item by item: where lanes meet, some accesses
 * of an interval come before others, and two accessors do not stand for all. */
export class LaneRecords {
  readonly #cells = new Map<number, Cell>();

  forget(): void {
    this.#cells.clear();
  }

  /** Notes an access.
   * @param meets told of those by others, and whether both write the same. */
  note(
    at: number,
    epoch: number,
    own: LaneAccess,
    meets: (earlier: LaneAccess, isSilent: boolean) => void,
  ): void {
    const cell = this.#cell(at, epoch);
    const { item, doing, isMaybe } = own;
    const against = (earlier: LaneAccess): void => {
      if (earlier.item === item) return;
      const isSame = earlier.doing === 'silent' || earlier.doing === 'write';
      meets(earlier, doing === 'silent' && isSame);
    };
    if (cell.write !== undefined) against(cell.write);
    if (doing === 'silent' && cell.mixed !== undefined && cell.mixed.item !== item)
      meets(cell.mixed, false);
    cell.changes.forEach(against);
    if (doing !== 'read') cell.reads.forEach(against);
    // A certain access and one that only may be are kept apart.
    const key = item * 2 + (isMaybe ? 1 : 0);
    if (doing === 'read') cell.reads.set(key, own);
    else if (doing !== 'write' || isMaybe) cell.changes.set(key, own);
    else {
      const before = cell.write?.item === item ? cell.write : cell.changes.get(key);
      cell.mixed = before ?? cell.mixed;
      cell.write = own;
    }
  }

  #cell(at: number, epoch: number): Cell {
    const known = this.#cells.get(at);
    if (known === undefined) {
      const made: Cell = {
        epoch,
        mixed: undefined,
        write: undefined,
        changes: new Map(),
        reads: new Map(),
      };
      this.#cells.set(at, made);
      return made;
    }
    if (known.epoch !== epoch) {
      known.epoch = epoch;
      known.mixed = undefined;
      known.write = undefined;
      known.changes.clear();
      known.reads.clear();
    }
    return known;
  }
}
