import { TitleSummary, type WatchOfOne, type WatchShown, WatchSource } from "@daybook/watching"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { hiddenAs, type HiddenBy, InstantOrEmpty, wireForm } from "../forRoutes.ts"
import { ItemImage } from "../../wire/itemImage.ts"

const named = {
  ...Struct.pick(TitleSummary.fields, ["id", "title"]),
  year: TitleSummary.fields.year.annotate({ description: "0 where unknown" }),
  movieDbId: TitleSummary.fields.movieDbId.annotate({
    description: "The id at The Movie Database; 0 where unknown",
  }),
}

/** The fields of a film or show in a response. */
export const title = { ...named, image: Schema.optionalKey(ItemImage) }

/** A title with its image, if it has one. */
export const rating = Schema.Finite.annotate({ description: "0.5 to 5 in half steps; 0 where unrated" })

export const dayOnly = Schema.Boolean.annotate({
  description: "True if only the day is known: watched_at is noon UTC of that day",
})

const told = {
  watchedAt: InstantOrEmpty,
  dayOnly,
  rating,
  review: Schema.String,
  source: WatchSource.annotate({ description: "manual if you added it" }),
}

const id = Schema.Int.annotate({ description: "The id of the watch" })

/** Films, shows and watches with this id are hidden with it. */
export const hiddenTitle = {
  movie: hiddenAs("watching", "movie"),
  show: hiddenAs("watching", "show"),
  watch: hiddenAs("watching", "watch"),
}

/** A watch of a film or an episode named by its response. */
export const WatchOfTitle = wireForm({ id, ...told }, { rating: "user_rating" }, hiddenTitle.watch)

const timed = ({ at, precision }: Pick<WatchOfOne, "at" | "precision">) => ({
  watchedAt: precision === "unknown" ? undefined : at,
  dayOnly: precision === "day",
})

export const watchOfTitle = (watch: WatchOfOne) => ({ ...watch, ...timed(watch) })

const Named = wireForm(named)
const Episode = wireForm({ season: Schema.Int, episode: Schema.Int, name: Schema.String }, { name: "title" })

export interface WatchedItem {
  readonly id: number
  readonly film?: { readonly id: number } | undefined
  readonly show?: { readonly id: number } | undefined
}

/** A watch is hidden as one, or with its film or show. */
const hiddenWatch: HiddenBy<WatchedItem> = {
  domain: "watching",
  by: ({ film, id, show }) => [
    { type: "watch", id },
    ...(film === undefined ? [] : [{ type: "movie", id: film.id }]),
    ...(show === undefined ? [] : [{ type: "show", id: show.id }]),
  ],
}

/** A watch in a list. */
export const Watch = wireForm(
  {
    id,
    kind: Schema.Literals(["film", "episode"]),
    film: Schema.optionalKey(Named),
    show: Schema.optionalKey(Named),
    episode: Schema.optionalKey(Episode),
    image: Schema.optionalKey(ItemImage),
    ...told,
  },
  { film: "movie", rating: "user_rating" },
  hiddenWatch,
)

export const watchShown = ({ episode, title, ...watch }: WatchShown) => ({
  ...watch,
  ...timed(watch),
  imageUrl: title.imageUrl,
  ...(episode === undefined
    ? { kind: "film" as const, film: Named.of(title) }
    : { kind: "episode" as const, show: Named.of(title), episode: Episode.of(episode) }),
})
