import type { Concert, PlayedSong } from "@daybook/attending"
import { isLocalDate, webUrl } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { Text, TextId } from "../text.ts"
import { optional } from "../optional.ts"

const Named = Schema.Struct({ name: optional(Text) })

const Song = Schema.Struct({
  name: optional(Text),
  cover: optional(Named),
  with: optional(Named),
  info: optional(Text),
  tape: optional(Schema.Boolean),
})

const Sets = Schema.Array(
  Schema.Struct({ encore: optional(Schema.Natural), song: optional(Schema.Array(Song)) }),
)

/** The fields that we keep of a setlist: https://api.setlist.fm/docs/1.0/json_Setlist.html */
export const Item = Schema.Struct({
  id: TextId,
  // 23-08-1964
  eventDate: Schema.String.check(
    Schema.makeFilter((date) => isLocalDate(dayIn(date)) || "Expected a day as dd-MM-yyyy"),
  ),
  artist: Schema.Struct({ name: Text.check(Schema.isMinLength(1)) }),
  venue: optional(
    Schema.Struct({
      id: optional(Text),
      name: optional(Text),
      city: optional(
        Schema.Struct({
          name: optional(Text),
          coords: optional(Schema.Struct({ lat: optional(Schema.Finite), long: optional(Schema.Finite) })),
        }),
      ),
    }),
  ),
  tour: optional(Named),
  // The documentation only has `set`, the responses have `sets.set`.
  sets: optional(Schema.Struct({ set: optional(Sets) })),
  set: optional(Sets),
  url: optional(Text),
})

function dayIn(date: string): string {
  return date.split("-").toReversed().join("-")
}

const venueOf = ({ venue }: typeof Item.Type): Concert["venue"] => {
  const name = venue?.name ?? ""
  if (name === "") return undefined
  const { lat, long } = venue?.city?.coords ?? {}
  // setlist.fm has positions of cities, not of venues.
  const isPlaced =
    typeof lat === "number" && typeof long === "number" && Math.abs(lat) <= 90 && Math.abs(long) <= 180
  return {
    id: venue?.id ?? "",
    name,
    city: venue?.city?.name ?? "",
    timeZone: "",
    ...(isPlaced ? { position: { lat, lng: long } } : {}),
  }
}

const songsOf = ({ set, sets }: typeof Item.Type): ReadonlyArray<PlayedSong> =>
  (sets?.set ?? set ?? []).flatMap(({ encore, song }) =>
    (song ?? []).map((one) => ({
      // A song that no one recognized has no name.
      name: one.name ?? "",
      encore: encore ?? 0,
      coverOf: one.cover?.name ?? "",
      guest: one.with?.name ?? "",
      note: one.info ?? "",
      isTape: one.tape ?? false,
    })),
  )

/** The concert of a setlist. */
export const concertOf = (item: typeof Item.Type): Concert => {
  const day = dayIn(item.eventDate)
  if (!isLocalDate(day)) throw new Error("the date was checked")
  return {
    ref: item.id,
    day,
    venue: venueOf(item),
    performer: item.artist.name,
    tour: item.tour?.name ?? "",
    url: webUrl(item.url ?? ""),
    songs: songsOf(item),
  }
}
