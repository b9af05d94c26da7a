import type { Declarator } from '../../front/syntax.ts';
import type { Value } from '../program.ts';
import { constantOf, evaluate } from './c-expression.ts';
import { declare, variable } from './c-declare.ts';
import { typeOf } from './c-type.ts';
import { type Context, namesChanged } from './context.ts';
import type { Item } from './emitter.ts';
import { SCALARS } from '../../front/scalar.ts';
import { binary, int, zero } from './make.ts';
import { objectOf } from './memory.ts';
import { bytesOf, cellsOf } from '../../front/layout.ts';
import type { CType } from '../../front/types.ts';

/** Enumerators, constants and global variables outside functions. */
export function declareGlobals(context: Context): void {
  const { program } = context;
  let next: Value = int(0);
  for (const { name, value } of program.enumerators)
    context.attempt(() => {
      if (value !== undefined) next = constantOf(context, value);
      context.globals.set(name, {
        kind: 'value',
        type: { kind: 'scalar', scalar: 'int' },
        lanes: [next],
      });
      next = binary('+', next, int(1));
    });
  const changes = program.functions.map(namesChanged);
  const isFixed = ({ name, isSetByHost = false }: Declarator): boolean =>
    !isSetByHost &&
    changes.every(({ assigned, addressed }) => !assigned.has(name) && !addressed.has(name));
  for (const statement of program.globals) {
    if (statement.kind !== 'declaration') continue;
    for (const declarator of statement.declarators)
      context.whereUsed(declarator.name, () =>
        declareGlobal(context, declarator, isFixed(declarator)),
      );
  }
}

function declareGlobal(context: Context, declarator: Declarator, fixed: boolean): void {
  const { name, nameSpan, init, unsupported } = declarator;
  if (unsupported !== undefined)
    context.refuse(nameSpan, `Values of ${unsupported} are not followed.`);
  const type = typeOf(context, declarator.type, nameSpan);
  if (fixed && type.kind === 'scalar' && init !== undefined && init.kind !== 'list') {
    const value = evaluate(context, init);
    if (value.lanes.every((lane) => lane.kind === 'constant')) {
      context.globals.set(name, { kind: 'value', ...value });
      return;
    }
  }
  if (declarator.space === 'local') {
    context.globals.set(name, variable(context, declarator, type, { space: 'local', unset: true }));
    return;
  }
  const space = declarator.space === 'global' && type.kind !== 'pointer' ? 'global' : 'constant';
  context.globals.set(name, {
    kind: 'memory',
    type,
    address: context.object(
      objectOf(name, type, {
        space,
        span: nameSpan,
        length: 'stated',
        isVolatile: declarator.isVolatile ?? false,
        input: { kind: 'given', values: initialValues(context, declarator, type) },
      }),
    ),
  });
}

/** Scalars of a file-scope initialiser in memory order; zeros where it is silent. */
function initialValues(
  context: Context,
  declarator: Declarator,
  type: CType,
): readonly (number | bigint)[] {
  const cells = cellsOf(type);
  const values = new Map<number, number | bigint>();
  if (declarator.init !== undefined) {
    // Runs the initialiser as in a function, on its own object, and reads its stores.
    const { items } = context.emitter.capture(() => {
      const { scope, frame } = context;
      context.frame = { ...frame, addressed: new Set([declarator.name]) };
      context.zeroing = false;
      try {
        context.emitter.scoped(() => declare(context, { ...declarator, space: undefined }));
      } finally {
        context.scope = scope;
        context.frame = frame;
        context.zeroing = true;
      }
    });
    context.objects.pop();
    for (const item of items) note(context, declarator, item, values);
  }
  const element = cells[0]?.type ?? 'int';
  const isFlat = cells.every((cell) => cell.type === element);
  // With one scalar type, a fourth lane's room counts as one of them.
  const step = SCALARS[element].bytes;
  const places = isFlat
    ? Array.from({ length: bytesOf(type) / step }, (_, i) => i * step)
    : cells.map(({ offset }) => offset);
  const types = new Map(cells.map((cell) => [cell.offset, cell.type]));
  return places.map((offset) => values.get(offset) ?? zero(types.get(offset) ?? element).value);
}

function note(
  context: Context,
  declarator: Declarator,
  item: Item,
  values: Map<number, number | bigint>,
): void {
  if (item.kind === 'label') return;
  if (item.kind === 'store' && item.value.kind === 'constant') {
    const { address } = item;
    if (address.kind === 'address') values.set(0, item.value.value);
    else if (address.kind === 'offset' && address.bytes.kind === 'constant')
      values.set(Number(address.bytes.value), item.value.value);
    return;
  }
  context.refuse(item.span, `What ${declarator.name} begins with must be constants.`);
}
