import {
  dayOf,
  InvalidInput,
  isLocalDate,
  isStorableText,
  maxNameLength,
  resolveInstant,
  unstorableText,
} from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { ItemRef } from "../mediaServers/mediaEvent.ts"
import { keysByIds, keysByName } from "../naming.ts"
import type { WatchShown } from "../lists.ts"
import { onDay, type WatchId, type WatchRecord, type WatchTime } from "../model.ts"
import { WatchingStore } from "../ports.ts"
import { maxReviewLength } from "../normalizeRecord.ts"

/** A watch as the owner states it: of a film, or with a season and an episode of a show's. */
export interface WatchByHand {
  readonly title?: string | undefined
  /** The TMDB id of the film or show. */
  readonly movieDbId?: number | undefined
  readonly year?: number | undefined
  readonly season?: number | undefined
  readonly episode?: number | undefined
  /** A day, or a date-time, which is in the owner's time zone if it has no offset. */
  readonly watchedAt: string
  /** 0.5 to 5 in halves. */
  readonly rating?: number | undefined
  readonly review?: string | undefined
}

const invalid = (field: string, message: string) =>
  Effect.fail(new InvalidInput({ field, message: `${field}: ${message}` }))

const largestNumber = 2_147_483_647

// The owner's clock may be ahead of ours.
const clockDifference = 5 * 60_000

const isNumber = (value: number, from: number, to = largestNumber) =>
  Number.isInteger(value) && value >= from && value <= to

const checkedText = (field: string, text: string, longest: number) =>
  !isStorableText(text)
    ? invalid(field, unstorableText)
    : text.length > longest
      ? invalid(field, `must be at most ${longest.toLocaleString("en")} characters`)
      : Effect.succeed(text.trim())

const itemOf = Effect.fnUntraced(function* (watch: WatchByHand): Effect.fn.Return<ItemRef, InvalidInput> {
  const { episode, movieDbId, season, year = 0 } = watch
  const title = yield* checkedText("title", watch.title ?? "", maxNameLength)
  if (title === "" && movieDbId === undefined) {
    return yield* invalid("title", "send the title, or movie_db_id, the id at The Movie Database")
  }
  if (movieDbId !== undefined && !isNumber(movieDbId, 1)) {
    return yield* invalid("movie_db_id", "must be a whole number from 1")
  }
  if (year !== 0 && !isNumber(year, 1, 9_999)) return yield* invalid("year", "must be from 1 to 9999")
  const ids = movieDbId === undefined ? {} : { tmdb: movieDbId }
  if (season === undefined && episode === undefined) return { kind: "film", title, year, ids }
  if (season === undefined) return yield* invalid("season", "send it with episode; 0 has the specials")
  if (episode === undefined) return yield* invalid("episode", "send it with season")
  if (!isNumber(season, 0)) return yield* invalid("season", "must be a whole number from 0")
  if (!isNumber(episode, 0)) return yield* invalid("episode", "must be a whole number from 0")
  return {
    kind: "episode",
    show: title,
    showYear: year,
    showIds: ids,
    season,
    episode,
    title: "",
    episodeIds: {},
  }
})

const timeOf = Effect.fnUntraced(function* (
  watchedAt: string,
): Effect.fn.Return<WatchTime, InvalidInput, DateTime.CurrentTimeZone> {
  const zone = yield* DateTime.CurrentTimeZone
  const now = yield* Clock.currentTimeMillis
  const ahead = invalid("watched_at", "must not lie ahead of now")
  if (isLocalDate(watchedAt)) return watchedAt > dayOf(now, zone) ? yield* ahead : onDay(watchedAt)
  const at = yield* Effect.fromResult(resolveInstant("watched_at", watchedAt, zone))
  return at > now + clockDifference ? yield* ahead : { at, precision: "moment" }
})

/** The name of a manual watch: the same item at the same time is the same watch. */
const refOf = (item: ItemRef, { at, precision }: WatchTime): string => {
  const [kind, title, year, ids, episode] =
    item.kind === "film"
      ? (["film", item.title, item.year, item.ids, ""] as const)
      : (["show", item.show, item.showYear, item.showIds, ` ${item.season} ${item.episode}`] as const)
  const { exact, loose } = keysByName({ kind, name: title, year })
  const [key = ""] = [...keysByIds(kind, ids), ...exact, ...loose]
  return `${key}${episode} ${precision} ${at}`
}

/** The record of a manual watch at a time. */
export const recordByHand = Effect.fnUntraced(function* (
  watch: WatchByHand,
  time: WatchTime,
): Effect.fn.Return<WatchRecord, InvalidInput> {
  const { rating = 0 } = watch
  const item = yield* itemOf(watch)
  const review = yield* checkedText("review", watch.review ?? "", maxReviewLength)
  if (!(rating >= 0 && rating <= 5 && Number.isInteger(rating * 2))) {
    return yield* invalid("rating", "must be from 0.5 to 5 in steps of 0.5; 0 leaves it unrated")
  }
  return {
    type: "watched",
    source: "manual",
    ref: refOf(item, time),
    item,
    ...time,
    // A rating of -0 is 0.
    rating: rating === 0 ? 0 : rating,
    review,
    imageUrl: "",
  }
})

/**
 * Adds a manual watch. Its source is `manual`, so that no sync and no import of a source touches it. The same film or
 * episode at the same time again replaces its rating and review; at a time of a source's watch it becomes part of that
 * one. `isNew` is true for a watch that was not there.
 */
export const addWatch = Effect.fn("Watching.addWatch")(function* (
  watch: WatchByHand,
): Effect.fn.Return<
  { readonly watch: WatchShown; readonly isNew: boolean },
  InvalidInput,
  DateTime.CurrentTimeZone | WatchingStore
> {
  const record = yield* recordByHand(watch, yield* timeOf(watch.watchedAt))
  const store = yield* WatchingStore
  return yield* store.createItem(record)
})

/** Removes what was added manually of a watch. False if nothing was: a source's watch is removed at the source. */
export const removeWatch = Effect.fn("Watching.removeWatch")(function* (
  id: WatchId,
): Effect.fn.Return<boolean, never, WatchingStore> {
  const store = yield* WatchingStore
  return yield* store.removeItem(id)
})
