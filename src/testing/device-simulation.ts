import type { DeviceProgram, DeviceStep } from '../device/program.ts';

/** Something that serves one request after the other. */
class Server {
  freeAt = 0;

  /** When a request that comes at some time begins. */
  serve(at: number, cycles: number): number {
    const begins = Math.max(at, this.freeAt);
    this.freeAt = begins + cycles;
    return begins;
  }
}

/** A warp: each step yields its next wake-up time. */
type Way = Generator<number | 'barrier', void, number>;

/** Times a unit's groups by generators and a list of events, unlike the model.
 * @returns cycles of all waves, and one wave's events. */
export function simulateDevice(
  program: DeviceProgram,
  { schedulers }: { readonly schedulers: number },
): { readonly time: number; readonly events: number } {
  const { warps: inGroup, groups } = program;
  const together = Math.min(program.resident, groups);
  const port = new Server();
  const l2 = new Server();
  const issuing = Array.from({ length: schedulers }, () => new Server());

  function* way(steps: readonly DeviceStep[], scheduler: Server, started: number): Way {
    let now = started;
    for (const step of steps) {
      if (step.kind === 'barrier') {
        now = yield 'barrier';
        continue;
      }
      for (let time = 0; time < step.times; time += 1) {
        if (step.port > 0 || step.l2 > 0 || step.latency > 0) {
          const begins = port.serve(now, step.port);
          let served = begins + step.port;
          if (step.l2 > 0) served = Math.max(served, l2.serve(begins, step.l2) + step.l2);
          now = yield served + step.latency;
        }
        const issued = scheduler.serve(now, step.issue);
        now = yield issued + Math.max(step.issue, step.chain);
      }
    }
  }

  const ways: Way[] = [];
  const waiting = Array.from({ length: together }, (): number[] => []);
  const asleep: { warp: number; wake: number }[] = [];
  for (let warp = 0; warp < together * inGroup; warp += 1) {
    ways.push(way(program.steps, issuing[warp % schedulers] ?? new Server(), 0));
    asleep.push({ warp, wake: 0 });
  }
  let now = 0;
  let events = 0;
  while (asleep.length > 0) {
    // The list is in the order of falling asleep.
    const next = asleep.reduce((best, one) => (one.wake < best.wake ? one : best));
    asleep.splice(asleep.indexOf(next), 1);
    now = next.wake;
    events += 1;
    const { warp } = next;
    const going = ways[warp]?.next(now);
    if (going === undefined || going.done === true) continue;
    if (going.value !== 'barrier') {
      asleep.push({ warp, wake: going.value });
      continue;
    }
    const group = waiting[Math.floor(warp / inGroup)];
    group?.push(warp);
    if (group?.length !== inGroup) continue;
    for (const each of group.splice(0).toSorted((a, b) => a - b))
      asleep.push({ warp: each, wake: now });
  }
  return { time: now * Math.ceil(groups / together), events };
}
