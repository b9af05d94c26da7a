import { named as children } from '../../parsed.ts';
import type { TreeNode } from '../../tree-node.ts';
import { runtimeCall } from '../runtime-calls.ts';

/** An occurrence of a variable may set it, or what it leads to.
 * @param isReference a function of the text may set what it is given there */
export function useOf(
  node: TreeNode,
  isReference: (name: string, place: number) => boolean,
): 'reads' | 'sets' | 'may set' {
  let at = node;
  let isElement = false;
  for (;;) {
    const { parent } = at;
    const isIn = (field: string): boolean => parent?.childForFieldName(field)?.id === at.id;
    switch (parent?.type) {
      case 'subscript_expression':
      case 'field_expression':
        if (!isIn('argument')) return 'reads';
        // A member is part of its variable.
        isElement ||= parent.childForFieldName('operator')?.text !== '.';
        break;
      case 'parenthesized_expression':
      case 'cast_expression':
        break;
      case 'pointer_expression':
        if (parent.childForFieldName('operator')?.text === '&')
          return isElement ? 'may set' : 'sets';
        isElement = true;
        break;
      case 'update_expression':
        return isElement ? 'may set' : 'sets';
      case 'assignment_expression':
        if (isIn('left')) return isElement ? 'may set' : 'sets';
        return isElement ? 'reads' : 'may set';
      case 'call_expression':
        return isIn('function') && (isElement || at.type === 'field_expression')
          ? 'may set'
          : 'reads';
      case 'argument_list': {
        const name = parent.parent?.childForFieldName('function')?.text ?? '';
        const place = children(parent).findIndex(({ id }) => id === at.id);
        const use = runtimeCall(name)?.use(place);
        if (use === 'reads' || use === 'leaves') return 'reads';
        return !isElement && isReference(name, place) ? 'sets' : 'may set';
      }
      case 'binary_expression':
        return parent.childForFieldName('operator')?.text === '>>' ? 'sets' : 'may set';
      default:
        return 'may set';
    }
    at = parent;
  }
}
