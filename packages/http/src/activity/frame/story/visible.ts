import { type Entry, itemsHiding, type Journal, type ItemRef, visibleOf } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

/** The fields of a domain's review that have items, each with their type. */
export type ReviewTypes = Readonly<Record<string, string>>

const hasId = (item: unknown): item is Pick<ItemRef, "id"> => Predicate.hasProperty(item, "id")

/** A domain's part of a year without the items that the current reader may not see. */
export const visibleReview = Effect.fnUntraced(function* (
  domain: string,
  review: object | undefined,
  types: ReviewTypes,
) {
  if (review === undefined) return undefined
  const fields = yield* Effect.forEach(Object.entries(review), ([name, value]: [string, unknown]) => {
    const type = types[name]
    const isList = Array.isArray(value)
    if (type === undefined) return Effect.succeed([name, value] as const)
    const items: ReadonlyArray<unknown> = isList ? value : [value]
    return Effect.map(
      visibleOf(domain, items, (item) => (hasId(item) ? [{ type, id: item.id }] : [])),
      (visible) => [name, isList ? visible : visible[0]] as const,
    )
  })
  return Object.fromEntries(fields)
})

/** A journal without the entries that the current reader may not see. */
export const visibleJournal = (domain: string, journal: Journal): Journal => {
  const visible = Effect.flatMap((entries: ReadonlyArray<Entry>) => visibleOf(domain, entries, itemsHiding))
  return {
    ...journal,
    entries: (...asked) => visible(journal.entries(...asked)),
    entriesOn: (days) => visible(journal.entriesOn(days)),
  }
}
