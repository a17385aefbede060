import { PlayedKind } from "@daybook/listening"
import * as Schema from "effect/Schema"
import {
  comparedFields,
  type HiddenBy,
  Instant,
  ItemImage,
  manyOf,
  optionalForm,
  wireForm,
} from "../../forRoutes.ts"
import { StatsSums } from "../lists/wire.ts"

const hiddenBy: HiddenBy<{ readonly id: number; readonly of: PlayedKind }> = {
  domain: "listening",
  by: ({ id, of: type }) => [{ id, type }],
}

const Moved = wireForm(
  {
    id: Schema.Int,
    name: Schema.String,
    detail: Schema.String.annotate({ description: "The artist of an album or a track; empty for an artist" }),
    rank: Schema.Int.annotate({ description: "From 1; 0 if it is not among the first 500 of the period" }),
    previousRank: Schema.Int.annotate({
      description: "From 1; 0 if it was not among the first 500 of the previous period",
    }),
    plays: Schema.Int,
    previousPlays: Schema.Int.annotate({ description: "0 where previous_rank is" }),
    isNew: Schema.Boolean.annotate({ description: "True if its first play of all is in the period" }),
    firstPlayedAt: Instant,
    image: Schema.optionalKey(ItemImage),
    url: Schema.String.annotate({ description: "The page at the scrobbling service" }),
  },
  { plays: "playcount", previousPlays: "previous_playcount" },
  hiddenBy,
)

/** The genres of a period compared with the one before. */
export const GenresAnswer = wireForm({
  ...comparedFields,
  genres: manyOf(
    wireForm(
      {
        genre: Schema.String.annotate({ description: "In small letters" }),
        artists: Schema.Int.annotate({ description: "Artists of the genre played in the period" }),
        plays: Schema.Int,
        previousPlays: Schema.Int,
      },
      { plays: "playcount", previousPlays: "previous_playcount" },
    ),
  ),
})

/** A period of listening compared with the one before. */
export const OverviewAnswer = wireForm({
  ...comparedFields,
  totals: StatsSums,
  previousTotals: optionalForm(StatsSums),
  kind: PlayedKind.annotate({ description: "The kind of the items in top" }),
  top: manyOf(Moved),
  up: manyOf(Moved),
  discoveries: manyOf(Moved),
  resting: manyOf(Moved),
})
