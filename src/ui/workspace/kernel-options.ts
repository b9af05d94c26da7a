import { type Example, EXAMPLE_GROUPS } from '../../session/example-list.ts';
import { EXAMPLES } from '../../session/examples.ts';
import type { SessionState } from '../../session/state.ts';
import { nameFor } from '../../session/workspace/own-kernel.ts';
import { whenInWords } from '../results/runs-words.ts';
import type { KernelSection } from './kernel-picker.tsx';

const OWN = 'own ';
const EXAMPLE = 'example ';

/** Own kernels that the picker lists; the dialog has them all. */
const MOST = 8;

/** Own kernels, the open one included, and examples of a language. */
export function kernelSections(
  kernels: SessionState['kernels'],
  document: SessionState['document'],
  language: Example['language'],
): readonly KernelSection[] {
  const shown = kernels.filter(({ id }, at) => at < MOST || id === document.id);
  const rest = kernels.length - shown.length;
  return [
    {
      title:
        rest === 0 ? 'Own kernels' : `Own kernels, the last ${shown.length} of ${kernels.length}`,
      options: shown.map(({ id, name, savedAt }) => ({
        id: `${OWN}${id}`,
        label: name,
        help: `Kept in this browser, ${whenInWords(savedAt)}`,
      })),
    },
    ...EXAMPLE_GROUPS.map((title) => ({
      title,
      options: EXAMPLES.filter((each) => each.group === title && each.language === language).map(
        ({ id, label, help }) => ({ id: `${EXAMPLE}${id}`, label, help }),
      ),
    })),
  ];
}

/** The open option, or its name without one. */
export function openedKernel({
  document,
  settings,
  kernels,
  derived: { kernelName },
}: Pick<SessionState, 'document' | 'kernels'> & {
  readonly settings: Pick<SessionState['settings'], 'example' | 'kernelText'>;
  readonly derived: Pick<SessionState['derived'], 'kernelName'>;
}): { readonly value: string | null; readonly placeholder: string } {
  if (document.id !== undefined && kernels.some(({ id }) => id === document.id))
    return { value: `${OWN}${document.id}`, placeholder: '' };
  const example = EXAMPLES.find(({ id }) => id === settings.example);
  if (example && example.text === settings.kernelText)
    return { value: `${EXAMPLE}${example.id}`, placeholder: '' };
  const isNamed = example !== undefined || kernelName !== undefined;
  const name = isNamed ? nameFor(kernelName, example) : 'New kernel';
  return { value: null, placeholder: document.file?.name ?? name };
}

/** The id of a chosen kernel or example. */
export const chosenKernel = (
  value: string,
): { readonly kind: 'own' | 'example'; readonly id: string } =>
  value.startsWith(OWN)
    ? { kind: 'own', id: value.slice(OWN.length) }
    : { kind: 'example', id: value.slice(EXAMPLE.length) };

/** The language of the open example; of others, that of most examples. */
export const exampleLanguage = ({
  settings,
}: Pick<SessionState, 'settings'>): Example['language'] =>
  EXAMPLES.find(({ id }) => id === settings.example)?.language ?? 'opencl';
