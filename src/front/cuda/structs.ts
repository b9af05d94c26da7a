import type { TreeNode } from '../tree-node.ts';
import type { Length } from '../syntax.ts';
import type { Scope } from '../scope.ts';
import { named } from '../parsed.ts';
import type { Member, StructType } from '../types.ts';
import {
  autoParameters,
  type Bindings,
  type TemplateParameter,
  templateParameters,
} from './templates.ts';
import {
  functionDeclaratorOf,
  memberDefaultsIn,
  modifiersOf,
  parametersIn,
} from './declarators.ts';
import type { StructTemplate } from './names.ts';
import { CudaSpecialisations, type Specialisation } from './specialisations.ts';

/** A function or method as the text defines it, before its template has arguments. */
export interface Candidate {
  readonly name: string;
  /** The definition, or a declaration without a body. */
  readonly node: TreeNode;
  readonly declarator: TreeNode;
  readonly template: readonly TemplateParameter[];
  /** Where it is defined. */
  readonly scope: Scope;
  /** The target of `this`. */
  readonly self: StructType<Length> | undefined;
}

/** A member's default value, and the scope that its names are of. */
export interface MemberDefault {
  readonly node: TreeNode;
  readonly scope: Scope;
}

interface OpenStruct extends StructType<Length> {
  members: readonly Member<Length>[] | undefined;
}

export const CONSTRUCTOR = 'constructor';

export const DESTRUCTOR = '~';

/** `operator T()`, of which one without `const` and one with are the same. */
export const CONVERSION = 'operator cast';

/** Structs of C++ with their methods. */
export class CudaStructs extends CudaSpecialisations {
  readonly candidates = new Map<string, Candidate[]>();
  /** Declarations without a body, which may have default arguments. */
  protected readonly declared = new Map<string, TreeNode[]>();
  /** Methods defined outside of their structs' templates, by the template. */
  readonly #outside = new Map<string, Specialisation[]>();
  readonly #staticsOutside = new Map<string, string[]>();
  readonly #structs = new Map<string, OpenStruct>();
  /** Members' default values, by struct and name. */
  protected readonly defaults = new Map<string, Map<string, MemberDefault>>();
  /** Names of virtual methods, by the struct that says so. */
  protected readonly virtuals = new Map<string, Set<string>>();
  /** Where the body of a struct begins. */
  readonly #bodies = new Map<string, number>();
  /** The struct whose body is being read. */
  #around: string | undefined;
  #closures = 0;

  protected override struct(node: TreeNode): StructType<Length> {
    const written = node.childForFieldName('name');
    // A specialisation's own name is that of its template.
    const simple = (written?.childForFieldName('name') ?? written)?.text;
    const name = this.tag ?? this.#nameOf(simple ?? this.tagOf(node), node);
    const isInstance = this.tag !== undefined;
    this.tag = undefined;
    const body = node.childForFieldName('body');
    const known = this.#structs.get(name);
    const open: OpenStruct = known ?? {
      kind: 'struct',
      name,
      union: node.type === 'union_specifier',
      packed: false,
      members: undefined,
    };
    this.#structs.set(name, open);
    this.scope.declareType(name, open);
    if (simple !== undefined && !isInstance) this.scope.declareType(simple, open);
    // A base may name the struct itself, as `Base<S<T>>`.
    const isBeingRead = this.#bodies.get(name) === node.startIndex;
    if (body === null || open.members !== undefined || isBeingRead) return open;
    this.#bodies.set(name, node.startIndex);
    const around = this.#around;
    this.#around = name;
    this.inScope(() => {
      this.inside.set(name, this.scope);
      this.scope.declareType(simple ?? name, open);
      const bases = node.children.find((child) => child.type === 'base_class_clause');
      const inherited = named(bases ?? null).flatMap((base) => {
        const type = /access_specifier/.test(base.type) ? undefined : this.type(base);
        return type?.kind === 'struct' ? [{ name: '', type }] : [];
      });
      open.members = [
        ...inherited,
        ...named(body).flatMap((field) => this.#field(field, open, simple)),
      ];
    });
    this.#around = around;
    return open;
  }

  /** Structs in other structs, and those of one name in several functions, are several. */
  #nameOf(simple: string, node: TreeNode): string {
    const declared = this.scope.typeNamed(simple);
    if (node.childForFieldName('body') === null)
      return declared?.kind === 'struct' ? declared.name : simple;
    const name = this.#around === undefined ? simple : `${this.#around}::${simple}`;
    const other = this.#bodies.get(name);
    return other === undefined || other === node.startIndex ? name : `${name} ${node.startIndex}`;
  }

  /** Members of a struct; its methods, statics and types are remembered on the way. */
  #field(field: TreeNode, self: StructType<Length>, simple?: string): Member<Length>[] {
    switch (field.type) {
      case 'field_declaration': {
        const value = field.childForFieldName('default_value');
        const isStatic = modifiersOf(field).has('static');
        if (isStatic && value !== null) {
          const { scope } = this;
          const name = field.childForFieldName('declarator')?.text ?? '';
          this.stand(name, () => this.inScope(() => this.expression(value), scope));
        } else if (!isStatic) this.#rememberDefaults(field, self);
        const isMethod = field.descendantsOfType('function_declarator').length > 0;
        if (isMethod) this.#rememberVirtual(field, self);
        return isStatic || isMethod ? [] : this.members(field);
      }
      case 'template_declaration': {
        const inner = named(field).at(-1);
        const parameters = templateParameters(field.childForFieldName('parameters'));
        if (inner?.type === 'function_definition') this.method(inner, self, simple, parameters);
        return [];
      }
      case 'function_definition':
        this.method(field, self, simple, []);
        return [];
      case 'access_specifier':
        return [];
      case 'declaration':
        // `~P();`
        this.method(field, self, simple, []);
        return [];
      case 'friend_declaration': {
        const inner = named(field)[0];
        const declarator = functionDeclaratorOf(inner?.childForFieldName('declarator') ?? null);
        const name = declarator?.childForFieldName('declarator')?.text.replaceAll(/\s/g, '');
        if (inner?.type === 'function_definition' && declarator && name !== undefined)
          this.candidate({
            name,
            node: inner,
            declarator,
            template: [],
            scope: this.scope,
            self: undefined,
          });
        return [];
      }
      default:
        this.type(field);
        return [];
    }
  }

  #rememberVirtual(node: TreeNode, { name }: StructType<Length>): void {
    const own = functionDeclaratorOf(node.childForFieldName('declarator'));
    const method = own?.childForFieldName('declarator')?.text;
    if (method === undefined || !modifiersOf(node).has('virtual')) return;
    this.virtuals.set(name, (this.virtuals.get(name) ?? new Set<string>()).add(method));
  }

  /** Remembers `float m = 0, n{1};`. */
  #rememberDefaults(field: TreeNode, self: StructType<Length>): void {
    for (const { declarator, value } of memberDefaultsIn(field)) {
      const name = (declarator.descendantsOfType('field_identifier')[0] ?? declarator).text;
      const known = this.defaults.get(self.name) ?? new Map<string, MemberDefault>();
      this.defaults.set(self.name, known.set(name, { node: value, scope: this.scope }));
    }
  }

  /** Remembers `template <class T> int S<T>::m() { .. }`. */
  protected outside(of: TreeNode, node: TreeNode, parameters: readonly TemplateParameter[]): void {
    const name = of.childForFieldName('name')?.text ?? '';
    const args = named(of.childForFieldName('arguments'));
    const before = this.#outside.get(name) ?? [];
    this.#outside.set(name, [...before, { node, parameters, args, scope: this.scope }]);
  }

  /** Remembers `template <> int S<float>::m = 3;`, which is not followed. */
  protected staticOutside(node: TreeNode): void {
    const [at] = node.descendantsOfType('qualified_identifier');
    const name = at?.childForFieldName('scope')?.childForFieldName('name')?.text;
    const member = at?.childForFieldName('name')?.text;
    if (name === undefined || member === undefined) return;
    this.#staticsOutside.set(name, [...(this.#staticsOutside.get(name) ?? []), member]);
  }

  protected override membersOutside(
    name: string,
    template: StructTemplate,
    bound: Bindings,
    self: StructType<Length>,
  ): void {
    for (const member of this.#staticsOutside.get(name) ?? []) {
      const what = `${name}::${member}, which is defined outside of its struct`;
      this.inside
        .get(self.name)
        ?.declare(member, { stands: (span) => ({ kind: 'unsupported', what, span }) });
    }
    const all = this.#outside.get(name) ?? [];
    for (const head of new Set(all.map(({ node }) => headOf(node)))) {
      const group = all.filter(({ node }) => headOf(node) === head);
      const kept = this.fitting(group, template, bound);
      if (kept?.length === 0) continue;
      const best = kept && this.mostSpecialOf(kept, template);
      const [first] = group;
      const own = first && methodName(first.node);
      const key = `${self.name}::${own === name ? CONSTRUCTOR : own}`;
      const count = first && parametersIn(first.node).length;
      // One of the struct's own is replaced.
      const others = (this.candidates.get(key) ?? []).filter(
        ({ node }) => parametersIn(node).length !== count,
      );
      if (others.length > 0) this.candidates.set(key, others);
      else this.candidates.delete(key);
      const inside = this.inside.get(self.name);
      if (best === undefined || inside === undefined) continue;
      const isStatic = named(template.node.childForFieldName('body')).some(
        (each) => modifiersOf(each).has('static') && methodName(each) === own,
      );
      this.inBindings(best.found, inside, () => {
        this.method(best.one.node, isStatic ? undefined : self, name, [], self.name);
      });
    }
  }

  protected method(
    node: TreeNode,
    self: StructType<Length> | undefined,
    simple: string | undefined,
    template: readonly TemplateParameter[],
    owner = self?.name ?? '',
  ): void {
    // `P() = default` does what no declaration does, and nobody calls what is deleted.
    if (node.children.some((child) => /^(default|delete)_method_clause$/.test(child.type))) return;
    if (self) this.#rememberVirtual(node, self);
    const cast = node.childForFieldName('declarator');
    if (cast?.type === 'operator_cast') {
      const takes = cast.descendantsOfType('abstract_function_declarator')[0] ?? cast;
      const name = `${owner}::${CONVERSION}`;
      this.candidate({ name, node, declarator: takes, template, scope: this.scope, self });
      return;
    }
    const declarator = functionDeclaratorOf(cast);
    const own = declarator
      ?.childForFieldName('declarator')
      ?.text.replace(/\s+/g, '')
      .replace(/^.*::/, '');
    if (declarator === undefined || own === undefined) return;
    const isDestructor = own.startsWith('~');
    const body = node.childForFieldName('body');
    // An empty one does what none does.
    if (isDestructor && !modifiersOf(node).has('__device__')) return;
    if (isDestructor && body !== null && named(body).length === 0) return;
    const isConstructor = own === simple && node.childForFieldName('type') === null;
    const name = `${owner}::${isConstructor ? CONSTRUCTOR : isDestructor ? DESTRUCTOR : own}`;
    const isStatic = modifiersOf(node).has('static');
    this.candidate({
      name,
      node,
      declarator,
      template,
      scope: this.scope,
      self: isStatic ? undefined : self,
    });
  }

  protected candidate(written: Candidate): void {
    const { name, declarator, template } = written;
    const candidate = { ...written, template: [...template, ...autoParameters(declarator)] };
    const known = this.candidates.get(name) ?? [];
    if (candidate.node.childForFieldName('body') === null)
      this.declared.set(name, [...(this.declared.get(name) ?? []), candidate.declarator]);
    // A definition stands for its declarations.
    const others = known.filter(({ node }) => node.childForFieldName('body') !== null);
    this.candidates.set(name, [...others, candidate]);
  }

  /** Where methods of a struct or of its template are. */
  protected definitionsOf(name: string): readonly TreeNode[] {
    const template = this.templates.get(name);
    if (template !== undefined) return [template.node, ...this.specialisationsOf(name)];
    const type = this.scope.typeNamed(name);
    if (type?.kind !== 'struct') return [];
    return [...this.candidates.values()]
      .flat()
      .flatMap(({ self, node }) => (self?.name === type.name ? [node] : []));
  }

  /** A name for a lambda's closure. */
  protected closureName(): string {
    this.#closures += 1;
    return `lambda ${this.#closures}`;
  }
}

/** `m` of a definition of `S<T>::m`. */
const methodName = (node: TreeNode): string =>
  functionDeclaratorOf(node.childForFieldName('declarator'))
    ?.childForFieldName('declarator')
    ?.text.replace(/\s+/g, '')
    .replace(/^.*::/, '') ?? '';

const headOf = (node: TreeNode): string => `${methodName(node)}/${parametersIn(node).length}`;
