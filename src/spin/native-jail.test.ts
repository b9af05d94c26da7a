import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { jailHere, runProcess } from './native-verifier.ts';
import { temporaryFolder } from '../testing/folder.ts';

const folder = temporaryFolder();

/** Escapes that an attacker in control of a verifier would try. */
const ESCAPES = `#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  printf("fork %d\\n", fork() >= 0);
  printf("shell %d\\n", system("touch ${folder}/by-shell") == 0);
  printf("read %d\\n", open("/etc/passwd", O_RDONLY) >= 0);
  printf("folder %d\\n", open("${folder}", O_RDONLY | O_DIRECTORY) >= 0 && open("/", O_RDONLY | O_DIRECTORY) >= 0);
  printf("write %d\\n", open("${folder}/written", O_CREAT | O_WRONLY, 0644) >= 0);
  printf("above %d\\n", open("../written", O_CREAT | O_WRONLY, 0644) >= 0);
  printf("mode %d\\n", chmod("${folder}", 0777) == 0);
  printf("link %d\\n", symlink("/etc/passwd", "x") == 0 || link("/etc/passwd", "y") == 0);
  printf("socket %d\\n", socket(AF_INET, SOCK_STREAM, 0) >= 0 || socket(AF_UNIX, SOCK_STREAM, 0) >= 0);
  printf("kill %d\\n", kill(getppid(), 0) == 0);
  printf("trace %d\\n", ptrace(PTRACE_ATTACH, getppid(), 0, 0) == 0);
  printf("own %d\\n", open("a.trail", O_CREAT | O_TRUNC | O_WRONLY, 0644) >= 0);
  printf("memory %d\\n", malloc(1 << 27) != NULL);
  fflush(stdout);
  execl("/bin/sh", "sh", "-c", "echo exec 1", NULL);
  puts("exec 0");
  return 7;
}
`;

it('keeps a program from all but its own folder, memory and time', async () => {
  if (process.platform !== 'linux') return expect(await jailHere()).toBeUndefined();
  expect(await jailHere()).toBeDefined();
  const path = join(folder, 'program', 'pan');
  const made = spawnSync('sh', ['-c', `mkdir program && gcc -w -x c -o program/pan -`], {
    cwd: folder,
    input: ESCAPES,
    encoding: 'utf8',
  });
  expect(made.stderr).toBe('');
  const lines: string[] = [];
  const ended = await runProcess(
    { path, sha256: undefined },
    [],
    {},
    (told) => {
      if ('line' in told) lines.push(told.line);
    },
    new AbortController().signal,
  );
  expect(ended).toMatchObject({ outcome: 'done', exit: 7 });
  const nothing = ['fork', 'shell', 'read', 'folder', 'write', 'above', 'mode', 'link', 'socket'];
  expect(lines).toEqual(
    [...nothing, 'kill', 'trace'].map((name) => `${name} 0`).concat('own 1', 'memory 1', 'exec 0'),
  );
  for (const name of ['by-shell', 'written']) expect(existsSync(join(folder, name))).toBe(false);
});
