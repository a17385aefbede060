import {
  type DateRange,
  editStoreOf,
  type Granularity,
  type LocalDate,
  type PageRequest,
  startOfBucket,
  type TypeEdits,
} from "@daybook/kernel"
import {
  type AlbumBucket,
  type AlbumId,
  type AlbumPlays,
  ListeningStore,
  type Scrobble,
  type Settled,
  type ToldPlay,
} from "@daybook/listening"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { makeCursors } from "../kernel/cursors.ts"
import { raiseVersion, VersionCounts, versionIn } from "../kernel/dataVersions.ts"
import { EditRows, inOneStep } from "../kernel/edits.ts"
import { pageInOrder } from "../kernel/pageInOrder.ts"
import { journalIn } from "./sittings.ts"
import { distinctScrobbles } from "./distinctScrobbles.ts"
import { editedPlaysIn } from "./edits.ts"
import * as Filters from "./filters.ts"
import { listsIn } from "./lists.ts"
import { type Album, listenOf, StoredMusic } from "./music.ts"
import { playsByTime } from "./playsByTime.ts"
import { listeningSearch } from "./search.ts"
import { addTo, type AlbumSum } from "./playSums.ts"

type PlayedAlbum = readonly [album: Album, sum: AlbumSum]

const byRank = ([one, a]: PlayedAlbum, [other, b]: PlayedAlbum): number =>
  b.plays - a.plays || b.lastPlayedAt - a.lastPlayedAt || one.id - other.id

const shownAlbum = ([album, { lastPlayedAt, plays }]: PlayedAlbum): AlbumPlays => {
  const { id, name, artist, imageUrl, catalogUrl, previewUrl } = album
  return { id, name, artist: artist.name, plays, lastPlayedAt, imageUrl, catalogUrl, previewUrl }
}

const scrobbles = Layer.effect(
  ListeningStore,
  Effect.gen(function* () {
    const versions = yield* VersionCounts
    const music = yield* StoredMusic
    const zone = yield* DateTime.CurrentTimeZone
    const cursors = makeCursors()
    const plays = playsByTime(music, () => versionIn(versions, "listening"))

    const { byHand, names, placed, tellPlays, told } = editedPlaysIn(music, yield* EditRows)

    const storeSettled = Effect.fnUntraced(function* ({ isChanged, plays: settled }: Settled) {
      told.tellings.keep(settled)
      const { untouched, ...edited } = yield* tellPlays(distinctScrobbles(settled))
      let { changed, covers } = edited
      for (const scrobble of untouched) {
        const { play, added, from, cover } = music.add(scrobble)
        if (added || play.album !== from) changed += 1
        covers ||= cover
      }
      if (changed > 0 || covers || isChanged) raiseVersion(versions, "listening")
      return changed
    })

    const storeScrobbles = (scrobbles: ReadonlyArray<Scrobble>, source: string) =>
      Effect.flatMap(told.settle.tell(scrobbles, source), storeSettled)

    const settleAgain = (tellings: ReadonlyArray<ToldPlay>) =>
      Effect.asVoid(Effect.flatMap(told.settle.again(tellings), storeSettled))

    const playEdits: TypeEdits = {
      ...byHand,
      takeBack: (edit) =>
        Effect.tap(byHand.takeBack(edit), () =>
          settleAgain([edit.itemId, String(edit.fields["into"])].flatMap((id) => told.tellingOf(id) ?? [])),
        ),
    }
    const inWrite = <A, E>(change: Effect.Effect<A, E>) =>
      inOneStep(Effect.tap(change, () => Effect.sync(() => raiseVersion(versions, "listening"))))

    const lists = listsIn(plays, placed, byHand.leadsTo, names.leadOf)
    const doubles = told.doubles({ play: lists.play, store: settleAgain })

    const sumsWithin = (range: DateRange): ReadonlyMap<Album, AlbumSum> => {
      const pieces = [...music.shown.within(range, "all")]
      if (pieces.length === 1) return pieces[0]?.sums ?? new Map()
      const sums = new Map<Album, AlbumSum>()
      for (const piece of pieces) for (const [album, sum] of piece.sums) addTo(sums, album, sum)
      return sums
    }

    const topAlbums = (range: DateRange, page: PageRequest) => {
      const sums = sumsWithin(range)
      const { items, total } = pageInOrder(sums, sums.size, byRank, page)
      return { items: items.map(shownAlbum), total }
    }

    const albumBuckets = (ids: ReadonlyArray<AlbumId>, range: DateRange, granularity: Granularity) => {
      const pieces = Array.from(music.shown.within(range, granularity), ({ start, sums }) => ({
        start: startOfBucket(start, granularity),
        sums,
      }))
      const bucketsOf = (album: Album): ReadonlyArray<AlbumBucket> => {
        const counts = new Map<LocalDate, number>()
        for (const { start, sums } of pieces) {
          const plays = sums.get(album)?.plays
          if (plays !== undefined) counts.set(start, (counts.get(start) ?? 0) + plays)
        }
        return Array.from(counts, ([start, plays]) => ({ albumId: album.id, start, plays }))
      }
      return [...new Set(ids)]
        .flatMap((id) => music.albums.get(id) ?? [])
        .flatMap(bucketsOf)
        .sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : a.albumId - b.albumId))
    }

    return ListeningStore.of({
      searchable: listeningSearch(() => versionIn(versions, "listening"), music),
      storeScrobbles: (scrobbles, cursor, source = cursor?.source ?? "") =>
        Effect.map(inOneStep(storeScrobbles(scrobbles, source)), (changed) => {
          cursors.save(cursor)
          return changed
        }),
      cursor: cursors.read,
      topAlbums: (range, page) => Effect.sync(() => topAlbums(range, page)),
      albumBuckets: (albums, range, granularity) =>
        Effect.sync(() => albumBuckets(albums, range, granularity)),
      newest: Effect.sync(() => Option.map(Option.fromUndefinedOr(music.shown.newest), listenOf)),
      find: (listen) =>
        Effect.sync(() => {
          const { album, artist, track } = music.find(listen)
          return {
            track: track?.name ?? listen.track,
            artist: artist?.name ?? listen.artist,
            album: album?.name ?? listen.album,
            imageUrl: listen.imageUrl === "" ? (album?.imageUrl ?? "") : listen.imageUrl,
            artistId: artist?.id ?? 0,
            albumId: album?.id ?? 0,
            catalogUrl: track?.catalogUrl ?? "",
          }
        }),
      journal: journalIn(plays, zone),
      edits: editStoreOf([playEdits, names.edits], inWrite),
      doubles: { ...doubles, split: (id) => inWrite(doubles.split(id)) },
      lists,
    })
  }),
)

/** Scrobbles in memory, with the day of each in the person's time zone, and the filters that hide some of them. */
export const layer = Layer.merge(scrobbles, Filters.layer).pipe(Layer.provide(StoredMusic.layer))
