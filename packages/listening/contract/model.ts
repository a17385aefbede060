import { type DateRange, dayOf, type Granularity, type LocalDate, startOfBucket } from "@daybook/kernel"
import { albumOf, commonestSpelling, type Scrobble, spellingKey, spellingOf } from "@daybook/listening"
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

const isSame = (one: string, other: string): boolean => spellingKey(one) === spellingKey(other)

const isOfArtist = (one: Scrobble, other: Scrobble): boolean => isSame(one.artist, other.artist)

const isOfAlbum = (one: Scrobble, other: Scrobble): boolean =>
  isOfArtist(one, other) && isSame(one.album, other.album)

const isOfTrack = (one: Scrobble, other: Scrobble): boolean =>
  isOfArtist(one, other) && isSame(one.track, other.track)

const commonest = (names: ReadonlyArray<string>): string =>
  commonestSpelling(names.map((name) => ({ name, plays: 1 })))

const line = ({ album, artist, playedAt, track }: Scrobble) =>
  `${new Date(playedAt).toISOString()} ${artist} - ${track} (${album})`

/** A store written as plainly as its rules: all plays in an array that each question walks through. */
export class ListeningModel {
  #plays: ReadonlyArray<Scrobble> = []
  /** The plays with the hidden ones: they too say how a name is spelled. */
  #all: ReadonlyArray<Scrobble> = []

  /** Stores a batch, of whose repeats the last album counts; returns the number of plays that are new or have changed. */
  store(batch: ReadonlyArray<Scrobble>): number {
    const before = this.#plays
    this.#plays = this.#merge(this.#plays, this.#merge([], batch))
    this.#all = this.#plays
    return this.#plays.filter((play) => {
      const known = this.#find(before, play)
      return known === undefined || line(known) !== line(play)
    }).length
  }

  /** The plays as they are listed: newest first, each with the spellings of its names that were played most. */
  get listed(): ReadonlyArray<string> {
    return this.#plays.map((play) => line(this.#shown(play))).sort()
  }

  /** The model as it would be without the plays that `hides` names. */
  without(hides: (play: Scrobble) => boolean): ListeningModel {
    const model = new ListeningModel()
    model.#plays = this.#plays.filter((play) => !hides(play))
    model.#all = this.#all
    return model
  }

  /** The time of the latest play. */
  get newestAt(): number | undefined {
    return this.#plays.length === 0 ? undefined : Math.max(...this.#plays.map((play) => play.playedAt))
  }

  /** All albums played in the range; `idOf` breaks the last tie. */
  topAlbums(range: DateRange, idOf: (album: ModelAlbum) => number): ReadonlyArray<ModelAlbum> {
    const albums: Array<ModelAlbum> = []
    for (const play of this.#plays) {
      const { album: name, artist } = this.#shown(play)
      if (name === "" || albums.some((album) => album.artist === artist && album.name === name)) continue
      const times = this.#playsOf(artist, name, range).map(({ playedAt }) => playedAt)
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

  #playsOf(artist: string, album: string, range: DateRange): ReadonlyArray<Scrobble> {
    return this.#plays.filter(
      (play) => isSame(play.artist, artist) && isSame(play.album, album) && within(range, play),
    )
  }

  #shown(play: Scrobble): Scrobble {
    const spelled = (name: "album" | "artist" | "track", isOf: typeof isOfAlbum) =>
      commonest(this.#all.filter((other) => isOf(other, play)).map((other) => other[name]))
    return {
      ...play,
      artist: spelled("artist", isOfArtist),
      track: spelled("track", isOfTrack),
      album: spelled("album", isOfAlbum),
    }
  }

  /** The plays after these have come, each once. */
  #merge(plays: ReadonlyArray<Scrobble>, told: ReadonlyArray<Scrobble>): ReadonlyArray<Scrobble> {
    let merged = plays
    for (const scrobble of told) {
      const known = this.#find(merged, scrobble)
      if (known === undefined) merged = [...merged, scrobble]
      else {
        const again = {
          ...known,
          ...spellingOf(known, scrobble),
          album: albumOf(known.album, scrobble.album),
        }
        merged = merged.map((play) => (play === known ? again : play))
      }
    }
    return merged
  }

  #find(plays: ReadonlyArray<Scrobble>, play: Scrobble): Scrobble | undefined {
    return plays.find((other) => isOfTrack(other, play) && other.playedAt === play.playedAt)
  }
}
