import * as Context from "effect/Context"

/**
 * How requests to an endpoint are admitted: with a `key`; with the `webhook` secret instead of a key; `open` to
 * everyone, and counted; `session`, open and counted with the sessions of its key; or `free`, which is neither
 * counted nor ever refused.
 */
export type Admission = "key" | "webhook" | "open" | "session" | "free"

/** The admission of an endpoint, as an annotation of it: `endpoint.annotate(Admission, "free")`. */
export const Admission = Context.Reference<Admission>("daybook/http/Admission", {
  defaultValue: () => "key",
})
