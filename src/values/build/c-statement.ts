import type { Statement } from '../../front/syntax.ts';
import { store } from './access.ts';
import { declare } from './c-declare.ts';
import { condition } from './c-choice.ts';
import { constantOf, evaluate } from './c-expression.ts';
import { type Context, Scope } from './context.ts';
import { binary, convert } from './make.ts';
import type { Label } from './emitter.ts';

type Of<Kind extends Statement['kind']> = Extract<Statement, { kind: Kind }>;

/** Reports anything not understood, and goes on with the next statement. */
export function emitStatement(context: Context, statement: Statement): void {
  context.attempt(() => context.emitter.scoped(() => emit(context, statement)));
}

function emit(context: Context, statement: Statement): void {
  const { emitter } = context;
  const { span } = statement;
  switch (statement.kind) {
    case 'block':
      if (statement.label !== undefined) {
        const made = context.labelOf(statement.label);
        made.isPlaced = true;
        emitter.place(made.label);
      }
      inScope(context, () => statement.body.forEach((each) => emitStatement(context, each)));
      return;
    case 'declaration':
      for (const declarator of statement.declarators)
        context.attempt(() => declare(context, declarator), declarator.name);
      return;
    case 'expression':
      if (statement.value !== undefined) evaluate(context, statement.value, false);
      return;
    case 'return':
      emitReturn(context, statement);
      return;
    case 'if':
      emitIf(context, statement);
      return;
    case 'loop':
      inScope(context, () => emitLoop(context, statement));
      return;
    case 'switch':
      emitSwitch(context, statement);
      return;
    case 'break':
    case 'continue': {
      const to = statement.kind === 'break' ? context.breakTo : context.continueTo;
      if (to === undefined) context.refuse(span, `There is nothing to ${statement.kind} here.`);
      else emitter.jump(to, span);
      return;
    }
    case 'unsupported': {
      if (statement.label === undefined)
        context.refuse(span, `The values of a kernel with ${statement.what} are not followed.`);
      else {
        const to = context.labelOf(statement.label);
        to.from ??= span;
        emitter.jump(to.label, span);
      }
    }
  }
}

function inScope(context: Context, work: () => void): void {
  const { scope } = context;
  context.scope = new Scope(scope);
  try {
    work();
  } finally {
    context.scope = scope;
  }
}

/** Works with other targets for `break` and `continue`. */
function within(
  context: Context,
  to: { readonly breakTo: Label; readonly continueTo?: Label },
  work: () => void,
): void {
  const { breakTo, continueTo } = context;
  context.breakTo = to.breakTo;
  context.continueTo = to.continueTo ?? continueTo;
  try {
    work();
  } finally {
    context.breakTo = breakTo;
    context.continueTo = continueTo;
  }
}

function emitReturn(context: Context, { value, span }: Of<'return' | 'expression'>): void {
  const { returns, result, exit } = context.frame;
  if (value !== undefined) {
    const given = evaluate(context, value, returns.kind !== 'void');
    if (result !== undefined) store(context, result, given, span, context.text(value.span));
  }
  context.emitter.jump(exit, span);
}

function emitIf(context: Context, { condition: asked, then, otherwise, span }: Of<'if'>): void {
  const { emitter } = context;
  const [yes, no, end] = [
    emitter.newLabel('then'),
    emitter.newLabel('else'),
    emitter.newLabel('end'),
  ];
  const known = emitter.scoped(() => condition(context, asked, yes, no, false));
  if (known !== undefined) {
    const taken = known ? then : otherwise;
    if (taken !== undefined) inScope(context, () => emitStatement(context, taken));
    return;
  }
  emitter.place(yes);
  inScope(context, () => emitStatement(context, then));
  if (otherwise !== undefined) emitter.jump(end, span);
  emitter.place(no);
  if (otherwise !== undefined) inScope(context, () => emitStatement(context, otherwise));
  emitter.place(end);
}

function emitLoop(context: Context, loop: Of<'loop'>): void {
  const { emitter } = context;
  const { form, init, condition: asked, update, body, head } = loop;
  if (init !== undefined) emitStatement(context, init);
  const [start, check, again, end] = ['body', 'condition', 'continue', 'end of loop'].map((name) =>
    emitter.newLabel(name),
  );
  if (start === undefined || check === undefined || again === undefined || end === undefined)
    return;
  /** Runs the body or not; false where the loop is known to be over. */
  const decide = (): boolean => {
    const known =
      asked === undefined
        ? true
        : emitter.scoped(() => condition(context, asked, start, end, true));
    if (known === true) emitter.jump(start, head);
    if (known === false) emitter.jump(end, head);
    return known !== false;
  };
  if (form === 'do') emitter.jump(start, head);
  emitter.place(check);
  if (form !== 'do' && !decide()) {
    emitter.place(end);
    return;
  }
  emitter.place(start);
  within(context, { breakTo: end, continueTo: again }, () =>
    inScope(context, () => emitStatement(context, body)),
  );
  emitter.place(again);
  if (update !== undefined) emitter.scoped(() => evaluate(context, update, false));
  if (form === 'do') decide();
  else emitter.jump(check, head);
  emitter.place(end);
}

function emitSwitch(context: Context, { value, cases, span, head }: Of<'switch'>): void {
  const { emitter } = context;
  const [given] = evaluate(context, value).lanes;
  if (given === undefined) return context.refuse(value.span, 'This cannot be compared with cases.');
  const asked = emitter.keep(given, value.span);
  const end = emitter.newLabel('end of switch');
  const labels = cases.map(() => emitter.newLabel('case'));
  cases.forEach((each, i) => {
    const to = labels[i];
    if (each.value === undefined || to === undefined) return;
    const next = emitter.newLabel('next case');
    const wanted = convert(asked.type, constantOf(context, each.value));
    const holds = binary('==', asked, wanted);
    emitter.emit({ kind: 'branch', condition: holds, then: to, otherwise: next, span: head });
    emitter.place(next);
  });
  const otherwise = labels[cases.findIndex((each) => each.value === undefined)];
  emitter.jump(otherwise ?? end, span);
  within(context, { breakTo: end }, () =>
    inScope(context, () =>
      cases.forEach((each, i) => {
        const label = labels[i];
        if (label !== undefined) emitter.place(label);
        each.body.forEach((statement) => emitStatement(context, statement));
      }),
    ),
  );
  emitter.place(end);
}
