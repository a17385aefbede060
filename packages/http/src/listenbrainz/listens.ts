import {
  type DateRange,
  type EpochMillis,
  type Page,
  type PageRequest,
  storableInstant,
} from "@daybook/kernel"
import {
  type Listen,
  type ListedPlay,
  type PlayDetails,
  reportKey,
  type TrackNames,
} from "@daybook/listening"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { hashUuid } from "../wire/hashUuid.ts"

const defaultCount = 25
const maxConcurrent = 1_000

/** The parameters of a list of listens. */
export interface ListensAsked {
  readonly max_ts?: string
  readonly min_ts?: string
  readonly count?: string
}

/** The listens that a client requests. */
export interface ListensQuery {
  readonly range: DateRange
  readonly count: number
  /** True for the first ones of the range, false for its last ones. */
  readonly first: boolean
}

/** Seconds since 1970. */
export const unixTime = (at: EpochMillis): number => Math.floor(at / 1000)

const integer = (name: string, text: string | undefined): Result.Result<number | undefined, string> => {
  if (text === undefined || (text === "" && name === "count")) return Result.succeed(undefined)
  // A moment past the year 9999 is past all plays.
  return /^\s*[-+]?\d{1,15}\s*$/.test(text)
    ? Result.succeed(Number(text))
    : Result.fail(`${name} must be a whole number`)
}

/** Reads the parameters of a list. Its ends are not in the range. */
export const readListensQuery = (asked: ListensAsked): Result.Result<ListensQuery, string> =>
  Result.gen(function* () {
    const max = yield* integer("max_ts", asked.max_ts)
    const min = yield* integer("min_ts", asked.min_ts)
    const count = yield* integer("count", asked.count)
    if (max !== undefined && min !== undefined && max <= min) {
      return yield* Result.fail("max_ts must be greater than min_ts")
    }
    if (count !== undefined && count < 0) return yield* Result.fail("count must not be negative")
    return {
      range: {
        from: min === undefined ? undefined : storableInstant((min + 1) * 1000),
        until: max === undefined ? undefined : storableInstant(max * 1000),
      },
      count: Math.min(count ?? defaultCount, maxConcurrent),
      first: min !== undefined,
    }
  })

/** Reads the first or the last items of a paged list in descending order. */
export const takeOf = Effect.fnUntraced(function* <A>(
  pageOf: (page: PageRequest) => Effect.Effect<Page<A>>,
  count: number,
  first: boolean,
) {
  if (count === 0) return []
  const newest = yield* pageOf({ page: 1, limit: count })
  const pages = Math.ceil(newest.total / count)
  if (!first || pages <= 1) return newest.items
  const [before, last] = yield* Effect.all([
    pageOf({ page: pages - 1, limit: count }),
    pageOf({ page: pages, limit: count }),
  ])
  return [...before.items, ...last.items].slice(-count)
})

/** A listen's metadata, as ListenBrainz shows it. */
export const metadataOf = (
  { album, artist, track }: Listen,
  more: { readonly [name: string]: Schema.Json } = {},
) => ({
  artist_name: artist,
  track_name: track,
  ...(album === "" ? {} : { release_name: album }),
  additional_info: more,
})

/** The id that ListenBrainz gives to the names of a track: the same for the same names, in the form of a UUID. */
export const makeMsidOf =
  (hash: (text: string) => string) =>
  ({ artist, track }: TrackNames) =>
    hashUuid(hash(JSON.stringify([artist, track])))

/** A play as ListenBrainz shows it. The time when it was stored is not known. */
export const listenOf =
  (
    userName: string,
    msidOf: (listen: Listen) => string,
    detailsOf: (play: ListedPlay) => { readonly [name: string]: Schema.Json },
  ) =>
  (play: ListedPlay) => {
    const msid = msidOf(play)
    return {
      inserted_at: 0,
      listened_at: unixTime(play.playedAt),
      recording_msid: msid,
      user_name: userName,
      track_metadata: metadataOf(play, { ...detailsOf(play), recording_msid: msid }),
    }
  }

const decodeDetails = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)),
)

/** Details that a player sent with a track; none of a text without any. */
export const detailsIn = (text: string | undefined): { readonly [name: string]: Schema.Json } =>
  Option.getOrElse(decodeDetails(text), () => ({}))

/** Details that players sent with plays, by the play. */
export const makeDetailsOf = (all: ReadonlyArray<PlayDetails>) => {
  const known = new Map(all.map((one) => [reportKey(one), one.details]))
  return (play: ListedPlay) => detailsIn(known.get(reportKey(play)))
}
