import * as Effect from "effect/Effect"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as SchemaIssue from "effect/SchemaIssue"
import { BadRequest, badRequest } from "../activity/errors.ts"

/** Turns input that does not fit its schema into a 400 that names the field. */
export class UnfitInput extends HttpApiMiddleware.Service<UnfitInput>()("daybook/http/UnfitInput", {
  error: BadRequest,
}) {}

const format = SchemaIssue.makeFormatterStandardSchemaV1()

const describe = (issue: SchemaIssue.Issue): string => {
  const [first] = format(issue).issues
  if (first === undefined) return "The input is unfit"
  const field = (first.path ?? []).map((key) => String(typeof key === "object" ? key.key : key)).join(".")
  // What was sent is not repeated: it may be long, and it may be a secret.
  const message = first.message.replace(/, (got|actual) [^]*$/, "")
  return field === "" ? message : `${field}: ${message}`
}

export const layer = HttpApiMiddleware.layerSchemaErrorTransform(UnfitInput, (error) =>
  // An answer that does not fit its own schema is our fault.
  error.kind === "Body" || error.kind === "ResponseHeaders"
    ? Effect.die(error.cause)
    : Effect.fail(badRequest(describe(error.cause.issue))),
)
