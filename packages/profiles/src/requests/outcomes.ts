import type { ChangeOutcome, Operation, Outcome, RequestId } from "../model.ts"

/** The outcome of a request of these changes, in their order; undefined if there are none. */
export const outcomeOfChanges = (
  requestId: RequestId,
  operation: Operation,
  changes: ReadonlyArray<ChangeOutcome>,
): Outcome | undefined => {
  const [first] = changes
  if (first === undefined) return undefined
  return {
    requestId,
    operation,
    acceptance: first.acceptance,
    status: "processed",
    applied: [...new Set(changes.flatMap(({ applied }) => applied))],
    ignored: changes.flatMap(({ ignored }) => ignored),
    changes,
  }
}
