import type { Of } from '../../front/syntax.ts';
import { load, store } from './access.ts';
import { become, evaluate } from './c-expression.ts';
import { placeOf } from './c-place.ts';
import { changesVariables, type Context, type RValue } from './context.ts';
import { convertTo, ofScalar } from './conversion.ts';
import { int } from './make.ts';
import { operate } from './operators.ts';
import { remembered, settledValue } from './settle.ts';
import { VOID } from '../../front/types.ts';

/** `++` and `--`. */
export function update(context: Context, expression: Of<'update'>, wanted: boolean): RValue {
  const { operator, operand, prefix, span } = expression;
  const place = placeOf(context, operand);
  const before = load(context, place, operand.span);
  const old = prefix || !wanted ? before : remembered(context, before, span);
  const changed = operate(context, operator === '++' ? '+' : '-', old, ofScalar(int(1)), span);
  const converted = convertTo(context, changed, place.type, span);
  const made = prefix && wanted ? settledValue(context, converted, span) : converted;
  store(context, place, made, span, context.text(operand.span));
  return prefix ? made : old;
}

/** `=` and its compounds. */
export function assign(context: Context, expression: Of<'assign'>, wanted: boolean): RValue {
  const { operator, target, value, span } = expression;
  let place = placeOf(context, target);
  const text = context.text(target.span);
  if (place.kind === 'memory' || place.kind === 'lanes') {
    const { address } = place;
    if (changesVariables(value) || operator !== '=')
      place = {
        ...place,
        address: remembered(context, { type: VOID, lanes: [address] }, span).lanes[0] ?? address,
      };
  }
  let given: RValue;
  if (operator === '=') given = evaluate(context, value);
  else {
    const before = load(context, place, target.span);
    const old = changesVariables(value) ? remembered(context, before, span) : before;
    const right = evaluate(context, value);
    given = operate(context, operator, become(context, target, old), right, span);
  }
  if (place.type.kind === 'struct') {
    store(context, place, given, span, text);
    return load(context, place, span);
  }
  const converted = convertTo(context, given, place.type, span);
  const made = wanted ? settledValue(context, converted, span) : converted;
  store(context, place, made, span, text);
  return made;
}
