import { type Edit, type EditFields, Edits, type EditStore, type NewEdit } from "@daybook/kernel"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

/** A store without edits, for tests of what else it does. */
export const noEdits: EditStore = {
  make: () => Effect.die("no edit is made in this test"),
  takeBack: () => Effect.succeed(false),
}

/** A type of items and how a test edits them; items have the numbers 0, 1, 2 and 3. */
export interface EditedInTests<R> {
  readonly domain: string
  readonly type: string
  readonly edits: Effect.Effect<EditStore, never, R>
  /** A source reports an item in one of its versions, 0 to 2. */
  readonly tell: (item: number, version: number) => Effect.Effect<void, never, R>
  /** Its source has no such item any more. */
  readonly forget?: (item: number) => Effect.Effect<void, never, R>
  /** The id of an item, once it was reported. */
  readonly idOf: (item: number) => Effect.Effect<string, never, R>
  /** The fields of an addition, different for each number; undefined if none can be added. */
  readonly addition?: (number: number) => EditFields
  readonly corrections: ReadonlyArray<EditFields>
  /** The runs of the property over random edits; 6 by default. */
  readonly runs?: number
  /** All data that responses show. */
  readonly shown: Effect.Effect<unknown, never, R>
}

const number = (most: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: most }))

const Step = Schema.Struct({
  kind: Schema.Literals([
    "tell",
    "tell",
    "forget",
    "add",
    "correct",
    "correct",
    "remove",
    "merge",
    "take back",
  ]),
  item: number(3),
  other: number(3),
  choice: number(2),
})

const made = (edits: EditStore, edit: Omit<NewEdit, "at">) =>
  edits
    .make({ ...edit, at: 0 })
    .pipe(Effect.catchTags({ InvalidInput: () => Effect.void, NoSuchItem: () => Effect.void }), Effect.asVoid)

const allEdits = (domain: string): Effect.Effect<ReadonlyArray<Edit>, never, Edits> =>
  Effect.map(
    Effect.flatMap(Edits, ({ list }) => list({ page: 1, limit: 1_000 })),
    ({ items }) => items.filter((edit) => edit.domain === domain),
  )

/** The contract of edits of a type of items, in every store. */
export const editsContract = <R>(
  { addition, corrections, domain, edits, forget, idOf, runs = 6, shown, tell, type }: EditedInTests<R>,
  fresh: (zone: string) => Layer.Layer<R | Edits>,
): void => {
  it.effect.prop(
    "taking all edits back leaves exactly what the sources report, also once they report it again",
    { steps: Schema.Array(Step).check(Schema.isMaxLength(10)) },
    ({ steps }) =>
      Effect.gen(function* () {
        const sources = Effect.fnUntraced(function* (step: typeof Step.Type) {
          if (step.kind === "tell") yield* tell(step.item, step.choice)
          if (step.kind === "forget") yield* forget?.(step.item) ?? Effect.void
        })
        const shownTwice = Effect.gen(function* () {
          const left = yield* shown
          for (const item of [0, 1, 2, 3]) yield* tell(item, 0)
          return [left, yield* shown]
        })
        const withEdits = Effect.gen(function* () {
          const store = yield* edits
          for (const item of [0, 1, 2, 3]) yield* tell(item, 0)
          for (const step of steps) {
            yield* sources(step)
            const itemId = yield* idOf(step.item)
            const { choice, kind } = step
            if (kind === "add" && addition !== undefined)
              yield* made(store, { type, itemId: "", action: "add", fields: addition(choice) })
            if (kind === "correct")
              yield* made(store, {
                type,
                itemId,
                action: "correct",
                fields: corrections[choice % corrections.length] ?? {},
              })
            if (kind === "remove") yield* made(store, { type, itemId, action: "remove", fields: {} })
            if (kind === "merge")
              yield* made(store, {
                type,
                itemId,
                action: "merge",
                fields: { into: yield* idOf(step.other) },
              })
            const all = yield* allEdits(domain)
            const taken = all[choice % Math.max(1, all.length)]
            if (kind === "take back" && taken !== undefined) yield* store.takeBack(taken)
          }
          const inAnyOrder = (yield* allEdits(domain)).toSorted(
            (one, other) => ((one.id * 7) % 5) - ((other.id * 7) % 5),
          )
          for (const edit of inAnyOrder) assert.isTrue(yield* store.takeBack(edit))
          assert.deepStrictEqual(yield* allEdits(domain), [])
          return yield* shownTwice
        })
        const withoutEdits = Effect.gen(function* () {
          for (const item of [0, 1, 2, 3]) yield* tell(item, 0)
          for (const step of steps) yield* sources(step)
          return yield* shownTwice
        })
        assert.deepStrictEqual(
          yield* Effect.provide(withEdits, fresh("UTC")),
          yield* Effect.provide(withoutEdits, fresh("UTC")),
        )
      }),
    { timeout: 120_000, arbitrary: { runs, seed: 7, size: 30, maxShrinks: 40 } },
  )

  it.effect(
    "edits that are made while a source reports the same items remain, and lose nothing of its report",
    () =>
      Effect.gen(function* () {
        const items = [0, 1, 2, 3]
        const told = Effect.forEach(items, (item) => tell(item, 0), { discard: true })
        const changes = Effect.gen(function* () {
          const store = yield* edits
          const correct = Effect.fnUntraced(function* (item: number) {
            const fields = corrections[0] ?? {}
            yield* made(store, { type, itemId: yield* idOf(item), action: "correct", fields })
          })
          return [
            ...items.map((item) => tell(item, 1)),
            ...items.slice(0, 2).map(correct),
            Effect.flatMap(idOf(2), (itemId) => made(store, { type, itemId, action: "remove", fields: {} })),
          ]
        })
        const oneByOne = Effect.gen(function* () {
          yield* told
          yield* Effect.all(yield* changes)
          return yield* shown
        })
        const atOnce = Effect.gen(function* () {
          yield* told
          const all = yield* changes
          yield* Effect.all([...all.slice(4), ...all.slice(0, 4)], { concurrency: "unbounded" })
          return yield* shown
        })
        assert.deepStrictEqual(
          yield* Effect.provide(atOnce, fresh("UTC")),
          yield* Effect.provide(oneByOne, fresh("UTC")),
        )
      }),
  )
}
