import { lazy } from '../../base/lazy.ts';
import {
  type Expression,
  type FunctionDeclaration,
  type Of,
  partsOf,
  within,
} from '../../front/syntax.ts';
import { callTypes } from '../../front/signatures.ts';
import type { Span } from '../../base/span.ts';
import { load, store, unnamed } from './access.ts';
import { type Check, checkOf, isAnnotation, logicOf } from './annotations.ts';
import { builtIn } from './built-in.ts';
import { variable } from './c-declare.ts';
import { evaluate, evaluateAll } from './c-expression.ts';
import { emitStatement } from './c-statement.ts';
import { typeOf } from './c-type.ts';
import {
  changesVariables,
  type Context,
  type Frame,
  namesChanged,
  type Place,
  Refused,
  type RValue,
  Scope,
} from './context.ts';
import { convertTo, NOTHING, ofScalar } from './conversion.ts';
import { heldPointer, inArray } from './member-array.ts';
import { type MemberPointers, memberPointers } from './member-pointers.ts';
import type { Item } from './emitter.ts';
import { some } from './make.ts';
import { truthOf } from './operators.ts';
import { imageOf } from './image-type.ts';
import { givenValue } from './pragma-value.ts';
import { decayed, laneOf, lanesOf } from '../../front/types.ts';
import { unknownResult } from './unknown-function.ts';

const hasString = (expression: Expression): boolean =>
  [...within(expression)].some((each) => each.kind === 'string');

/** Reads all that is printed, but for strings, which have no values, where nothing hangs on them. */
function print(context: Context, expression: Expression): void {
  switch (expression.kind) {
    case 'string':
    case 'name':
      return;
    case 'cast':
    case 'index':
      if (hasString(expression)) for (const each of partsOf(expression)) print(context, each);
      else evaluate(context, expression);
      return;
    case 'conditional': {
      const { condition, then, otherwise } = expression;
      const isOfText = [then, otherwise].every((each) => each.kind === 'string');
      evaluate(context, isOfText ? condition : expression);
      return;
    }
    default:
      evaluate(context, expression);
  }
}

/** Inlines the text's functions; others are built-in or given a value by a pragma.
 * @throws {Refused} */
export function evaluateCall(context: Context, call: Of<'call'>, wanted: boolean): RValue {
  const { callee, args, span } = call;
  if (callee.kind !== 'name')
    return context.refuse(span, 'What is called here is not the name of a function.');
  const { name } = callee;
  const declaration = context.function(name);
  if (declaration?.body !== undefined) {
    const values = evaluateAll(context, args);
    return inline(context, declaration, values, call);
  }
  const check = checkOf(name);
  if (check !== undefined) {
    if (check === 'ensures') leaveEnsures(context, call);
    else emitCheck(context, check, call);
    return NOTHING;
  }
  const logic = logicOf(name, args, span);
  if (logic !== undefined) return evaluate(context, logic, wanted);
  if (isAnnotation(name) && declaration === undefined) {
    context.reports.info(
      'annotation-ignored',
      span,
      `${name} is not used, and nobody judges what it says.`,
    );
    return NOTHING;
  }
  if (name === 'printf' || name === 'prefetch') {
    for (const each of args) print(context, each);
    return NOTHING;
  }
  const handler = declaration === undefined ? builtIn(name) : undefined;
  if (handler !== undefined) {
    const values = toldAll(context, name, evaluateAll(context, args), span);
    return handler({ context, name, args: values, span, wanted });
  }
  const values = evaluateAll(context, args);
  const given = givenValue(context, name, declaration, values, span);
  if (given === undefined) {
    return (
      (declaration && withoutBody(context, declaration, span)) ??
      context.refuse(
        span,
        `What ${name} computes is not known: it has no body here.`,
        `Write its body, or say what it returns: #pragma tuner value ${name} = 0`,
      )
    );
  }
  if (declaration === undefined) return ofScalar(given);
  const type = typeOf(context, declaration.returns, declaration.nameSpan);
  return convertTo(context, ofScalar(given), type, span);
}

/** Arguments of a built-in function whose types the text did not tell are brought to its own here. */
function toldAll(
  context: Context,
  name: string,
  args: readonly RValue[],
  span: Span,
): readonly RValue[] {
  const types = args.map(({ type }) => type);
  const { takes = [] } = callTypes(name, types) ?? {};
  return args.map((arg, i) => convertTo(context, arg, takes[i] ?? arg.type, span));
}

function withoutBody(
  context: Context,
  declaration: FunctionDeclaration,
  span: Span,
): RValue | undefined {
  const returns = typeOf(context, declaration.returns, declaration.nameSpan);
  const takes = declaration.parameters.map((each) => typeOf(context, each.type, each.nameSpan));
  return unknownResult(context, declaration, returns, takes, span);
}

/** It speaks of the end of a function, which is not looked at. */
function leaveEnsures(context: Context, { span }: Of<'call'>): void {
  const holdsIf = `${context.text(span)} holds`;
  const why = 'A claim about the end of a function is not judged.';
  const what = 'result';
  context.assume({ what, why, span, holdsIf, weakens: false, touches: 'none' });
}

/** Only verifiers compute the claim: it reads no memory that others may write, and changes nothing. */
const isIdle = ({ objects }: Context, items: readonly Item[]): boolean =>
  items.every(
    (item) =>
      /^(set|label|jump|branch)$/.test(item.kind) ||
      (item.kind === 'load' &&
        some(
          item.address,
          (part) => part.kind === 'address' && objects[part.object]?.space === 'private',
        )),
  );

/** A condition that is not understood is reported and left out. */
function emitCheck(
  context: Context,
  kind: Exclude<Check, 'ensures'>,
  { args, span }: Of<'call'>,
): void {
  const { emitter } = context;
  const [asked] = args;
  if (asked === undefined) return context.refuse(span, 'A condition is missing here.');
  const told = emitter.capture(() => {
    try {
      return truthOf(context, evaluate(context, asked), asked.span);
    } catch (error) {
      if (error instanceof Refused) return error;
      throw error;
    }
  });
  const { result } = told;
  const isOfVerifiers = kind === 'invariant';
  if (isOfVerifiers && (changesVariables(asked) || !isIdle(context, told.items)))
    return context.reports.warning(
      'annotation-ignored',
      span,
      'This is not checked: it is more than a plain condition.',
    );
  if (result instanceof Refused) {
    const ignored = kind === 'assume' ? 'is not taken for granted' : 'is not checked';
    const report = kind === 'assert' ? context.reports.warning : context.reports.info;
    report('annotation-ignored', span, `This ${ignored}: ${result.diagnostic.message}`);
    return;
  }
  emitter.append(told.items);
  if (result.kind === 'constant' && Number(result.value) !== 0) return;
  emitter.emit({
    kind: kind === 'assume' ? kind : 'assert',
    condition: result,
    text: context.text(asked.span),
    span,
  });
}

function inline(
  context: Context,
  declaration: FunctionDeclaration,
  args: readonly RValue[],
  call: Of<'call'>,
): RValue {
  const { emitter } = context;
  const { name, parameters, body } = declaration;
  const { span } = call;
  for (let frame: Frame | undefined = context.frame; frame !== undefined; frame = frame.outer)
    if (frame.name === name) context.refuse(span, `${name} calls itself, which is not followed.`);
  if (args.length !== parameters.length)
    context.refuse(span, `${name} takes ${parameters.length} arguments; here are ${args.length}.`);
  const returns = typeOf(context, declaration.returns, declaration.nameSpan);
  const changed = namesChanged(declaration);
  const leading = lazy(() => {
    const given = parameters.flatMap((each, i) => (args[i]?.within ? each.name : []));
    return memberPointers((each) => context.function(each), declaration, given);
  });
  const result = resultOf(context, returns, call, leading);
  const { scope: outerScope, frame: outer, breakTo, continueTo } = context;
  const { at, calledAt } = emitter;
  emitter.calledAt ??= span;
  if (context.isIncluded(declaration.nameSpan)) emitter.at ??= span;
  context.frame = {
    name,
    returns,
    result,
    ...changed,
    leading,
    exit: emitter.newLabel(`end of ${name}`),
    labels: new Map(),
    outer,
  };
  const scope = new Scope(context.globals);
  try {
    parameters.forEach((parameter, i) => {
      const arg = args[i];
      if (arg === undefined) return;
      const type = decayed(typeOf(context, parameter.type, parameter.nameSpan));
      const isConstant =
        arg.lanes.every((lane) => lane.kind === 'constant' || imageOf(context, lane)) &&
        !changed.assigned.has(parameter.name) &&
        !changed.addressed.has(parameter.name);
      if (isConstant) {
        scope.set(parameter.name, { kind: 'value', ...arg });
        return;
      }
      const place = context.once(parameter, type, () =>
        variable(context, parameter, type, { space: 'private', unset: false }),
      );
      store(context, place, arg, span);
      scope.set(parameter.name, inArray(context, place, parameter.name, arg, span));
    });
    context.scope = scope;
    context.breakTo = undefined;
    context.continueTo = undefined;
    if (body !== undefined) emitStatement(context, body);
    context.endOfFunction();
  } finally {
    emitter.at = at;
    emitter.calledAt = calledAt;
    context.scope = outerScope;
    context.frame = outer;
    context.breakTo = breakTo;
    context.continueTo = continueTo;
  }
  return result === undefined ? NOTHING : load(context, result, span);
}

/** Where the result of a call is put. */
function resultOf(
  context: Context,
  type: RValue['type'],
  call: Of<'call'>,
  leading: () => MemberPointers,
): Place | undefined {
  if (type.kind === 'void') return undefined;
  if (type.kind === 'struct') return unnamed(context, type, call);
  const registers = Array.from({ length: lanesOf(type) }, () =>
    context.emitter.temporary(laneOf(type)),
  );
  const place = { kind: 'registers', type, registers } as const;
  if (type.kind !== 'pointer' || !leading().isReturned) return place;
  return heldPointer(context, place, `what ${context.text(call.span)} points into`, 'temporary');
}
