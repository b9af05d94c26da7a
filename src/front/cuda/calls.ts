import type { TreeNode } from '../tree-node.ts';
import type { Span } from '../../base/span.ts';
import type { Expression, Length, Type } from '../syntax.ts';
import { named } from '../parsed.ts';
import { INT, SIZE, type StructType, targetOf } from '../types.ts';
import { areTogether } from './active-lanes.ts';
import { atomicCall } from './atomic-objects.ts';
import { callOfCuda } from './built-ins.ts';
import { nameOfCallee, unqualified } from './callee.ts';
import type { Maker } from './rows.ts';
import { constantOfCuda, indexAt, isIndex, joinedIndex } from './indices.ts';
import { HALVES } from './halves.ts';
import { groupCall, groupOf } from './groups.ts';
import { limit, limitedBy } from './limits.ts';
import { countOf, packLength } from './packs.ts';
import { functionIn, functionType, isFunction, isFunctionPointer } from './static-values.ts';
import { accessorCall, elementOf } from './tensors.ts';
import { textureCall } from './textures.ts';
import { CudaLambdas, THIS } from './lambdas.ts';

/** Expressions of C++: overloads, templates, methods, operators and lambdas become calls. */
export class CudaCalls extends CudaLambdas {
  protected override expressionAt(node: TreeNode): Expression {
    const span = this.span(node);
    const field = (name: string): TreeNode | null => node.childForFieldName(name);
    switch (node.type) {
      case 'number_literal':
        return node.text.includes("'")
          ? { kind: 'number', text: node.text.replaceAll("'", ''), span }
          : super.expressionAt(node);
      case 'parameter_declaration':
        return this.misread(node, node.childForFieldName('declarator'));
      case 'this':
        return this.expressionOf(this.scope.find(THIS) ? THIS : 'this', span);
      case 'identifier':
      case 'field_identifier':
      case 'type_identifier':
        return this.#meaning(node.text, span, this.maker(node));
      case 'qualified_identifier':
        return this.#qualifiedName(node);
      case 'template_function':
      case 'template_type':
        return this.#trait(node, span) ?? this.#passed(node) ?? super.expressionAt(node);
      case 'subscript_expression': {
        const array = this.expression(field('argument'));
        const index = this.expression(named(field('indices'))[0] ?? null);
        return (
          elementOf(array, index, this.maker(node)) ??
          this.operated('operator[]', [array, index], node) ??
          (node.parent?.type === 'pointer_expression'
            ? undefined
            : this.constantElement(array, index)) ?? { kind: 'index', array, index, span }
        );
      }
      case 'field_expression':
        return this.#member(node);
      case 'call_expression':
        return this.#called(node);
      case 'cast_expression': {
        const made = super.expressionAt(node);
        const [only, another] = made.kind === 'cast' ? made.operands : [];
        if (made.kind !== 'cast' || !only || another) return made;
        return this.asPlace(field('type'), made.type, only) ?? this.castTo(made.type, only, node);
      }
      case 'binary_expression': {
        const made = this.binary(node);
        return joinedIndex(made, this.maker(node)) ?? made;
      }
      case 'assignment_expression':
        return this.assigned(node);
      case 'unary_expression':
      case 'update_expression':
        return this.unary(node) ?? super.expressionAt(node);
      case 'compound_literal_expression':
        return this.construct(this.type(field('type')), named(field('value')), node);
      case 'pointer_expression': {
        // `&f` and `*f` of a function are the function.
        const made = super.expressionAt(node);
        return made.kind === 'unary' && isFunction(made.operand.type) ? made.operand : made;
      }
      case 'fold_expression':
        return this.fold(node);
      case 'initializer_list': {
        const isPacked = named(node).some(({ type }) => type === 'parameter_pack_expansion');
        return isPacked
          ? { kind: 'list', items: this.values(named(node)), comma: false, span }
          : super.expressionAt(node);
      }
      case 'sizeof_expression': {
        const length = packLength(this.scope, field('value')?.text ?? '');
        return length !== undefined && /^sizeof\s*\.\.\./.test(node.text)
          ? this.maker(node).cast(SIZE, countOf(length, span))
          : super.expressionAt(node);
      }
      case 'lambda_expression':
        return this.lambda(node);
      case 'gnu_asm_expression':
        return { kind: 'unsupported', what: 'inline PTX (asm)', span };
      case 'new_expression':
      case 'delete_expression':
        return { kind: 'unsupported', what: 'memory from new and delete', span };
      default:
        return super.expressionAt(node);
    }
  }

  #meaning(name: string, span: Span, make: Maker): Expression {
    const found = this.scope.find(name);
    if (found !== undefined && 'stands' in found) return found.stands(span);
    if (found === undefined)
      return (
        constantOfCuda(name, make) ?? {
          kind: 'name',
          name,
          span,
          ...(this.candidates.has(name) && { type: functionType(name) }),
        }
      );
    return { kind: 'name', name, span };
  }

  /** `f<float>` as a value, such as a template's argument. */
  #passed(node: TreeNode): Expression | undefined {
    const written = this.inSpace(node.childForFieldName('name')?.text ?? '', node);
    const name = this.withExplicit(written, named(node.childForFieldName('arguments')));
    return name === undefined
      ? undefined
      : { kind: 'name', name, span: this.span(node), type: functionType(name) };
  }

  #trait(node: TreeNode | null, span: Span): Expression | undefined {
    const answer = node === null ? undefined : this.traitValue(node);
    if (answer === undefined) return undefined;
    return { kind: 'number', text: answer ? '1' : '0', type: INT, span };
  }

  /** `Traits<T>::size`, `Mode::fast`, `std::min`, `std::is_same_v<T, U>`. */
  #qualifiedName(node: TreeNode): Expression {
    const scope = node.childForFieldName('scope');
    const name = node.childForFieldName('name');
    const span = this.span(node);
    const scoped = this.#enumerator(scope, name);
    if (scoped !== undefined) return scoped.stands(span);
    if (name?.type === 'qualified_identifier') return this.expression(name);
    const trait = this.#trait(name?.text === 'value' ? scope : name, span);
    if (trait !== undefined) return trait;
    const owner =
      scope !== null && (scope.type === 'template_type' || this.scope.has(scope.text))
        ? this.type(scope)
        : undefined;
    const found =
      owner?.kind === 'struct'
        ? this.insideOf(owner, (inner) => inner.find(name?.text ?? ''))
        : undefined;
    if (found !== undefined && 'stands' in found) return found.stands(span);
    if (/numeric_limits/.test(scope?.text ?? ''))
      return { kind: 'unsupported', what: node.text, span };
    const passed = name?.type.startsWith('template_') === true ? this.#passed(name) : undefined;
    const meant = name ? this.inSpace(name.text, name) : node.text;
    return passed ?? this.#meaning(meant, span, this.maker(node));
  }

  /** `E::A`, also of a struct's enumeration. */
  #enumerator(scope: TreeNode | null, name: TreeNode | null) {
    if (scope === null || name === null) return undefined;
    const owner = this.scope.typeNamed(scope.text);
    const inner = owner?.kind === 'struct' ? this.inside.get(owner.name) : undefined;
    const found = inner?.find(name.text) ?? this.scope.find(`${scope.text}::${name.text}`);
    return found !== undefined && 'stands' in found ? found : undefined;
  }

  #member(node: TreeNode): Expression {
    const argument = node.childForFieldName('argument');
    const name = node.childForFieldName('field')?.text ?? '';
    const dimension = 'xyz'.indexOf(name);
    // A part of a grid's place or size, which has no other.
    if (argument?.type === 'call_expression' && dimension >= 0 && name.length === 1) {
      const made = this.expression(argument);
      const isGrid =
        made.kind === 'cast' && made.type.kind === 'struct' && made.type.name === 'uint3';
      const part = isGrid ? made.operands[dimension] : undefined;
      if (part !== undefined) return part;
    }
    if (argument !== null && isIndex(argument.text) && name.length === 1 && dimension >= 0)
      if (this.scope.find(argument.text) === undefined)
        return indexAt(argument.text, dimension, this.maker(node));
    const made = this.pointing(super.expressionAt(node), node);
    return this.#staticMember(made) ?? made;
  }

  /** `object.size` of `static constexpr int size = 4;`. */
  #staticMember(made: Expression): Expression | undefined {
    if (made.kind !== 'member') return undefined;
    const type = made.arrow ? targetOf(made.object.type) : made.object.type;
    if (type?.kind !== 'struct' || type.members?.some(({ name }) => name === made.field))
      return undefined;
    const found = this.insideOf(type, (inner) => inner.find(made.field));
    return found !== undefined && 'stands' in found ? found.stands(made.span) : undefined;
  }

  #called(node: TreeNode): Expression {
    const callee = node.childForFieldName('function');
    const list = node.childForFieldName('arguments');
    const nodes = named(list);
    if (callee === null || list === null) return super.expressionAt(node);
    if (node.children.some((child) => child.type === 'kernel_call_syntax'))
      return { kind: 'unsupported', what: 'a launch by a kernel', span: this.span(node) };
    // `(T)(x)` reads as a call.
    const inner = callee.type === 'parenthesized_expression' ? named(callee)[0] : undefined;
    if (inner?.type === 'identifier' && this.isType(inner.text))
      return this.construct(this.typeNamed(inner.text), nodes, node);
    const isMade = /^(?:call|compound_literal|lambda)_expression$/.test(callee.type);
    const functor = isMade || inner !== undefined;
    if (functor) {
      const object = this.expression(callee);
      const made = this.operated('operator()', [object, ...this.values(nodes)], node);
      if (made !== undefined) return made;
      const passed = functionIn(object.type);
      const values = this.values(nodes);
      const called = passed === undefined ? undefined : this.chosen(passed, values, node);
      if (called !== undefined) return called;
      if (isFunction(object.type)) return this.byPointer(node);
    }
    if (callee.type === 'subscript_expression' || isFunctionPointer(this.#typeOf(callee)))
      return this.byPointer(node);
    const [name, explicit] = nameOfCallee(callee);
    const limited = limitedBy(callee);
    const limits = limited && limit(this.type(limited), name, this.maker(node));
    if (limits !== undefined) return limits;
    if (/^(static|reinterpret|const|dynamic)_cast$/.test(name)) {
      const type = this.type(explicit[0] ?? null);
      const value = this.expression(nodes[0] ?? null);
      const isBits = name === 'reinterpret_cast';
      return this.asPlace(explicit[0], type, value, isBits) ?? this.castTo(type, value, node);
    }
    const [moved, another] = nodes;
    if (/^std::(?:forward|move)\b/.test(callee.text) && moved && !another)
      return this.expression(moved);
    if (callee.type === 'field_expression') {
      const method = this.#method(callee, nodes, node);
      if (method !== undefined) return method;
    }
    if (/primitive_type|sized_type|template_type/.test(callee.type))
      return this.construct(this.type(callee), nodes, node);
    const isOpaque = this.scope.find(name) === undefined && !this.candidates.has(name);
    if (isOpaque && explicit.length === 0 && this.isType(name))
      return this.construct(this.typeNamed(name), nodes, list);
    const last = unqualified(callee);
    if (isOpaque && last.type === 'template_function' && this.hasTemplate(name))
      return this.construct(this.type(last), nodes, list);
    const object = this.scope.find(name);
    const args = this.values(nodes);
    if (object !== undefined) {
      const functor = this.#meaning(name, this.span(callee), this.maker(callee));
      const typed = this.typed(functor);
      if (typed.type?.kind === 'struct') {
        const self = this.addressOf(typed);
        const made = this.#methodOf(typed.type, 'operator()', args, node, [], self);
        if (made !== undefined) return made;
      }
      const passed = functionIn(typed.type);
      const made = passed === undefined ? undefined : this.chosen(passed, args, node, explicit);
      if (made !== undefined) return made;
    }
    const own = this.#ownMethod(name, args, node, explicit);
    if (own !== undefined) return own;
    const chosen =
      this.#ofHalves(name, args, node) ??
      this.chosen(this.#owner(callee) + name, args, node, explicit) ??
      this.chosen(name, args, node, explicit);
    if (chosen !== undefined) return chosen;
    const make = this.maker(node);
    if (name === '__activemask' && areTogether(node, (called) => this.candidates.has(called)))
      return make.call('__activemask_unparted', [make.number('0xffffffffu')]);
    return (
      groupCall(
        name,
        explicit.map((each) => each.text),
        args,
        make,
      ) ??
      textureCall(name, this.#textured(explicit, args), args, make) ??
      callOfCuda(name, args, make) ?? {
        kind: 'call',
        callee: { kind: 'name', name, span: this.span(callee) },
        args,
        span: this.span(node),
      }
    );
  }

  /** The type of a texture's elements, which a call or its variable names. */
  #textured([type]: readonly TreeNode[], [texture]: readonly Expression[]): Type | undefined {
    if (type !== undefined) return this.type(type);
    return texture?.kind === 'name' ? this.textured.get(texture.name) : undefined;
  }

  /** `__hadd` of halves, where the text has one of another type, as `cuda_bf16.h` does. */
  #ofHalves(name: string, args: readonly Expression[], node: TreeNode): Expression | undefined {
    const others = this.candidates.get(name);
    if (others === undefined || !Object.hasOwn(HALVES, name) || !args.some(isHalf))
      return undefined;
    return others.some(({ declarator }) => /\b(?:__)?half2?\b/.test(declarator.text))
      ? undefined
      : HALVES[name]?.(args, this.maker(node));
  }

  #typeOf(callee: TreeNode): Type {
    const found = callee.type === 'identifier' ? this.scope.find(callee.text) : undefined;
    return found !== undefined && 'type' in found ? found.type : { kind: 'void' };
  }

  #owner(callee: TreeNode): string {
    if (callee.type !== 'qualified_identifier') return '';
    const scope = callee.childForFieldName('scope');
    const type =
      scope && (scope.type === 'template_type' || this.scope.has(scope.text))
        ? this.type(scope)
        : undefined;
    return type?.kind === 'struct' ? `${type.name}::` : '';
  }

  #ownMethod(
    name: string,
    args: readonly Expression[],
    node: TreeNode,
    explicit: readonly TreeNode[],
  ): Expression | undefined {
    if (this.self === undefined) return undefined;
    const isNamed = node.childForFieldName('function')?.type === 'identifier';
    if (isNamed && this.isOverridden(this.self, name, node)) return this.aimed(null, node);
    const self = this.maker(node).name('this');
    return this.#methodOf(this.self, name, args, node, explicit, self);
  }

  #method(callee: TreeNode, nodes: readonly TreeNode[], node: TreeNode): Expression | undefined {
    const isArrow = callee.childForFieldName('operator')?.text === '->';
    const argument = this.expression(callee.childForFieldName('argument'));
    const object =
      (isArrow ? this.operated('operator->', [argument], node) : undefined) ?? argument;
    const field = callee.childForFieldName('field');
    const template = /template_method|dependent_name/.test(field?.type ?? '')
      ? (field?.descendantsOfType('template_method')[0] ?? field)
      : null;
    const name = (template?.childForFieldName('name') ?? field)?.text ?? '';
    const explicit = named(template?.childForFieldName('arguments') ?? null);
    const type = isArrow ? targetOf(object.type) : object.type;
    const args = this.values(nodes);
    const group = type && groupOf(type);
    const make = this.maker(node);
    if (group !== undefined) return groupCall(name, [], [object, ...args], make);
    if (type?.kind !== 'struct') return undefined;
    const ofHeader =
      atomicCall(object, isArrow, name, args, make) ??
      (isArrow ? undefined : accessorCall(object, name, args, make));
    if (ofHeader !== undefined) return ofHeader;
    const self = isArrow ? object : this.addressOf(object);
    const isKnown = !isArrow && !(object.kind === 'unary' && object.operator === '*');
    if (!isKnown && this.isOverridden(type, name, node)) {
      const aim = this.aimed(callee.childForFieldName('argument'), node);
      if (aim.type?.kind !== 'struct') return aim;
      return this.#methodOf(aim.type, name, args, node, explicit, this.addressOf(aim));
    }
    return this.#methodOf(type, name, args, node, explicit, self);
  }

  /** A method of a struct, or of those that it inherits from. */
  #methodOf(
    type: StructType<Length>,
    name: string,
    args: readonly Expression[],
    node: TreeNode,
    explicit: readonly TreeNode[],
    self: Expression,
  ): Expression | undefined {
    const own = this.chosen(`${type.name}::${name}`, args, node, explicit, self);
    if (own) return own;
    for (const base of type.members ?? []) {
      if (base.name !== '' || base.type.kind !== 'struct') continue;
      const to: Type = { kind: 'pointer', to: base.type };
      const up: Expression = { kind: 'cast', type: to, operands: [self], span: self.span };
      const found = this.#methodOf(base.type, name, args, node, explicit, this.typed(up));
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

const isHalf = ({ type }: Expression): boolean =>
  (type?.kind === 'scalar' || type?.kind === 'vector') && type.scalar === 'half';
