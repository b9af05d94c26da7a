import * as v from 'valibot';
import { type Settings, settingsSchema } from '../kept/settings.ts';
import { changeOf } from './change-words.ts';
import type { OpenDocument } from './open-document.ts';

/** A state to go back to. */
export interface Snapshot {
  readonly settings: Settings;
  readonly document: OpenDocument;
}

interface Step {
  readonly words: string;
  readonly fields: ReadonlySet<string>;
  /** Another text replaced this one; typing has its own history. */
  readonly isOfText: boolean;
  readonly typed?: string;
  /** The id of a deleted own kernel, the only change. */
  readonly deleted?: string;
  readonly then: Snapshot;
}

interface Led extends Snapshot {
  /** The own kernel to put back, or delete again. */
  readonly deleted?: string;
}

/** The next undo and redo, in words. */
export interface UndoView {
  readonly undo?: string;
  readonly redo?: string;
  /** The last undo or redo, or the replaced text that was kept. */
  readonly said?: { readonly words: string; readonly isKept: boolean };
}

/** Steps that are kept. */
const MOST = 100;

const TEXT_FIELDS = ['kernelText', 'example'];

/** Undoes changed settings, replaced texts and deleted kernels, one by one. */
export class UndoHistory {
  #undo: readonly Step[] = [];
  #redo: readonly Step[] = [];
  #isSealed = false;

  get view(): UndoView {
    const [undo, redo] = [this.#undo.at(-1)?.words, this.#redo.at(-1)?.words];
    return { ...(undo !== undefined && { undo }), ...(redo !== undefined && { redo }) };
  }

  /** Notes a change; returns whether it can be undone.
   * @param text the replacement's name, if the text was replaced: `open Stencil`. */
  note(before: Snapshot, after: Snapshot, text?: string): boolean {
    const change = changeOf(before.settings, after.settings);
    const words = text ?? change.words;
    if (words === '') return false;
    const fields = new Set([...change.fields, ...(text === undefined ? [] : TEXT_FIELDS)]);
    const typed = text === undefined ? change.typed : undefined;
    const last = this.#undo.at(-1);
    this.#redo = [];
    if (last && typed !== undefined && last.typed === typed && !this.#isSealed) {
      // A letter more in the same field.
      const whole = changeOf(last.then.settings, after.settings).words;
      const earlier = this.#undo.slice(0, -1);
      this.#undo = whole === '' ? earlier : [...earlier, { ...last, words: whole }];
      return true;
    }
    const isOfText = text !== undefined;
    const step = { words, fields, isOfText, then: before, ...(typed !== undefined && { typed }) };
    this.#undo = [...this.#undo, step].slice(-MOST);
    this.#isSealed = false;
    return true;
  }

  /** An own kernel has been deleted. */
  noteDeleted(id: string, name: string, now: Snapshot): void {
    const words = `delete ${name}`;
    const step = { words, fields: new Set<string>(), isOfText: false, deleted: id, then: now };
    this.#redo = [];
    this.#undo = [...this.#undo, step].slice(-MOST);
    this.#isSealed = false;
  }

  /** The direction whose next step leads to a text. */
  leadingTo(text: string): 'undo' | 'redo' | undefined {
    const leads = (step: Step | undefined): boolean =>
      step?.isOfText === true && step.then.settings.kernelText === text;
    if (leads(this.#undo.at(-1))) return 'undo';
    return leads(this.#redo.at(-1)) ? 'redo' : undefined;
  }

  /** The field was left: typing begins a new step. */
  seal(): void {
    this.#isSealed = true;
  }

  /** The state before the last step, if any. */
  undo(now: Snapshot): Led | undefined {
    const step = this.#undo.at(-1);
    if (!step) return undefined;
    this.#undo = this.#undo.slice(0, -1);
    this.#redo = [...this.#redo, { ...step, then: now }];
    return this.#after(step, now);
  }

  /** The state that was undone. */
  redo(now: Snapshot): Led | undefined {
    const step = this.#redo.at(-1);
    if (!step) return undefined;
    this.#redo = this.#redo.slice(0, -1);
    this.#undo = [...this.#undo, { ...step, then: now }];
    return this.#after(step, now);
  }

  #after({ then, fields, isOfText, deleted }: Step, now: Snapshot): Led {
    this.#isSealed = true;
    if (deleted !== undefined) return { ...now, deleted };
    const settings = withFields(now.settings, then.settings, fields);
    return { settings, document: isOfText ? then.document : now.document };
  }
}

/** Takes some fields from other settings; absent stays absent. */
function withFields(now: Settings, then: Settings, fields: ReadonlySet<string>): Settings {
  const stay = Object.entries(now).filter(([name]) => !fields.has(name));
  const back = Object.entries(then).filter(([name]) => fields.has(name));
  return v.parse(settingsSchema, Object.fromEntries([...stay, ...back]));
}
