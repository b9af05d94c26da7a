import type { TreeNode } from '../../tree-node.ts';
import {
  CHANGED,
  type ElementType,
  GIVEN,
  LOST,
  type Place,
  type Scope,
  UNSET,
  type Variable,
} from './cells.ts';
import { read } from './reading.ts';
import type { About } from './initials.ts';
import { HostNewObjects } from './new-objects.ts';
import { Stopped } from './places.ts';
import { whole } from './numbers.ts';
import { nameOfClass } from './classes.ts';
import { type Declared, declaredBy, isSymbol } from './declared.ts';

/** The host's declarations. */
export abstract class HostDeclarations extends HostNewObjects {
  readonly #statics = new Map<string, Place>();

  /** Variables of a declaration. */
  declare(
    node: TreeNode,
    scope: Scope,
    isStatic = node.children.some(({ text }) => text === 'static'),
  ): void {
    const type = node.childForFieldName('type');
    const name = type?.childForFieldName('body') ? nameOfClass(type) : (type?.text ?? '');
    for (const each of node.childrenForFieldName('declarator')) {
      const inner = each.type === 'init_declarator' ? each.childForFieldName('declarator') : each;
      const value = each.childForFieldName('value');
      const own = inner && declaredBy(inner);
      if (!own) continue;
      // `S s(a)` reads as a function's declaration.
      const list =
        inner.type === 'function_declarator' ? inner.childForFieldName('parameters') : value;
      if (own.isOther || own.name === '') this.forget(each, scope);
      if (own.isOther) this.declareFunction(own.name, name, value, scope);
      else if (own.isReference) this.#reference(own, { name, value, scope });
      else this.#kept(own, { name, value: list, scope }, node, isStatic);
    }
  }

  /** `void (*f)() = g`, where it is one to a function that is told. */
  protected declareFunction(
    name: string,
    type: string,
    value: TreeNode | null | undefined,
    scope: Scope,
  ): void {
    const given = value ? this.valueOf(value, scope) : LOST;
    scope.declare(name, {
      type: { name: type, stars: 1 },
      value: given.kind === 'function' ? given : LOST,
    });
  }

  /** A function's static variable is made once. */
  #kept(own: Declared, about: About, node: TreeNode, isStatic: boolean): void {
    const key = `${node.id} ${own.name}`;
    const known = isStatic ? this.#statics.get(key) : undefined;
    if (known) about.scope.declare(own.name, known);
    else this.#variable(own, about, node, isStatic);
    const made = about.scope.find(own.name);
    const isElsewhere = node.children.some(({ text }) => text === 'extern') && !about.value;
    if (made && isElsewhere) {
      this.lose(read(made), GIVEN);
      if (own.sizes.length === 0) this.keep(made, GIVEN);
    }
    if (isStatic && made) this.#statics.set(key, made);
  }

  #reference(own: Declared, { name, value, scope }: About): void {
    scope.declare(own.name, this.referred(value, { name, stars: own.stars }, scope));
  }

  /** Where a reference leads. A variable that is not found behind it would be changed unseen. */
  protected referred(
    value: TreeNode | null | undefined,
    type: ElementType,
    scope: Scope,
  ): Variable | Place {
    const { place } = this.located(value, scope);
    if (place) return place;
    const isTemporary = /literal|lambda|binary|call|unary|cast/.test(value?.type ?? '');
    const names = value?.descendantsOfType(['identifier', 'type_identifier']) ?? [];
    if (!isTemporary && names.some(({ text }) => scope.find(text))) throw new Stopped();
    return { type, value: this.valueOf(value, scope) };
  }

  #variable(own: Declared, { name, value, scope }: About, node: TreeNode, isStatic: boolean): void {
    const type = this.types.resolved({ name, stars: own.stars });
    const isOne = own.sizes.length === 0;
    if (!isOne || isSymbol(node.text)) {
      const made = this.array(own, type, { name, value, scope }, node, isStatic);
      const { to: cells } = made.value;
      scope.declare(
        own.name,
        isOne ? { kind: 'cell', cells, at: 0, path: [] } : { ...made, isStatic },
      );
      return;
    }
    const rest = isStatic ? whole(0) : UNSET;
    const isCopied = value && this.types.isCopiedOtherwise(type) && this.isCopy(type, value, scope);
    const isOther = isCopied || this.types.isShared(type);
    const made = this.types.madeBy(value)?.type ?? type;
    const variable: Variable = { type: made, value: rest, isStatic };
    const place: Place = { kind: 'variable', variable, path: [] };
    const told = value
      ? this.initial(value, type, scope, place)
      : this.empty(type, node, rest, place, scope);
    if (value && this.types.isReferring(type)) this.changeNamed(value, scope);
    variable.value = isOther ? CHANGED : told;
    if (variable.type.name === 'auto' && told.kind === 'struct')
      scope.declare(own.name, { ...variable, type: { name: told.type, stars: 0 } });
    else scope.declare(own.name, variable);
    if (!isStatic) this.ends(own.name, scope);
  }

  /** A variable with a destructor. */
  protected ends(name: string, scope: Scope): void {
    const place = scope.find(name);
    if (place?.kind === 'variable' && this.types.isDestroyed(place.variable.type))
      scope.ending.push({ place, type: place.variable.type });
  }

  /** Objects of a block end. */
  protected leave(scope: Scope, kept?: Variable): void {
    for (const { place, type } of scope.ending.splice(0).toReversed())
      if (place.kind !== 'variable' || place.variable !== kept) this.destroy(place, type);
  }
}
