import { PlayedAlbums, WatchedFilms } from "@daybook/collecting"
import { listening, ListeningStore } from "@daybook/listening"
import { watching, WatchingStore } from "@daybook/watching"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

// A host may serve collecting without listening or watching: then only its own ports, or none, are known.
const playedAlbums = Layer.effect(
  PlayedAlbums,
  Effect.gen(function* () {
    const store = yield* Effect.serviceOption(ListeningStore)
    if (Option.isNone(store)) return yield* PlayedAlbums
    const { albumsBeside, albumsNamed } = store.value.lists
    return { dataVersions: listening.dataVersions, named: albumsNamed, beside: albumsBeside }
  }),
)

const watchedFilms = Layer.effect(
  WatchedFilms,
  Effect.gen(function* () {
    const store = yield* Effect.serviceOption(WatchingStore)
    if (Option.isNone(store)) return yield* WatchedFilms
    return { dataVersions: watching.dataVersions, withIds: store.value.lists.moviesOf }
  }),
)

/** The plays and watches shown with collecting, from the host's stores. */
export const layer = Layer.merge(playedAlbums, watchedFilms)
