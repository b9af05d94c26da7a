import type { Pragma, Written } from './pragma.ts';

/** A pragma of the text's own has an expression with this name. */
export function speaksOf(pragma: Pragma, name: string): boolean {
  const isIn = ({ names }: Pick<Written, 'names'>): boolean =>
    names.some((each) => each.name === name);
  switch (pragma.kind) {
    case 'param':
      return isIn(pragma);
    case 'require':
    case 'trips':
    case 'registers':
    case 'cost':
    case 'value':
    case 'local':
    case 'stride':
    case 'instructions':
    case 'before':
      return isIn(pragma.value);
    case 'items':
    case 'local_size':
      return pragma.isAssumed !== true && pragma.values.some(isIn);
    case 'array':
      return pragma.isAssumed !== true && [pragma.value, ...(pragma.further ?? [])].some(isIn);
    case 'input':
    case 'ensures':
      return new RegExp(`\\b${name}\\b`).test(pragma.text);
    case 'assume':
    case 'barrier':
    case 'lockstep':
      return false;
    default:
      return pragma satisfies never;
  }
}
