import * as Context from "effect/Context"

/**
 * How requests to an endpoint are admitted: with a `key`; by the `webhook` secret in place of a key; `open` to everybody, and
 * counted; `session`, open and counted with the sessions of the key that it shows; or `free`, which is neither counted nor ever
 * refused.
 */
export type Admission = "key" | "webhook" | "open" | "session" | "free"

/** The admission of an endpoint, as an annotation of it: `endpoint.annotate(Admission, "free")`. */
export const Admission = Context.Reference<Admission>("daybook/http/Admission", {
  defaultValue: () => "key",
})
