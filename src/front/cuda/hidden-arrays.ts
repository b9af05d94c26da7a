import type { TreeNode } from '../tree-node.ts';
import type { Scope } from '../scope.ts';
import type { Declarator, Type } from '../syntax.ts';
import { asParameter, isDynamic } from './hidden.ts';
import { CudaSpecialMembers } from './special-members.ts';

/** Variables that no head names, and that calls pass on. */
export class CudaHidden extends CudaSpecialMembers {
  /** Arrays that the host fills. */
  protected readonly hidden = new Map<string, Declarator>();
  /** The device's own variables. */
  protected readonly variables: Declarator[] = [];
  /** The elements of textures that are variables. */
  protected readonly textured = new Map<string, Type>();
  readonly #hiddenIn = new WeakMap<Scope, readonly Declarator[]>();

  /** Host-sized and host-filled arrays that a function, or what it calls, mentions. */
  protected hiddenIn(node: TreeNode, scope: Scope): readonly Declarator[] {
    const known = this.#hiddenIn.get(scope);
    if (known !== undefined) return known;
    const found = new Map<string, Declarator>();
    const seen = new Set<number>();
    const visit = (at: TreeNode): void => {
      if (seen.has(at.startIndex)) return;
      seen.add(at.startIndex);
      for (const declaration of at.descendantsOfType('declaration')) {
        if (declaration === null || !isDynamic(declaration)) continue;
        const made = this.inScope(() => this.statement(declaration), scope);
        if (made.kind === 'declaration')
          for (const each of made.declarators) found.set(each.name, each);
      }
      const names = at.descendantsOfType(['identifier', 'type_identifier']);
      for (const text of new Set(names.map((each) => each.text ?? ''))) {
        const own = this.hidden.get(text);
        if (own !== undefined) found.set(text, own);
        for (const { node: callee } of this.candidates.get(text) ?? []) visit(callee);
        for (const special of this.specialNodesOf(text)) visit(special);
        for (const definition of this.#definitionsIn(at, text, scope)) visit(definition);
      }
    };
    visit(node);
    const hidden = [...found.values()].map(asParameter);
    this.#hiddenIn.set(scope, hidden);
    return hidden;
  }

  /** Where methods of a struct are that a place names: those of the specialisations that are meant there. */
  #definitionsIn(at: TreeNode, name: string, scope: Scope): readonly TreeNode[] {
    // Also of what a template's parameter stands for.
    if (this.specialisationsOf(name).length === 0)
      return this.inScope(() => this.definitionsOf(name), scope);
    const uses = at
      .descendantsOfType('template_type')
      .filter((each) => each.childForFieldName('name')?.text === name);
    const meant = this.inScope(() => uses.map((each) => this.type(each)), scope);
    return meant.flatMap((type) =>
      type.kind === 'struct'
        ? [...this.candidates].flatMap(([key, all]) =>
            key.startsWith(`${type.name}::`) ? all.map(({ node }) => node) : [],
          )
        : this.definitionsOf(name),
    );
  }

  /** Specialisations of a function's template. */
  protected specialNodesOf(_name: string): readonly TreeNode[] {
    return [];
  }
}
