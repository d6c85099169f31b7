/** The scope in which resolution of a chain begins. */
import type { FileTable } from "../files/file-table.ts";
import { lookupScope } from "../files/lookup-scopes.ts";
import { ownerScope } from "../files/owners.ts";
import type { ChainStep } from "../notation/chain-steps.ts";

/**
 * The outermost scope in which the head of a chain means the same as in `scope`, so that its resolution is cached once
 * for all scopes in between: a name that only the file declares is resolved at the top of the file.
 */
export function startScope(
  file: FileTable,
  scope: number,
  { head, isOfOwner, hasContent: isGiven }: ChainStep,
): number {
  if (file.rules?.reopened || isGiven) return scope;
  if (head !== undefined) return lookupScope(file, scope, head);
  return isOfOwner && !file.rules?.pathHead ? ownerScope(file, scope) : scope;
}
