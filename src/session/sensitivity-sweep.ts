import { messageOf } from '../base/message.ts';
import type { ConstantName, Constants } from '../platform/index.ts';
import type { Level } from '../promela/index.ts';
import type { Toolchain } from '../spin/toolchain.ts';
import { ModelChecker } from './model-checker.ts';
import type { Problem } from './problem.ts';
import {
  NO_SENSITIVITY,
  type SensitivityPoint,
  type SensitivityView,
  sweepConstant,
} from './sensitivity.ts';
import { Cancelled } from './tools.ts';

/** The level that constants are swept at: each proof takes milliseconds. */
const LEVEL: Level = 'accelerated';

export interface SweepPort {
  readonly toolchain: () => Toolchain;
  /** The problem that the settings pose at a level, and what it is called. */
  readonly problem: (level: Level) => { problem: Problem; name: string } | undefined;
  readonly memoryMB: number;
  readonly publish: (view: SensitivityView) => void;
}

/** Sweeps a constant in a worker of its own, beside whatever else runs; one sweep at a time. */
export class SensitivitySweep {
  readonly #port: SweepPort;
  #toolchain: Toolchain | undefined;
  #controller: AbortController | undefined;

  constructor(port: SweepPort) {
    this.#port = port;
  }

  cancel(): void {
    this.#controller?.abort();
  }

  /** Never rejects; what goes wrong is published. */
  async start(constant: ConstantName, values: readonly number[]): Promise<void> {
    this.cancel();
    const found = this.#port.problem(LEVEL);
    if (!found) return;
    const { problem, name } = found;
    const controller = new AbortController();
    this.#controller = controller;
    const { signal } = controller;
    let view: SensitivityView = { ...NO_SENSITIVITY, phase: 'running', constant, values, of: name };
    const show = (change: Partial<SensitivityView>): void => {
      if (this.#controller !== controller) return;
      view = { ...view, ...change };
      this.#port.publish(view);
    };
    show({});
    try {
      this.#toolchain ??= this.#port.toolchain();
      const { memoryMB } = this.#port;
      const checker = new ModelChecker(this.#toolchain, problem, LEVEL, { memoryMB });
      const on = (constants: Constants): ModelChecker => checker.on(constants);
      const points: SensitivityPoint[] = [];
      for await (const point of sweepConstant(on, problem.constants, constant, values, signal)) {
        points.push(point);
        show({ points: [...points] });
      }
      show({ phase: 'ended' });
    } catch (error) {
      if (error instanceof Cancelled) return show({ phase: 'ended' });
      show({ phase: 'failed', message: messageOf(error) });
    }
  }
}
