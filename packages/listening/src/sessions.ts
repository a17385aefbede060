import { type DateRange, type Entry, EpochMillis, type Journal } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { playId } from "./lists.ts"
import { ArtistId, TrackId } from "./model.ts"
import { ListeningStore, MusicPages } from "./ports.ts"

/** Plays of one album belong to one session while each comes less than 30 minutes after the one before. */
export const sessionGapMillis = 30 * 60_000

/**
 * A play as far as sessions need it. Its group is the album, or the artist if it has no album: one of the two ids is 0.
 */
export const SessionPlay = Schema.Struct({
  playedAt: EpochMillis,
  trackId: TrackId,
  artistId: ArtistId,
  albumId: Schema.Int,
})
export type SessionPlay = typeof SessionPlay.Type

/** Plays of one album, or of one artist without an album, within a session. */
export interface ListeningSession<Play extends SessionPlay = SessionPlay> {
  readonly first: Play
  readonly lastAt: EpochMillis
  readonly plays: number
}

const groupOf = ({ albumId, artistId }: SessionPlay) =>
  albumId === 0 ? `artist:${artistId}` : `album:${albumId}`

/** The sessions of plays, which must be earliest first. Sessions of several albums may overlap. */
export const sessionsOf = <Play extends SessionPlay>(
  plays: Iterable<Play>,
): ReadonlyArray<ListeningSession<Play>> => {
  const sittings: Array<{
    -readonly [Field in keyof ListeningSession<Play>]: ListeningSession<Play>[Field]
  }> = []
  const latest = new Map<string, (typeof sittings)[number]>()
  for (const play of plays) {
    const group = groupOf(play)
    const sitting = latest.get(group)
    if (sitting !== undefined && play.playedAt - sitting.lastAt < sessionGapMillis) {
      sitting.lastAt = play.playedAt
      sitting.plays += 1
    } else {
      const begun = { first: play, lastAt: play.playedAt, plays: 1 }
      sittings.push(begun)
      latest.set(group, begun)
    }
  }
  return sittings
}

/** The range in which the plays of sessions lie that begin in a range, if they end within `reach` after it. */
export const playsAround = ({ from, until }: DateRange, reach: number): DateRange => ({
  from: from === undefined ? undefined : from - sessionGapMillis,
  until: until === undefined ? undefined : until + reach,
})

/** The id of a session: plays that follow leave it as it is. */
export const sessionId = ({ first }: ListeningSession): string => `${groupOf(first)}:${first.playedAt}`

/** A session as an entry of the journal, at its first play, so that it keeps its position while it continues. */
export const sessionEntry = (
  sitting: ListeningSession,
  { album, artist, imageUrl, track }: Record<"album" | "artist" | "imageUrl" | "track", string>,
): Omit<Entry, "day"> => {
  const { albumId, artistId, playedAt, trackId } = sitting.first
  const firstPlay = { type: "play", id: playId(sitting.first) }
  const shared = {
    id: sessionId(sitting),
    kind: "play",
    at: playedAt,
    dayOnly: false,
    url: "",
    count: sitting.plays,
  }
  return albumId === 0
    ? {
        ...shared,
        title: artist,
        subtitle: track,
        imageUrl: "",
        item: { type: "artist", id: String(artistId) },
        // The entry names its first track.
        hiddenBy: [{ type: "track", id: String(trackId) }, firstPlay],
      }
    : {
        ...shared,
        title: album,
        subtitle: artist,
        imageUrl,
        item: { type: "album", id: String(albumId) },
        hiddenBy: sitting.plays === 1 ? [firstPlay] : [],
      }
}

/** The store's journal, with the public pages of albums and artists. */
export const listeningJournal = Effect.gen(function* () {
  const { journal } = yield* ListeningStore
  const pages = yield* MusicPages
  const withPages = Effect.map((entries: ReadonlyArray<Entry>) =>
    entries.map((entry) => ({
      ...entry,
      url: entry.item.type === "album" ? pages.album(entry.subtitle, entry.title) : pages.artist(entry.title),
    })),
  )
  const described: Journal = {
    ...journal,
    entries: (range, limit, after) => withPages(journal.entries(range, limit, after)),
    entriesOn: (days) => withPages(journal.entriesOn(days)),
  }
  return described
})
