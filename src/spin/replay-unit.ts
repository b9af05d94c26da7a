/**
 * What a verifier does with a trail in place of pan's own replay, which prints every step: ten times
 * slower than the run itself, and a hundred bytes a step. pan.c has a hook for this (`MYSTEP`, in
 * getrail): at the first step of a trail `mystep.c` hands over to the function below, if one of these
 * words stands on the command line.
 *
 * `@events` prints lines for `ReplayReader`, in the order of the steps:
 * - `@process PID ID STEP NAME` at the first step of a process,
 * - `@transition ID LINE LENGTH TEXT` before its first use, TEXT having LENGTH bytes,
 * - `!PID ID STEP QUEUE FIELD...` for the sender's half of a rendezvous, `?PID ID` for the other half,
 * - `=PID ID STEP` after what a step printed itself, such as `@time 5`,
 * - `@cycle` before the part that repeats for ever.
 *
 * The trail is packed (see `packTrail`).
 *
 * `@until=N` prints nothing and stops after step N. Both end as pan does, with all values; before them stand those
 * that C has, `@variable PID NAME VALUE` with -1 for the global ones, where the model has set `told_values`.
 */
export const replayUnit = `
static long replay_word(const char *name)
{	const char *at = strstr(o_cmdline, name);
	return at ? atol(at + strlen(name)) : -1;
}
static char *replay_number(char *to, long n)
{	char digits[24];
	int k = 0;
	if (n < 0) { *to++ = '-'; n = -n; }
	do { digits[k++] = '0' + n % 10; n /= 10; } while (n);
	while (k) *to++ = digits[--k];
	*to++ = ' ';
	return to;
}
extern size_t __fpending(FILE *);
static int replay_line(int type, int state)
{	int i;
	for (i = 0; src_all[i].src; i++)
		if (src_all[i].tp == type) return src_all[i].src[state];
	return 0;
}
/* The next byte of a packed trail (packed-trail.ts), -1 at its end. */
static int replay_byte(FILE *fd)
{	static unsigned char in[1 << 16];
	static unsigned char *at = in, *end = in;
	static int begun;
	if (!begun)
	{	int c;
		do c = getc(fd); while (c != '#' && c != EOF);
		begun = 1;
	}
	if (at == end)
	{	at = in;
		end = in + fread(in, 1, sizeof in, fd);
		if (at == end) return -1;
	}
	return *at++;
}
static FILE *replay_file;
static void (*told_values)(void *(*)(int));
static void *replay_process(int pid) { return pptr(pid); }
static long replay_until;
static long replay_at;
/* Follows some steps: each call is a chance for V8 to run better code, which it never changes within one.
 * \`t\` is a transition that has been taken, if any. Returns 1 at the end. */
__attribute__((noinline)) static int replay_some(Trans *t, int pid, int t_id)
{	static unsigned char told[65536], known[256];
	const int telling = replay_until < 0;
	size_t pending = 0;
	short before = -1;
	int c = 0, k, left = 1 << 14;
	P0 *z;
	if (t) goto taken;
	while (replay_at != replay_until)
	{	if (left-- == 0) return 0;
		pid = replay_byte(replay_file);
		t_id = replay_byte(replay_file);
		c = replay_byte(replay_file);
		if (c < 0) return 1;
		t_id += c << 8;
		if (pid == 255)
		{	if (t_id == 0)
				for (k = 0, depth = -1; k < 32; k += 8) depth += (long) replay_byte(replay_file) << k;
			else if (telling) puts("@cycle");
			continue;
		}
		depth++;
		if (pid >= now._nr_pr)
		{	printf("pan: Error, proc %d invalid pid transition %d\\n", pid, t_id);
			return 1;
		}
		_this = pptr(pid);
		z = (P0 *) _this;
		for (t = trans[z->_t][z->_p]; t; t = t->nxt)
			if (t->t_id == (T_ID) t_id) break;
		if (!t)
		{	printf("pan: Error, proc %d type %d state %d: transition %d not found\\n",
				pid, z->_t, z->_p, t_id);
			return 1;
		}
		trpt->tau |= 1;
		if (telling) pending = __fpending(stdout);
		before = boq;
		if (!do_transit(t, pid))
		{	puts("pan: Error, next transition UNEXECUTABLE on replay");
			return 1;
		}
taken:		z = (P0 *) pptr(pid);
		replay_at = depth;
		if (telling && Btypes[z->_t] != N_CLAIM)
		{	char line[640], *to = line;
			const int sends = before == -1 && boq > 0, receives = before > 0 && boq == -1;
			const int prints = __fpending(stdout) != pending;
			if (!known[pid])
			{	known[pid] = 1;
				printf("@process %d %d %ld %s\\n", pid, t_id, replay_at, procname[z->_t]);
			}
			if (!told[t_id])
			{	const char *text = transmognify(t->tp);
				told[t_id] = 1;
				printf("@transition %d %d %d %s\\n", t_id,
					replay_line(z->_t, z->_p), (int) strlen(text), text);
			}
#if NQS > 0
			if (sends)
			{	const int fields = q_flds[((Q0 *) qptr(boq - 1))->_t];
				*to++ = '!';
				to = replay_number(replay_number(replay_number(to, pid), t_id), replay_at);
				to = replay_number(to, boq);
				for (k = 0; k < fields && to < line + 600; k++)
					to = replay_number(to, qrecv(boq, 0, k, 0));
			} else if (receives)
			{	*to++ = '?';
				to = replay_number(replay_number(to, pid), t_id);
			} else
#endif
			if (prints)
			{	*to++ = '=';
				to = replay_number(replay_number(replay_number(to, pid), t_id), replay_at);
			}
			if (to > line)
			{	to[-1] = '\\n';
				fwrite(line, 1, to - line, stdout);
			}
		}
		z->_p = t->st;
	}
	return 1;
}
int replay_quickly(FILE *fd, Trans *t, int pid, int t_id)
{	static char out[1 << 16];
	replay_until = replay_word("@until=");
	if (replay_until < 0 && !strstr(o_cmdline, "@events")) return 0;
	fflush(stdout);
	setvbuf(stdout, out, _IOFBF, sizeof out);
	replay_file = fd;
	/* pan has taken the first step */
	if (!replay_some(t, pid, t_id))
		while (!replay_some((Trans *) 0, 0, 0));
	if (replay_until >= 0 && told_values) told_values(replay_process);
	return 1;
}
`;

/** Included in the middle of getrail's loop over steps. */
export const replayHook = `{	int replay_quickly(FILE *, Trans *, int, int);
	if (replay_quickly(fd, t, II, t_id)) break;
}
`;
