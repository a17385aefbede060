import { parseSync } from "oxc-parser"

const isFunction = /^(FunctionExpression|ArrowFunctionExpression|MethodDefinition)$/
const isCall = /^(CallExpression|NewExpression)$/

/** Where the calls of a tree begin that run when its module is loaded. */
const callsOf = (tree: unknown): ReadonlyArray<number> => {
  if (Array.isArray(tree)) return tree.flatMap(callsOf)
  if (typeof tree !== "object" || tree === null) return []
  const { start, type } = tree as { readonly start?: number; readonly type?: string }
  if (type !== undefined && isFunction.test(type)) return []
  const within = Object.values(tree).flatMap(callsOf)
  return type !== undefined && start !== undefined && isCall.test(type) ? [start, ...within] : within
}

/**
 * A module with a mark at each call that makes one of its constants or classes, so that bundlers drop those that a page
 * does not use. A statement of its own keeps its effect.
 */
export const annotatePure = (code: string): string => {
  const declared = parseSync("module.js", code).program.body.flatMap((statement) => {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement
    return declaration?.type === "VariableDeclaration" || declaration?.type === "ClassDeclaration"
      ? [declaration]
      : []
  })
  const starts = [...new Set(callsOf(declared))].toSorted((one, other) => other - one)
  return starts.reduce((text, at) => `${text.slice(0, at)}/* @__PURE__ */ ${text.slice(at)}`, code)
}
