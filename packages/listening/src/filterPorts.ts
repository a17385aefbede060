import { InvalidInput, type Page, type PageRequest } from "@daybook/kernel"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { CompilePattern, FilterId, FilterRule, ListeningFilter } from "./filters.ts"
import type { Listen } from "./model.ts"

/**
 * The engine that runs the patterns of filters, without regard to the case of letters. Its time must be bounded by
 * the lengths of pattern and name, so it belongs to whoever brings the library for it; the server brings RE2. Where
 * none is provided, patterns are refused and everything else works. It is read as a store is built.
 */
export const Patterns = Context.Reference<{ readonly compile: CompilePattern }>(
  "daybook/listening/Patterns",
  {
    defaultValue: () => ({
      compile: () =>
        Result.fail(
          new InvalidInput({
            field: "value",
            message: "value: there is no engine for patterns here; send an exact match, or provide Patterns",
          }),
        ),
    }),
  },
)

/**
 * The rules for what is hidden. What a rule hits is left out of what `ListeningStore` tells, from the transaction
 * that adds the rule until the one that removes it: for plays stored before and after, whichever server stores them.
 */
export class FilterStore extends Context.Service<
  FilterStore,
  {
    /**
     * Sets a rule. A rule of the same kind, match and value stays as it is, and is given back. A pattern that the
     * engine refuses, a text out of its limits, and one rule too many are invalid.
     */
    readonly add: (
      rule: FilterRule,
    ) => Effect.Effect<{ readonly filter: ListeningFilter; readonly isNew: boolean }, InvalidInput>
    /** Removes a rule; false where there is none. */
    readonly remove: (id: FilterId) => Effect.Effect<boolean>
    /** The rules, oldest first. */
    readonly list: (page: PageRequest) => Effect.Effect<Page<ListeningFilter>>
    /** Whether the rules, as they are now, hide a listen: also one that is not stored. */
    readonly hides: (listen: Listen) => Effect.Effect<boolean>
  }
>()("daybook/listening/FilterStore") {}
