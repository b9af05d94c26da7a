import { EXAMPLES } from '../../session/examples.ts';
import type { ComparedKernel } from '../../session/jobs/kernel-splits.ts';
import { ofKernels } from '../../session/kept/history-schema.ts';
import { exampleSettings } from '../../session/kept/settings.ts';
import type { SessionState } from '../../session/state.ts';
import { configurationsInWords, count } from '../../base/words.ts';
import { whenInWords } from '../results/runs-words.ts';
import type { KernelSection } from './kernel-picker.tsx';

const OPEN = 'open';

type Known = Pick<SessionState, 'settings' | 'kernels' | 'history'>;

/** A kernel to compare, by the id of its option. */
interface Comparable {
  readonly id: string;
  readonly help: string;
  readonly kernel: ComparedKernel;
}

const opened = ({ settings }: Known): Comparable => ({
  id: OPEN,
  help: 'What is in the editor, with its settings',
  kernel: { name: 'What is open', settings },
});

const own = ({ kernels }: Known): Comparable[] =>
  kernels.map(({ id, name, settings, savedAt }) => ({
    id: `own ${id}`,
    help: `Kept in this browser, ${whenInWords(savedAt)}`,
    kernel: { name, settings },
  }));

const runs = ({ history }: Known): Comparable[] =>
  ofKernels(history).map(({ id, name, settings, savedAt, minTime, optima }) => ({
    id: `run ${id}`,
    help: [
      ...(minTime === undefined
        ? []
        : [`${count(minTime, 'tick')} with ${configurationsInWords(optima)}`]),
      whenInWords(savedAt),
    ].join(', '),
    kernel: { name, settings, ...(optima[0] && { values: optima[0] }) },
  }));

const examples = ({ settings }: Known): Comparable[] =>
  EXAMPLES.map(({ id, label, help, text }) => ({
    id: `example ${id}`,
    help,
    kernel: { name: label, settings: { ...settings, ...exampleSettings(id, text) } },
  }));

/** Everything that can be compared, by kind. */
export function comparables(
  known: Known,
): readonly (KernelSection & { readonly all: readonly Comparable[] })[] {
  const section = (title: string, all: readonly Comparable[]) => ({
    title,
    all,
    options: all.map(({ id, help, kernel: { name } }) => ({ id, label: name, help })),
  });
  return [
    section('In the editor', [opened(known)]),
    section('Own kernels', own(known)),
    section('Runs', runs(known)),
    section('Examples', examples(known)),
  ];
}

/** The first to compare with: its example, or the previous kernel. */
export function firstCompared({
  settings,
  document,
  kernels,
}: Pick<SessionState, 'settings' | 'document' | 'kernels'>): string {
  const example = EXAMPLES.find(({ id }) => id === settings.example);
  if (example && example.text !== settings.kernelText) return `example ${example.id}`;
  const other = kernels.find(({ id }) => id !== document.id);
  return other ? `own ${other.id}` : `example ${EXAMPLES[0]?.id ?? ''}`;
}
