import { type DateRange, dayOf, type Granularity, type LocalDate, startOfBucket } from "@daybook/kernel"
import type { AlbumId, Scrobble } from "@daybook/listening"
import type * as DateTime from "effect/DateTime"

/** An album in a range, without the fields that only a store can know. */
export interface ModelAlbum {
  readonly artist: string
  readonly name: string
  readonly plays: number
  readonly lastPlayedAt: number
}

const within = ({ from, until }: DateRange, { playedAt }: Scrobble): boolean =>
  (from === undefined || playedAt >= from) && (until === undefined || playedAt < until)

/** A store written as plainly as its rules: all plays in an array that each question walks through. */
export class ListeningModel {
  #plays: ReadonlyArray<Scrobble> = []

  /** Stores a batch; gives the number of plays that are new or have changed their album. */
  store(batch: ReadonlyArray<Scrobble>): number {
    const before = this.#plays
    for (const scrobble of batch) {
      const known = this.#find(this.#plays, scrobble)
      if (known === undefined) this.#plays = [...this.#plays, scrobble]
      else if (scrobble.album !== "")
        this.#plays = this.#plays.map((play) => (play === known ? scrobble : play))
    }
    return this.#plays.filter((play) => this.#find(before, play)?.album !== play.album).length
  }

  /** The model as it would be without the plays that `hides` names. */
  without(hides: (play: Scrobble) => boolean): ListeningModel {
    const model = new ListeningModel()
    model.#plays = this.#plays.filter((play) => !hides(play))
    return model
  }

  /** The time of the latest play. */
  get newestAt(): number | undefined {
    return this.#plays.length === 0 ? undefined : Math.max(...this.#plays.map((play) => play.playedAt))
  }

  /** All albums played in the range; `idOf` breaks the last tie. */
  topAlbums(range: DateRange, idOf: (album: ModelAlbum) => AlbumId): ReadonlyArray<ModelAlbum> {
    const albums: Array<ModelAlbum> = []
    for (const { artist, album: name } of this.#plays) {
      if (name === "" || albums.some((album) => album.artist === artist && album.name === name)) continue
      const times = this.#playsOf(artist, name, range).map((play) => play.playedAt)
      if (times.length > 0) {
        albums.push({ artist, name, plays: times.length, lastPlayedAt: Math.max(...times) })
      }
    }
    return albums.sort((a, b) => b.plays - a.plays || b.lastPlayedAt - a.lastPlayedAt || idOf(a) - idOf(b))
  }

  /** One album's plays in the range by bucket, oldest first. */
  buckets(
    artist: string,
    name: string,
    range: DateRange,
    granularity: Granularity,
    zone: DateTime.TimeZone,
  ): ReadonlyArray<{ readonly start: LocalDate; readonly plays: number }> {
    const starts = this.#playsOf(artist, name, range).map((play) =>
      startOfBucket(dayOf(play.playedAt, zone), granularity),
    )
    return [...new Set(starts)].sort().map((start) => ({
      start,
      plays: starts.filter((other) => other === start).length,
    }))
  }

  #playsOf(artist: string, name: string, range: DateRange): ReadonlyArray<Scrobble> {
    return this.#plays.filter((play) => play.artist === artist && play.album === name && within(range, play))
  }

  #find(plays: ReadonlyArray<Scrobble>, { artist, track, playedAt }: Scrobble): Scrobble | undefined {
    return plays.find((play) => play.artist === artist && play.track === track && play.playedAt === playedAt)
  }
}
