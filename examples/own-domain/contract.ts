import { type DataVersions, type Edits, everything } from "@daybook/kernel"
import { type EditedInTests, editsContract, journalContract } from "@daybook/kernel/contract"
import { type JournalSubject, raisesVersion } from "@daybook/kernel/contract"
import { readPages, survivesHostileTexts, versionOf } from "@daybook/kernel/contract"
import { suggest } from "@daybook/search"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type Play, playId } from "./model.ts"
import { PlayStore } from "./ports.ts"

const play = (game: string, time: string, more: Partial<Play> = {}): Play => ({
  game,
  playedAt: Date.parse(time),
  players: 3,
  winner: "Ada",
  minutes: 40,
  ...more,
})

const azul = play("Azul", "2024-05-06T19:00:00Z")

/** Plays that come, some of them twice or at one time: those of the nights on which clocks change are among them. */
const Batch = Schema.Array(
  Schema.Struct({
    game: Schema.Literals(["Go", "Azul", "go", "é"]),
    quarterHours: Schema.Literals([0, 1, 7, 16, 20, 30, 96, 200]),
    players: Schema.Literals([0, 2]),
  }),
).check(Schema.isBetweenLength(0, 4))

const start = Date.parse("2024-03-09T22:00:00Z")

/** Plays as entries of a journal. */
const playJournal: JournalSubject<typeof Batch.Type, PlayStore> = {
  journal: Effect.map(PlayStore, ({ journal }) => journal),
  change: Batch,
  start,
  apply: (batch) =>
    Effect.flatMap(PlayStore, ({ storePlays }) =>
      storePlays(
        batch.map(({ game, players, quarterHours }) => ({
          ...play(game, "2024-03-09T22:00:00Z", { players }),
          playedAt: start + quarterHours * 900_000,
        })),
      ),
    ),
}

const names = ["Go", "Azul", "go", "é"]

const version = (item: number, of: number) =>
  play(names[item] ?? "", "2024-05-06T19:00:00Z", { winner: of === 1 ? "" : "Ada", minutes: 30 + of })

/** Plays as people edit them. */
const editedInTests: EditedInTests<PlayStore> = {
  domain: "board-games",
  type: "play",
  edits: Effect.map(PlayStore, ({ edits }) => edits),
  tell: (item, of) => Effect.flatMap(PlayStore, ({ storePlays }) => storePlays([version(item, of)])),
  idOf: (item) => Effect.succeed(playId(version(item, 0))),
  addition: (number) => ({ game: "Chess", played_at: `2024-05-0${number + 1}T19:00:00.000Z` }),
  corrections: [{ winner: "Bo", players: 4 }, { minutes: 90 }, { winner: null }],
  shown: Effect.flatMap(PlayStore, ({ plays }) => plays(everything, { page: 1, limit: 100 })),
}

/** The contract of every `PlayStore`. `fresh` returns an empty store, with its data versions, in a time zone. */
export const playStoreContract = (
  adapter: string,
  fresh: (zone?: string) => Layer.Layer<PlayStore | DataVersions | Edits>,
): void => {
  const test = (name: string, body: Effect.Effect<void, never, PlayStore | DataVersions>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  describe(`${adapter}: the journal of plays`, () => journalContract(playJournal, fresh))

  describe(`${adapter}: edits of plays`, () => editsContract(editedInTests, fresh))

  describe(`${adapter}: plays`, () => {
    test(
      "are stored once, keep what is known of them, and count as changed where they gain something",
      Effect.gen(function* () {
        const store = yield* PlayStore
        const bare = { ...azul, players: 0, winner: "", minutes: 0 }
        const first = yield* raisesVersion("board-games", "a new play", store.storePlays([bare, bare]))
        assert.strictEqual(first, 1)
        assert.strictEqual(yield* store.storePlays([{ ...bare, winner: "Ada" }]), 1)
        assert.strictEqual(yield* store.storePlays([azul]), 1)
        assert.strictEqual(yield* store.storePlays([bare, azul]), 0)
        const { items } = yield* store.plays(everything, { page: 1, limit: 10 })
        assert.deepStrictEqual(items, [azul])
      }),
    )

    test(
      "are found by the names of their games, each game once, from the moment that they are stored",
      Effect.gen(function* () {
        const { searchable, storePlays } = yield* PlayStore
        const found = (q: string) =>
          Effect.map(suggest([{ domain: "board-games", searchable }], q), (games) =>
            games.map(({ id }) => id),
          )
        assert.deepStrictEqual(yield* Effect.orDie(found("azu")), [])
        yield* storePlays([
          azul,
          play("Azul", "2024-05-07T19:00:00Z"),
          play("Café Noir", "2024-05-08T19:00:00Z"),
        ])
        assert.deepStrictEqual(yield* Effect.orDie(found("azu")), ["Azul"])
        assert.deepStrictEqual(yield* Effect.orDie(found("cafe nior")), [])
        assert.deepStrictEqual(yield* Effect.orDie(found("caffe noir")), ["Café Noir"])
        assert.deepStrictEqual(yield* Effect.orDie(found("noir cafe")), ["Café Noir"])
      }),
    )

    test(
      "are listed newest first, then by game, each once over all pages, and only those of the range",
      Effect.gen(function* () {
        const { plays, storePlays } = yield* PlayStore
        const earlier = ["a", "B", "é", "_"].map((game) => play(game, "2024-05-05T19:00:00Z"))
        yield* storePlays([azul, ...earlier])
        const listed = yield* readPages((page) => plays(everything, page), 2)
        assert.deepStrictEqual(
          listed.map(({ game }) => game),
          ["Azul", "é", "a", "_", "B"],
        )
        const range = { from: azul.playedAt, until: azul.playedAt + 1 }
        assert.deepStrictEqual(yield* plays(range, { page: 1, limit: 2 }), { items: [azul], total: 1 })
        const before = { from: undefined, until: azul.playedAt }
        assert.strictEqual((yield* plays(before, { page: 9, limit: 2 })).total, 4)
      }),
    )

    test(
      "are summed by game, most played first, then by name",
      Effect.gen(function* () {
        const { games, storePlays } = yield* PlayStore
        assert.deepStrictEqual(yield* games(everything, { page: 1, limit: 2 }), { items: [], total: 0 })
        const later = play("Azul", "2024-05-07T19:00:00Z", { minutes: 35 })
        yield* storePlays([azul, later, ...["b", "C"].map((game) => play(game, "2024-05-05T19:00:00Z"))])
        const sums = yield* readPages((page) => games(everything, page), 2)
        assert.deepStrictEqual(sums[0], {
          game: "Azul",
          plays: 2,
          minutes: 75,
          lastPlayedAt: later.playedAt,
        })
        assert.deepStrictEqual(
          sums.map(({ game }) => game),
          ["Azul", "C", "b"],
        )
        const { items } = yield* games({ from: later.playedAt, until: undefined }, { page: 1, limit: 9 })
        assert.deepStrictEqual(items, [{ game: "Azul", plays: 1, minutes: 35, lastPlayedAt: later.playedAt }])
      }),
    )

    test(
      "save the cursor of their source with them, and with none of them",
      Effect.gen(function* () {
        const { cursor, storePlays } = yield* PlayStore
        assert.deepStrictEqual(yield* cursor("tally"), Option.none())
        yield* storePlays([azul], { source: "tally", cursor: "1" })
        const before = yield* versionOf("board-games")
        yield* storePlays([], { source: "import abc", cursor: "2" })
        assert.isAtLeast(yield* versionOf("board-games"), before)
        assert.deepStrictEqual(yield* cursor("tally"), Option.some("1"))
        assert.deepStrictEqual(yield* cursor("import abc"), Option.some("2"))
      }),
    )

    test(
      "with hostile texts harm no others",
      Effect.gen(function* () {
        const { plays, storePlays } = yield* PlayStore
        yield* survivesHostileTexts(
          (text) => storePlays([{ ...azul, game: text, winner: text }]),
          (at) => storePlays([play("Go", new Date(at * 1000).toISOString())]),
        )
        const { total } = yield* plays({ from: 0, until: 3_600_000 }, { page: 1, limit: 1 })
        assert.isAbove(total, 30)
      }),
    )
  })
}
