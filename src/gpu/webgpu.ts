import type { Limits, WgslModule } from '../wgsl/index.ts';
import {
  type AdapterFacts,
  type Bench,
  type Benches,
  type Contents,
  type Device,
  DeviceLost,
  type Prepared,
  SubmissionFailed,
  type Timer,
} from './device.ts';
import { OUT_WORDS, type ProbeShader } from './probe-shaders.ts';

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

/** The stage of shaders that compute. */
const COMPUTE = 4;

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
export async function openDevice(gpu: GPU | undefined): Promise<(Device & Benches) | NoDevice> {
  if (gpu === undefined) return 'no-webgpu';
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (adapter === null) return 'no-adapter';
  const facts = factsOf(adapter);
  const device = await adapter.requestDevice({
    requiredLimits: Object.fromEntries(LIMITS.map((name) => [name, adapter.limits[name]])),
    requiredFeatures: (['timestamp-query', 'subgroups'] as const).filter((name) =>
      adapter.features.has(name),
    ),
  });
  return new WebGpuDevice(device, facts, gpu);
}

class WebGpuDevice implements Device, Benches {
  readonly limits: Limits & { readonly maxBufferSize: number };
  readonly hasSubgroups: boolean;
  readonly #device: GPUDevice;
  #lost: string | undefined;

  constructor(
    device: GPUDevice,
    readonly facts: AdapterFacts,
    /** Dawn's devices do not outlive it. */
    readonly gpu: GPU,
  ) {
    this.#device = device;
    this.limits = device.limits;
    this.hasSubgroups = device.features.has('subgroups');
    void device.lost.then(({ message, reason }) => {
      this.#lost = message || reason;
    });
  }

  async prepare(module: WgslModule, before: Contents): Promise<Prepared> {
    const [kernel, empty] = [
      await this.#pipeline(await this.#compiled(module.code, module)),
      await this.#pipeline(await this.#compiled(module.empty, module)),
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

  async bench({ code, bytes, isFilled }: Omit<ProbeShader, 'leaves'>): Promise<Bench> {
    const device = this.#device;
    const module = await this.#compiled(code);
    const [cells, numbers, out, read] = await this.#scoped(() =>
      Promise.resolve([
        this.#buffer(bytes, USAGE.storage),
        this.#buffer(16, USAGE.storage),
        this.#buffer(4 * OUT_WORDS, USAGE.storage),
        this.#buffer(4 * OUT_WORDS, USAGE.read),
      ] as const),
    );
    const entry = async (name: string, kind: GPUBufferBindingType) => {
      const layout = device.createBindGroupLayout({
        entries: [kind, 'read-only-storage' as const, 'storage' as const].map((type, binding) => ({
          binding,
          visibility: COMPUTE,
          buffer: { type },
        })),
      });
      const layouts = device.createPipelineLayout({ bindGroupLayouts: [layout] });
      const pipeline = await this.#pipeline(module, name, layouts);
      const entries = [cells, numbers, out].map((buffer, binding) => ({
        binding,
        resource: { buffer },
      }));
      return (pass: GPUComputePassEncoder, groups: number): void => {
        pass.setPipeline(pipeline);
        pass.setBindGroup(0, device.createBindGroup({ layout, entries }));
        pass.dispatchWorkgroups(groups);
      };
    };
    const main = await entry('main', 'read-only-storage');
    const fill = isFilled ? await entry('fill', 'storage') : undefined;
    const begun = (given: readonly number[]) => (): GPUCommandEncoder => {
      device.queue.writeBuffer(
        numbers,
        0,
        Uint32Array.from({ length: 4 }, (_, i) => given[i] ?? 0),
      );
      return device.createCommandEncoder();
    };
    return {
      chain: async (given) => void (await this.#timed(begun(given), (pass) => fill?.(pass, 1024))),
      sample: (given, groups) => this.#timed(begun(given), (pass) => main(pass, groups)),
      left: () =>
        this.#scoped(async () => {
          const encoder = device.createCommandEncoder();
          encoder.copyBufferToBuffer(out, 0, read, 0, 4 * OUT_WORDS);
          device.queue.submit([encoder.finish()]);
          const left = new Uint32Array((await contentsOf(read)).buffer);
          read.unmap();
          return left;
        }),
      release: () => {
        for (const buffer of [cells, numbers, out, read]) buffer.destroy();
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

  async #compiled(code: string, from?: WgslModule): Promise<GPUShaderModule> {
    const module = this.#device.createShaderModule({ code });
    const { messages } = await module.getCompilationInfo();
    const error = messages.find(({ type }) => type === 'error');
    if (error !== undefined)
      throw new SubmissionFailed(error.message, from?.spans[error.lineNum - 1]);
    return module;
  }

  #pipeline(
    module: GPUShaderModule,
    entryPoint = 'main',
    layout: GPUPipelineLayout | 'auto' = 'auto',
  ): Promise<GPUComputePipeline> {
    return this.#scoped(() =>
      this.#device.createComputePipelineAsync({ layout, compute: { module, entryPoint } }),
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
    return this.#timed(
      () => this.#begun(launch),
      (pass) => {
        pass.setPipeline(pipeline);
        if (launch.work.length > 0) pass.setBindGroup(0, this.#bound(pipeline, launch));
        for (let count = 0; count < launches; count += 1) pass.dispatchWorkgroups(...size);
      },
    );
  }

  /** Nanoseconds of a pass, after what its encoder begins with. */
  async #timed(
    begun: () => GPUCommandEncoder,
    encode: (pass: GPUComputePassEncoder) => void,
  ): Promise<number> {
    const stamps = this.facts.hasTimestamps ? this.#stamps() : undefined;
    try {
      return await this.#scoped(async () => {
        const encoder = begun();
        const pass = encoder.beginComputePass(stamps && { timestampWrites: stamps.writes });
        encode(pass);
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
