import { named as children } from '../../parsed.ts';
import type { TreeNode } from '../../tree-node.ts';
import { runtimeCall } from '../runtime-calls.ts';

/** Statements assign to the variable or to an element; calls set it, or are given what it leads to, or
 * places of its elements. */
type Use = 'reads' | 'assigns' | 'stores' | 'sets' | 'given' | 'points' | 'may set';

/** Functions of the library that take a variable by reference. */
const BY_REFERENCE =
  /^(?:std::)?(?:swap|exchange|move|forward|tie|c?ref|getline|get|advance|iter_swap)$/;

/** Methods of containers by which their elements may be set. */
const GIVES_PLACES = /^(?:data|begin|end|rbegin|rend|front|back|at|get)$/;

/** Functions of the text. */
interface HowCalled {
  has(name: string): boolean;
  /** It may set what it is given there. */
  isReference(name: string, place: number): boolean;
  /** A method that leaves its object as it is. */
  isConstant(method: string): boolean;
}

/** The place is given to a call that is known. */
function isOfRuntime(place: TreeNode): boolean {
  let at = place;
  while (/^(?:cast|parenthesized)_expression$/.test(at.parent?.type ?? '')) at = at.parent ?? at;
  const call = at.parent?.type === 'argument_list' ? at.parent.parent : null;
  const kind = runtimeCall(call?.childForFieldName('function')?.text ?? '')?.kind;
  return kind !== undefined && kind !== 'other';
}

/** An occurrence of a variable may set it, or what it leads to. */
export function useOf(node: TreeNode, how: HowCalled): Use {
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
          return isElement ? 'may set' : isOfRuntime(parent) ? 'assigns' : 'sets';
        isElement = true;
        break;
      case 'update_expression':
        return isElement ? 'stores' : 'assigns';
      case 'assignment_expression':
        if (isIn('left')) return isElement ? 'stores' : 'assigns';
        return isElement ? 'reads' : 'may set';
      case 'call_expression':
        if (!isIn('function')) return 'reads';
        const method = at.childForFieldName('field')?.text ?? '';
        if (how.isConstant(method)) return 'reads';
        if (GIVES_PLACES.test(method)) return 'points';
        return isElement ? 'given' : 'sets';
      case 'argument_list': {
        const name = parent.parent?.childForFieldName('function')?.text ?? '';
        const place = children(parent).findIndex(({ id }) => id === at.id);
        const use = runtimeCall(name)?.use(place);
        if (use === 'reads' || use === 'leaves') return 'reads';
        // The text may have a function of such a name.
        const isSet = how.has(name) ? how.isReference(name, place) : BY_REFERENCE.test(name);
        if (!isElement && isSet) return 'sets';
        return use === undefined || use === 'anything' ? 'given' : 'stores';
      }
      case 'binary_expression':
        return parent.childForFieldName('operator')?.text === '>>' ? 'sets' : 'may set';
      case 'init_declarator':
        return /reference/.test(parent.childForFieldName('declarator')?.type ?? '') && !isElement
          ? 'sets'
          : 'may set';
      default:
        return 'may set';
    }
    at = parent;
  }
}
