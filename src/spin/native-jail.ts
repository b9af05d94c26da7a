/** The status of a jail that cannot be made. */
const JAILLESS = 125;

/** A program that runs another in a jail: what a model makes of a verifier's memory ends there. It may read libraries
 * and its own folder, write files in the folder that it is started in, and use memory and the processor: no other
 * file, no network, no other process. Landlock and seccomp of Linux keep it (landlock(7), seccomp(2)); without them
 * it ends at once. Alone it says by its status whether a jail can be made. */
export const JAIL = String.raw`
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCH AUDIT_ARCH_AARCH64
#else
#error "a jail is made for x86-64 and 64-bit Arm"
#endif

#define READ (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define WRITE (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_REMOVE_FILE)
/* Every file access that Landlock's first version can forbid. */
#define ALL ((1ULL << 13) - 1)
#define TRUNCATE (1ULL << 14)

static int fails(const char *what) {
  fprintf(stderr, "jail: %s: %s\n", what, strerror(errno));
  return ${JAILLESS};
}

static int allows(int rules, const char *path, __u64 access) {
  struct landlock_path_beneath_attr beneath = {.allowed_access = access};
  beneath.parent_fd = open(path, O_PATH | O_CLOEXEC);
  if (beneath.parent_fd < 0) return 0;
  int failed = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0);
  close(beneath.parent_fd);
  return failed;
}

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define RETURN(what) BPF_STMT(BPF_RET | BPF_K, what)
#define ALLOW(name) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), RETURN(SECCOMP_RET_ALLOW)

static struct sock_filter calls[] = {
  LOAD(arch),
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCH, 1, 0), RETURN(SECCOMP_RET_KILL_PROCESS),
  LOAD(nr),
  /* Limits of its own alone. */
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prlimit64, 0, 4),
  LOAD(args[0]), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1), RETURN(SECCOMP_RET_ALLOW),
  RETURN(SECCOMP_RET_ERRNO | EPERM),
  ALLOW(read), ALLOW(write), ALLOW(readv), ALLOW(writev), ALLOW(pread64), ALLOW(lseek),
  ALLOW(openat), ALLOW(close), ALLOW(fstat), ALLOW(newfstatat), ALLOW(statx), ALLOW(unlinkat),
  ALLOW(faccessat), ALLOW(readlinkat), ALLOW(mmap), ALLOW(munmap), ALLOW(mprotect), ALLOW(mremap),
  ALLOW(madvise), ALLOW(brk), ALLOW(exit), ALLOW(exit_group), ALLOW(rt_sigaction),
  ALLOW(rt_sigprocmask), ALLOW(rt_sigreturn), ALLOW(sigaltstack), ALLOW(execve), ALLOW(getpid),
  ALLOW(set_tid_address), ALLOW(set_robust_list), ALLOW(rseq), ALLOW(futex), ALLOW(getrandom),
  ALLOW(getrusage), ALLOW(times), ALLOW(clock_gettime), ALLOW(gettimeofday), ALLOW(setitimer),
#if defined(__x86_64__)
  ALLOW(open), ALLOW(creat), ALLOW(stat), ALLOW(lstat), ALLOW(access), ALLOW(unlink),
  ALLOW(readlink), ALLOW(arch_prctl), ALLOW(alarm), ALLOW(time),
#endif
  RETURN(SECCOMP_RET_ERRNO | EPERM),
};

int main(int count, char **words) {
  int version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) return fails("Landlock");
  __u64 truncate = version >= 3 ? TRUNCATE : 0;
  struct landlock_ruleset_attr handled = {.handled_access_fs = ALL | truncate};
  int rules = syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0);
  if (rules < 0) return fails("Landlock");
  static const char *libraries[] = {"/lib", "/lib64", "/usr/lib", "/usr/lib64", "/nix/store"};
  for (size_t at = 0; at < sizeof libraries / sizeof *libraries; at++)
    if (allows(rules, libraries[at], READ | LANDLOCK_ACCESS_FS_EXECUTE)) return fails(libraries[at]);
  char program[4096] = "./none";
  if (count > 1 && strlen(words[1]) < sizeof program) strcpy(program, words[1]);
  if (allows(rules, "/etc/ld.so.cache", LANDLOCK_ACCESS_FS_READ_FILE)) return fails("libraries");
  if (allows(rules, dirname(program), READ | LANDLOCK_ACCESS_FS_EXECUTE)) return fails(program);
  if (allows(rules, ".", READ | WRITE | truncate)) return fails("its folder");
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return fails("privileges");
  if (syscall(SYS_landlock_restrict_self, rules, 0)) return fails("Landlock");
  struct sock_fprog filter = {sizeof calls / sizeof *calls, calls};
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter)) return fails("seccomp");
  /* Asked whether it can be. */
  if (count < 2) return 0;
  execv(words[1], words + 1);
  return fails(words[1]);
}
`;
