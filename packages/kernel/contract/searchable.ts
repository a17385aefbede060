import { idsContaining, type Searchable, titleText } from "@daybook/kernel"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { JournalSubject } from "./journal.ts"

/** Items that cannot be found, for tests of what else a store does. */
export const noItems: Searchable = {
  titles: Effect.succeed(new Map()),
  items: () => Effect.succeed([]),
}

/** A domain's items under changes of its data, which are those of its journal. */
export interface SearchSubject<Change, Services> extends Pick<
  JournalSubject<Change, Services>,
  "apply" | "change"
> {
  readonly searchable: Effect.Effect<Searchable, never, Services>
}

/** The titles of a store, sorted, each held against its item. */
const titlesIn = Effect.fnUntraced(function* (searchable: Searchable) {
  const titles = yield* searchable.titles
  const keys = [...titles].flatMap(([type, { ids }]) => ids.map((id) => ({ type, id })))
  const folded = [...titles].flatMap(([type, { ids, texts }]) =>
    ids.map((id, at) => ({ type, id, text: texts[at] })),
  )
  const items = yield* searchable.items(keys)
  assert.deepStrictEqual(
    folded,
    items.map(({ id, subtitle, title, type }) => ({ type, id, text: titleText(title, subtitle) })),
  )
  for (const { id, title, type } of items.slice(0, 3)) {
    assert.include(idsContaining(titles.get(type) ?? { ids: [], texts: [] }, title), id)
  }
  assert.strictEqual(
    new Set(keys.map(({ id, type }) => `${type} ${id}`)).size,
    keys.length,
    "an item came twice",
  )
  return folded.map((one) => JSON.stringify(one)).sort()
})

/** Contract of every store whose items a search finds: its titles are those of its items, whatever was changed. */
export const searchContract = <Change, Services>(
  { apply, change, searchable }: SearchSubject<Change, Services>,
  fresh: (zone: string) => Layer.Layer<Services>,
): void => {
  it.effect.prop(
    "titles are those of the items after each change; keys of nothing find nothing",
    [Schema.Array(change).check(Schema.isBetweenLength(1, 8))],
    ([changes]) =>
      Effect.gen(function* () {
        const found = yield* searchable
        for (const one of changes) {
          yield* apply(one)
          yield* titlesIn(found)
        }
        const types = [...(yield* found.titles).keys()]
        assert.isAbove(types.length, 0)
        const keys = [...types, "nothing"].flatMap((type) =>
          ["2000000000", "99999999999999", "1.5", "-1", "", "x\\y'"].map((id) => ({ type, id })),
        )
        assert.deepStrictEqual(yield* found.items(keys), [])
      }).pipe(Effect.provide(fresh("UTC"))),
    { timeout: 120_000, arbitrary: { runs: 2, size: 8, maxShrinks: 20 } },
  )
}

/** Contract of every such store that outlives its layer: the titles that it kept are those that it reads anew. */
export const durableSearchContract = <Change, Services>(
  { apply, change, searchable }: SearchSubject<Change, Services>,
  make: () => (zone: string) => Layer.Layer<Services>,
): void => {
  it.effect.prop(
    "titles that are kept through changes are those of a store that is opened anew",
    [Schema.Array(change).check(Schema.isBetweenLength(1, 8))],
    ([changes]) =>
      Effect.gen(function* () {
        const open = make()
        const titles = Effect.flatMap(searchable, titlesIn)
        const kept = Effect.andThen(
          titles,
          Effect.forEach(changes, (one) => Effect.andThen(apply(one), titles), { discard: true }),
        )
        const before = yield* Effect.provide(Effect.andThen(kept, titles), open("UTC"))
        assert.deepStrictEqual(yield* Effect.provide(titles, open("UTC")), before)
      }),
    { timeout: 120_000, arbitrary: { runs: 3, size: 8, maxShrinks: 20 } },
  )
}
