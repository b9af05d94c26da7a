/** Told what ends a group before all its items have. */
export interface GroupListener {
  /** Some wait at an instruction, while others ended or wait elsewhere. */
  diverged(waiting: ReadonlyMap<number, readonly number[]>, ended: readonly number[]): void;
  /** Items give a copy or a wait different arguments. */
  differs(instruction: number, items: readonly [number, number]): void;
  /** An item loops for ever. @param waitsFor objects in memory that decide about the loop.
   * @param mayEnd contents that it goes through may lead it out */
  stuck(item: number, instruction: number, waitsFor: readonly number[], mayEnd: boolean): void;
  /** An item goes on in a loop that only another item of its group could end. */
  waited(item: number, instruction: number): void;
  copyLeft(mark: number): void;
  /** Some groups wait at an instruction, while others ended or wait elsewhere. */
  partedGroups(waiting: ReadonlyMap<number, readonly number[]>, ended: readonly number[]): void;
}
