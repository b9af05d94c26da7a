import type { Limits, WgslModule } from '../wgsl/index.ts';
import {
  type AdapterFacts,
  type Contents,
  type Device,
  DeviceLost,
  type Prepared,
  SubmissionFailed,
  type Timer,
} from './device.ts';

/** Devices of WebGPU: of a browser, or of Dawn in Node. */

/** Why there is no device. */
export type NoDevice = 'no-webgpu' | 'no-adapter';

const LIMITS = [
  'maxComputeInvocationsPerWorkgroup',
  'maxComputeWorkgroupSizeX',
  'maxComputeWorkgroupSizeY',
  'maxComputeWorkgroupSizeZ',
  'maxComputeWorkgroupStorageSize',
  'maxComputeWorkgroupsPerDimension',
  'maxStorageBuffersPerShaderStage',
  'maxStorageBufferBindingSize',
  'maxBufferSize',
] as const;

/** Bits of WebGPU's buffer usages, and of its mode of mapping for reading. */
const USAGE = { read: 1, copyFrom: 4, copyTo: 8, storage: 0x80, resolve: 0x200 } as const;

const SOFTWARE = /swiftshader|llvmpipe|lavapipe|software|basic render|warp/i;

const factsOf = ({ info, features }: GPUAdapter): AdapterFacts => {
  const words = [info.vendor, info.architecture, info.device, info.description];
  const name = info.description || words.filter(Boolean).join(' ');
  return {
    name: name || 'an adapter that does not say its name',
    isSoftware: info.isFallbackAdapter || words.some((word) => SOFTWARE.test(word)),
    hasTimestamps: features.has('timestamp-query'),
  };
};

/** Asks for a device with all that its adapter has. */
export async function openDevice(gpu: GPU | undefined): Promise<Device | NoDevice> {
  if (gpu === undefined) return 'no-webgpu';
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (adapter === null) return 'no-adapter';
  const facts = factsOf(adapter);
  const device = await adapter.requestDevice({
    requiredLimits: Object.fromEntries(LIMITS.map((name) => [name, adapter.limits[name]])),
    requiredFeatures: facts.hasTimestamps ? ['timestamp-query'] : [],
  });
  return new WebGpuDevice(device, facts);
}

class WebGpuDevice implements Device {
  readonly limits: Limits;
  readonly #device: GPUDevice;
  #lost: string | undefined;

  constructor(
    device: GPUDevice,
    readonly facts: AdapterFacts,
  ) {
    this.#device = device;
    this.limits = device.limits;
    void device.lost.then(({ message, reason }) => {
      this.#lost = message || reason;
    });
  }

  async prepare(module: WgslModule, before: Contents): Promise<Prepared> {
    const [kernel, empty] = [
      await this.#pipeline(module.code, module),
      await this.#pipeline(module.empty, module),
    ];
    const { arrays, groups } = module;
    const sources = arrays.map(({ bytes }, index) => this.#filled(bytes, before[index]));
    const work = arrays.map(({ bytes }) => this.#buffer(bytes, USAGE.storage));
    const launch = { module, sources, work };
    const [x, y, z] = groups;
    return {
      results: () => this.#results(kernel, launch),
      kernel: this.#timer(kernel, launch),
      empty: this.#timer(empty, launch),
      allGroups: x * y * z,
      release: () => {
        for (const buffer of [...sources, ...work]) buffer.destroy();
      },
    };
  }

  close(): void {
    this.#device.destroy();
  }

  #buffer(bytes: number, usage: number): GPUBuffer {
    return this.#device.createBuffer({
      size: bytes,
      usage: usage | USAGE.copyTo | (usage === USAGE.read ? 0 : USAGE.copyFrom),
    });
  }

  #filled(bytes: number, contents: Uint8Array<ArrayBuffer> | undefined): GPUBuffer {
    const buffer = this.#buffer(bytes, 0);
    const padded = new Uint8Array(bytes);
    padded.set(contents?.subarray(0, bytes) ?? []);
    this.#device.queue.writeBuffer(buffer, 0, padded);
    return buffer;
  }

  async #pipeline(code: string, module: WgslModule): Promise<GPUComputePipeline> {
    const shader = this.#device.createShaderModule({ code });
    const { messages } = await shader.getCompilationInfo();
    const error = messages.find(({ type }) => type === 'error');
    if (error !== undefined)
      throw new SubmissionFailed(error.message, module.spans[error.lineNum - 1]);
    return this.#scoped(() =>
      this.#device.createComputePipelineAsync({
        layout: 'auto',
        compute: { module: shader, entryPoint: 'main' },
      }),
    );
  }

  /** Everything that goes wrong inside is this call's own error. */
  async #scoped<T>(work: () => Promise<T>): Promise<T> {
    const device = this.#device;
    const scopes = ['validation', 'out-of-memory', 'internal'] as const;
    for (const scope of scopes) device.pushErrorScope(scope);
    let failed: unknown;
    const result = await work().catch((error: unknown) => {
      failed = error;
      return undefined;
    });
    const errors = await Promise.all(scopes.map(() => device.popErrorScope())).catch(() => []);
    await Promise.resolve();
    if (this.#lost !== undefined) throw new DeviceLost(this.#lost);
    const said = errors.find((error) => error !== null);
    if (said) throw new SubmissionFailed(said.message);
    if (result === undefined)
      throw failed instanceof Error
        ? new SubmissionFailed(failed.message)
        : new SubmissionFailed('The device gave nothing.');
    return result;
  }

  #bound(pipeline: GPUComputePipeline, { work }: Launch): GPUBindGroup {
    return this.#device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: work.map((buffer, binding) => ({ binding, resource: { buffer } })),
    });
  }

  /** Starts with the arrays as they were. */
  #begun({ module, sources, work }: Launch): GPUCommandEncoder {
    const encoder = this.#device.createCommandEncoder();
    module.arrays.forEach(({ bytes }, index) => {
      const [from, to] = [sources[index], work[index]];
      if (from !== undefined && to !== undefined) encoder.copyBufferToBuffer(from, 0, to, 0, bytes);
    });
    return encoder;
  }

  async #results(pipeline: GPUComputePipeline, launch: Launch): Promise<Contents> {
    const { module, sources } = launch;
    const fresh = module.arrays.map(({ bytes }) => this.#buffer(bytes, USAGE.storage));
    const read = module.arrays.map(({ bytes }) => this.#buffer(bytes, USAGE.read));
    try {
      return await this.#scoped(async () => {
        const own = { module, sources, work: fresh };
        const encoder = this.#begun(own);
        const pass = encoder.beginComputePass();
        pass.setPipeline(pipeline);
        if (fresh.length > 0) pass.setBindGroup(0, this.#bound(pipeline, own));
        pass.dispatchWorkgroups(...module.groups);
        pass.end();
        module.arrays.forEach(({ bytes }, index) => {
          const [from, to] = [fresh[index], read[index]];
          if (from !== undefined && to !== undefined)
            encoder.copyBufferToBuffer(from, 0, to, 0, bytes);
        });
        this.#device.queue.submit([encoder.finish()]);
        return await Promise.all(read.map(contentsOf));
      });
    } finally {
      for (const buffer of [...fresh, ...read]) buffer.destroy();
    }
  }

  #timer(pipeline: GPUComputePipeline, launch: Launch): Timer {
    return { sample: (launches, groups) => this.#sample(pipeline, launch, launches, groups) };
  }

  async #sample(
    pipeline: GPUComputePipeline,
    launch: Launch,
    launches: number,
    groups = Number.POSITIVE_INFINITY,
  ): Promise<number> {
    const size = partOf(launch.module.groups, groups);
    const stamps = this.facts.hasTimestamps ? this.#stamps() : undefined;
    try {
      return await this.#scoped(async () => {
        const encoder = this.#begun(launch);
        const pass = encoder.beginComputePass(stamps && { timestampWrites: stamps.writes });
        pass.setPipeline(pipeline);
        if (launch.work.length > 0) pass.setBindGroup(0, this.#bound(pipeline, launch));
        for (let count = 0; count < launches; count += 1) pass.dispatchWorkgroups(...size);
        pass.end();
        stamps?.resolve(encoder);
        const commands = encoder.finish();
        const began = performance.now();
        this.#device.queue.submit([commands]);
        if (stamps !== undefined) return await stamps.read();
        await this.#device.queue.onSubmittedWorkDone();
        return (performance.now() - began) * 1e6;
      });
    } finally {
      stamps?.release();
    }
  }

  /** Two time stamps of one submission. */
  #stamps() {
    const device = this.#device;
    const querySet = device.createQuerySet({ type: 'timestamp', count: 2 });
    const resolved = device.createBuffer({ size: 16, usage: USAGE.resolve | USAGE.copyFrom });
    const read = this.#buffer(16, USAGE.read);
    return {
      writes: { querySet, beginningOfPassWriteIndex: 0, endOfPassWriteIndex: 1 },
      resolve: (encoder: GPUCommandEncoder): void => {
        encoder.resolveQuerySet(querySet, 0, 2, resolved, 0);
        encoder.copyBufferToBuffer(resolved, 0, read, 0, 16);
      },
      read: async (): Promise<number> => {
        const [begin = 0n, end = 0n] = new BigUint64Array((await contentsOf(read)).buffer);
        // Both are zero where nothing was written.
        if (end === 0n || end < begin) throw new Error('The device gave no time.');
        return Number(end - begin);
      },
      release: (): void => {
        querySet.destroy();
        resolved.destroy();
        read.destroy();
      },
    };
  }
}

interface Launch {
  readonly module: WgslModule;
  readonly sources: readonly GPUBuffer[];
  readonly work: readonly GPUBuffer[];
}

/** The first groups of a launch, in whole rows. */
function partOf(
  [x, y, z]: WgslModule['groups'],
  groups: number,
): readonly [number, number, number] {
  const rows = Math.ceil(groups / x);
  return [Math.min(x, groups), Math.min(y, rows), Math.min(z, Math.ceil(rows / y))];
}

async function contentsOf(buffer: GPUBuffer): Promise<Uint8Array<ArrayBuffer>> {
  await buffer.mapAsync(USAGE.read);
  return new Uint8Array(buffer.getMappedRange().slice(0));
}
