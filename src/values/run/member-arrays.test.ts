import { expect, it } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { conditionsOf, statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';

const judged = (body: string, more = '') => {
  const text = `typedef struct { int d; char qs[8]; int tail[1]; } Block;
    typedef struct { Block blocks[2]; int sum; } Pair;
    typedef struct { int m[2][4]; float4 v; int w[6]; } Table;
    int at(__global const char *p, int i) { return p[i]; }
    void step(__global char *p) { for (int i = 0; i < 8; i++) *p++ = 0; }
    void far(__global char *p) { p += 7; *++p = 0; }
    __global char *quants(__global Block *b) { return b->qs; }
    __global char *either(__global Block *b, int i) { if (i & 1) return b->qs; return quants(b) + 1; }
    int last(__global const char *p) { __global const char *q = 0; q = p; p = q + 7; return *p; }
    int third(__global const Block *b) { return (b + 2)->d; }
    #pragma tuner local_size 4
    #pragma tuner items 8
    #pragma tuner array b = 16
    __kernel void k(__global Block *b, __global Pair *p, __global int *o, __global const int *in,
      __global Table *t,
      __global char *c${more}) {
    int g = get_global_id(0); __global Block *own = b + g; ${body} }`;
  const ran = checkByRunning(builtValues(text, {}), { text });
  return [statusOf(ran), ...ran.findings.map(({ kind }) => kind), ...conditionsOf(ran)];
};

it.each([
  ['read', 'int s = 0; for (int i = 0; i <= 8; i++) s += own->qs[i]; o[g] = s;'],
  ['written', 'own->qs[8] = 1;'],
  ['below', 'o[g] = b[g].qs[-1];'],
  ['of a struct in a struct', 'o[g] = p[g].blocks[2].d;'],
  ['behind a condition', 'if (g == 3) own->qs[g + 5] += 1;'],
  ['by its address', 'o[g] = *&own->qs[8];'],
  ['by an atomic', 'atomic_inc(&t[g].m[1][4]);'],
  ['by a vector', 'vstore4((char4)(1), 2, own->qs);'],
  ['of two dimensions', 't[g].m[1][4] = 1;'],
  ['of a row that is none', 'o[g] = t[g].m[2][-1];'],
  ['in a function', 'o[g] = at(own->qs, 8);'],
  ['in a function that is given a part', 'o[g] = at(own->qs + 4, 4);'],
  ['by a pointer that is moved', 'far(own->qs);'],
  ['by a pointer of its own', '__global char *q = &own->qs[3]; q[5] = 1;'],
  ['by a pointer to what lies before', 'o[g] = third(p[g].blocks);'],
  ['by a pointer that is chosen', 'o[g] = (g & 1 ? own->qs : own->qs + 1)[7];'],
  ['by one chosen where a side acts', 'o[g] = (g & 1 ? own->qs : own->qs + in[g] * 0 + 1)[8];'],
  ['by a pointer that is given it', '__global char *q; q = own->qs; q[8] = 1;'],
  [
    'by one that is given part of it',
    '__global char *q = (__global char *)b; q = own->qs + 4; q[4] = 1;',
  ],
  ['by one that has it from another', '__global char *q = own->qs, *r = 0; r = q; r += 8; *r = 1;'],
  ['by one that a side gives it', '__global char *q = c; if (g & 1) q = own->qs; q[8] = 1;'],
  [
    'in a loop',
    '__global char *q = 0; for (int i = 0; i < 9; i++) { q = i == 0 ? own->qs : q + 1; *q = i; }',
  ],
  ['by what a function returns', 'quants(own)[8] = 1;'],
  ['by what a function chooses', 'either(own, g)[7] = 1;'],
  ['in a function that moves it on', 'o[g] = last(own->qs + 1);'],
  ['of two lengths', 'int s = (g & 1 ? t[g].m[1] : t[g].w)[4]; o[g] = s;'],
  ['or none', 'o[g] = (g & 1 ? c : own->qs)[8];'],
  ['or none, where a side acts', 'o[g] = (g & 1 ? c + in[g] * 0 : own->qs)[8];'],
  [
    'by a vector from a pointer that is given it',
    '__global char *q; q = own->qs; vstore4((char4)(1), 0, q + 5);',
  ],
  ['in memory of the item', 'Table own; own.m[0][g - g + 8] = 1;'],
  ['in memory of the group', '__local Table s; *(s.m[1] + 4) = 1;'],
  ['of a vector', 'float4 v = t[g].v; o[g] = v[4 + (g & 1)];'],
])('what lies behind an array of a struct is outside: %s', (_, body) => {
  expect(judged(body).slice(0, 2)).toEqual(['wrong', 'bounds']);
});

it.each([
  ['all of it', 'int s = 0; for (int i = 0; i < 8; i++) s += own->qs[i]; o[g] = s;'],
  [
    'just behind it, where nothing is accessed',
    'for (__global char *q = own->qs; q < &own->qs[8]; q++) *q = 0;',
  ],
  ['an array of one element, as long as memory', 'o[g] = own->tail[g - g];'],
  [
    'both dimensions',
    'int s = 0; for (int i = 0; i < 8; i++) s += t[g].m[i / 4][i % 4]; o[g] = s;',
  ],
  ['all of it in a function', 'step(own->qs); o[g] = at(own->qs, 7) + at(own->qs + 7, -7);'],
  [
    'a pointer that is given another array',
    '__global char *q = own->qs; q += 3; q = (__global char *)own; q[10] = 1;',
  ],
  ['a pointer that is given it', '__global char *q; q = own->qs; q[7] = 1; q += 7; *q = 2;'],
  [
    'pointers that change places',
    '__global char *q = own->qs, *r = c, *s; s = q; q = r; r = s; q[g + 8] = 1; r[7] = 1;',
  ],
  ['what a function returns', 'quants(own)[7] = 1; either(own, g)[6] = 1; o[g] = last(own->qs);'],
  ['the shorter of two', 'o[g] = (g & 1 ? t[g].m[0] : t[g].w)[g & 1 ? 7 : 5];'],
  ['or none', 'o[g] = (g & 1 ? own->qs + 1 : c)[6] + (g & 1 ? own->qs : c + in[g] * 0 + g)[7];'],
  ['the struct by another type', 'o[g] = ((__global int *)&t[g].m)[8];'],
  [
    'a pointer kept before it moves',
    '__global char *q = own->qs; q[1] = 1; *q++ = 2; *q = 3; q[6] = 0;',
  ],
  ['by a pointer that is chosen', 'o[g] = (g & 1 ? own->qs : own->qs + 1)[6];'],
  ['components of a vector', 'float4 v = t[g].v; o[g] = v[g & 3];'],
  ['contents that stay inside', 'o[g] = own->qs[in[g] & 7];'],
])('what lies inside is not: %s', (_, body) => {
  expect(judged(body)).toEqual(['right']);
});

it('contents that may lead outside are a condition', () => {
  expect(judged('o[g] = own->qs[in[g] & 15];')).toEqual([
    'right',
    'own->qs[in[g] & 15] is inside of own->qs',
  ]);
});

it('what an input leads outside is wrong', () => {
  expect(judged('if (in[g] == 4711) o[g] = own->qs[g + 8];').slice(0, 2)).toEqual([
    'wrong',
    'bounds',
  ]);
});

it.each([
  ['many', 'int s = 0; for (int i = 0; i < own->d && i < 12; i++) s += own->qs[i]; o[g] = s;'],
  ['as contents end', 'int i = 0; while (own->qs[i] != 0) i++; o[g] = i;'],
])('rounds of a loop are as contents tell, and may stay inside: %s', (_, body) => {
  expect(judged(body).slice(0, 2)).toEqual(['right', 'own->qs[i] is inside of own->qs']);
});

it.each([
  ['bounds a loop', 'int s = 0; for (int i = 0; i <= n; i++) s += own->qs[i]; o[g] = s;'],
  ['chooses what is done', 'if (n > 2) o[g] = own->qs[8];'],
])('what is inside depends on an argument that %s', (_, body) => {
  expect(judged(body, ', int n').slice(0, 2)).toEqual(['depends', 'bounds']);
});

it.each(['n', 'own->d'])('all of %s rounds may lead outside', (n) => {
  const body = `for (int i = 0; i < ${n} && i < 3; i++) o[g] = own->qs[i + 8];`;
  expect(judged(body, ', int n').slice(0, 2)).toEqual(['wrong', 'bounds']);
});

it.each([
  ['c.w[i + 1]', 'c.w[4]', 'c.w[i + 1]', 'c.w'],
  ['STEP(i + 1)', 'p->w[4]', 'STEP(i + 1)', 'p->w'],
  ['INNER.v[i + 1]', 'INNER.v[4]', 'INNER.v[i + 1]', 'INNER.v'],
])('the element and its array are named: %s', (element, place, written, array) => {
  const text = `#define STEP(k) p->w[k]
#define INNER c.in
typedef struct { struct { int v[4]; } in; int w[4], more; } Both;
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k(__global int *o) {
  Both c = {0};
  Both *p = &c;
  for (int i = 0; i < 4; i++) c.w[i] = c.in.v[i] = i;
  for (int i = 0; i < 4; i++) o[get_global_id(0)] = ${element};
}`;
  const { findings } = checkByRunning(builtValues(text, {}), { text });
  expect(findings.map(({ message }) => message)).toEqual([
    `Work-item 0 of work-group 0 accesses ${place}, written ${written}: ${array} has 4 elements.`,
  ]);
});
