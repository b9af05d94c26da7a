import type { Type } from '../syntax.ts';
import { otherName, otherType } from '../types.ts';
import { groupOf } from './groups.ts';

/** Values that exist while compiling only: groups of threads, and functions that are passed on. */

export const functionType = (name: string): Type => otherType('function', name, `function ${name}`);

/** The function that a value is. */
export const functionIn = (type: Type | undefined): string | undefined =>
  otherName(type, 'function');

export const isStatic = (type: Type): boolean =>
  groupOf(type) !== undefined || functionIn(type) !== undefined;

export const isFunctionPointer = (type: Type): boolean =>
  type.kind === 'other' && type.what === 'a pointer to a function';

export const isFunction = (type: Type | undefined): boolean =>
  type !== undefined && (functionIn(type) !== undefined || isFunctionPointer(type));

/** A template that is another's argument. */
export const templateType = (name: string): Type =>
  otherType('template', name, `template of ${name}`);

export const templateIn = (type: Type | undefined): string | undefined =>
  otherName(type, 'template');
