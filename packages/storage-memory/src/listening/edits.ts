import { editItems } from "@daybook/kernel"
import { type EditedPlay, editedPlays, editPlaces, type PlayEdits, type Scrobble } from "@daybook/listening"
import * as Effect from "effect/Effect"
import { editLogIn, type EditRows } from "../kernel/edits.ts"
import { editedNamesIn } from "./editedNames.ts"
import { leadOf, type Music } from "./music.ts"
import { PlacedPlays, toldIdOf } from "./placedPlays.ts"
import { tellingsIn } from "./tellings.ts"

/** The edits by hand of plays in memory. */
export const editedPlaysIn = (music: Music, rows: EditRows["Service"]) => {
  const placed = new PlacedPlays(music)
  const log = editLogIn(rows, "listening")
  const names = editedNamesIn(music, placed, log)
  const told = tellingsIn(music, placed, log)

  const edits = editItems(log, editedPlays, {
    read: (ids) =>
      Effect.sync(() =>
        ids.flatMap((id): ReadonlyArray<EditedPlay> => {
          const found = placed.find(id)
          if (found === undefined) return []
          // A report is kept under the names that its source has, whichever they count as now.
          const { album, play, track } = found
          return [
            {
              id,
              artist: track.toldArtist.toldName,
              track: track.toldName,
              album: album?.toldName ?? "",
              imageUrl: "",
              playedAt: play.playedAt,
            },
          ]
        }),
      ),
    put: (plays) =>
      Effect.sync(() =>
        placed.place(
          plays.map((play) => {
            const { album, track } = music.namesOf(play)
            return { id: play.id, playedAt: play.playedAt, track, album }
          }),
        ),
      ).pipe(Effect.andThen(names.settle)),
    remove: (ids) =>
      Effect.sync(() =>
        placed.place(ids.map((id) => ({ id, playedAt: 0, track: undefined, album: undefined }))),
      ),
    same: ({ artist, playedAt, track }) =>
      Effect.sync(() => {
        const told = music.artists.get(artist)?.tracks.get(track)
        const play = told && leadOf(told).plays.get(playedAt)
        return play && placed.idOf(play)
      }),
  })
  const byHand: PlayEdits = editPlaces(
    edits,
    (id) => Effect.sync(() => placed.atSamePlace(id)),
    told.standing,
  )

  /** Takes over the plays of a batch that edits touch; each comes once. The store adds the others. */
  const tellPlays = Effect.fnUntraced(function* (scrobbles: ReadonlyArray<Scrobble>) {
    if ((yield* log.edits).length === 0) return { changed: 0, covers: false, untouched: scrobbles }
    let covers = false
    const items = scrobbles.map((scrobble): EditedPlay => {
      const { cover, track } = music.namesOf(scrobble)
      covers ||= cover
      return { ...scrobble, id: toldIdOf(track, scrobble.playedAt) }
    })
    const { changed, untouched } = yield* edits.tell(items)
    yield* names.settle
    let placedNow = 0
    const others: Array<Scrobble> = []
    for (const { id, ...scrobble } of untouched) {
      const { album, track } = music.namesOf(scrobble)
      const isLed = track.leadsTo !== undefined || (album !== undefined && leadOf(album) !== album)
      if (!isLed && !placed.hasAt(scrobble.playedAt)) {
        others.push(scrobble)
        continue
      }
      const known = placed.told(id)
      if (known !== undefined && (album === undefined || known.album === album)) continue
      placed.place([{ id, playedAt: scrobble.playedAt, track, album }])
      placedNow += 1
    }
    return { changed: changed + placedNow, covers, untouched: others }
  })

  return { byHand, tellPlays, placed, names, told }
}
