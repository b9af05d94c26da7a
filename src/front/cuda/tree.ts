import type { TreeNode } from '../tree-node.ts';
import type { MappedText } from '../source-map.ts';
import type { Declarator, FunctionDeclaration, HostStep, Program, Statement } from '../syntax.ts';
import { named } from '../parsed.ts';
import { withMeetings } from '../meetings.ts';
import { nameOfCallee } from './callee.ts';
import { Host } from './host.ts';
import { contains, functionAround } from './host-text.ts';
import { DeviceChanges } from './run/device-changes.ts';
import type { Step } from './run/steps.ts';
import { CudaKernels, inGlobalMemory, type Told } from './kernels.ts';
import { type Launch, launchesIn } from './launch.ts';
import { functionDeclaratorOf, modifiersOf } from './declarators.ts';
import { isDynamic } from './hidden.ts';
import { elementBytes } from './passed-arrays.ts';
import { stepsOf } from './sequence.ts';
import { templateParameters, type TemplateParameter } from './templates.ts';
import { givenBy } from './textures.ts';

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

const DEVICE = ['__global__', '__device__', '__constant__', '__shared__', '__managed__'];

class CudaConverter extends CudaKernels {
  readonly #globalStatements: Statement[] = [];

  override program(root: TreeNode): Program {
    const host = new Host(root, this.known, this.told.greatest, (name) => {
      const to = this.scope.typeNamed(name);
      return to && elementBytes({ kind: 'pointer', to });
    });
    const launches = launchesIn(root);
    const followed = this.told.isFollowed ? stepsOf(host) : [];
    this.host = { host, launches, followed };
    this.#collect(root);
    this.#findLaunches(root, launches);
    const kernels = [...this.candidates.values()]
      .flat()
      .filter(({ node }) => modifiersOf(node).has('__global__'))
      // A template's own definition for some arguments is one of its kernels.
      .filter(({ name }) => !name.includes('<') || !this.candidates.has(name.replace(/<.*$/s, '')))
      .toSorted((a, b) => a.node.startIndex - b.node.startIndex);
    const heads = kernels.flatMap((kernel) => this.kernels(kernel));
    const functions = heads.map((make) => make());
    this.#finish(functions);
    functions.push(...this.#referencesBeside(functions));
    this.#finish(functions);
    return {
      functions: withMeetings(functions),
      globals: this.#globalStatements,
      enumerators: this.enumerators,
      language: 'cuda',
      ...(this.told.wavefronts && { wavefronts: this.told.wavefronts }),
      ...(this.told.isFollowed && { steps: followed.map((each) => this.#step(each)) }),
    };
  }

  /** A step of the host, without the parser's tree. */
  #step(step: Step): HostStep {
    if (step.kind !== 'launch') {
      const { node, ...rest } = step;
      return { ...rest, span: this.span(node) };
    }
    const { kind, launch, arrays, parts, isLeft, isEmpty, isSure, mayBeLeft } = step;
    return {
      kind,
      span: this.span(launch.node),
      arrays,
      parts,
      isLeft,
      isEmpty,
      stream: launch.stream?.text ?? '0',
      isSure,
      mayBeLeft,
    };
  }

  /** Makes called functions, until none calls another. */
  #finish(functions: FunctionDeclaration[]): void {
    for (let make = this.waiting.shift(); make !== undefined; make = this.waiting.shift())
      functions.push(make());
  }

  /** Plain functions that kernels are compared with, which no kernel calls. */
  #referencesBeside(made: readonly FunctionDeclaration[]): readonly FunctionDeclaration[] {
    const names = new Set(made.map(({ name }) => name));
    return [...this.told.references].flatMap((name) => {
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
        if (template.length > 0 || node.childForFieldName('name')?.type === 'template_type')
          this.structTemplate(node, template);
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
        this.asked.push({ name, explicit });
        return;
      }
      case 'declaration':
        if (this.#function(node, template)) return;
        if (node.parent?.type === 'template_declaration') {
          this.staticOutside(node);
          return;
        }
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
    const isSpecial = node.parent?.type === 'template_declaration' && template.length === 0;
    if (callee.type === 'qualified_identifier') {
      const of = callee.childForFieldName('scope');
      if (of?.type === 'template_type') {
        this.outside(of, node, template);
        return true;
      }
      const owner = of?.text ?? '';
      const self = this.scope.typeNamed(owner);
      if (isSpecial) {
        const [name, explicit] = nameOfCallee(callee);
        const own = self?.kind === 'struct' ? `${self.name}::${name}` : name;
        this.specialFunction(own, { node, declarator, explicit });
      } else if (self?.kind === 'struct')
        this.inScope(() => this.method(node, self, owner, template), this.inside.get(self.name));
      return true;
    }
    if (isSpecial) {
      const [name, explicit] = nameOfCallee(callee);
      this.specialFunction(name, { node, declarator, explicit });
      return true;
    }
    const name = callee.text.replace(/\s+/g, '');
    this.candidate({ name, node, declarator, template, scope: this.globals, self: undefined });
    return true;
  }

  /** Variables of the device, and constants of both sides. */
  #global(node: TreeNode): void {
    if (node.hasError || this.#texture(node)) return;
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
      const declarators = statement.declarators.map((each) =>
        words.has('__managed__') || isSetByHost(node, each) ? { ...each, isSetByHost: true } : each,
      );
      const isOfHost = (each: Declarator): boolean =>
        each.isSetByHost === true || (each.init === undefined && mayBeSet(node, each));
      if (!words.has('constexpr') && declarators.some(isOfHost) && isPassed(node, declarators))
        for (const each of declarators) this.hidden.set(each.name, each);
      else {
        this.#globalStatements.push({ ...statement, declarators });
        this.variables.push(...declarators.filter(({ space }) => space === 'global'));
      }
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

  /** `texture<float4, 1, cudaReadModeElementType> name;`, which the host binds. */
  #texture(node: TreeNode): boolean {
    const type = node.childForFieldName('type');
    if (type?.type !== 'template_type' || type.childForFieldName('name')?.text !== 'texture')
      return false;
    const [element = null, , mode] = named(type.childForFieldName('arguments'));
    const statement = this.statement(node);
    if (statement.kind !== 'declaration') return false;
    const gives = givenBy(this.type(element), mode?.text);
    for (const each of statement.declarators) {
      this.hidden.set(each.name, each);
      this.textured.set(each.name, gives);
    }
    return true;
  }

  #findLaunches(root: TreeNode, launches: readonly Launch[]): void {
    const launched: TreeNode[] = [];
    for (const { kernel, explicit, node, start } of launches) {
      const isCall = node.children.some(({ type }) => type === 'kernel_call_syntax');
      if (!isCall && explicit.length === 0) continue;
      launched.push(...explicit);
      this.asked.push({ name: kernel, explicit, at: start });
    }
    for (const found of root.descendantsOfType('template_function')) {
      const name = found.childForFieldName('name')?.text ?? '';
      if (
        found &&
        !launched.some((own) => contains(found, own)) &&
        this.candidates.get(name)?.some(({ node }) => modifiersOf(node).has('__global__'))
      )
        this.asked.push({ name, explicit: named(found.childForFieldName('arguments')) });
    }
  }
}

/** Memory that the launch sizes, constants, and pointers of the device that no kernel sets. */
function isPassed(declaration: TreeNode, [first, ...others]: readonly Declarator[]): boolean {
  if (first?.space === 'local') return isDynamic(declaration);
  if (first?.space !== 'global') return true;
  const changes = new DeviceChanges(declaration.root);
  return [first, ...others].every(
    ({ name, type }) => type.kind === 'pointer' && !changes.isAssigned(name),
  );
}

/** The host's text copies to a variable of the device, or takes its address to do so. */
function isSetByHost(declaration: TreeNode, { name }: Declarator): boolean {
  const { text } = declaration.root;
  return new RegExp(`(?:MemcpyToSymbol(?:Async)?|GetSymbolAddress)\\s*\\([^;]*\\b${name}\\b`).test(
    text,
  );
}

/** A constant without a value of its own holds zeros, unless somebody outside of kernels knows its name. */
function mayBeSet(declaration: TreeNode, { name }: Declarator): boolean {
  const { root } = declaration;
  const hasMain = root
    .descendantsOfType('function_declarator')
    .some((each) => each.childForFieldName('declarator')?.text === 'main');
  const isInPart = root
    .descendantsOfType('preproc_include')
    .some((each) => each.childForFieldName('path')?.type === 'string_literal');
  if (!hasMain || isInPart || modifiersOf(declaration).has('extern')) return true;
  const isNamed = new RegExp(`\\b${name}\\b`);
  return root
    .descendantsOfType(['identifier', 'type_identifier', 'string_content', 'preproc_arg'])
    .some((each) => {
      if (!isNamed.test(each.text) || contains(declaration, each)) return false;
      const around = functionAround(each);
      const words = around && modifiersOf(around);
      const isOfDevice = words?.has('__global__') || words?.has('__device__');
      return !isOfDevice || words?.has('__host__') === true;
    });
}
