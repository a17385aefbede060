import { Keys, OAuth, Shares } from "@daybook/access"
import { Images } from "@daybook/images"
import { type DataVersions, Digest } from "@daybook/kernel"
import { ListeningStore, MusicCatalog, MusicPages, NowPlaying, ScrobbleSources } from "@daybook/listening"
import { Sqlite, SqliteStorage } from "@daybook/storage-sqlite"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import { hash } from "node:crypto"
import { ActivityServer, imagesRoutes, listeningRoutes } from "../src/index.ts"

const { Access, Images: StoredImages, Kernel, Listening } = SqliteStorage

const zone = DateTime.layerCurrentZone(DateTime.zoneMakeNamedUnsafe("UTC"))

const readKey = "a-read-key-of-the-tests-0123456789"

/** A host's own stores of listening, which raise their own versions. */
const makeMine = Effect.map(
  Layer.build(
    Layer.fresh(
      Layer.provide(Layer.merge(Listening.layer(), Kernel.layer()), Layer.fresh(Sqlite.layerMemory)),
    ),
  ),
  (memory) => ({
    store: Context.get(memory, ListeningStore),
    stores: Layer.succeedContext(memory as Context.Context<Layer.Success<typeof own> | DataVersions>),
  }),
)
const own = Listening.layer()

const shared = Layer.mergeAll(
  Layer.succeed(ScrobbleSources, { configured: [], settings: "" }),
  Layer.succeed(MusicPages, { artist: () => "", album: () => "", track: () => "" }),
  Layer.succeed(MusicCatalog, {
    configured: false,
    searchArtist: () => Effect.succeed([]),
    searchSong: () => Effect.succeed([]),
    albumsOf: () => Effect.succeed([]),
  }),
)

const key = Layer.effectDiscard(
  Effect.flatMap(Keys, ({ setConfigured }) =>
    setConfigured({ setting: "READ_KEY", scope: "read", key: Redacted.make(readKey) }),
  ),
)

type Mine = Effect.Success<typeof makeMine>["stores"]

/** The ways in which a host may put its stores next to ours. */
const merges = {
  "handed to each storage": (mine: Mine) => Layer.merge(Listening.layer(mine), Kernel.layer(mine)),
  "merged before the kernel's": (mine: Mine) => Layer.mergeAll(mine, Kernel.layer()),
  "merged after the kernel's": (mine: Mine) => Layer.mergeAll(Kernel.layer(), mine),
  "provided to the kernel's": (mine: Mine) => Layer.provideMerge(Kernel.layer(), mine),
  "put over the kernel's": (mine: Mine) => Layer.provideMerge(mine, Kernel.layer()),
}

describe("a host's own stores", () => {
  for (const [way, stores] of Object.entries(merges)) {
    it.live(`${way}, never get a response of data that was there before`, () =>
      Effect.gen(function* () {
        const mine = yield* makeMine
        const messages: Array<string> = []
        const services = key.pipe(
          Layer.provideMerge(
            Layer.mergeAll(NowPlaying.layer, Keys.layer, OAuth.layer, Shares.layer, Images.layerOfKept),
          ),
          Layer.provideMerge(
            Layer.mergeAll(stores(mine.stores), Access.layer(), StoredImages.layer(), shared),
          ),
          Layer.provideMerge(Layer.succeed(Digest, (text) => hash("sha256", text))),
          Layer.provideMerge(Layer.merge(zone, Sqlite.layerMemory)),
          Layer.provideMerge(
            Logger.layer([Logger.make(({ message }) => void messages.push(String(message)))]),
          ),
        )
        const { dispose, handler } = ActivityServer.toWebHandler(
          [listeningRoutes, imagesRoutes],
          ActivityServer.defaultSettings,
          services,
        )
        yield* Effect.addFinalizer(() => Effect.promise(dispose))
        const plays = Effect.promise(async () => {
          const request = new Request("http://localhost/v1/listening/recent", {
            headers: { authorization: `Bearer ${readKey}` },
          })
          const { pagination } = (await (await handler(request)).json()) as {
            readonly pagination: { readonly total: number }
          }
          return pagination.total
        })
        const listen = (track: string) =>
          mine.store.storeScrobbles([{ playedAt: 0, track, artist: "A", album: "", imageUrl: "" }])
        assert.strictEqual(yield* plays, 0)
        yield* listen("One")
        assert.strictEqual(yield* plays, 1)
        yield* listen("Two")
        assert.strictEqual(yield* plays, 2)
        const said = messages.filter((message) => message.includes("has no version of"))
        if (way === "handed to each storage") assert.deepStrictEqual(said, [])
        else assert.match(said.join(), /pass them to Daybook.s storage, as in KernelSqlite\.layer\(mine\)/)
      }).pipe(Effect.provide(zone)),
    )
  }
})
