import { noItems } from "@daybook/kernel/contract"
import type { DateRange, Granularity, PageRequest } from "@daybook/kernel"
import { noEdits, noEntries } from "@daybook/kernel/contract"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import {
  FilterStore,
  type Listen,
  type ListeningLists,
  ListeningStore,
  MusicPages,
  type NowPlayingReport,
  NowPlayingStore,
  type Played,
  type PlayedBucket,
} from "../src/index.ts"

export const ZoneName = Schema.Literals([
  "UTC",
  "America/New_York",
  "America/Havana",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
])

export const zoneOf = (name: string): DateTime.TimeZone => DateTime.zoneMakeNamedUnsafe(name)

const unasked = (what: string) => Effect.die(`${what} is not asked for in this test`)

const noLists: ListeningLists = {
  plays: () => unasked("plays"),
  play: () => unasked("play"),
  played: () => unasked("played"),
  ranked: () => unasked("ranked"),
  named: () => unasked("named"),
  one: () => unasked("one"),
  buckets: () => unasked("buckets"),
  stats: () => unasked("stats"),
  albumsNamed: () => unasked("albumsNamed"),
  albumsBeside: () => unasked("albumsBeside"),
}

/** A store with the test's responses. */
export const storeOf = (answers: Partial<ListeningStore["Service"]>): ListeningStore["Service"] =>
  ListeningStore.of({
    storeScrobbles: () => unasked("storeScrobbles"),
    cursor: () => unasked("cursor"),
    newest: unasked("newest"),
    find: () => unasked("find"),
    journal: noEntries,
    edits: noEdits,
    doubles: {
      sources: () => unasked("sources"),
      list: () => unasked("doubles"),
      split: () => unasked("split"),
    },
    lists: noLists,
    searchable: noItems,
    ...answers,
  })

/** Filters that hide what a test says. */
export const filtersThatHide = (hides: (listen: Listen) => boolean) =>
  Layer.succeed(FilterStore, {
    add: () => unasked("add"),
    remove: () => unasked("remove"),
    list: () => unasked("list"),
    hides: (listen) => Effect.sync(() => hides(listen)),
  })

/** A store of the track that plays, in which players have reported this one. */
export const playersThatTell = (playing?: NowPlayingReport) =>
  Layer.succeed(NowPlayingStore, {
    put: () => unasked("put"),
    at: (now) => Effect.succeed(Option.filter(Option.fromUndefinedOr(playing), ({ endsAt }) => endsAt > now)),
  })

/** A store of albums in their order, and of their buckets; it notes what it is called. */
export const makeAlbumStore = (albums: ReadonlyArray<Played>, buckets: ReadonlyArray<PlayedBucket> = []) => {
  const asked: Array<{ readonly range: DateRange; readonly page: PageRequest }> = []
  const askedBuckets: Array<{
    readonly albums: ReadonlyArray<number>
    readonly range: DateRange
    readonly granularity: Granularity
  }> = []
  const store = storeOf({
    lists: {
      ...noLists,
      played: (_, { range }, { page, limit }) =>
        Effect.sync(() => {
          asked.push({ range, page: { page, limit } })
          return { items: albums.slice((page - 1) * limit, page * limit), total: albums.length }
        }),
      buckets: (_, ids, range, granularity) =>
        Effect.sync(() => {
          askedBuckets.push({ albums: ids, range, granularity })
          return buckets.filter(({ id }) => ids.includes(id))
        }),
    },
  })
  return { store, asked, askedBuckets }
}

/** Pages whose addresses are easily read. */
export const somePages = Layer.succeed(MusicPages, {
  artist: (artist) => `https://music.example/${artist}`,
  album: (artist, album) => `https://music.example/${artist}/${album}`,
  track: (artist, track) => `https://music.example/${artist}/_/${track}`,
})
