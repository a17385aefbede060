import { EpochMillis, InvalidInput, isStorableText, unstorableText } from "@daybook/kernel"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Listen } from "../model.ts"
import { spellingKey } from "../names/spellings.ts"

export const FilterId = Schema.Int.pipe(Schema.brand("FilterId"))
export type FilterId = typeof FilterId.Type

/** The name of a play that a rule looks at. */
export const FilterKind = Schema.Literals(["artist", "album", "track"])
export type FilterKind = typeof FilterKind.Type

/** `exact` is the whole name; `pattern` is a regular expression searched anywhere in it. */
export const FilterMatch = Schema.Literals(["exact", "pattern"])
export type FilterMatch = typeof FilterMatch.Type

/**
 * A rule for plays that are not shown: an audiobook, holiday music. Matching plays are stored like all others, and
 * excluded from charts and now playing as long as the rule exists.
 *
 * Case never matters. An exact value matches every spelling of a name, as `spellingKey` has them, whatever spaces are
 * around it: `café` is `CAFÉ`, not `cafe`. A pattern is searched in the shown spelling. An unknown name matches
 * no rule.
 */
export const FilterRule = Schema.Struct({
  kind: FilterKind,
  match: FilterMatch,
  /** 1 to 500 characters. */
  value: Schema.String,
  /** The owner's own note, up to 500 characters; "" if there is none. */
  reason: Schema.String,
})
export type FilterRule = typeof FilterRule.Type

/** A stored rule. */
export const ListeningFilter = Schema.Struct({
  ...FilterRule.fields,
  id: FilterId,
  createdAt: EpochMillis,
})
export type ListeningFilter = typeof ListeningFilter.Type

/** The number of rules that the owner may have. */
export const maxFilters = 1_000

/** The error of one rule more. */
export const tooManyFilters = () =>
  new InvalidInput({
    field: "value",
    message: `value: there are ${maxFilters} filters already; remove one first`,
  })

/** Compiles a regular expression to a test for names; an unreadable one is invalid input. */
export type CompilePattern = (text: string) => Result.Result<(name: string) => boolean, InvalidInput>

const maxTextLength = 500

const invalid = (field: string, what: string) =>
  Result.fail(new InvalidInput({ field, message: `${field}: ${what}` }))

const fold = (name: string): string => spellingKey(name.trim())

/** Checks that every store can keep a rule and that the engine can run it; returns the rule to store. */
export const checkRule = (
  rule: FilterRule,
  compile: CompilePattern,
): Result.Result<FilterRule, InvalidInput> => {
  for (const field of ["value", "reason"] as const) {
    if (rule[field].length > maxTextLength)
      return invalid(field, `must have at most ${maxTextLength} characters`)
    if (!isStorableText(rule[field])) return invalid(field, unstorableText)
  }
  if (fold(rule.value) === "") return invalid("value", "must not be empty")
  return rule.match === "exact"
    ? Result.succeed(rule)
    : Result.map(compile(rule.value.normalize("NFC")), () => rule)
}

/** A set of rules, ready to test names. */
export interface NameFilter {
  /** True if a rule of the kind matches the name. */
  readonly matches: (kind: FilterKind, name: string) => boolean
  /** True if a rule matches one of the names of a play. */
  readonly hides: (names: Pick<Listen, FilterKind>) => boolean
  /** The rules with an unreadable pattern, which match nothing. */
  readonly unreadable: ReadonlyArray<FilterRule>
}

/** Compiles rules to one test. An unreadable pattern matches nothing, so that it breaks no sync. */
export const makeNameFilter = (
  rules: ReadonlyArray<Omit<FilterRule, "reason">>,
  compile: CompilePattern,
): NameFilter => {
  const names = { artist: new Set<string>(), album: new Set<string>(), track: new Set<string>() }
  const patterns: Record<FilterKind, Array<(name: string) => boolean>> = { artist: [], album: [], track: [] }
  const unreadable: Array<FilterRule> = []
  for (const { kind, match, value } of rules) {
    if (match === "exact") {
      names[kind].add(fold(value))
      continue
    }
    const compiled = compile(value.normalize("NFC"))
    if (Result.isSuccess(compiled)) patterns[kind].push(compiled.success)
    else unreadable.push({ kind, match, value, reason: "" })
  }
  const matches = (kind: FilterKind, name: string): boolean => {
    if (name === "") return false
    if (names[kind].size > 0 && names[kind].has(fold(name))) return true
    if (patterns[kind].length === 0) return false
    const composed = name.normalize("NFC")
    return patterns[kind].some((matches) => matches(composed))
  }
  return {
    matches,
    hides: (listen) => FilterKind.literals.some((kind) => matches(kind, listen[kind])),
    unreadable,
  }
}
