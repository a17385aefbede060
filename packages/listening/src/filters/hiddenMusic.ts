import { everything, type ItemRef, itemsOfAllPages, unseenItems, visibleOf } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type ListedPlay, playId } from "../lists.ts"
import type { PlayedKind } from "../model.ts"
import type { TrackNames } from "../playDetails.ts"
import { ListeningStore } from "../ports.ts"

const atOnce = 500

type Music = Record<"albumId" | "artistId", number>

const inAlbum = ({ albumId, artistId }: Music): ReadonlyArray<ItemRef> => [
  { type: "artist", id: artistId },
  { type: "album", id: albumId },
]

/** The items that hide a play. */
export const playItems = (play: Music & { readonly id: string; readonly trackId: number }) => [
  { type: "play", id: play.id },
  { type: "track", id: play.trackId },
  ...inAlbum(play),
]

/** A listen by the names that it was reported by, or as it is stored; `playedAt` is undefined while it plays. */
type Shown = TrackNames & {
  readonly album?: string
  readonly playedAt?: number | undefined
} & Partial<Music>

/** Those of some listens that the current reader may see. */
export const visibleListens = Effect.fnUntraced(function* <One extends Shown>(listens: ReadonlyArray<One>) {
  if ((yield* unseenItems).isEmpty) return listens
  const { find, lists } = yield* ListeningStore
  const itemsOf = Effect.fnUntraced(function* (listen: One) {
    const { album = "", albumId, artist, artistId, playedAt, track } = listen
    // Names of what is stored may be the owner's own, by which nothing was reported.
    const stored =
      artistId === undefined || albumId === undefined
        ? yield* find({ album, artist, track, imageUrl: "" })
        : { albumId, artistId, track }
    const by = { range: everything, artistId: stored.artistId }
    const asked = { ...by, sort: "plays", order: "desc", q: stored.track } as const
    const { items } = yield* lists.played("track", asked, { page: 1, limit: atOnce })
    const same = items.filter(({ name }) => name === stored.track)
    const range = { from: playedAt, until: playedAt === undefined ? undefined : playedAt + 1 }
    const plays =
      playedAt === undefined ? [] : (yield* lists.plays({ ...by, range }, { page: 1, limit: atOnce })).items
    return [
      ...inAlbum(stored),
      ...same.map(({ id }): ItemRef => ({ type: "track", id })),
      ...plays.filter((play) => play.track === stored.track).flatMap(playItems),
    ]
  })
  const found = yield* Effect.forEach(listens, (listen) =>
    Effect.map(itemsOf(listen), (items) => ({ listen, items })),
  )
  return (yield* visibleOf("listening", found, ({ items }) => items)).map(({ listen }) => listen)
})

const newest = { page: 1, limit: 1 }

/** The music of hidden plays that has no other plays. */
const onlyIn = Effect.fnUntraced(function* (plays: ReadonlyArray<ListedPlay>) {
  const { lists } = yield* ListeningStore
  const items = yield* Effect.forEach(["artist", "album", "track"] as const, (type) => {
    const key = `${type}Id` as const
    return Effect.filter([...Map.groupBy(plays, (play) => play[key])], ([id, own]) =>
      Effect.map(lists.plays({ range: everything, [key]: id }, newest), ({ total }) => total === own.length),
    ).pipe(Effect.map((some) => some.map(([id]): ItemRef => ({ type, id }))))
  })
  return items.flat()
})

/**
 * The items that are hidden with others: the albums and tracks of an artist, the tracks of an album, and what was only
 * played in hidden plays. An edited play is also hidden under the id of its track and time, which sessions know.
 */
export const hiddenWithMusic = Effect.fnUntraced(function* (hidden: ReadonlyArray<ItemRef>) {
  const { lists } = yield* ListeningStore
  const of = (kind: PlayedKind, only: { readonly artistId: number } | { readonly albumId: number }) =>
    Effect.map(
      itemsOfAllPages(atOnce, (page) =>
        lists.played(kind, { range: everything, sort: "plays", order: "desc", ...only }, page),
      ),
      (items) => items.map(({ id }): ItemRef => ({ type: kind, id })),
    )
  const hiddenPlays = hidden.filter(({ type }) => type === "play")
  const plays = (yield* Effect.forEach(hiddenPlays, ({ id }) => lists.play(String(id)))).flatMap(
    Option.toArray,
  )
  const alone = yield* onlyIn(plays)
  const found = yield* Effect.forEach([...hidden, ...alone], ({ id, type }) => {
    if (type === "album") return of("track", { albumId: Number(id) })
    if (type !== "artist") return Effect.succeed([])
    const only = { artistId: Number(id) }
    return Effect.map(Effect.all([of("album", only), of("track", only)]), (items) => items.flat())
  })
  return [...alone, ...found.flat(), ...plays.map((play): ItemRef => ({ type: "play", id: playId(play) }))]
})
