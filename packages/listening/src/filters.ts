import { EpochMillis, InvalidInput, isStorableText, unstorableText } from "@daybook/kernel"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Listen } from "./model.ts"

export const FilterId = Schema.Int.pipe(Schema.brand("FilterId"))
export type FilterId = typeof FilterId.Type

/** Which of a play's names a rule looks at. */
export const FilterKind = Schema.Literals(["artist", "album", "track"])
export type FilterKind = typeof FilterKind.Type

/** `exact` is the whole name, `pattern` a regular expression that is searched anywhere in it. */
export const FilterMatch = Schema.Literals(["exact", "pattern"])
export type FilterMatch = typeof FilterMatch.Type

/**
 * A rule for what is not to be shown: an audiobook, holiday music. The plays it hits are stored like all others, and
 * left out of tops and of what is playing for as long as the rule stands.
 *
 * The case of letters never matters. An exact value matches a name that differs in nothing but case, spaces around
 * it, and how Unicode composes its accents: `café` is `CAFÉ`, not `cafe`. A name that is not known hits no rule.
 */
export const FilterRule = Schema.Struct({
  kind: FilterKind,
  match: FilterMatch,
  /** 1 to 500 characters. */
  value: Schema.String,
  /** The person's own note, up to 500 characters; "" where there is none. */
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

/** As many rules as a person may set. */
export const mostFilters = 1_000

/** What is wrong with one more rule than that. */
export const tooManyFilters = () =>
  new InvalidInput({
    field: "value",
    message: `value: there are ${mostFilters} filters already; remove one first`,
  })

/** Makes a test for names from a regular expression; what it cannot read is the input's fault. */
export type CompilePattern = (text: string) => Result.Result<(name: string) => boolean, InvalidInput>

const longestText = 500

const invalid = (field: string, what: string) =>
  Result.fail(new InvalidInput({ field, message: `${field}: ${what}` }))

// Upper case first: ß and SS, and the two small sigmas, are the same only there.
const fold = (name: string): string => name.normalize("NFC").trim().toUpperCase().toLowerCase()

/** Holds a rule against what every store can keep and this engine can run; gives it as it is to be stored. */
export const checkRule = (
  rule: FilterRule,
  compile: CompilePattern,
): Result.Result<FilterRule, InvalidInput> => {
  for (const field of ["value", "reason"] as const) {
    if (rule[field].length > longestText) return invalid(field, `must have at most ${longestText} characters`)
    if (!isStorableText(rule[field])) return invalid(field, unstorableText)
  }
  if (fold(rule.value) === "") return invalid("value", "must not be empty")
  return rule.match === "exact"
    ? Result.succeed(rule)
    : Result.map(compile(rule.value.normalize("NFC")), () => rule)
}

/** What a set of rules does to names. */
export interface Hider {
  /** Whether a rule of the kind hits the name. */
  readonly hits: (kind: FilterKind, name: string) => boolean
  /** Whether a play under these names is hidden: some rule hits one of them. */
  readonly hides: (names: Pick<Listen, FilterKind>) => boolean
  /** The rules whose pattern cannot be read, which hit nothing. */
  readonly unread: ReadonlyArray<FilterRule>
}

/** Makes one test of many rules. A pattern that cannot be read hits nothing, so that it stops nobody's sync. */
export const makeHider = (
  rules: ReadonlyArray<Omit<FilterRule, "reason">>,
  compile: CompilePattern,
): Hider => {
  const names = { artist: new Set<string>(), album: new Set<string>(), track: new Set<string>() }
  const patterns: Record<FilterKind, Array<(name: string) => boolean>> = { artist: [], album: [], track: [] }
  const unread: Array<FilterRule> = []
  for (const { kind, match, value } of rules) {
    if (match === "exact") {
      names[kind].add(fold(value))
      continue
    }
    const compiled = compile(value.normalize("NFC"))
    if (Result.isSuccess(compiled)) patterns[kind].push(compiled.success)
    else unread.push({ kind, match, value, reason: "" })
  }
  const hits = (kind: FilterKind, name: string): boolean => {
    if (name === "") return false
    if (names[kind].size > 0 && names[kind].has(fold(name))) return true
    if (patterns[kind].length === 0) return false
    const composed = name.normalize("NFC")
    return patterns[kind].some((matches) => matches(composed))
  }
  return {
    hits,
    hides: (listen) => FilterKind.literals.some((kind) => hits(kind, listen[kind])),
    unread,
  }
}
