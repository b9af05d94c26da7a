import { WORDS_OF } from '../../front/language.ts';
import type { Finding } from '../finding.ts';
import type { Ensures, Twin, ValueProgram } from '../program.ts';
import { groupsOf } from '../walk.ts';
import { isTrue, NoValue, termValue, whyFalse } from '../specification-value.ts';
import type { Budget } from './budget.ts';
import { FinalMemory } from './final-memory.ts';
import { scalarsOf } from './filled-arrays.ts';
import { type Filling, scalarAt } from './inputs.ts';
import type { Report } from './report.ts';
import type { Session } from './session.ts';
import type { Sighting } from './trial.ts';
import { TwinRun } from './twin-run.ts';

export interface Broken {
  readonly finding: Finding;
  readonly seen: Sighting;
}

/** Claims about what is left in the end, and plain twins that leave the same. */
export class Claims {
  /** They may depend on unstated inputs, or were not looked at. */
  areOpen: boolean;
  readonly #program: ValueProgram;
  readonly #report: Report;
  readonly #constants: Readonly<Record<string, number>>;
  readonly #twins: readonly (readonly [Twin, TwinRun])[];
  readonly #results = new Map<Ensures | Twin, Broken>();

  constructor(
    program: ValueProgram,
    report: Report,
    budget: Budget,
    options: { readonly constants?: Readonly<Record<string, number>>; readonly seed?: number },
  ) {
    this.#program = program;
    this.#report = report;
    this.#constants = options.constants ?? {};
    this.#twins = program.twins.map((twin) => [twin, new TwinRun(twin, program, budget, options)]);
    this.areOpen = this.areThere;
  }

  get areThere(): boolean {
    return this.#program.ensures.length + this.#program.twins.length > 0;
  }

  /** SPIN does not run twins: what was not compared here stays open. */
  get searchDecides(): boolean {
    return this.#twins.length === 0;
  }

  /** Every one was seen not to hold. */
  get areBroken(): boolean {
    const all = [...this.#program.ensures, ...this.#program.twins];
    return all.every((claim) => this.#results.has(claim));
  }

  get broken(): readonly Broken[] {
    return [...this.#results.values()];
  }

  /** Looks at the end of a run. */
  judge(
    session: Session,
    filling: Filling,
    groups: readonly number[],
    turned: Sighting['turned'],
  ): void {
    const program = this.#program;
    const constants = this.#constants;
    let isOpen = false;
    for (const claim of program.ensures) {
      if (this.#results.has(claim)) continue;
      const memory = new FinalMemory(program, session.stores, filling, constants);
      try {
        const isMet = isTrue(termValue(claim.term, memory));
        // Contents that nobody states may be small enough.
        memory.wraps = memory.lookedAtUnknown;
        const holds = isMet || (memory.wraps && isTrue(termValue(claim.term, memory)));
        memory.wraps = false;
        if (memory.lookedAtUnknown) isOpen = true;
        if (groups.length < groupsOf(program)) continue;
        const isGuess = program.isFilledElsewhere === true && memory.lookedAtUnknown;
        if (!holds && !isGuess && filling.trial.unusual.length === 0)
          this.#results.set(claim, {
            finding: {
              kind: 'result',
              span: claim.span,
              message: `This does not hold when the kernel has run${orderWords(program, turned)}${wordsOf(filling)}: ${claim.text}.${whyFalse(claim.term, memory)}${memory.lookedAtGarbage ? ' It depends on what nobody has written.' : ''}`,
              configuration: program.configuration,
            },
            seen: { trial: filling.trial, groups, ...(turned && { turned }) },
          });
        else if (memory.lookedAtUnknown)
          this.#report.leaveOpen(`result ${claim.text}`, {
            what: 'result',
            why: `${claim.text} depends on inputs that nobody states: it was tried for a few.`,
            hint: 'State what is in the arrays before: #pragma tuner input NAME[i] = ...',
            span: claim.span,
            weakens: true,
          });
      } catch (error) {
        if (!(error instanceof NoValue)) throw error;
        isOpen = true;
        this.#report.leaveOpen(`result ${claim.text}`, {
          what: 'result',
          why: `${claim.text} has no value: ${error.message}.`,
          span: claim.span,
          weakens: true,
        });
      }
    }
    for (const [twin, run] of this.#twins)
      if (this.#compare(twin, run, session, filling, groups, turned)) isOpen = true;
    this.areOpen = isOpen;
  }

  /** Compares what a twin leaves. @returns true where it may depend on what nobody states. */
  #compare(
    twin: Twin,
    run: TwinRun,
    session: Session,
    filling: Filling,
    groups: readonly number[],
    turned: Sighting['turned'],
  ): boolean {
    if (this.#results.has(twin) || groups.length < groupsOf(this.#program)) return false;
    const compared = run.compared(filling, session.stores);
    const { text, span } = twin;
    const open = (why: string, hint?: string): void =>
      this.#report.leaveOpen(`result ${text}`, { what: 'result', why, hint, span, weakens: true });
    switch (compared.kind) {
      case 'open':
        open(`${text} was not compared: ${compared.why}`);
        return true;
      case 'other':
        if (filling.trial.unusual.length > 0) return false;
        this.#results.set(twin, {
          finding: {
            kind: 'result',
            span,
            message: `${compared.words}${orderWords(this.#program, turned)}${wordsOf(filling)}${chosenWords(this.#program, filling)}.${compared.isGarbage ? ' It depends on what nobody has written.' : ''}`,
            configuration: this.#program.configuration,
          },
          seen: { trial: filling.trial, groups, ...(turned && { turned }) },
        });
        return false;
      case 'same':
        if (compared.isUnknown)
          open(
            `${text} depends on inputs that nobody states: it was compared for a few.`,
            'State what is in the arrays before: #pragma tuner input NAME[i] = any(0, 3)',
          );
        return compared.isUnknown;
    }
  }
}

/** Most elements of a chosen array that a message lists. */
const MOST_NAMED = 16;

/** The contents that were chosen from `any`. */
function chosenWords({ objects, registers }: ValueProgram, filling: Filling): string {
  const words = objects.flatMap((object, index) => {
    const bytes = filling.objects[index];
    if (object.input?.kind !== 'any' || bytes === undefined) return [];
    const all = [...scalarsOf(object, bytes.byteLength)];
    const values = all
      .slice(0, MOST_NAMED)
      .map(({ offset, type }) => scalarAt(bytes, offset, type));
    return [`${object.name} is ${values.join(', ')}${all.length > MOST_NAMED ? ', ...' : ''}`];
  });
  for (const [register, { input, name }] of registers.entries())
    if (input?.kind === 'any') words.push(`${name} is ${filling.arguments[register]}`);
  return words.length === 0 ? '' : `, where ${words.join(' and ')}`;
}

function orderWords({ language }: ValueProgram, turned: Sighting['turned']): string {
  if (turned === undefined) return '';
  const { item } = WORDS_OF[language];
  return turned.yieldsAt.length === 0
    ? `, where ${item}s come to its atomics in another order`
    : `, where ${item}s that race come in another order`;
}

const wordsOf = ({ trial }: Filling): string =>
  trial.words === undefined ? '' : `, ${trial.words}`;
