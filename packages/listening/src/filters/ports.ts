import { InvalidInput, type Page, type PageRequest } from "@daybook/kernel"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { CompilePattern, FilterId, FilterRule, ListeningFilter } from "./filters.ts"
import type { Listen } from "../model.ts"

/**
 * The engine that runs the patterns of filters, ignoring case. Its time must be bounded by the lengths of pattern and
 * name, so the host brings it; our server brings RE2. Without an engine patterns are refused and everything else
 * works. A store reads it once, when it is built.
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
 * The rules that hide plays. A matching play is left out of every response of `ListeningStore`, from the transaction
 * that adds the rule until the one that removes it: for plays stored before and after, by any server.
 */
export class FilterStore extends Context.Service<
  FilterStore,
  {
    /**
     * Adds a rule. A rule of the same kind, match and value stays as it is and is returned. A pattern that the engine
     * refuses, a text beyond its limits, and one rule too many are invalid.
     */
    readonly add: (
      rule: FilterRule,
    ) => Effect.Effect<{ readonly filter: ListeningFilter; readonly isNew: boolean }, InvalidInput>
    /** Removes a rule; false if it does not exist. */
    readonly remove: (id: FilterId) => Effect.Effect<boolean>
    /** The rules, oldest first. A pattern that the engine no longer accepts stays here, and hides nothing. */
    readonly list: (page: PageRequest) => Effect.Effect<Page<ListeningFilter>>
    /** True if a current rule hides the listen, stored or not. */
    readonly hides: (listen: Listen) => Effect.Effect<boolean>
  }
>()("daybook/listening/FilterStore") {}
