/** Calls in the host's text that are not its own: of the run-time's interface and of C's library. */

type RuntimeKind =
  | 'allocate'
  /** Rows, whose distance it chooses. */
  | 'allocate rows'
  | 'free'
  | 'set'
  | 'copy'
  | 'to symbol'
  | 'from symbol'
  | 'symbol address'
  /** Others that write what their first argument leads to. */
  | 'write'
  | 'print'
  | 'harmless'
  /** Not in the table: what it does to memory is not known. */
  | 'other';

/** A call does this with the memory that an argument leads to. */
type Use = 'makes' | 'frees' | 'writes' | 'reads' | 'leaves' | 'anything';

/** The first argument, and those behind it. */
const USES: Readonly<Record<RuntimeKind, readonly [Use, Use]>> = {
  allocate: ['makes', 'leaves'],
  'allocate rows': ['makes', 'leaves'],
  free: ['frees', 'leaves'],
  set: ['writes', 'leaves'],
  copy: ['writes', 'reads'],
  'to symbol': ['writes', 'reads'],
  'from symbol': ['writes', 'reads'],
  'symbol address': ['makes', 'leaves'],
  write: ['writes', 'reads'],
  print: ['reads', 'reads'],
  harmless: ['leaves', 'leaves'],
  other: ['anything', 'anything'],
};

/** Names behind `cuda` and `hip`, without `Async`. */
const OF_DEVICE: readonly (readonly [RegExp, RuntimeKind])[] = [
  [/^(?:Malloc(?:Managed|Host)?|Host(?:Alloc|Malloc))$/, 'allocate'],
  [/^MallocPitch$/, 'allocate rows'],
  [/^(?:Free(?:Host|Array)?|HostFree)$/, 'free'],
  [/^Memset$/, 'set'],
  [/^Memcpy$/, 'copy'],
  [/^MemcpyToSymbol$/, 'to symbol'],
  [/^MemcpyFromSymbol$/, 'from symbol'],
  [/^Mem(?:cpy|set)/, 'write'],
  [/^GetSymbolAddress$/, 'symbol address'],
  [/^Get(?!Symbol)/, 'harmless'],
  [
    /^(?:Ctx|Device|Driver|Event|Func|Occupancy|Peek|Profiler|Runtime|Set|Stream|Thread)/,
    'harmless',
  ],
  [
    /^(?:Host(?:Register|Unregister|GetFlags)|Mem(?:Advise|GetInfo|Prefetch)|Pointer\w+)/,
    'harmless',
  ],
  [/^\w*Texture/, 'harmless'],
];

const OF_LIBRARY: readonly (readonly [RegExp, RuntimeKind])[] = [
  [/^(?:std::)?free$/, 'free'],
  [/^(?:std::)?(?:mem(?:cpy|move|set)|v?sn?printf|fread|fgets)$/, 'write'],
  // Without the namespace it may be the text's own.
  [/^std::fill(?:_n)?$/, 'write'],
  [/^(?:std::)?(?:v?f?printf|f?puts|fwrite)$/, 'print'],
  [
    /^(?:std::)?(?:assert|exit|abort|s?rand|fflush|fclose|min|max|ceilf?|mem(?:cmp|chr))$/,
    'harmless',
  ],
  [/^(?:checkCudaErrors|gpuErrchk)$/, 'harmless'],
];

export interface RuntimeCall {
  readonly kind: RuntimeKind;
  readonly use: (place: number) => Use;
}

/** A call by its name; undefined of the text's own functions. */
export function runtimeCall(callee: string): RuntimeCall | undefined {
  const api = /^(?:cuda|hip)([A-Z]\w*?)(?:Async)?$/.exec(callee)?.[1];
  const [name, rows] = api === undefined ? [callee, OF_LIBRARY] : [api, OF_DEVICE];
  const kind =
    rows.find(([each]) => each.test(name))?.[1] ?? (api === undefined ? undefined : 'other');
  if (kind === undefined) return undefined;
  const [first, others] = USES[kind];
  return { kind, use: (place) => (place === 0 ? first : others) };
}

export const isKind = (callee: string, ...kinds: readonly RuntimeKind[]): boolean => {
  const kind = runtimeCall(callee)?.kind;
  return kind !== undefined && kinds.includes(kind);
};
