import { expect, test } from 'vitest';
import { show } from '../front/expr.ts';
import { parser } from '../testing/kernels.ts';

/** The NDRange that a kernel without pragmas gets: groups, and items in all. */
function launchOf(body: string): { local: string[]; global: string[]; parameters: string[] } {
  const text = `__kernel void k(__global float *a, __local float *given) { ${body} }`;
  const found = parser.shapeOf(text, { given: {} });
  if (!found.ok) throw new Error(JSON.stringify(found.diagnostics));
  const { geometry, parameters } = found.value;
  return {
    local: geometry.local.map(show),
    global: geometry.global.map(show),
    parameters: parameters.map(({ name }) => name),
  };
}

const IDS = 'int x = get_local_id(0), y = get_local_id(1);';

test.each([
  ['a square tile', `${IDS} __local float t[16][16]; t[y][x] = a[0];`, ['16', '16']],
  [
    'a tile with a column to spare',
    `${IDS} __local float t[16][17]; t[y][x] = 0; t[x][y] = 1;`,
    ['16', '16'],
  ],
  ['a tile with a border', `${IDS} __local float t[10][18]; t[y][x] = 0;`, ['16', '8']],
  ['a flat tile', `${IDS} __local float t[8 * 32]; t[y * 32 + x] = 0;`, ['32', '8']],
  ['a row', '__local float t[256]; t[get_local_id(0)] = 0;', ['256']],
  [
    'a row, in steps',
    `__local float t[64]; int i = get_local_id(0); t[i] = a[i]; t[i + 32] = 0;`,
    ['32'],
  ],
  [
    'a row whose upper half some fill',
    '__local float t[64]; int i = get_local_id(0); t[i] = a[i]; if (i < 32) t[i] += t[i + 32];',
    ['64'],
  ],
  [
    'a row with spare elements against conflicts',
    '__local float t[64 + 4]; int i = get_local_id(0), j = i + 32; t[i + (i >> 4)] = 0; t[j + (j >> 4)] = 0;',
    ['32'],
  ],
  [
    'a row beside one that few items use',
    '__local float t[64], s[16]; int i = get_local_id(0); t[i] = 0; if (i < 16) s[i] = 0; a[i] = i < 8 ? s[i + 8] : 0;',
    ['64'],
  ],
  [
    'a row that few items use behind a return',
    '__local float t[64], s[16]; int i = get_local_id(0); t[i] = 0; if (i >= 16) return; s[i] = 0;',
    ['64'],
  ],
  [
    'a tile that few rows fill',
    `${IDS} __local float t[32][33]; for (int j = 0; j < 32; j += 8) t[y + j][x] = 0; a[x] = t[x][y];`,
    ['32', '8'],
  ],
  [
    'a tile whose rows are counted',
    `${IDS} __local float t[16][16]; for (int w = 0; w < 4; w++) t[y + w * 4][x] = 0;`,
    ['16', '4'],
  ],
  [
    'a row in rounds',
    '__local float t[256]; for (int i = get_local_id(0); i < 256; i += 64) t[i] = 0;',
    ['64'],
  ],
  [
    'a tile that two loops of one name fill and read',
    `${IDS} __local float t[16][17]; for (int j = 0; j < 16; j += 8) t[y + j][x] = 0; for (int j = 0; j < 16; j += 8) a[x] = t[x][y + j];`,
    ['16', '8'],
  ],
  [
    'the halves of a reduction',
    'int i = get_local_id(0); if (i < 64) given[i] += given[i + 64]; if (i < 32) given[i] += given[i + 32];',
    ['128'],
  ],
  [
    'halves that are not reached',
    'const int n = 64; int i = get_local_id(0); if (n >= 256) { if (i < 128) given[i] += given[i + 128]; } if (i < 32) given[i] += given[i + 32];',
    ['64'],
  ],
  [
    'a tile with a wide border',
    `${IDS} __local float t[8 + 2 * 3][32 + 2 * 4]; t[y + 3][x + 4] = 0; t[y][x] = 0;`,
    ['32', '8'],
  ],
  [
    'a tile that loops of one name fill by steps of their own',
    `${IDS} __local float t[16][17]; for (int i = 0; i < 16; i++) a[i] = 0; for (int i = 0; i < 16; i += 4) t[x][y + i] = 0;`,
    ['16', '4'],
  ],
  [
    'a row by a pointer',
    '__local float t[128]; __local float *p = t + get_local_id(0); *p = 0; a[0] = p[0];',
    ['128'],
  ],
  [
    'a flat tile with a border, by a pointer',
    `${IDS} __local float t[16 * 18]; __local float *p = &t[y * 18]; p[x] = 0; p[x + 1] = 1;`,
    ['16', '16'],
  ],
  [
    'two rows in turn, and what lies behind a row is no length',
    '__local float t[128]; int l = get_local_id(0), p = 0; t[l] = 0; for (int o = 1; o < 64; o *= 2) { p = 1 - p; t[p * 64 + l] = t[(1 - p) * 64 + l]; }',
    ['64'],
  ],
  [
    'rows by a product of 24 bits',
    `${IDS} __local float t[20 * 20]; for (int p = mad24(y, 16, x); p < 400; p += mul24(16, 16)) t[p] = 0;`,
    ['16', '16'],
  ],
  ['rows of what the host gives', `${IDS} given[y * 16 + x] = 0;`, ['16', '16']],
  [
    'an index that is moved back',
    '__local float t[64]; int i = get_local_id(0) + 1; t[i - 1] = 0;',
    ['64'],
  ],
  ['a tile of an odd length', `__local float t[48]; t[get_local_id(0)] = 0;`, ['48']],
])('%s says how large a group is', (_name, body, local) => {
  expect(launchOf(body)).toMatchObject({ local, parameters: [] });
});

test('groups that nothing tells of are tried, in as many dimensions as are asked for', () => {
  const flat = launchOf('a[get_global_id(0)] = given[get_local_id(0)];');
  expect(flat).toEqual({ local: ['WG'], global: ['size'], parameters: ['WG'] });
  const plane = launchOf('a[get_global_id(1) * 8 + get_global_id(0)] = 0;');
  expect(plane).toEqual({ local: ['WG', 'WG'], global: ['8', 'size'], parameters: ['WG'] });
});

test('a dimension that an index has in a way of its own is tried, and others have one item', () => {
  const moved = launchOf(`${IDS} __local float t[8][32]; t[y * y % 8][x] = 0;`);
  expect(moved).toMatchObject({ local: ['32', 'WG'], parameters: ['WG'] });
  const row = launchOf(`${IDS} __local float t[32]; t[x] = 0; a[get_global_id(1)] = t[x];`);
  expect(row).toMatchObject({ local: ['32', '1'], parameters: [] });
});

test('a dimension in which groups alone are told apart has groups of one item', () => {
  const body = 'a[get_group_id(0) * get_global_size(1) + get_global_id(1)] = 0;';
  expect(launchOf(body)).toMatchObject({ local: ['1', 'WG'], global: ['size', 'size'] });
});

test('a name that stands for the size of a group says how large it is', () => {
  const text = '#define WG 64\n__kernel void k(__global int *a) { a[get_global_id(0)] = 0; }';
  const found = parser.shapeOf(text, { given: {} });
  const { local, global } = found.ok ? found.value.geometry : { local: [], global: [] };
  expect([local.map(show), global.map(show)]).toEqual([['64'], ['64 * max(2, size / 64)']]);
});

test('an index that moves tells nothing', () => {
  const body = '__local float t[64]; int i = get_local_id(0); i += 3; t[i] = 0;';
  expect(launchOf(body)).toMatchObject({ local: ['WG'] });
});

test('what is stated goes before', () => {
  const text =
    '#pragma tuner local_size 8\n__kernel void k(__global int *a) { __local int t[64]; t[get_local_id(0)] = a[0]; }';
  const found = parser.shapeOf(text, { given: {} });
  expect(found.ok && found.value.geometry.local.map(show)).toEqual(['8']);
});

test('a launch of CUDA that a host states has one thread in its other dimensions', () => {
  const text = `__global__ void k(int *a) {
    int rank = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    a[blockIdx.x * blockDim.x + rank] = blockDim.y;
  }
  int main() { int *a; cudaMalloc(&a, 4096); k<<<8, 128>>>(a); }`;
  expect(parser.lower(text).diagnostics.map(({ code }) => code)).not.toContain('needs-dimensions');
});
