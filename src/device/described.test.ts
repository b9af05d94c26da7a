import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describedInWords } from './described-words.ts';
import { type Described, describedMachine } from './described.ts';
import { ALL_MACHINE_FIELDS, fieldProblem } from './machine-fields.ts';
import { MACHINES } from './machines.ts';
import { sheetOf } from './relative.ts';

const DEVICE_QUERY = `./deviceQuery Starting...

 CUDA Device Query (Runtime API) version (CUDART static linking)

Detected 2 CUDA Capable device(s)

Device 0: "NVIDIA GeForce RTX 3080"
  CUDA Driver Version / Runtime Version          12.2 / 12.2
  CUDA Capability Major/Minor version number:    8.6
  Total amount of global memory:                 10010 MBytes (10496245760 bytes)
  (068) Multiprocessors, (128) CUDA Cores/MP:    8704 CUDA Cores
  GPU Max Clock rate:                            1710 MHz (1.71 GHz)
  Memory Clock rate:                             9501 Mhz
  Memory Bus Width:                              320-bit
  L2 Cache Size:                                 5242880 bytes
  Total amount of shared memory per block:       49152 bytes
  Total shared memory per multiprocessor:        102400 bytes
  Total number of registers available per block: 65536
  Warp size:                                     32
  Maximum number of threads per multiprocessor:  1536
  Maximum number of threads per block:           1024

Device 1: "NVIDIA GeForce GTX 1650"
  CUDA Capability Major/Minor version number:    7.5
  (014) Multiprocessors, (064) CUDA Cores/MP:    896 CUDA Cores
`;

const NVIDIA_SMI = `==============NVSMI LOG==============

Driver Version                            : 550.54.15
CUDA Version                              : 12.4

Attached GPUs                             : 1
GPU 00000000:01:00.0
    Product Name                          : NVIDIA GeForce RTX 4090
    Product Architecture                  : Ada Lovelace
    Serial Number                         : 0123456789
    PCI
        Bus                               : 0x01
        Device                            : 0x00
    Clocks
        Graphics                          : 210 MHz
        SM                                : 210 MHz
        Memory                            : 405 MHz
    Max Clocks
        Graphics                          : 3105 MHz
        SM                                : 3105 MHz
        Memory                            : 10501 MHz
    Max Customer Boost Clocks
        Graphics                          : N/A
    Processes
        Process ID                        : 4242
            Name                          : /usr/bin/python3
`;

const CLINFO_NVIDIA = `Number of platforms                               1
  Platform Name                                   NVIDIA CUDA
  Platform Vendor                                 NVIDIA Corporation

  Platform Name                                   NVIDIA CUDA
Number of devices                                 1
  Device Name                                     Tesla T4
  Device Vendor                                   NVIDIA Corporation
  Device Type                                     GPU
  Device Topology (NV)                            PCI-E, 0000:00:1e.0
  Max compute units                               40
  Max clock frequency                             1590MHz
  Compute Capability (NV)                         7.5
  Warp size (NV)                                  32
  Global Memory cache size                        1310720 (1.25MiB)
  Local memory size                               49152 (48KiB)
  Registers per block (NV)                        65536

NULL platform behavior
  clGetPlatformInfo(NULL, CL_PLATFORM_NAME, ...)  NVIDIA CUDA
    Device Name                                   Tesla T4
`;

const CLINFO_RAW = `#PLATFORMS                                        1
  CL_PLATFORM_NAME                                NVIDIA CUDA
[NV/0] CL_DEVICE_NAME                                  NVIDIA GeForce GTX 980
[NV/0] CL_DEVICE_VENDOR                                NVIDIA Corporation
[NV/0] CL_DEVICE_TYPE                                  CL_DEVICE_TYPE_GPU
[NV/0] CL_DEVICE_MAX_COMPUTE_UNITS                     16
[NV/0] CL_DEVICE_MAX_CLOCK_FREQUENCY                   1216
[NV/0] CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV           5
[NV/0] CL_DEVICE_COMPUTE_CAPABILITY_MINOR_NV           2
[NV/0] CL_DEVICE_WARP_SIZE_NV                          32
[NV/0] CL_DEVICE_GLOBAL_MEM_CACHE_SIZE                 786432
[NV/0] CL_DEVICE_LOCAL_MEM_SIZE                        49152
`;

const CLINFO_AMD = `Number of platforms                               1
  Platform Name                                   AMD Accelerated Parallel Processing
Number of devices                                 1
  Device Name                                     gfx1031
  Device Vendor                                   Advanced Micro Devices, Inc.
  Device Type                                     GPU
  Device Board Name (AMD)                         AMD Radeon RX 6700 XT
  Max compute units                               20
  SIMD per compute unit (AMD)                     4
  SIMD width (AMD)                                32
  Max clock frequency                             2725MHz
  Wavefront width (AMD)                           32
  Global Memory cache size                        16384 (16KiB)
  Local memory size                               65536 (64KiB)
  Local memory size per CU (AMD)                  65536 (64KiB)
`;

const ROCMINFO = `ROCk module is loaded
=====================
HSA System Attributes
=====================
Runtime Version:         1.1
==========
HSA Agents
==========
*******
Agent 1
*******
  Name:                    AMD EPYC 7713 64-Core Processor
  Marketing Name:          AMD EPYC 7713 64-Core Processor
  Device Type:             CPU
  Cache Info:
    L1:                      32(0x20) KB
  Max Clock Freq. (MHz):   2000
  Compute Unit:            128
  SIMDs per CU:            0
  Pool Info:
    Pool 1
      Segment:                 GLOBAL; FLAGS: FINE GRAINED
      Size:                    263840000(0xfb9e100) KB
*******
Agent 2
*******
  Name:                    gfx90a
  Uuid:                    GPU-0123456789abcdef
  Marketing Name:          AMD Instinct MI210
  Vendor Name:             AMD
  Device Type:             GPU
  Cache Info:
    L1:                      16(0x10) KB
    L2:                      8192(0x2000) KB
  Cacheline Size:          64(0x40)
  Max Clock Freq. (MHz):   1700
  Compute Unit:            104
  SIMDs per CU:            4
  Wavefront Size:          64(0x40)
  Workgroup Max Size:      1024(0x400)
  Max Waves Per CU:        32(0x20)
  Max Work-item Per CU:    2048(0x800)
  Pool Info:
    Pool 1
      Segment:                 GLOBAL; FLAGS: COARSE GRAINED
      Size:                    67092480(0x3ffc000) KB
    Pool 3
      Segment:                 GROUP
      Size:                    64(0x40) KB
`;

const WEBGPU = `{"vendor":"nvidia","architecture":"ampere","device":"","description":"NVIDIA RTX A2000",
  "subgroupMinSize":32,"subgroupMaxSize":32,"limits":{"maxComputeWorkgroupStorageSize":49152}}`;

const SHEET = `GeForce RTX 3080
SMs: 68
Boost clock 1.71 GHz
Memory bandwidth 760 GB/s
L2 cache 5 MB`;

function described(text: string): Described {
  const found = describedMachine(text);
  if ('none' in found) throw new Error(found.none);
  return found;
}

const valuesOf = ({ readings }: Described) =>
  Object.fromEntries(readings.map(({ constant, value }) => [constant, value]));

describe('a GPU is described', () => {
  it('by deviceQuery, whose first GPU is taken', () => {
    const found = described(DEVICE_QUERY);
    expect(found).toMatchObject({
      name: 'NVIDIA GeForce RTX 3080',
      tool: 'deviceQuery',
      others: 1,
    });
    expect(valuesOf(found)).toEqual({
      units: 68,
      lanes: 32,
      clock: 1.71,
      bandwidth: 760.08,
      l2Bytes: 5_242_880,
      residentItems: 1536,
      residentWarps: 48,
      localBytes: 102_400,
    });
    expect(found.missing).toEqual([]);
    expect(found.relative.preset.id).toBe('rtx3090');
    const bandwidth = found.readings.find(({ constant }) => constant === 'bandwidth');
    expect(bandwidth?.line).toBe('Memory Clock rate: 9501 Mhz; Memory Bus Width: 320-bit');
  });

  it('by nvidia-smi, of which only the highest clock is a constant', () => {
    const found = described(NVIDIA_SMI);
    expect(found).toMatchObject({ name: 'NVIDIA GeForce RTX 4090', tool: 'nvidia-smi', others: 0 });
    expect(valuesOf(found)).toEqual({ clock: 3.105 });
    expect(found.missing).toEqual(['units', 'bandwidth', 'l2Bytes']);
    expect(found.relative).toMatchObject({ by: 'family', family: { name: 'Ada', is: 'later' } });
    // A GPU without a clock is known by its name.
    expect(described(NVIDIA_SMI.replaceAll(/\d+ MHz/g, 'N/A')).readings).toEqual([]);
  });

  it('by clinfo, whose local memory and cache on NVIDIA are not those of a unit', () => {
    const found = described(CLINFO_NVIDIA);
    expect(found).toMatchObject({ name: 'Tesla T4', tool: 'clinfo', others: 0 });
    expect(valuesOf(found)).toEqual({ units: 40, clock: 1.59, lanes: 32 });
    expect(found.relative.preset.id).toBe('rtx2060');
    const raw = described(CLINFO_RAW);
    expect(raw).toMatchObject({ name: 'NVIDIA GeForce GTX 980', tool: 'clinfo' });
    expect(valuesOf(raw)).toEqual({ units: 16, clock: 1.216, lanes: 32 });
    expect(raw.relative).toMatchObject({ family: { name: 'Maxwell', is: 'earlier' } });
  });

  it('by clinfo of AMD, whose pairs of units are counted twice', () => {
    const found = described(CLINFO_AMD);
    expect(found).toMatchObject({ name: 'AMD Radeon RX 6700 XT', relative: { by: 'family' } });
    expect(valuesOf(found)).toEqual({
      units: 40,
      schedulers: 2,
      lanes: 32,
      clock: 2.725,
      localBytes: 65_536,
      l1Bytes: 16_384,
    });
    expect(found.relative.preset.id).toBe('w6600');
    // GCN's units stand alone.
    const gcn = CLINFO_AMD.replace('gfx1031', 'gfx900').replace(/RX 6700 XT/, 'RX Vega 64');
    const vega = described(gcn.replace(/(Wavefront width \(AMD\) +)32/, '$164'));
    expect(valuesOf(vega)).toMatchObject({ units: 20, schedulers: 4, lanes: 64 });
    expect(vega.relative.preset.id).toBe('mi50');
  });

  it('by rocminfo, past its processors', () => {
    const found = described(ROCMINFO);
    expect(found).toMatchObject({ name: 'AMD Instinct MI210', tool: 'rocminfo', others: 0 });
    expect(valuesOf(found)).toEqual({
      units: 104,
      schedulers: 4,
      lanes: 64,
      clock: 1.7,
      residentItems: 2048,
      residentWarps: 32,
      localBytes: 65_536,
      l1Bytes: 16_384,
      l2Bytes: 8_388_608,
    });
    expect(found.missing).toEqual(['bandwidth']);
    expect(found.relative.preset.id).toBe('mi250x');
    expect(describedMachine(ROCMINFO.split('Agent 2')[0] ?? '')).toHaveProperty('none');
  });

  it('by WebGPU, as JSON or in lines', () => {
    const found = described(WEBGPU);
    expect(found).toMatchObject({ name: 'NVIDIA RTX A2000', tool: 'WebGPU' });
    expect(valuesOf(found)).toEqual({ lanes: 32 });
    const lines = described('vendor: amd\narchitecture: rdna-3\n');
    expect(lines).toMatchObject({ tool: 'WebGPU', relative: { preset: { id: 'w7800' } } });
  });

  it('by lines of a data sheet', () => {
    const found = described(SHEET);
    expect(found).toMatchObject({ name: 'GeForce RTX 3080', tool: 'data sheet', missing: [] });
    expect(valuesOf(found)).toEqual({ units: 68, clock: 1.71, bandwidth: 760, l2Bytes: 5_242_880 });
    const other = described(
      '68 Compute Units\nBoost Clock (MHz): 1,710\n1.2 TB/s memory bandwidth',
    );
    expect(valuesOf(other)).toEqual({ units: 68, clock: 1.71, bandwidth: 1200 });
    expect(
      valuesOf(described('SM count 40\nMemory speed 14 Gbps\nMemory interface 256 bit')),
    ).toEqual({ units: 40, bandwidth: 448 });
    expect(valuesOf(described('SMs: 68\nBoost clock: 1,71 GHz'))).toEqual({
      units: 68,
      clock: 1.71,
    });
  });

  it('and what no machine has is not taken, and told', () => {
    const found = described('SMs: 0\nBoost clock 1710 GHz\nL2 cache 6 MB');
    expect(valuesOf(found)).toEqual({ l2Bytes: 6_291_456 });
    expect(found.refused.map(({ line }) => line)).toEqual(['SMs: 0', 'Boost clock 1710 GHz']);
    expect(found.missing).toEqual(['units', 'clock', 'bandwidth']);
  });

  it('or why not', () => {
    for (const text of ['', 'hello', 'a'.repeat(2 ** 20 + 1)])
      expect(describedMachine(text)).toHaveProperty('none');
  });
});

describe('the relative', () => {
  it.each([
    ['SMs: 108\ncompute capability 8.0', 'a100'],
    ['SMs: 132\ncompute capability: 9.0', 'h100'],
    ['SMs: 148\nCompute capability 10.0', 'h100'],
    ['SMs: 36\ncompute capability 12.0', 'rtx3060-laptop'],
    ['SMs: 80\ncompute capability 7.0', 'v100'],
    ['SMs: 20\ncompute capability 6.1', 'titan-x'],
    ['SMs: 13\ncompute capability 3.5', 'gtx-titan'],
    ['SMs: 14\ncompute capability 2.0', 'gtx480'],
    ['Compute units: 228\nName: gfx942', 'mi250x'],
    ['Compute units: 64\nName: gfx1201', 'w7800'],
    // By units alone.
    ['Compute units: 131', 'h100'],
    ['AMD something\nCompute units: 59', 'mi50'],
  ])('of %j is %s', (text, id) => {
    expect(described(text).relative.preset.id).toBe(id);
  });

  it('is the preset of its name, but not of a name that goes on', () => {
    expect(sheetOf('NVIDIA H100 80GB HBM3')?.id).toBe('h100');
    expect(sheetOf('NVIDIA GeForce RTX 3090')?.id).toBe('rtx3090');
    expect(sheetOf('NVIDIA GeForce RTX 3060 Laptop GPU')?.id).toBe('rtx3060-laptop');
    expect(sheetOf('AMD Radeon Pro W6600')?.id).toBe('w6600');
    expect(sheetOf('nvidia hopper')).toBeUndefined();
    expect(sheetOf('NVIDIA GeForce RTX 3070 Ti')).toBeUndefined();
    expect(sheetOf('NVIDIA GeForce RTX 2060 SUPER')).toBeUndefined();
    for (const { id, label } of MACHINES) expect(sheetOf(label)?.id).toBe(id);
  });
});

it('is told in a sentence each', () => {
  expect(describedInWords(described(NVIDIA_SMI))).toEqual([
    'NVIDIA GeForce RTX 4090, by nvidia-smi: clock 3.105 GHz.',
    'The rest is of the RTX 3090, its nearest relative: this one is of Ada, a family later than Ampere, of which there is no preset.',
    'Nobody said the number of units, bandwidth of memory and size of the second cache: as of the RTX 3090 they are taken.',
  ]);
  expect(describedInWords(described(DEVICE_QUERY)).at(-1)).toBe(
    '1 more GPU is described there: only the first is taken.',
  );
  expect(describedInWords(described('SMs: 0\nName: A100'))).toContain(
    'Not taken, "SMs: 0": units must be from 1 to 65536 units; it is 0.',
  );
});

describe('whatever is pasted', () => {
  const TEXTS = [
    DEVICE_QUERY,
    NVIDIA_SMI,
    CLINFO_NVIDIA,
    CLINFO_RAW,
    CLINFO_AMD,
    ROCMINFO,
    WEBGPU,
    SHEET,
  ];
  const lines = TEXTS.flatMap((text) => text.split('\n'));
  const number = fc.oneof(fc.double().map(String), fc.bigInt().map(String), fc.string());

  const holds = (text: string): void => {
    const found = describedMachine(text);
    if ('none' in found) return;
    describedInWords(found);
    for (const { constant, value } of found.readings) {
      const field = ALL_MACHINE_FIELDS.find(({ name }) => name === constant);
      expect(field && fieldProblem(field, value)).toBeUndefined();
    }
    const constants = found.readings.map(({ constant }) => constant);
    expect(new Set(constants).size).toBe(constants.length);
  };

  it('nothing is thrown, and no value is out of its range', () => {
    fc.assert(fc.property(fc.string(), holds));
    fc.assert(
      fc.property(
        fc.shuffledSubarray(lines).map((some) => some.join('\n')),
        holds,
      ),
    );
    fc.assert(
      fc.property(fc.constantFrom(...TEXTS), fc.nat(), fc.nat(), (text, from, length) =>
        holds(text.slice(from % text.length, (from % text.length) + length)),
      ),
    );
    fc.assert(
      fc.property(fc.constantFrom(...lines), number, number, (line, value, other) =>
        holds(line.replaceAll(/\d+/g, () => value) + other),
      ),
    );
  });

  it('takes no longer than its length', () => {
    for (const text of ['(', '1,', 'SMs: ', '{', 'max compute units (', '\n', 'Boost clock 1'])
      expect(describedMachine(text.repeat(2 ** 20 / text.length))).toBeDefined();
  }, 20_000);
});
