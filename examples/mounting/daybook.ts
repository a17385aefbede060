// The API of listening as one handler of Web standard requests, for every server in this folder.
import { Keys, OAuth, Shares } from "@daybook/access"
import { ActivityServer } from "@daybook/http/activity"
import { imagesRoutes } from "@daybook/http/images"
import { listeningRoutes } from "@daybook/http/listening"
import { Images } from "@daybook/images"
import { Digest } from "@daybook/kernel"
import { MusicCatalog, MusicPages, NowPlaying, ScrobbleSources } from "@daybook/listening"
import * as AccessSqlite from "@daybook/storage-sqlite/access"
import * as ImagesSqlite from "@daybook/storage-sqlite/images"
import * as KernelSqlite from "@daybook/storage-sqlite/kernel"
import * as ListeningSqlite from "@daybook/storage-sqlite/listening"
import * as Sqlite from "@daybook/storage-sqlite/sqlite"
import * as Config from "effect/Config"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createHash } from "node:crypto"

const stores = Layer.mergeAll(
  AccessSqlite.layer(),
  ImagesSqlite.layer(),
  KernelSqlite.layer(),
  ListeningSqlite.layer(),
).pipe(Layer.provide(Sqlite.layerMemory))

// Where plays come from, and what knows more of them: here nothing does.
const sources = Layer.mergeAll(
  Layer.succeed(ScrobbleSources, { configured: [], settings: "" }),
  Layer.succeed(MusicPages, { artist: () => "", album: () => "", track: () => "" }),
  Layer.succeed(MusicCatalog, {
    configured: false,
    searchArtist: () => Effect.succeed([]),
    searchSong: () => Effect.succeed([]),
    albumsOf: () => Effect.succeed([]),
  }),
)

/** The first key, of 32 characters or more: others are made with it, at `POST /daybook/v1/admin/keys`. */
const firstKey = Layer.effectDiscard(
  Effect.gen(function* () {
    const keys = yield* Keys
    yield* keys.setConfigured({
      setting: "ADMIN_KEY",
      scope: "admin",
      key: yield* Config.Redacted("ADMIN_KEY"),
    })
  }),
)

const services = firstKey.pipe(
  Layer.provideMerge(
    Layer.mergeAll(NowPlaying.layer, Keys.layer, OAuth.layer, Shares.layer, Images.layerOfKept),
  ),
  Layer.provideMerge(Layer.merge(stores, sources)),
  Layer.provideMerge(Layer.succeed(Digest, (text) => createHash("sha256").update(text).digest("hex"))),
  Layer.provideMerge(Layer.orDie(DateTime.layerCurrentZoneNamed("Europe/Lisbon"))),
)

export const daybook = ActivityServer.toWebHandler(
  [listeningRoutes, imagesRoutes],
  ActivityServer.defaultSettings,
  services,
  { prefix: "/daybook" },
)
