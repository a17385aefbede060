import * as Context from "effect/Context"

/**
 * True for a read that takes parameters that it does not know, as an annotation of it: this API shares such a read with
 * its predecessor, whose clients may send their own.
 */
export const AnyParameters = Context.Reference<boolean>("daybook/http/AnyParameters", {
  defaultValue: () => false,
})
