import { kernelFiles } from '../kernel-files.ts';
import { GROUP_SIZES, type Known, type VerdictCase, WRONGS } from './verdict-case.ts';

const KNOWN: readonly Known[] = ['right', ...WRONGS];

/** Reads `// NAME: KNOWN; KNOWN at SIZE; groups COUNT; not native; unstated` and the kernel below it. */
function verdictCase(file: string): VerdictCase {
  const end = file.indexOf('\n');
  const [, name = '', known = '', ...rest] =
    /^\/\/ (.+): ([\w-]+)(?:; (.+))?$/.exec(file.slice(0, end)) ?? [];
  const wordOf = (word: string): Known => {
    const found = KNOWN.find((each) => each === word);
    if (found === undefined) throw new Error(`${file.slice(0, end)}: ${word} is no verdict`);
    return found;
  };
  const options = rest.flatMap((all) => all?.split('; ') ?? []);
  const at: Partial<Record<(typeof GROUP_SIZES)[number], Known>> = {};
  let groups = 2;
  let native = true;
  let isUnstated = false;
  for (const option of options) {
    const [first = '', second = '', third] = option.split(' ');
    const size = GROUP_SIZES.find((each) => String(each) === third);
    if (option === 'not native') native = false;
    else if (option === 'unstated') isUnstated = true;
    else if (/^groups \d+$/.test(option)) groups = Number(second);
    else if (second === 'at' && size !== undefined) at[size] = wordOf(first);
    else throw new Error(`${file.slice(0, end)}: ${option} is not known`);
  }
  return { name, text: file.slice(end + 1), known: wordOf(known), at, groups, native, isUnstated };
}

const FOLDERS = ['reductions', 'neighbours', 'meetings', 'sharing', 'places', 'unlikely'] as const;

/** All kernels whose verdict is known. */
export const VERDICT_CASES: readonly VerdictCase[] = FOLDERS.flatMap((folder) =>
  kernelFiles(new URL(`kernels/${folder}/`, import.meta.url)).map(({ text }) => verdictCase(text)),
);
