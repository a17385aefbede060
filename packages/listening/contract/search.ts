import type { DataVersions } from "@daybook/kernel"
import type { SearchSubject } from "@daybook/kernel/contract"
import { ListeningStore } from "@daybook/listening"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { playAt } from "./scrobbles.ts"

/** Plays of few names: new ones, and known ones in another combination. */
const Change = Schema.Struct({
  artist: Schema.Literals(["Low", "Björk"]),
  album: Schema.Literals(["", "Hey What", "Post"]),
  track: Schema.Literals(["Days Like These", "Hyperballad", "千本桜"]),
  minute: Schema.Literals([0, 1, 2]),
})

/** Artists, albums and tracks as items that a search finds. */
export const listeningSearch: SearchSubject<typeof Change.Type, ListeningStore | DataVersions> = {
  searchable: Effect.map(ListeningStore, ({ searchable }) => searchable),
  change: Change,
  apply: ({ minute, ...names }) =>
    Effect.flatMap(ListeningStore, (store) =>
      store.storeScrobbles([playAt(`2024-05-01T12:0${minute}:00Z`, names)]),
    ),
}
