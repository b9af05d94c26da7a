import * as v from 'valibot';
import { packTrail } from '../../base/packed-trail.ts';
import { parseTicks, type Ticks } from '../../base/ticks.ts';
import { PURPOSES, STATUSES, VERDICTS } from '../../tuning/index.ts';

/** The head of workbench files. */
export const WORKBENCH = 'overtime workbench';
export const WORKBENCH_VERSION = 1;

/** The most rows in a file. Longer content is left out and found again. */
export const MOST_ROWS = 20_000;
export const MOST_TRAIL = 2_000_000;
export const MOST_SEARCHES = 2000;

const word = (most: number) => v.pipe(v.string(), v.maxLength(most));
const few = <Item extends v.GenericSchema>(item: Item, most: number) =>
  v.pipe(v.array(item), v.maxLength(most));

/** Ticks in decimal digits: most readers' JSON numbers end at 2^53. */
const time = v.pipe(
  word(20),
  v.regex(/^\d+$/),
  v.transform((digits): Ticks => parseTicks(digits) ?? 0),
);
/** An objective may be negative. */
const amount = v.pipe(
  word(21),
  v.regex(/^-?\d+$/),
  v.transform((digits): Ticks => parseTicks(digits) ?? 0),
);
const count = v.pipe(v.number(), v.finite(), v.minValue(0));
const value = v.pipe(v.number(), v.safeInteger());
const name = v.pipe(word(80), v.regex(/^[A-Za-z_]\w*$/));
/** `size[2]`, `c.width` */
const path = v.pipe(word(200), v.regex(/^[A-Za-z_][\w.[\]]*$/));
const figures = { states: count, transitions: count, depth: count };

/** An answer with one kind of times and of parameters. */
const answerOf = <Time extends typeof time | typeof amount>(
  time: Time,
  parameter: typeof name | typeof path,
) => {
  const configurations = few(v.record(parameter, value), 1000);
  return v.object({
    status: v.picklist(STATUSES),
    minTime: v.exactOptional(time),
    optima: configurations,
    runnerUp: v.exactOptional(v.object({ time, configurations })),
    reason: v.exactOptional(word(2000)),
    seconds: v.exactOptional(count),
    searches: few(
      v.object({
        purpose: v.picklist(PURPOSES),
        /** Absent where it had none. */
        bound: v.exactOptional(time),
        verdict: v.picklist(VERDICTS),
        ...figures,
        memoryMB: count,
        seconds: count,
      }),
      MOST_SEARCHES,
    ),
    /** Per configuration: the names' values, the time if any, the status. */
    times: v.exactOptional(
      v.object({
        names: few(parameter, 100),
        rows: few(
          v.object({
            values: few(value, 100),
            time: v.exactOptional(time),
            status: v.picklist(STATUSES),
            reason: v.exactOptional(word(500)),
          }),
          MOST_ROWS,
        ),
      }),
    ),
  });
};

/** The kernel's answer. */
const answerSchema = answerOf(time, name);

const expression = v.pipe(word(4000), v.minLength(1));
const askedSchema = v.object({
  parameters: few(path, 50),
  objective: expression,
  when: expression,
  goal: v.picklist(['smallest', 'largest']),
});
/** A model's answer, and its tuning. */
const tunedSchema = v.object({ tuning: askedSchema, answer: answerOf(amount, path) });

const hash = v.exactOptional(v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)));
const option = v.pipe(word(200), v.regex(/^[\x21-\x7e]+$/));

const evidenceSchema = v.object({
  versions: v.object({ overtime: word(80), spin: word(80), clang: v.exactOptional(word(80)) }),
  sha256: v.object({ model: hash, verifier: hash, programs: hash }),
  build: few(option, 50),
  semantics: word(80),
  level: word(80),
  proof: v.exactOptional(
    v.object({
      bound: v.union([v.literal('deadlock'), time]),
      pan: few(option, 300),
      figures: v.exactOptional(v.object(figures)),
    }),
  ),
});

const trailSchema = v.pipe(
  v.object({
    words: few(option, 300),
    /** pan's lines: step, process, transition. */
    text: v.pipe(word(MOST_TRAIL), v.regex(/^(?:-?\d{1,10}:-?\d{1,10}:-?\d{1,10}\n)+$/)),
  }),
  v.transform(({ words, text }) => ({ words, packed: packTrail(text) })),
);

/** A workbench file without its state, which is read apart. */
export const workbenchSchema = v.object({
  format: v.literal(WORKBENCH),
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  date: v.pipe(word(40), v.isoTimestamp()),
  name: v.optional(word(200), ''),
  state: v.unknown(),
  answer: v.exactOptional(answerSchema),
  evidence: v.exactOptional(evidenceSchema),
  trail: v.exactOptional(trailSchema),
  /** The open own model's answer, which then owns the trail. */
  tuned: v.exactOptional(tunedSchema),
});

export type WorkbenchAnswer = v.InferOutput<typeof answerSchema>;
