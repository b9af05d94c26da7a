import type { TreeNode } from '../tree-node.ts';
import type {
  Declarator,
  Expression,
  FunctionDeclaration,
  Length,
  Statement,
  Type,
} from '../syntax.ts';
import { INT, type StructType } from '../types.ts';
import { named } from '../parsed.ts';
import { wholeOf } from './constants.ts';
import { CudaEnds } from './ends.ts';
import type { Instance } from './instances.ts';
import { type Candidate, CONSTRUCTOR, DESTRUCTOR } from './structs.ts';
import { isStatic } from './static-values.ts';

/** Bodies of functions, methods and constructors. */
export class CudaFunctions extends CudaEnds {
  protected override define(
    { node, declarator, self, name: own }: Candidate,
    instance: Instance,
    parameters: readonly Declarator[],
    isKernel: boolean,
  ): FunctionDeclaration {
    const body = node.childForFieldName('body');
    const [bounds] = isKernel ? node.descendantsOfType('launch_bounds').flatMap(named) : [];
    const head = {
      name: instance.name,
      nameSpan: this.span(declarator.childForFieldName('declarator') ?? declarator),
      isKernel,
      returns: instance.returns,
      parameters,
      groupSize: undefined,
      ...(bounds && { mostItems: bounds.text }),
    };
    if (body === null) return { ...head, body: undefined };
    const outer = this.self;
    this.self = self;
    try {
      return this.inScope(() => {
        instance.parameters.forEach((parameter, i) => {
          const isPlace = instance.places[i] ?? false;
          const declared = isKernel ? (parameters[i] ?? parameter) : parameter;
          if (isStatic(parameter.type)) this.standFor(parameter);
          else this.declareParameter({ declarator: declared, isPlace });
        });
        for (const hidden of this.hiddenIn(node, instance.scope)) this.declare(hidden);
        if (self !== undefined) this.#declareMembers(self);
        this.returns = instance.returns;
        this.returnsPlace = instance.returnsPlace;
        const read = this.inFunction(() => {
          const takenOver = isKernel ? [] : this.#takenOver(instance);
          if (own.endsWith(`::${CONSTRUCTOR}`) && self)
            return this.#constructorBody(node, body, self, takenOver);
          if (own.endsWith(`::${DESTRUCTOR}`) && self) this.endMembersLater(self, node);
          for (const each of takenOver) this.endLater(each, node);
          return this.#understood(body);
        });
        return { ...head, body: read };
      }, instance.scope);
    } finally {
      this.self = outer;
      this.returnsPlace = false;
    }
  }

  /** Parameters that are objects of the function's own; the host ends those of a kernel. */
  #takenOver({ parameters, isOwn }: Instance): readonly Declarator[] {
    return parameters.filter((_, i) => isOwn[i] === true);
  }

  protected returnsPlace = false;

  /** The object that a constructor makes, which it returns. */
  protected constructed: Expression | undefined;

  /** A value known while compiling, for which the name stands. */
  protected standFor({ name, type }: Declarator): void {
    this.stand(name, (span) => ({ kind: 'name', name, type, span }));
  }

  #declareMembers(self: NonNullable<Candidate['self']>): void {
    const isClosure = self.name.startsWith('lambda ');
    this.scope.declare('this', { type: { kind: 'pointer', to: self } });
    if (isClosure) return;
    const declare = (members: typeof self.members): void => {
      for (const { name, type } of members ?? []) {
        if (name === '' && type.kind === 'struct') declare(type.members);
        if (name === '' || this.#isParameter(name)) continue;
        this.stand(name, (span) =>
          this.typed({
            kind: 'member',
            object: this.typed({ kind: 'name', name: 'this', span }),
            arrow: true,
            field: name,
            span,
          }),
        );
      }
    };
    declare(self.members);
  }

  /** A parameter hides the member of the same name. */
  #isParameter(name: string): boolean {
    const found = this.scope.find(name);
    return found !== undefined && 'type' in found && found !== this.globals.find(name);
  }

  /** Statements that initialise a variable declared without a value: by its default constructor, or its
   * members' default values. */
  protected defaultsFor(type: Type, target: Expression, node: TreeNode): readonly Statement[] {
    if (type.kind === 'array') return this.#forEach(type, target, node);
    if (type.kind !== 'struct') return [];
    if (this.candidates.has(`${type.name}::${CONSTRUCTOR}`)) {
      const made = this.chosen(`${type.name}::${CONSTRUCTOR}`, [], node);
      if (made !== undefined) return [this.#assignment(target, made)];
    }
    return this.#memberDefaults(type, target, node);
  }

  /** @param except members that are set otherwise */
  #memberDefaults(
    self: StructType<Length>,
    object: Expression,
    node: TreeNode,
    except?: ReadonlySet<string>,
  ): readonly Statement[] {
    const { span } = object;
    return (self.members ?? []).flatMap(({ name: field, type }) => {
      if (except?.has(field) === true) return [];
      if (field === '') {
        if (type.kind !== 'struct' || except?.has(plainName(type)) === true) return [];
        if (this.candidates.has(`${type.name}::${CONSTRUCTOR}`))
          return this.defaultsFor(type, this.baseOf(object, type), node);
        // Members of a base, or of a nameless struct, are the object's own.
        return this.#memberDefaults(type, object, node, except);
      }
      const target = this.typed({ kind: 'member', object, arrow: false, field, span });
      const given = this.defaults.get(self.name)?.get(field);
      return given === undefined
        ? this.defaultsFor(type, target, node)
        : this.#set(target, this.ownValue(type, given), node);
    });
  }

  /** A loop over an array; none where its elements have no defaults. */
  #forEach(
    type: Extract<Type, { kind: 'array' }>,
    array: Expression,
    node: TreeNode,
  ): readonly Statement[] {
    const made = this.loopOver(type, array, node, (element) =>
      this.defaultsFor(type.of, element, node),
    );
    return made === undefined ? [] : [made];
  }

  /** A loop whose body works on each element of an array; undefined for an empty body. */
  protected loopOver(
    { length }: Extract<Type, { kind: 'array' }>,
    array: Expression,
    node: TreeNode,
    bodyOf: (element: Expression) => readonly Statement[],
  ): Statement | undefined {
    const { span } = array;
    const make = this.maker(node);
    const end = typeof length === 'number' ? make.number(length) : length;
    if (end === undefined) return undefined;
    return this.inScope(() => {
      // An outer array's loop has another name.
      const name = `each${depthOf(array)}`;
      const index: Declarator = {
        name,
        nameSpan: span,
        type: INT,
        init: make.number(0),
        unsupported: undefined,
      };
      this.declare(index);
      const at = make.name(name);
      const element = this.typed({ kind: 'index', array, index: at, span });
      const body = bodyOf(element);
      if (body.length === 0) return undefined;
      const update: Expression = {
        kind: 'update',
        operator: '++',
        prefix: true,
        operand: at,
        span,
      };
      return {
        kind: 'loop',
        form: 'for',
        init: { kind: 'declaration', declarators: [index], span },
        condition: make.binary('<', at, end),
        update: this.typed(update),
        body: { kind: 'block', body, span },
        head: span,
        span,
      };
    });
  }

  /** An array's elements one by one, those that its list leaves out too. */
  #set(target: Expression, value: Expression, node: TreeNode): readonly Statement[] {
    const { type, span } = target;
    if (type?.kind !== 'array' || value.kind !== 'list') return [this.#assignment(target, value)];
    const { length } = type;
    const count = typeof length === 'object' ? Number(wholeOf(length) ?? NaN) : length;
    if (count === undefined || !(count <= LONGEST))
      return [{ kind: 'unsupported', what: 'so long a list of values', span }];
    const make = this.maker(node);
    const rest: Expression =
      type.of.kind === 'array'
        ? { kind: 'list', items: [], comma: false, span }
        : type.of.kind === 'struct'
          ? make.cast(type.of, make.number(0))
          : make.number(0);
    return Array.from({ length: count }, (_, i) => {
      const element = make.typed({ kind: 'index', array: target, index: make.number(i), span });
      return this.#set(element, value.items[i] ?? rest, node);
    }).flat();
  }

  #assignment(target: Expression, value: Expression): Statement {
    const { span } = target;
    return {
      kind: 'expression',
      value: this.typed({ kind: 'assign', operator: '=', target, value, span }),
      span,
    };
  }

  /** `{ T self; members; body; return self; }` */
  #constructorBody(
    node: TreeNode,
    body: TreeNode,
    self: NonNullable<Candidate['self']>,
    takenOver: readonly Declarator[],
  ): Statement {
    const span = this.span(node);
    const object: Declarator = {
      name: 'self',
      nameSpan: span,
      type: self,
      init: undefined,
      unsupported: undefined,
    };
    const name = (): Expression => ({ kind: 'name', name: 'self', type: self, span });
    const to: Type = { kind: 'pointer', to: self };
    const pointer: Declarator = {
      ...object,
      name: 'this',
      type: to,
      init: { kind: 'unary', operator: '&', operand: name(), type: to, span },
    };
    this.declare(object);
    this.declare(pointer);
    const list = node.children.find((child) => child.type === 'field_initializer_list');
    const set = named(list ?? null).flatMap((each): Statement[] => {
      const field = fieldOf(each);
      const member = (self.members ?? []).find(({ name: own, type }) =>
        own === '' && type.kind === 'struct' ? plainName(type) === field : own === field,
      );
      const value = named(each)[1];
      if (member === undefined || value === undefined) return [];
      const isBase = member.name === '' && member.type.kind === 'struct';
      const target = isBase
        ? this.baseOf(this.typed(name()), member.type)
        : this.typed({ kind: 'member', object: name(), arrow: false, field, span });
      const made = this.typed(this.construct(member.type, named(value), value));
      return [...this.#set(target, made, node)];
    });
    const isSet = new Set(named(list ?? null).map(fieldOf));
    const defaults = this.#memberDefaults(self, name(), node, isSet);
    this.returns = undefined;
    this.constructed = name();
    const inner = this.inFrame(() => {
      for (const each of takenOver) this.endLater(each, node);
      return [this.#understood(body)];
    });
    this.constructed = undefined;
    return {
      kind: 'block',
      span,
      body: [
        { kind: 'declaration', declarators: [object, pointer], span },
        ...defaults,
        ...set,
        ...inner,
        { kind: 'return', value: name(), span },
      ],
    };
  }

  /** What the grammar could not read is said at its place, and only where it is used. */
  #understood(body: TreeNode): Statement {
    if (!body.hasError) return this.statement(body);
    const wrong = firstError(body) ?? body;
    return { kind: 'unsupported', what: `'${wrong.text.slice(0, 40)}'`, span: this.span(wrong) };
  }
}

const LONGEST = 256;

/** The member that an entry of a constructor's list sets, or the base without its arguments. */
const fieldOf = (entry: TreeNode): string => (named(entry)[0]?.text ?? '').replace(/\s*<.*$/s, '');

/** A struct's name without the arguments of its template. */
const plainName = ({ name }: StructType<Length>): string => name.replace(/<.*$/s, '');

function firstError(node: TreeNode): TreeNode | undefined {
  if (node.isError || node.isMissing) return node;
  for (const child of node.children) {
    const found = child.hasError ? firstError(child) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Indices that lead to an element, through members too. */
function depthOf(element: Expression): number {
  if (element.kind === 'member') return depthOf(element.object);
  return element.kind === 'index' ? 1 + depthOf(element.array) : 0;
}
