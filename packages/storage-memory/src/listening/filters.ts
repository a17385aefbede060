import { pageIn } from "@daybook/kernel"
import {
  checkRule,
  FilterId,
  type FilterRule,
  FilterStore,
  type ListeningFilter,
  makeNameFilter,
  maxFilters,
  Patterns,
  tooManyFilters,
} from "@daybook/listening"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { raiseVersion, VersionCounts } from "../kernel/dataVersions.ts"
import { StoredMusic } from "./music.ts"

/** The filters of listening, in memory. */
export const layer = Layer.effect(
  FilterStore,
  Effect.gen(function* () {
    const versions = yield* VersionCounts
    const music = yield* StoredMusic
    const { compile } = yield* Patterns
    let filters: ReadonlyArray<ListeningFilter> = []
    let nameFilter = makeNameFilter(filters, compile)
    let lastId = 0

    const use = (next: ReadonlyArray<ListeningFilter>): void => {
      filters = next
      nameFilter = makeNameFilter(filters, compile)
      music.hide(nameFilter)
      raiseVersion(versions, "listening")
    }

    const add = Effect.fnUntraced(function* (rule: FilterRule) {
      const { kind, match, value, reason } = yield* Effect.fromResult(checkRule(rule, compile))
      const createdAt = yield* Clock.currentTimeMillis
      const known = filters.find(
        (filter) => filter.kind === kind && filter.match === match && filter.value === value,
      )
      if (known !== undefined) return { filter: known, isNew: false }
      if (filters.length >= maxFilters) return yield* tooManyFilters()
      lastId += 1
      const filter = { id: FilterId.make(lastId), kind, match, value, reason, createdAt }
      use([...filters, filter])
      return { filter, isNew: true }
    })

    return FilterStore.of({
      add,
      remove: (id) =>
        Effect.sync(() => {
          const left = filters.filter((filter) => filter.id !== id)
          if (left.length === filters.length) return false
          use(left)
          return true
        }),
      list: (page) => Effect.sync(() => pageIn(filters, page)),
      hides: (listen) => Effect.sync(() => nameFilter.hides(listen) || music.hides(listen)),
    })
  }),
)
