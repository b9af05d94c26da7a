import type { ConstantName } from '../../platform/index.ts';
import type { Level } from '../../promela/index.ts';
import { ModelChecker, type Problem } from '../../checker/index.ts';
import {
  NO_SENSITIVITY,
  type SensitivityPoint,
  type SensitivityView,
  sweepConstant,
} from './sensitivity.ts';
import { type JobPort, SideJob } from './side-job.ts';

/** The level that constants are swept at: each proof takes milliseconds. */
const LEVEL: Level = 'accelerated';

export interface SweepPort extends JobPort<SensitivityView> {
  /** The problem that the settings pose at a level, and what it is called. */
  readonly problem: (level: Level) => { problem: Problem; name: string } | undefined;
}

/** Sweeps a constant. */
export class SensitivitySweep extends SideJob<SensitivityView> {
  readonly #port: SweepPort;

  constructor(port: SweepPort) {
    super(port, NO_SENSITIVITY);
    this.#port = port;
  }

  async start(constant: ConstantName, values: readonly number[]): Promise<void> {
    const found = this.#port.problem(LEVEL);
    if (!found) return;
    const { problem, name } = found;
    await this.perform({ constant, values, of: name }, ({ toolchain, memoryMB, signal }) => {
      const checker = new ModelChecker(toolchain, problem, { memoryMB });
      return gathered(
        sweepConstant((there) => checker.on(there), problem.constants, constant, values, signal),
      );
    });
  }
}

/** All points so far, after each. */
async function* gathered(
  swept: AsyncIterable<SensitivityPoint>,
): AsyncGenerator<Pick<SensitivityView, 'points'>, void> {
  const points: SensitivityPoint[] = [];
  for await (const point of swept) {
    points.push(point);
    yield { points: [...points] };
  }
}
