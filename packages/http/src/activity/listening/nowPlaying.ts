import * as Listening from "@daybook/listening"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ItemImages } from "../itemImages.ts"
import { NowPlaying } from "./group.ts"

/** The current or last played track, as in responses. */
export const readNowPlaying = Effect.gen(function* () {
  const itemImages = yield* ItemImages
  const { isPlaying, track, playedAt } = yield* (yield* Listening.NowPlaying).current
  if (Option.isNone(track)) return NowPlaying.of({ isPlaying, playedAt })
  const { album, albumId, artist, artistId, catalogUrl, imageUrl, track: name, url } = track.value
  const imageOf = yield* itemImages.of([imageUrl])
  return NowPlaying.of({
    isPlaying,
    playedAt,
    track: {
      name,
      artist: { id: artistId, name: artist },
      album: { id: albumId, name: album },
      url,
      catalog_music_url: catalogUrl,
      ...imageOf(imageUrl),
    },
  })
})

/** The same for those who listen at `/v1/live`. */
export const liveNowPlaying = {
  event: "now-playing",
  read: Effect.flatMap(readNowPlaying, (answer) =>
    Effect.orDie(Schema.encodeEffect(Schema.fromJsonString(NowPlaying))(answer)),
  ),
}
