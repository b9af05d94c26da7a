import type { TypedTuning } from './model-document.ts';

const texts = import.meta.glob<string>('../../../examples/promela/*.pml', {
  query: '?raw',
  import: 'default',
  eager: true,
});

interface ModelExample {
  readonly id: string;
  readonly label: string;
  /** One line on what it shows. */
  readonly help: string;
  readonly tuning?: TypedTuning;
}

const LIST: readonly ModelExample[] = [
  {
    id: 'peterson',
    label: 'Peterson: mutual exclusion',
    help: 'Two processes, a formula that holds, and one that only holds with weak fairness',
  },
  {
    id: 'philosophers',
    label: 'Dining philosophers',
    help: 'Everybody waits for a fork: an invalid end state',
  },
  {
    id: 'leader',
    label: 'Leader election in a ring',
    help: 'Messages round a ring; in the end there is one leader',
  },
  {
    id: 'alternating-bit',
    label: 'Alternating bit over lossy channels',
    help: 'Messages are lost and sent again; order is kept',
  },
  {
    id: 'unfair',
    label: 'A liveness error',
    help: 'A client waits for ever: the error is a cycle',
  },
  {
    id: 'packing',
    label: 'A model to be tuned',
    help: 'Two sizes that the model chooses, and what they cost',
    tuning: {
      parameters: ['width', 'height'],
      objective: 'cost',
      when: 'packed',
      goal: 'smallest',
    },
  },
];

/** Models to begin with. */
export const MODEL_EXAMPLES = LIST.map((each) => {
  const text = texts[`../../../examples/promela/${each.id}.pml`];
  if (text === undefined) throw new Error(`there is no model examples/promela/${each.id}.pml`);
  return { ...each, text };
});
