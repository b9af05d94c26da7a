import { replayUnit } from './replay-unit.ts';

/**
 * The translation unit that is compiled in place of pan.c: pan.c itself, and around it what makes it as
 * quick under WebAssembly as natively. None of it changes what is searched: states, transitions and
 * depth stay those of the same pan.c compiled natively (src/promela/native.test.ts).
 *
 * - `sbrk`: the C library's grows the memory by exactly what malloc asks for, 64 KiB at a time, which
 *   costs more than the search itself. This one first uses up the memory the host has given, and grows
 *   it by 32 MiB at a time.
 * - `malloc` of pan's large tables and of its search stack: taken fresh from `sbrk`, whose memory is
 *   zero. pan clears every piece of it before it uses it, in the order in which it hands them out, and
 *   that first clearing is left out: a stack for 40 million steps costs only what a search touches.
 * - A division by zero traps, also one that the compiler sees.
 * - `memcmp`, `memcpy`, `memset`: the C library's go byte by byte, and state vectors are compared,
 *   copied and cleared all the time.
 */
export const verifierUnit = `#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static unsigned char *untouched, *untouched_end;
static void *large_malloc(size_t n)
{	unsigned char *p;
	if (n < 65536) return malloc(n);
	p = sbrk((n + 15) & ~(size_t) 15);
	if (p == (void *) -1) return (void *) 0;
	untouched = p;
	untouched_end = p + n;
	return p;
}
/* A trail, packed while it is written (packed-trail.ts): its first step is text, as pan has it. */
static unsigned char step_out[1 << 16];
static size_t step_used;
static long step_last = -1;
static int step_flush(int fd)
{	const size_t n = step_used;
	step_used = 0;
	return write(fd, step_out, n) == (ssize_t) n;
}
static void step_byte(int c) { step_out[step_used++] = (unsigned char) c; }
static void step_mark(int c) { step_byte(255); step_byte(c); step_byte(c); }
static int step_put(int fd, long step, int pid, int t_id)
{	int k;
	if (step_used + 128 > sizeof step_out && !step_flush(fd)) return 0;
	if (step_last < 0)
		step_used += sprintf((char *) step_out + step_used, "%ld:%d:%d\\n#", step, pid, t_id);
	else
	{	if (step != step_last + 1)
		{	step_mark(0);
			for (k = 0; k < 32; k += 8) step_byte(step >> k);
		}
		step_byte(pid); step_byte(t_id); step_byte(t_id >> 8);
	}
	step_last = step;
	return 1;
}
static void step_end(int fd) { step_flush(fd); step_last = -1; }
void snapshot(void);
static int slice_left = 1 << 20, slice_from, slice_to, slice_cut;
#define malloc large_malloc
#include "pan.c"
#undef malloc
${replayUnit}

typedef unsigned long long Word __attribute__((aligned(1), may_alias));
#define OWN __attribute__((no_builtin))
OWN int memcmp(const void *a, const void *b, size_t n)
{	const unsigned char *p = a, *q = b;
	for (; n >= 8 && *(const Word *) p == *(const Word *) q; n -= 8, p += 8, q += 8);
	for (; n > 0; n--, p++, q++) if (*p != *q) return *p - *q;
	return 0;
}
OWN void *memcpy(void *restrict a, const void *restrict b, size_t n)
{	unsigned char *p = a; const unsigned char *q = b;
	if (n >= 1024) return memmove(a, b, n);
	for (; n >= 8; n -= 8, p += 8, q += 8) *(Word *) p = *(const Word *) q;
	for (; n > 0; n--) *p++ = *q++;
	return a;
}
OWN void *memset(void *a, int c, size_t n)
{	unsigned char *p = a; Word w = 0x0101010101010101ULL * (unsigned char) c;
	if (c == 0 && p == untouched && n <= (size_t) (untouched_end - untouched))
	{	untouched += n;
		return a;
	}
	for (; n >= 8; n -= 8, p += 8) *(Word *) p = w;
	for (; n > 0; n--) *p++ = c;
	return a;
}

/* What each division by zero calls: a trap that says so. */
__attribute__((noreturn, no_sanitize("integer-divide-by-zero")))
void __ubsan_handle_divrem_overflow_minimal_abort(void)
{	volatile int zero = 0;
	zero = 1 / zero;
	__builtin_trap();
}

extern unsigned char __heap_end;
void *sbrk(intptr_t n)
{	static unsigned long end;	/* first byte that is not handed out */
	unsigned long old, have, need, step = 512;
	if (end == 0) end = (unsigned long) &__heap_end;
	old = end;
	if (n < 0 || (unsigned long long) end + n > 0xffff0000ULL) { errno = ENOMEM; return (void *) -1; }
	have = __builtin_wasm_memory_size(0);
	need = (end + n + 65535) >> 16;
	if (need > have
	&&  __builtin_wasm_memory_grow(0, need - have > step ? need - have : step) == (unsigned long) -1
	&&  __builtin_wasm_memory_grow(0, need - have) == (unsigned long) -1)
	{	errno = ENOMEM;
		return (void *) -1;
	}
	end += n;
	return (void *) old;
}
`;

/**
 * What is changed in pan.c itself: places as SPIN 6.5.2 writes them, and what stands there instead.
 *
 * - The search is one call of one function, \`new_state\`, and V8 never replaces a function while it
 *   runs: a search would stay in the code that was made in a hurry. So it returns after each million of
 *   steps, and is called again where it was: at \`Down\` all it knows besides \`From\` and \`To\` is global.
 *   Each return also reports the progress, which a search in few, long atomic chains otherwise never does.
 * - A trail is packed while it is written: as text, a line and a call of the host for each step, one of
 *   some millions takes longer to write than to find.
 * - The state vector is copied for the hash table byte by byte, without the bytes of a mask: eight at
 *   once where the mask has none of them.
 */
export const panEdits: readonly { readonly find: string; readonly replace: string }[] = [
  {
    find: 'Down:\n#ifdef CHECK',
    replace: `Down:
#ifndef BCS
	if (--slice_left <= 0)
	{	if (!slice_cut)
		{	slice_from = From; slice_to = To; slice_cut = 1;
			return;
		}
		From = slice_from; To = slice_to; slice_cut = 0;
		slice_left = 1 << 20;
	}
#endif
#ifdef CHECK`,
  },
  ...['1st', '2nd'].map((which) => ({
    find: `\t\tnew_state();\t/* start ${which} DFS */`,
    replace: '\t\tdo { new_state(); } while (slice_cut && (snapshot(), 1));',
  })),
  {
    find: '\t\t{\tif (write(fd, "-1:-1:-1\\n", 9) != 9)',
    replace: '\t\t{\tif (step_last < 0 ? write(fd, "-1:-1:-1\\n", 9) != 9 : (step_mark(255), 0))',
  },
  {
    find: `		sprintf(snap, "%ld:%d:%d\\n", 
			i, trl->pr, trl->o_t->t_id);
		j = strlen(snap);
		if (write(fd, snap, j) != j)
		{
notgood:`,
    replace: `		if (!step_put(fd, i, trl->pr, trl->o_t->t_id))
		{
notgood:`,
  },
  {
    find: '\tclose(fd);\n#if NCORE>1\n\tcpu_printf("pan: wrote trailfile',
    replace: '\tstep_end(fd);\n\tclose(fd);\n#if NCORE>1\n\tcpu_printf("pan: wrote trailfile',
  },
  {
    find: '\t\twhile (r++ < unroll)\n\t\t{\t/* unroll 8 times, avoid ifs */',
    replace: `		while (r++ < unroll)
		{	if (*(unsigned long long *) (Mask + i) == 0)
			{	__builtin_memcpy(v, vv, 8);
				v += 8; vv += 8; i += 8;
				continue;
			}`,
  },
];

/** Lines of the table of transitions that one function fills: those of a large model are too many for
 * clang's optimiser, and for WebAssembly, which takes 50,000 locals. */
export const TABLE_LINES = 500;
const TABLE = /(?<=\nvoid\nsettable\(void\)\n)\{(\tTrans \*T;\n.*?;\n)(.*?)\n\}\n/s;
/** A statement that does not go on from the last. */
const BEGINS = /^\t(?:trans\[|T = trans\[)/;

const partTable = (text: string): string =>
  text.replace(TABLE, (whole: string, declared: string, filled: string) => {
    const parts: string[][] = [[]];
    for (const line of filled.split('\n')) {
      if ((parts.at(-1)?.length ?? 0) >= TABLE_LINES && BEGINS.test(line)) parts.push([]);
      parts.at(-1)?.push(line);
    }
    if (parts.length === 1) return whole;
    const calls = parts.map((_, at) => `\tvoid settable_${at}(void);\n\tsettable_${at}();\n`);
    const bodies = parts.map(
      (lines, at) => `void\nsettable_${at}(void)\n{${declared}${lines.join('\n')}\n}\n`,
    );
    return `{\n${calls.join('')}}\n${bodies.join('')}`;
  });

/** A file of the verifier as it is compiled; a place that is missing is left alone, costing only time. */
export function editPan(name: string, text: string): string {
  if (name === 'pan.t') return partTable(text);
  if (name !== 'pan.c') return text;
  return panEdits.reduce((edited, { find, replace }) => edited.replace(find, () => replace), text);
}
