import type { TreeNode } from '../tree-node.ts';
import { named as children } from '../parsed.ts';
import { callsOf } from './argument-types.ts';
import { nameOfCallee } from './callee.ts';
import {
  declarationOf,
  functionAround,
  parametersOf,
  pathOf,
  templateParametersOf,
  valuesOf,
  withoutBrackets,
} from './host-text.ts';

/** Kernels that a launch is of, by their names or by variables that they are given to. */

export interface Kernel {
  readonly kernel: string;
  readonly explicit: readonly TreeNode[];
  readonly isOpen: boolean;
}

/** Functions that hand a kernel on are followed this far. */
const DEEPEST = 4;

/** A launch's kernel; of a pointer to kernels, as in `kernel = &transpose;`, those that it is given. */
export function kernelsOf(callee: TreeNode): readonly Kernel[] {
  const [own] = namesOf(callee);
  const [name, explicit] = own ? nameOfCallee(own) : nameOfCallee(callee);
  const { text } = callee.root;
  // Variables of other functions may have the name.
  const isKernel = (each: string): boolean =>
    /^[\w:]+$/.test(each) && new RegExp(`__global__[^;{}]*\\b${each}\\s*\\(`).test(text);
  const given = givenTo(own ?? callee, isKernel);
  const kernels = new Map(
    given.flatMap((each) => {
      const [kernel, list] = nameOfCallee(each);
      return isKernel(kernel) ? [[each.text.replace(/\s+/g, ''), { kernel, list }] as const] : [];
    }),
  );
  const isOpen = given.some((each) => !isKernel(nameOfCallee(each)[0]));
  if (kernels.size === 0) return [{ kernel: name, explicit, isOpen: !isKernel(name) }];
  return [...kernels.values()].map(({ kernel, list }) => ({ kernel, explicit: list, isOpen }));
}

/** Names in `&f`, `(void *)f<int>`, `HIP_KERNEL_NAME(f)` and lists of such; others are left as they are. */
function namesOf(node: TreeNode): readonly TreeNode[] {
  const inner = withoutBrackets(node);
  switch (inner.type) {
    case 'initializer_list':
      return children(inner).flatMap(namesOf);
    case 'pointer_expression': {
      const argument = inner.childForFieldName('argument');
      return argument ? namesOf(argument) : [];
    }
    case 'call_expression': {
      const [only] = children(inner.childForFieldName('arguments'));
      const isSame = /^(?:\w+_cast\s*<|HIP_KERNEL_NAME$)/.test(
        inner.childForFieldName('function')?.text ?? '',
      );
      return only && isSame ? namesOf(only) : [inner];
    }
    default:
      return [inner];
  }
}

/** Values that a variable is given, and those of variables that are handed on as they are. */
function givenTo(
  callee: TreeNode,
  isKernel: (name: string) => boolean,
  depth = 0,
): readonly TreeNode[] {
  return valuesGiven(callee)
    .flatMap(namesOf)
    .flatMap((each) => {
      const isNamed = isKernel(nameOfCallee(each)[0]);
      const further = isNamed || depth > DEEPEST ? [] : givenTo(each, isKernel, depth + 1);
      return further.length > 0 ? further : [each];
    });
}

/** A function has a variable of this name for itself. */
const isOwnOf = (inside: TreeNode | undefined, name: string): boolean =>
  inside !== undefined && declarationOf(name, inside, inside) !== undefined;

/** Values that a pointer, an array of pointers or a member is given in its function, by calls, or outside. */
function valuesGiven(callee: TreeNode): readonly TreeNode[] {
  const node = withoutBrackets(callee);
  const inside = functionAround(node);
  switch (node.type) {
    case 'pointer_expression': {
      const pointer = node.childForFieldName('argument');
      return pointer ? valuesGiven(pointer) : [];
    }
    case 'subscript_expression': {
      const [array, indices] = ['argument', 'indices'].map((each) => node.childForFieldName(each));
      const all = array ? valuesGiven(array) : [];
      const [list, another] = all;
      const index = Number(children(indices ?? null)[0]?.text);
      const only = another || !list ? undefined : children(list)[index];
      return only ? [only] : all;
    }
    case 'identifier':
    case 'field_expression': {
      const path = pathOf(node);
      const own = inside ? valuesOf(inside, path) : [];
      const place = inside ? parametersOf(inside).indexOf(path) : -1;
      if (own.length > 0 || !inside) return own;
      const ofTemplate = templateParametersOf(inside).indexOf(path);
      if (ofTemplate >= 0)
        return callsOf(inside).flatMap((call) => {
          const called = call.childForFieldName('function');
          return (called && nameOfCallee(called)[1][ofTemplate]) ?? [];
        });
      return place < 0
        ? valuesOf(node.root, path).filter((value) => !isOwnOf(functionAround(value), path))
        : callsOf(inside).flatMap(
            (call) => children(call.childForFieldName('arguments'))[place] ?? [],
          );
    }
    default:
      return [];
  }
}

/** A launch that may be of a kernel: of one that nobody tells, where the kernel is named elsewhere. */
export function openLaunchOf(
  root: TreeNode,
  launches: readonly (Kernel & { readonly node: TreeNode })[],
  kernel: string,
): TreeNode | undefined {
  const open = launches.find((each) => each.isOpen);
  const isNamed = (): boolean =>
    root.descendantsOfType('identifier').some((use) => use.text === kernel && isHandedOn(use));
  return open && isNamed() ? open.node : undefined;
}

/** It is named neither to declare it nor to launch it. */
function isHandedOn(use: TreeNode): boolean {
  let at = use;
  while (at.parent && /^(?:template_function|qualified_identifier)$/.test(at.parent.type))
    at = at.parent;
  const of = at.parent;
  return of?.type !== 'function_declarator' && of?.childForFieldName('function')?.id !== at.id;
}
