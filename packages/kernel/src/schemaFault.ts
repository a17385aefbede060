import * as SchemaIssue from "effect/SchemaIssue"

/** The first error that a schema finds in a value. It contains field names and no values. */
export interface SchemaFault {
  /** The path of the field, joined with dots; "" for the value as a whole. */
  readonly field: string
  readonly problem: string
}

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** The first fault that an issue names. */
export const firstFault = (issue: SchemaIssue.Issue): SchemaFault => {
  const [first] = format(issue).issues
  const path = (first?.path ?? []).map((key) => String(typeof key === "object" ? key.key : key))
  return { field: path.join("."), problem: first?.message ?? "not as expected" }
}

/** The first fault of `whole` in words: `artist.name: Expected string`, or `whole: Expected object`. */
export const firstFaultOf = (whole: string, issue: SchemaIssue.Issue): string => {
  const { field, problem } = firstFault(issue)
  return `${field === "" ? whole : field}: ${problem}`
}
