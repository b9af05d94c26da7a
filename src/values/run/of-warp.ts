import { isInteger, isSigned, SCALARS } from '../../front/scalar.ts';
import type { Value, ValueProgram } from '../program.ts';
import { onlySetting } from '../walk.ts';

/** Numbers of whole warps up to here stay positive in an `int`. */
const MOST = 2 ** 30;

/** Asked of a value: lanes of a warp have it in common by where they are, as `threadIdx.x / 32`. */
export function commonInWarp(program: ValueProgram): (value: Value) => boolean {
  const { lanes, local } = program;
  const setting = onlySetting(program);
  const areRowsWhole = local[0] % lanes === 0;
  const resolved = (value: Value): Value => {
    if (value.kind === 'convert' && isWide(value.type)) return resolved(value.operand);
    if (value.kind !== 'register') return value;
    const found = setting(value.register);
    return found ? resolved(found) : value;
  };
  const numberIn = (value: Value): number | undefined => {
    const found = resolved(value);
    return found.kind === 'constant' ? Number(found.value) : undefined;
  };
  const isMultiple = (value: Value): boolean => {
    const number = numberIn(value);
    return number !== undefined && number >= 0 && number <= MOST && number % lanes === 0;
  };
  const isOfGroup = (value: Value): boolean => {
    const found = resolved(value);
    return (numberIn(found) ?? -1) >= 0 || (found.kind === 'id' && found.of === 'group');
  };
  /** A number of whole warps that all items of a group have in common. */
  const areWarps = (value: Value): boolean => {
    const found = resolved(value);
    if (isMultiple(found)) return true;
    if (found.kind !== 'binary') return false;
    const { operator, left, right } = found;
    if (operator === '+') return areWarps(left) && areWarps(right);
    return (
      operator === '*' &&
      ((areWarps(left) && isOfGroup(right)) || (isOfGroup(left) && areWarps(right)))
    );
  };
  /** The lane's own number, behind whole warps. */
  const isCount = (value: Value): boolean => {
    const found = resolved(value);
    if (found.kind === 'id' && found.dimension === 0)
      return areRowsWhole || (found.of === 'local' && local[1] * local[2] === 1);
    if (found.kind !== 'binary' || found.operator !== '+') return false;
    const { left, right } = found;
    return (isCount(left) && areWarps(right)) || (areWarps(left) && isCount(right));
  };
  return (value) => {
    if (value.kind === 'id') return value.of === 'group' || (value.dimension > 0 && areRowsWhole);
    if (value.kind !== 'binary' || !isInteger(value.type) || !isCount(value.left)) return false;
    const by = numberIn(value.right) ?? 0;
    if (value.operator === '/') return by > 0 && by % lanes === 0;
    return value.operator === '>>' && by < 31 && 2 ** by % lanes === 0;
  };
}

/** Small signed types make negative numbers of places, whose quotients are no places' any more. */
const isWide = (type: Parameters<typeof isInteger>[0]): boolean =>
  isInteger(type) && type !== 'bool' && (SCALARS[type].bytes >= 4 || !isSigned(type));
