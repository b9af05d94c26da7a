import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import type { Level } from '../../promela/index.ts';
import type { PerSubject } from '../../session/subject.ts';
import { download } from '../shared/download.ts';
import { NumberField } from '../shared/number-field.tsx';
import { OpenedDialog } from '../shared/page-dialog.tsx';
import { Segmented } from '../shared/segmented.tsx';
import { useCommands, useSessionState, useSubject } from '../shared/session-context.tsx';
import './shards.css';

/** A kernel or model as a folder for other machines. */
export const ShardsDialog = () => (
  <OpenedDialog id="shards" title="Export for other machines" className="shards-dialog">
    <Shards />
  </OpenedDialog>
);

const KINDS = { proof: 'Proof', swarm: 'Swarm' } as const;

const GOALS = { next: 'Best and next best', best: 'Best alone' } as const;

const NUMBERS = [
  {
    id: 'shards',
    label: 'Shards',
    unit: '',
    meaning: 'Parts that machines take',
    usual: 64,
    most: 100_000,
  },
  {
    id: 'memory',
    label: 'Memory',
    unit: 'MB',
    meaning: 'The most of a search',
    usual: 4096,
    most: 4_000_000,
  },
  {
    id: 'seconds',
    label: 'Time',
    unit: 's',
    meaning: 'The longest of a search',
    usual: 3600,
    most: 2_000_000,
  },
  {
    id: 'seeds',
    label: 'Seeds',
    unit: '',
    meaning: 'Random searches in all',
    usual: 256,
    most: 1_000_000,
  },
] as const;

const inShards = (count: number): string =>
  count === 1 ? 'one shard' : `${count.toLocaleString('en')} shards`;

type NumberId = (typeof NUMBERS)[number]['id'];

interface About {
  /** Said while the folder is made. */
  readonly now: string;
  /** A next best can be looked for, too. */
  readonly hasNext: boolean;
  readonly proof: (count: number | undefined, goal: keyof typeof GOALS, level?: Level) => string;
}

const ABOUT: PerSubject<About> = {
  kernel: {
    now: 'Running some configurations for a first bound...',
    hasNext: true,
    proof(count, goal, level) {
      const many = count === undefined ? 'All' : `The ${count.toLocaleString('en')}`;
      const shorter =
        goal === 'best' ? ' Shorter searches: the next best time is not looked for.' : '';
      return `${many} configurations are dealt to the shards, each to one, at level ${level ?? 'auto'}. When all are exhausted the answer is proved.${shorter}`;
    },
  },
  model: {
    now: 'Listing the configurations that the model chooses...',
    hasNext: false,
    proof: () =>
      'All configurations that the model chooses are dealt to the shards, each to one. When all are exhausted the answer is proved.',
  },
};

function Shards() {
  const { shardArchive, configurationCount } = useCommands();
  const level = useSessionState((state) => state.derived.level);
  const about = useSubject().of(ABOUT);
  const [kind, setKind] = useState<'proof' | 'swarm'>('proof');
  const [goal, setGoal] = useState<'next' | 'best'>('next');
  const [typed, setTyped] = useState<Readonly<Partial<Record<NumberId, string>>>>({});
  const [count, setCount] = useState<number>();
  const [work, setWork] = useState<{ readonly isBusy: boolean; readonly words: string }>({
    isBusy: false,
    words: '',
  });
  useEffect(() => {
    let isHere = true;
    configurationCount().then(
      (found) => isHere && setCount(found),
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [configurationCount]);

  const shown = NUMBERS.filter(({ id }) => id !== 'seeds' || kind === 'swarm');
  const problemOf = ({ id, most }: (typeof NUMBERS)[number]): string | undefined => {
    const text = typed[id]?.trim();
    if (text === undefined || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most))
      return undefined;
    return `A whole number from 1 to ${most.toLocaleString('en')}`;
  };
  const numberOf = (wanted: NumberId): number => {
    const row = NUMBERS.find(({ id }) => id === wanted);
    return Number(typed[wanted] ?? row?.usual ?? 1);
  };
  const isWrong = shown.some((row) => problemOf(row) !== undefined);

  async function save(): Promise<void> {
    // A disabled button would lose the focus, and the dialog its keys.
    if (work.isBusy) return;
    setWork({ isBusy: true, words: about.now });
    const made = await shardArchive({
      kind,
      next: goal === 'next',
      seed: 1,
      shards: numberOf('shards'),
      seeds: numberOf('seeds'),
      memoryMB: numberOf('memory'),
      seconds: numberOf('seconds'),
    });
    if (made.ok) download(made.name, new Blob([made.bytes]), 'application/zip');
    setWork({
      isBusy: false,
      words: made.ok
        ? `${made.name} is saved: ${inShards(made.shards)}. README.md has the commands. Drop the folder, or its archive, on this page when it was run.`
        : `Nothing was saved. ${made.message}`,
    });
  }

  return (
    <>
      <p>A folder that needs SPIN, gcc and make: for Slurm, GNU parallel, Kubernetes or a shell.</p>
      <div className="shards-ways">
        <Segmented
          label="What the shards are together"
          options={KINDS}
          value={kind}
          onChange={setKind}
        />
        {kind === 'proof' && about.hasNext && (
          <Segmented label="What is looked for" options={GOALS} value={goal} onChange={setGoal} />
        )}
      </div>
      <p className="shards-meaning soft-text">
        {kind === 'proof'
          ? about.proof(count, goal, level)
          : 'Random searches, each in an order of its own. The best of them is a sample, not a proof.'}
      </p>
      <div className="shards-numbers">
        {shown.map((row) => (
          <NumberField
            key={row.id}
            kind="limit"
            label={row.label}
            unit={row.unit}
            meaning={row.meaning}
            placeholder={String(row.usual)}
            value={typed[row.id] ?? ''}
            problem={typed[row.id] === '' ? undefined : problemOf(row)}
            onChange={(value) =>
              setTyped((before) => ({ ...before, [row.id]: value === '' ? undefined : value }))
            }
          />
        ))}
      </div>
      <div>
        <Button
          className="button primary"
          isDisabled={isWrong}
          isPending={work.isBusy}
          onPress={() => void save()}
        >
          Save the folder
        </Button>
      </div>
      <p className="shards-said" role="status">
        {work.words}
      </p>
    </>
  );
}
