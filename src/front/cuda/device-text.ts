import type { TreeNode } from '../tree-node.ts';
import { blanked } from '../lexer.ts';
import type { Span } from '../../base/span.ts';

/** Headers that a compiler at run time (nvrtc, hiprtc) has, or that are about the device. */
const OF_DEVICE =
  /^[<"](?:cuda_(?:fp16|bf16|fp8|pipeline)|cooperative_groups|cooperative_groups\/.*|cuda\/.*|cub\/.*|mma|math_constants|vector_types|curand_kernel|hip\/hip_(?:fp16|bfloat16|cooperative_groups))(?:\.h)?[>"]/;
const OF_COMPILER = /__(?:global|device|constant|shared|managed)__|\bconstexpr\b/;

/** A text without the host's functions and headers, for a compiler that has none of them. Places stay. */
export const deviceText = (source: string, root: TreeNode): string =>
  blanked(source, hostParts(root));

function hostParts(node: TreeNode): readonly Span[] {
  return node.namedChildren.flatMap((child): readonly Span[] => {
    const span = { start: child.startIndex, end: child.endIndex };
    switch (child.type) {
      case 'preproc_include':
        return OF_DEVICE.test(child.childForFieldName('path')?.text ?? '') ? [] : [span];
      case 'function_definition':
        return OF_COMPILER.test(headOf(child)) ? [] : [span];
      case 'template_declaration':
        return child.namedChildren.some(
          (part) => part.type === 'function_definition' && !OF_COMPILER.test(headOf(part)),
        )
          ? [span]
          : [];
      case 'declaration':
        return isOfHost(child) ? [span] : [];
      case 'namespace_definition':
      case 'linkage_specification':
      case 'declaration_list':
      case 'preproc_ifdef':
      case 'preproc_if':
      case 'preproc_else':
        return hostParts(child);
      default:
        return [];
    }
  });
}

/** All before the body. */
function headOf(node: TreeNode): string {
  const body = node.childForFieldName('body');
  return body === null ? node.text : node.text.slice(0, body.startIndex - node.startIndex);
}

/** A variable or function that no kernel can see; constants of numbers it can. */
const isOfHost = (node: TreeNode): boolean =>
  !OF_COMPILER.test(node.text) && !/\bconst\b/.test(node.text);
