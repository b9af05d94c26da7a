/** Names that C, its headers and pan keep where pan declares a variable; tested against a
 * compiler's. */
export const C_NAMES: ReadonlySet<string> = new Set(
  `auto case char const continue default double enum extern float long register restrict return signed
  sizeof static struct switch union void volatile while main asm typeof inline alignas alignof bool
  constexpr nullptr static_assert thread_local typeof_unqual
  linux unix errno stdin stdout stderr alloca NULL NDEBUG NZERO NSIG NGREG BUFSIZ PAGESIZE P_tmpdir
  BYTE_ORDER R_OK W_OK X_OK WS WNOHANG WUNTRACED WCONTINUED WEXITED WNOWAIT WSTOPPED
  ACCESSPERMS ALLPERMS DEFFILEMODE FAPPEND FASYNC FFSYNC FNDELAY FNONBLOCK FILESIZEBITS
  MAX_CANON MAX_INPUT MINSIGSTKSZ NFDBITS PIPE_BUF LOCK_EX LOCK_NB LOCK_SH LOCK_UN
  FP_XSTATE_MAGIC1 FP_XSTATE_MAGIC2
  ACCEPT_LAB ALL_P ALPHA_F ASYNC AUTO_RESIZE A_V BACKWARD_MOVES BAD BASE BITSTATE CHUNK CNTRSTACK CNT_P CONTINUE
  CONTINUE0 C_States DELTA FORWARD_MOVES FREQ FROM_P FULLSTACK GLOBAL G_int G_long HAS_CODE HAS_HIDDEN
  HAS_TRACK INI_P IfNotBlocked LOCAL MAXPROC MAXQ MEMLIM MERGED MORE_P MYSTEP NCLAIMS NCORE NDONE_P NFAIR
  NOCOMP NOFAIR NOREDUCE NQS NTRANS ONE_L OWN PAN_H PROG_LAB PanSource Pclaim SAFETY SYNC SpinVersion
  StackSize TIMEOUT_F TRANSITIONS T_ID UnBlock VECTORSZ V_A V_PROVISO XUSAFE uchar uint ulong ushort wasnew`
    .trim()
    .split(/\s+/),
);

/** Families of such macros. None ends in an underscore: one more frees a name. */
export const C_FORMS =
  /^(E[A-Z0-9]{2,}|SIG\w*|(SI|SA|S|F|O|FPE|ILL|SEGV|BUS|CLD|POLL|TRAP|AT|SS|SEM|POSIX|PTHREAD|FD|NL|L|SEEK|EXIT|FOPEN|XATTR|UTIME|UPTO|SYS|BC|PDP|Q|TTY|REG|si|sa|st|sigev)_\w*|(PRI|SCN)\w+|Air\d+|(max|min)seq\d+|\w+_(MAX|MIN|WIDTH|BIT|SIZE|FILENO|ENDIAN|RESTART))(?<!_)$/;

/** C and its headers have a meaning for it. */
export const isWordOfC = (name: string): boolean => C_NAMES.has(name) || C_FORMS.test(name);
