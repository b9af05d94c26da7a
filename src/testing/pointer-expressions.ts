import fc from 'fast-check';

/** A C expression and its global and local accesses, unordered. */
export interface Counted {
  readonly text: string;
  readonly accesses: readonly string[];
}

const SPACES = ['global', 'local'] as const;
type Space = (typeof SPACES)[number];

/** Pointers free to name: arrays, rows, variables, members, double pointers. */
const NAMES: Readonly<Record<Space, readonly string[]>> = {
  global: ['a', 'gp', 'h.p', '(*gpp)', 'gs->p', 'other(a)', '(&h)->p', 'rows[2]', 'hs.inner.p'],
  local: ['l', 'lp', 'h.q', 'm[1]', '*m', '*(m + 2)', '(*lpp)', '(m + 1)[0]', '&m[1][2]'],
};

/** Declares what the names above mean. */
export const POINTER_DECLARATIONS = `struct H { __global int *p; __local int *q; int n; };
struct Outer { int k; struct H inner; };
__global int *other(__global int *given) { return given + 4; }`;
export const POINTER_VARIABLES = `__local int m[4][8];
__global int *gp = a + 1; __local int *lp = l; int n1 = 3;
__global int **gpp = &gp; __local int **lpp = &lp;
__global int (*rows)[8] = (__global int (*)[8])a;
struct H h; h.p = a; h.q = l; h.n = 2; struct H *gs = &h;
struct Outer hs = { 1, { a, l, 3 } };`;

const made = (text: string, ...parts: readonly Counted[]): Counted => ({
  text,
  accesses: parts.flatMap(({ accesses }) => accesses),
});

/** Random writes through pointers; each form states its accesses. */
export function pointerStatement(): fc.Arbitrary<Counted> {
  const { statement } = fc.letrec<Record<Space | 'index' | 'statement', Counted>>((tie) => {
    const index = tie('index');
    const pointer = (space: Space): fc.Arbitrary<Counted> => {
      const inner = tie(space);
      const name = fc.constantFrom(...NAMES[space]).map((text) => made(text));
      const variable = space === 'global' ? 'gp' : 'lp';
      return fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        name,
        fc.tuple(inner, index).map(([p, i]) => made(`(${p.text} + ${i.text})`, p, i)),
        fc.tuple(inner, index).map(([p, i]) => made(`(${i.text} + ${p.text})`, p, i)),
        fc.tuple(inner, index).map(([p, i]) => made(`(${p.text} - ${i.text})`, p, i)),
        fc.tuple(inner, index).map(([p, i]) => made(`(&(${p.text})[${i.text}])`, p, i)),
        fc.tuple(inner, index).map(([p, i]) => made(`(&(${i.text})[${p.text}])`, p, i)),
        inner.map((p) => made(`(&*${p.text})`, p)),
        fc.tuple(index, inner).map(([i, p]) => made(`(${i.text}, ${p.text})`, i, p)),
        inner.map((p) => made(`(${variable} = ${p.text})`, p)),
        fc
          .constantFrom(`${variable}++`, `(--${variable})`, `(${variable} += 2)`)
          .map((text) => made(`(${text})`)),
        fc.tuple(name, name).map(([p, q]) => made(`(n ? ${p.text} : ${q.text})`)),
        fc
          .tuple(index, inner, name)
          .map(([i, p, q]) =>
            made(`(${i.text}, lid == 3 ? ${q.text} : ${q.text}, ${p.text})`, i, p),
          ),
        inner.map((p) => made(`((__${space} int *)${p.text})`, p)),
        inner.map((p) => made(`((__${space} int *)(__${space} float4 *)${p.text})`, p)),
        ...(space === 'global' ? [inner.map((p) => made(`&*other(${p.text})`, p))] : []),
      );
    };
    const place = fc
      .constantFrom(...SPACES)
      .chain((space) =>
        fc
          .tuple(
            tie(space),
            index,
            fc.constantFrom('*P', 'P[I]', 'I[P]', '(&P[I])[1]', '*(P + I)', '*&P[I]'),
          )
          .map(([p, i, form]) => ({
            space,
            ...made(
              `(${form.replace('P', `(${p.text})`).replace('I', `(${i.text})`)})`,
              p,
              ...(form.includes('I') ? [i] : []),
            ),
          })),
      );
    const load = place.map(({ text, accesses, space }) => ({
      text,
      accesses: [...accesses, `load ${space}`],
    }));
    return {
      global: pointer('global'),
      local: pointer('local'),
      index: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        fc.constantFrom('0', '1', 'n', 'n1', 'h.n', 'sizeof(a[7])').map((text) => made(text)),
        load,
      ),
      statement: fc
        .tuple(place, index, fc.constantFrom('=', '+=', '++', 'read'))
        .map(([{ text, accesses, space }, value, how]) => {
          const [reads, writes] = [`load ${space}`, `store ${space}`];
          if (how === 'read') return { text: `n1 = ${text};`, accesses: [...accesses, reads] };
          if (how === '++') return { text: `${text}++;`, accesses: [...accesses, reads, writes] };
          const both = [...accesses, ...value.accesses, writes];
          return {
            text: `${text} ${how} ${value.text};`,
            accesses: how === '=' ? both : [...both, reads],
          };
        }),
    };
  });
  return statement;
}
