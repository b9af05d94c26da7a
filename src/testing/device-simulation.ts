import type { Machine } from '../device/machine.ts';
import type { DeviceProgram, Segment } from '../device/program.ts';

/** A warp that sleeps: until when, the how manieth to fall asleep, and which. */
type Sleeper = readonly [time: number, order: number, warp: number];

/** Sleepers, the first to wake on top. */
class Sleepers {
  private readonly heap: Sleeper[] = [];
  private order = 0;

  get isEmpty(): boolean {
    return this.heap.length === 0;
  }

  add(time: number, warp: number): void {
    const { heap } = this;
    heap.push([time, this.order, warp]);
    this.order += 1;
    for (let at = heap.length - 1; at > 0;) {
      const above = (at - 1) >> 1;
      if (!this.swapIfBefore(at, above)) break;
      at = above;
    }
  }

  next(): Sleeper | undefined {
    const { heap } = this;
    const [first] = heap;
    const last = heap.pop();
    if (heap.length === 0 || last === undefined) return first;
    heap[0] = last;
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if (this.isBefore(left, least)) least = left;
      if (this.isBefore(right, least)) least = right;
      if (least === at) return first;
      this.swapIfBefore(least, at);
      at = least;
    }
  }

  private isBefore(a: number, b: number): boolean {
    const [left, right] = [this.heap[a], this.heap[b]];
    if (left === undefined || right === undefined) return false;
    return left[0] < right[0] || (left[0] === right[0] && left[1] < right[1]);
  }

  private swapIfBefore(a: number, b: number): boolean {
    const [left, right] = [this.heap[a], this.heap[b]];
    if (left === undefined || right === undefined || !this.isBefore(a, b)) return false;
    this.heap[a] = right;
    this.heap[b] = left;
    return true;
  }
}

/** When the last warp of some groups ends that begin together on one unit: the device semantics as a plain
 * simulation of its events, written independently of the model that SPIN runs. */
export function waveTime(
  { schedulers }: Pick<Machine, 'schedulers'>,
  { steps, warps }: Pick<DeviceProgram, 'steps' | 'warps'>,
  groups: number,
): number {
  const all = groups * warps;
  const step = new Int32Array(all);
  const done = new Int32Array(all);
  const computes = new Uint8Array(all);
  const arrived: number[][] = Array.from({ length: groups }, () => []);
  const free = new Float64Array(schedulers);
  let [port, cache, last] = [0, 0, 0];
  const sleepers = new Sleepers();
  for (let warp = 0; warp < all; warp += 1) sleepers.add(0, warp);
  const at = (values: ArrayLike<number>, index: number): number => values[index] ?? 0;
  const memory = (now: number, warp: number, segment: Segment): boolean => {
    computes[warp] = 1;
    if (segment.port === 0 && segment.l2 === 0 && segment.latency === 0) return false;
    const begun = Math.max(now, port);
    port = begun + segment.port;
    let end = port;
    if (segment.l2 > 0) {
      cache = Math.max(begun, cache) + segment.l2;
      end = Math.max(end, cache);
    }
    sleepers.add(end + segment.latency, warp);
    return true;
  };
  while (!sleepers.isEmpty) {
    const [now, , warp] = sleepers.next() ?? [0, 0, 0];
    const current = steps[at(step, warp)];
    const group = Math.floor(warp / warps);
    if (current === undefined) last = Math.max(last, now);
    else if (current.kind === 'barrier') {
      const waiting = arrived[group] ?? [];
      waiting.push(warp);
      if (waiting.length < warps) continue;
      arrived[group] = [];
      for (const one of waiting.toSorted((a, b) => a - b)) {
        step[one] = at(step, one) + 1;
        sleepers.add(now, one);
      }
    } else {
      if (at(computes, warp) === 0 && memory(now, warp, current)) continue;
      const scheduler = warp % schedulers;
      const begun = Math.max(now, at(free, scheduler));
      free[scheduler] = begun + current.issue;
      computes[warp] = 0;
      done[warp] = at(done, warp) + 1;
      if (at(done, warp) >= current.times) {
        done[warp] = 0;
        step[warp] = at(step, warp) + 1;
      }
      sleepers.add(begun + Math.max(current.issue, current.chain), warp);
    }
  }
  return last;
}

/** Cycles of a program: one wave of the groups that are resident, and as many waves as the unit needs. */
export function deviceTime(machine: Machine, program: DeviceProgram): number {
  const together = Math.min(program.resident, program.groups);
  return waveTime(machine, program, together) * Math.ceil(program.groups / together);
}
