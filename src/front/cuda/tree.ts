import type { Node as TreeNode } from 'web-tree-sitter';
import type { Expr } from '../expr.ts';
import type { Span } from '../../base/span.ts';
import type { MappedText } from '../source-map.ts';
import type {
  Declarator,
  Expression,
  FunctionDeclaration,
  HostStep,
  Program,
  Statement,
  Type,
} from '../syntax.ts';
import { named } from '../parsed.ts';
import { isInteger } from '../scalar.ts';
import { INT, scalarType } from '../types.ts';
import { nameOfCallee } from './calls.ts';
import { typeNodeOf } from './argument-types.ts';
import { CudaFunctions } from './functions.ts';
import { wholeOf } from './constants.ts';
import { isDynamic } from './hidden.ts';
import type { Followed } from './followed.ts';
import { Host } from './host.ts';
import { declarationOf, functionAround } from './host-text.ts';
import { parameterNodes } from './instances.ts';
import { withMeetings } from '../meetings.ts';
import { launchesIn } from './launch.ts';
import {
  type LaunchAs,
  NOT_STATED,
  pragma,
  type Stated,
  statedBy,
  statedByOne,
} from './launches.ts';
import type { Pragma } from '../pragma.ts';
import {
  type Candidate,
  CONSTRUCTOR,
  functionDeclaratorOf,
  isAuto,
  isReference,
  modifiersOf,
} from './names.ts';
import { countName, countOf, elementName, isOfPack, isPack } from './packs.ts';
import { followHost } from './sequence.ts';
import { functionIn, isStatic, templateIn } from './static-values.ts';
import {
  type Bindings,
  isExpression,
  templateParameters,
  type TemplateParameter,
  shown,
} from './templates.ts';

/** Facts of pragmas that the tree rests on. */
export interface Told {
  /** Functions that a kernel is compared with, of the host or not. */
  readonly references: ReadonlySet<string>;
  /** Values of a kernel's arguments, by their names. */
  readonly stated: ReadonlyMap<string, Expr>;
  /** The host's steps are followed, one launch after the other. */
  readonly follows: boolean;
  readonly launchAs?: LaunchAs | undefined;
}

/** Converts the parser's tree of a CUDA C++ text: its device code becomes our tree, with templates
 * instantiated, and what the host's code says is left out.
 * @throws {TooDeep} on absurd nesting. */
export function convertCuda(
  root: TreeNode,
  text: string,
  code: MappedText,
  known: Iterable<string>,
  told: Told,
  watch: (share: number) => void = () => undefined,
): Program {
  return new CudaConverter(text, code, known, told, watch).program(root);
}

/** A template's arguments where a kernel is launched or instantiated. */
interface Asked {
  readonly name: string;
  readonly explicit: readonly TreeNode[];
  /** Where a launch begins. */
  readonly at?: number;
}

const DEVICE = ['__global__', '__device__', '__constant__', '__shared__', '__managed__'];

const ASKS_Y = /\b(?:block|thread)Idx\.y\b/;

/** Pointers that the host passes lead to global memory. */
const inGlobalMemory = (parameter: Declarator): Declarator => ({
  ...parameter,
  type: inGlobal(parameter.type),
  ...(parameter.type.kind === 'pointer' && { space: 'global' }),
});

class CudaConverter extends CudaFunctions {
  readonly #known: ReadonlySet<string>;
  readonly #told: Told;
  #host:
    | {
        readonly host: Host;
        readonly launches: ReturnType<typeof launchesIn>;
        readonly followed: readonly Followed[];
      }
    | undefined;
  readonly #asked: Asked[] = [];
  readonly #globalStatements: Statement[] = [];

  constructor(
    text: string,
    code: MappedText,
    known: Iterable<string>,
    told: Told,
    watch: (share: number) => void,
  ) {
    const names = [...known];
    super(text, code, names, watch);
    this.#known = new Set(names);
    this.#told = told;
  }

  override program(root: TreeNode): Program {
    const host = new Host(root, this.#known);
    const launches = launchesIn(root);
    const followed = this.#told.follows ? followHost(root, host, launches) : [];
    this.#host = { host, launches, followed };
    this.#collect(root);
    this.#findLaunches(root);
    const kernels = [...this.candidates.values()]
      .flat()
      .filter(({ node }) => modifiersOf(node).has('__global__'))
      .toSorted((a, b) => a.node.startIndex - b.node.startIndex);
    const heads = kernels.flatMap((kernel) => this.#kernels(kernel));
    const functions = heads.map((make) => make());
    this.#finish(functions);
    functions.push(...this.#referencesBeside(functions));
    this.#finish(functions);
    return {
      functions: withMeetings(functions),
      globals: this.#globalStatements,
      enumerators: this.enumerators,
      language: 'cuda',
      ...(this.#told.follows && { steps: followed.map((each) => this.#step(each)) }),
    };
  }

  /** A step of the host, without the parser's tree. */
  #step(step: Followed): HostStep {
    if (step.kind !== 'launch') {
      const { node, ...rest } = step;
      return { ...rest, span: this.span(node) };
    }
    const { kind, launch, arrays } = step;
    return { kind, span: this.span(launch.node), arrays, stream: launch.stream?.text ?? '0' };
  }

  /** Makes called functions, until none calls another. */
  #finish(functions: FunctionDeclaration[]): void {
    for (let make = this.waiting.shift(); make !== undefined; make = this.waiting.shift())
      functions.push(make());
  }

  /** Plain functions that kernels are compared with, which no kernel calls. */
  #referencesBeside(made: readonly FunctionDeclaration[]): readonly FunctionDeclaration[] {
    const names = new Set(made.map(({ name }) => name));
    return [...this.#told.references].flatMap((name) => {
      const found = this.candidates
        .get(name)
        ?.find(({ node, template }) => template.length === 0 && node.childForFieldName('body'));
      if (names.has(name) || found === undefined) return [];
      const instance = { ...this.instance(found, new Map()), name };
      return [this.define(found, instance, instance.parameters.map(inGlobalMemory), false)];
    });
  }

  #collect(parent: TreeNode): void {
    for (const node of named(parent)) this.#collectOne(node, []);
  }

  #collectOne(node: TreeNode, template: readonly TemplateParameter[]): void {
    switch (node.type) {
      case 'template_declaration': {
        const inner = named(node).at(-1);
        const parameters = templateParameters(node.childForFieldName('parameters'));
        if (inner) this.#collectOne(inner, parameters);
        return;
      }
      case 'function_definition':
        this.#function(node, template);
        return;
      case 'struct_specifier':
      case 'class_specifier':
        if (template.length > 0) this.structTemplate(node, template);
        else if (!node.hasError) this.type(node);
        return;
      case 'alias_declaration':
        if (template.length > 0) this.structTemplate(node, template);
        else if (!node.hasError) this.type(node);
        return;
      case 'union_specifier':
      case 'enum_specifier':
      case 'type_definition':
        if (!node.hasError && template.length === 0) this.type(node);
        return;
      case 'namespace_definition':
      case 'linkage_specification': {
        const body = node.childForFieldName('body');
        if (body?.type === 'declaration_list') this.#collect(body);
        else if (body !== null) this.#collectOne(body, template);
        return;
      }
      case 'template_instantiation': {
        const declarator = functionDeclaratorOf(node.childForFieldName('declarator'));
        const callee = declarator?.childForFieldName('declarator');
        if (!callee) return;
        const [name, explicit] = nameOfCallee(callee);
        this.#asked.push({ name, explicit });
        return;
      }
      case 'declaration':
        if (this.#function(node, template)) return;
        this.#global(node);
        return;
      case 'ERROR':
        this.#collect(node);
        return;
      default:
        return;
    }
  }

  /** Remembers a function's definition or declaration; false where it is none. */
  #function(node: TreeNode, template: readonly TemplateParameter[]): boolean {
    const declarator = functionDeclaratorOf(node.childForFieldName('declarator'));
    const callee = declarator?.childForFieldName('declarator');
    if (declarator === undefined || !callee) return false;
    if (callee.type === 'qualified_identifier') {
      const owner = callee.childForFieldName('scope')?.text ?? '';
      const self = this.scope.typeNamed(owner);
      if (self?.kind === 'struct')
        this.inScope(() => this.method(node, self, owner, template), this.inside.get(self.name));
      return true;
    }
    const name = callee.text.replace(/\s+/g, '');
    this.candidate({ name, node, declarator, template, scope: this.globals, self: undefined });
    return true;
  }

  /** Variables of the device, and constants of both sides. */
  #global(node: TreeNode): void {
    if (node.hasError) return;
    const words = modifiersOf(node);
    const isDevice = DEVICE.some((word) => words.has(word));
    if (!isDevice && !words.has('constexpr') && !words.has('const')) {
      const type = node.childForFieldName('type');
      if (type && type.type.endsWith('_specifier') && type.childForFieldName('body'))
        this.type(type);
      return;
    }
    if (isDevice) {
      const statement = this.statement(node);
      if (statement.kind !== 'declaration') return;
      const [first] = statement.declarators;
      // The host fills what has no value of its own.
      if (first && !words.has('constexpr') && first.init === undefined && first.space !== 'global')
        for (const each of statement.declarators) this.hidden.set(each.name, each);
      else this.#globalStatements.push(statement);
      return;
    }
    const base = node.childForFieldName('type')?.text ?? '';
    if (
      !/^(?:std::)?(?:auto|bool|char|short|int|long|unsigned|signed|float|double|u?int\d+_t|size_t|uint|[\s]|long long)+$/.test(
        base,
      )
    )
      return;
    const statement = this.statement(node);
    if (statement.kind === 'declaration') this.#globalStatements.push(statement);
  }

  #findLaunches(root: TreeNode): void {
    for (const syntax of root.descendantsOfType('kernel_call_syntax')) {
      const callee = syntax?.parent?.childForFieldName('function');
      if (!callee) continue;
      const [name, explicit] = nameOfCallee(callee);
      this.#asked.push({ name, explicit, at: callee.startIndex });
    }
    for (const found of root.descendantsOfType('template_function')) {
      const name = found?.childForFieldName('name')?.text ?? '';
      if (
        found &&
        this.candidates.get(name)?.some(({ node }) => modifiersOf(node).has('__global__'))
      )
        this.#asked.push({ name, explicit: named(found.childForFieldName('arguments')) });
    }
  }

  /** A kernel, or one for each arguments that its template is given. */
  #kernels(candidate: Candidate): (() => FunctionDeclaration)[] {
    const { template, name, scope } = candidate;
    if (template.length === 0) return [this.#kernel(candidate, new Map(), name)];
    const sets = new Map<string, { readonly bound: Bindings; readonly launches: Set<number> }>();
    for (const { name: asked, explicit, at } of this.#asked) {
      if (asked !== name) continue;
      if (explicit.some((each) => each.hasError)) continue;
      const told = this.#asTold(template, explicit, scope);
      this.#deduce(candidate, told, at);
      const bound = this.#complete(candidate, told);
      const key = [...bound.values()].map(shown).join();
      const known = sets.get(key) ?? { bound, launches: new Set() };
      sets.set(key, known);
      if (at !== undefined) known.launches.add(at);
    }
    const [only, another] = sets.values();
    if (only === undefined || another === undefined) {
      const bound = only?.bound ?? this.#complete(candidate, this.bound(template, [], scope));
      return [this.#kernel(candidate, bound, name)];
    }
    return [...sets.values()].map(({ bound, launches }) => {
      const args = [...bound.values()].map(shown).join(', ');
      return this.#kernel(candidate, bound, `${name}<${args}>`, launches);
    });
  }

  /** A template's arguments; numbers may be constants of the host's function. */
  #asTold(
    template: readonly TemplateParameter[],
    explicit: readonly TreeNode[],
    scope: Candidate['scope'],
  ): Map<string, Type | Expression> {
    const bound = this.bound(template, explicit, scope);
    template.forEach(({ name, isType }, i) => {
      const node = explicit[i];
      if (isType || node === undefined || this.#host === undefined) return;
      const { host } = this.#host;
      const inner = node.type === 'type_descriptor' ? named(node)[0] : node;
      const told = host.value(inner, host.frameAt(node));
      if (told?.kind === 'number') bound.set(name, this.maker(node).number(told.value));
    });
    return bound;
  }

  /** Types that only the arguments of the launch tell. */
  #deduce(
    { template, declarator, scope }: Candidate,
    bound: Map<string, Type | Expression>,
    at: number | undefined,
  ): void {
    const args = this.#host?.launches.find(({ start }) => start === at)?.args ?? [];
    for (const [i, parameter] of parameterNodes(declarator).entries()) {
      const name = parameter.childForFieldName('type')?.text ?? '';
      if (isPack(parameter)) {
        const types = args.slice(i).map((arg) => this.#typeOfHost(arg));
        bound.set(countName(name), countOf(types.length, this.span(parameter)));
        types.forEach((type, place) => bound.set(elementName(name, place), type));
        return;
      }
      const isOpen = template.some((each) => each.isType && each.name === name && !bound.has(name));
      const node = isOpen ? typeNodeOf(args[i]) : undefined;
      const type =
        node &&
        this.inBindings(bound, scope, () =>
          node.type === 'lambda_expression' ? this.#closure(node) : this.type(node),
        );
      if (type !== undefined && type.kind !== 'other') bound.set(name, type);
    }
  }

  /** The type of an argument in the host's text: a number's, or what a variable is declared as. */
  #typeOfHost(arg: TreeNode): Type {
    return inGlobal((this.#hostVariable(arg.text, arg) ?? this.expression(arg)).type ?? INT);
  }

  /** A variable that the host's function around a place declares. */
  #hostVariable(name: string, place: TreeNode): Declarator | undefined {
    const inside = functionAround(place);
    const own = inside && declarationOf(name, inside, inside);
    if (own === undefined || contains(place, own.declarator)) return undefined;
    const owner = own.declarator.parent ?? place;
    const type = this.type(owner.childForFieldName('type'));
    return this.declarator(own.declarator, type, undefined, owner);
  }

  /** The type of a host's lambda, which captures variables of the host. */
  #closure(lambda: TreeNode): Type | undefined {
    return this.inScope(() => {
      for (const name of new Set(lambda.descendantsOfType('identifier').map((each) => each.text))) {
        const known = this.scope.find(name) ?? this.candidates.get(name);
        const own = known ? undefined : this.#hostVariable(name, lambda);
        if (own !== undefined) this.declare(own);
      }
      return this.expression(lambda).type;
    });
  }

  /** Types that nobody gives, or a template of the host's, are `float`; numbers stay names, for pragmas to give. */
  #complete(
    { template, node }: Candidate,
    bound: ReadonlyMap<string, Type | Expression>,
  ): Bindings {
    return new Map(
      template.flatMap(({ name, isType, isPack: isOpenPack }) => {
        if (isOpenPack) return [...bound].filter(([key]) => isOfPack(name, key));
        if (!isType && this.#known.has(name)) return [];
        const given = bound.get(name);
        const isOpen =
          given !== undefined &&
          !isExpression(given) &&
          given.kind === 'other' &&
          templateIn(given) === undefined;
        if (given !== undefined && !isOpen) return [[name, given] as const];
        const open: Expression = { kind: 'name', name, span: this.span(node) };
        return [[name, isType ? scalarType('float') : open] as const];
      }),
    );
  }

  #kernel(
    candidate: Candidate,
    bound: Bindings,
    name: string,
    launches?: ReadonlySet<number>,
  ): () => FunctionDeclaration {
    const instance = { ...this.instance(candidate, bound), name };
    const given = instance.parameters.map(inGlobalMemory);
    const hidden = this.hiddenIn(candidate.node, instance.scope);
    this.heads.set(name, {
      returns: instance.returns,
      takes: [...given, ...hidden].map(({ type }) => type),
    });
    const stated = this.#stated(candidate, given, hidden, launches);
    // A tuning parameter stands for itself.
    const instantiates = candidate.template.map(({ name: of }) => {
      const value = bound.get(of);
      return { name: of, value: value === undefined ? of : shown(value) };
    });
    return () => ({
      ...this.define(candidate, instance, [...given, ...hidden], true),
      ...stated,
      ...(instantiates.length > 0 && { instantiates }),
    });
  }

  #stated(
    { name, node: own }: Candidate,
    given: readonly Declarator[],
    hidden: readonly Declarator[],
    at: ReadonlySet<number> | undefined,
  ): Stated {
    if (this.#host === undefined) return NOT_STATED;
    const { host } = this.#host;
    const launches = this.#host.launches.filter(
      (launch) => launch.kernel === name && (at?.has(launch.start) ?? true),
    );
    const dynamic = hidden.find(({ space }) => space === 'local');
    const asked = /\b(?:block|thread)Idx\.z\b/.test(own.text) ? 3 : ASKS_Y.test(own.text) ? 2 : 1;
    const about = {
      parameters: [...given, ...hidden],
      dynamic,
      dimensions: asked,
      given: this.#told.stated,
      launchAs: this.#told.launchAs,
      strided: new Set(
        given.flatMap(({ name: each }) => (isStrided(own.text, each) ? [each] : [])),
      ),
      spanOf: (node: TreeNode) => this.span(node),
    };
    const launched = this.#host.followed.flatMap((step, index) =>
      step.kind === 'launch' && launches.includes(step.launch)
        ? [[index, statedByOne(host, step.launch, step.frame, about)] as const]
        : [],
    );
    const told = statedBy(host, launches, about);
    const lengths = hidden.flatMap((each) => this.#lengthOf(each));
    return {
      ...told,
      stated: [...told.stated, ...lengths],
      statedToRun: [...told.statedToRun, ...lengths],
      ...(launched.length > 0 && { launched: new Map(launched) }),
    };
  }

  /** Of a constant array that the text declares with one. */
  #lengthOf({ name, space, nameSpan }: Declarator): readonly Pragma[] {
    const type = this.hidden.get(name)?.type;
    const length = type?.kind === 'array' ? type.length : undefined;
    const whole = typeof length === 'object' ? wholeOf(length) : length;
    return space === 'constant' && whole !== undefined
      ? pragma(`array ${name} = ${whole}`, nameSpan)
      : [];
  }

  protected override statements(node: TreeNode): readonly Statement[] {
    return named(node).flatMap((child) => this.#several(child));
  }

  /** Declarations of what exists while compiling only leave nothing behind. */
  #several(node: TreeNode): readonly Statement[] {
    switch (node.type) {
      case 'static_assert_declaration':
      case 'using_declaration':
      case 'namespace_alias_definition':
        return [];
      case 'alias_declaration':
        this.type(node);
        return [];
      case 'declaration':
        return this.#withDefaults(this.statement(node), node);
      default:
        return [this.statement(node)];
    }
  }

  /** `W w;` runs the default constructor. */
  #withDefaults(made: Statement, node: TreeNode): readonly Statement[] {
    if (made.kind !== 'declaration' || modifiersOf(node).has('static')) return [made];
    const own = made.declarators.flatMap(({ name, nameSpan: span, type, init, space }) =>
      init === undefined && (space === undefined || space === 'private')
        ? this.defaultsFor(type, this.typed({ kind: 'name', name, span }), node)
        : [],
    );
    return [made, ...own];
  }

  protected override statementAt(node: TreeNode): Statement {
    const span = this.span(node);
    switch (node.type) {
      case 'declaration':
        return this.#declaration(node, span);
      case 'if_statement': {
        const isConstant = node.children.some((child) => child?.type === 'constexpr');
        const condition = node.childForFieldName('condition');
        const value = isConstant && condition ? wholeOf(this.expression(condition)) : undefined;
        if (value === undefined) return this.#withInit(node, condition, span);
        const taken =
          value === 0n
            ? named(node.childForFieldName('alternative'))[0]
            : node.childForFieldName('consequence');
        return taken ? this.statement(taken) : { kind: 'expression', span };
      }
      case 'static_assert_declaration':
      case 'using_declaration':
      case 'alias_declaration':
        if (node.type === 'alias_declaration') this.type(node);
        return { kind: 'expression', span };
      case 'for_range_loop':
        return this.#rangeLoop(node) ?? { kind: 'unsupported', what: 'a loop over a range', span };
      case 'return_statement': {
        const made = super.statementAt(node);
        if (!this.returnsPlace || made.kind !== 'return' || !made.value) return made;
        const { becomes: _, ...value } = made.value;
        const address: Expression = {
          kind: 'unary',
          operator: '&',
          operand: value,
          span: value.span,
        };
        return { ...made, value: this.typed(address) };
      }
      default:
        return super.statementAt(node);
    }
  }

  /** `if (int x = f(); x > 0)` declares in a block around. */
  #withInit(node: TreeNode, condition: TreeNode | null, span: Span): Statement {
    const init = condition?.childForFieldName('initializer');
    const declaration = init ? named(init)[0] : undefined;
    if (!declaration) return super.statementAt(node);
    return this.inScope(() => ({
      kind: 'block',
      body: [this.statement(declaration), super.statementAt(node)],
      span,
    }));
  }

  /** `for (T v : array)`; undefined for other ranges. */
  #rangeLoop(node: TreeNode): Statement | undefined {
    const array = this.expression(node.childForFieldName('right'));
    const own = node.childForFieldName('declarator');
    const type = this.type(node.childForFieldName('type'));
    const body = node.childForFieldName('body');
    if (array.type?.kind !== 'array' || own === null || body === null) return undefined;
    return this.loopOver(array.type, array, node, (element) => {
      const made = this.declarator(own, type, undefined, node);
      const isPlace = isReference(own);
      const of = element.type ?? INT;
      const declared: Declarator = {
        ...made,
        type: isPlace ? { kind: 'pointer', to: of } : isAuto(type) ? of : type,
        init: isPlace ? this.addressOf(element) : element,
      };
      const { span } = element;
      return this.inScope(() => {
        if (isPlace) this.declarePlace(declared);
        else this.declare(declared);
        const inner = this.statement(body);
        return [{ kind: 'declaration', declarators: [declared], span }, inner];
      });
    });
  }

  #declaration(node: TreeNode, span: Span): Statement {
    const type = this.type(node.childForFieldName('type'));
    const space = this.declaredSpace(node);
    const declarators: Declarator[] = [];
    for (const child of node.childrenForFieldName('declarator')) {
      if (child === null) continue;
      const written = this.#constructed(child, type) ?? this.declarator(child, type, space, node);
      const isPassed = functionIn(written.init?.type) !== undefined;
      const made: Declarator = isPassed
        ? { ...written, type: written.init?.type ?? written.type, unsupported: undefined }
        : written;
      const words = modifiersOf(node);
      const isConstant =
        words.has('constexpr') ||
        (words.has('const') && space === undefined && this.scope === this.globals);
      const whole = made.init && isConstant ? wholeOf(made.init) : undefined;
      if (whole !== undefined && made.type.kind === 'scalar' && isInteger(made.type.scalar)) {
        const number = this.maker(child).cast(made.type, this.maker(child).number(String(whole)));
        this.stand(made.name, (at) => ({ ...number, span: at }));
        continue;
      }
      if (isStatic(made.type)) {
        this.standFor(made);
        continue;
      }
      const isPlace =
        isReference(child) && made.init?.kind === 'unary' && made.init.operator === '&';
      if (isDynamic(node)) {
        // The kernel has it as an argument.
        if (this.scope.find(made.name) === undefined) declarators.push(made);
        continue;
      }
      declarators.push(made);
      if (isPlace) this.declarePlace(made);
      else this.declare(made);
    }
    return declarators.length === 0
      ? { kind: 'expression', span }
      : { kind: 'declaration', declarators, span };
  }

  /** `T v(x, y);` of variables, which reads as a function's declaration. */
  #constructed(node: TreeNode, type: Type): Declarator | undefined {
    const list = node.type === 'function_declarator' ? node.childForFieldName('parameters') : null;
    const nameNode = node.childForFieldName('declarator');
    const args = named(list);
    const isVariable = (each: TreeNode): boolean =>
      this.scope.find(each.childForFieldName('type')?.text ?? '') !== undefined;
    if (nameNode === null || args.length === 0 || !args.every(isVariable)) return undefined;
    return {
      name: nameNode.text,
      nameSpan: this.span(nameNode),
      type,
      init: this.typed(this.construct(type, args, node)),
      unsupported: undefined,
    };
  }

  protected override initial(node: TreeNode, type: Type): Expression {
    const isConstructed =
      type.kind === 'struct' &&
      (this.candidates.has(`${type.name}::${CONSTRUCTOR}`) || this.defaults.has(type.name));
    if (
      node.type === 'argument_list' ||
      (node.type === 'initializer_list' && (isConstructed || type.kind === 'scalar'))
    )
      return this.typed(this.construct(type, named(node), node));
    if (isAuto(type)) return this.expression(node);
    const made = super.initial(node, type);
    return this.converted(made, type, node);
  }
}

/** A kernel's loop goes through so many elements, many at once: `(k + 15) / 16` rounds, or `i += 16`. */
const isStrided = (text: string, name: string): boolean =>
  new RegExp(
    `\\b${name}\\b[\\s)]*(?:[-+][\\s\\w()]+)*/|for\\s*\\([^;{]*;[^;{]*\\b${name}\\b[^;{]*;[^;{)]*\\+=\\s*[A-Za-z_\\d]`,
  ).test(text);

const contains = (outer: TreeNode, { startIndex }: TreeNode): boolean =>
  outer.startIndex <= startIndex && startIndex < outer.endIndex;

/** A pointer among a kernel's arguments points to global memory. */
const inGlobal = (type: Type): Type =>
  type.kind === 'pointer' && type.space === undefined ? { ...type, space: 'global' } : type;
