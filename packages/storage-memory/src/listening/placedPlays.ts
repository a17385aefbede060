import type { EpochMillis } from "@daybook/kernel"
import { playId, playPartsOf, TrackId } from "@daybook/listening"
import { byCodePoints } from "../kernel/byCodePoints.ts"
import { type Album, leadOf, type Music, type Play, type Track } from "./music.ts"

/** A play that edits show elsewhere than it was told, or that shares its place with such a play. */
interface PlacedPlay {
  readonly id: string
  playedAt: EpochMillis
  /** Undefined where it is not to be shown. */
  track: Track | undefined
  album: Album | undefined
  /** The play of `Music` that shows it. */
  shown: Play | undefined
}

/** The names, as they are told, and the time that a play leads to. */
export type Placing = Pick<PlacedPlay, "album" | "id" | "playedAt"> & { readonly track: Track | undefined }

export const toldIdOf = (track: Track, playedAt: EpochMillis): string =>
  playId({ trackId: TrackId.make(track.id), playedAt })

/** The plays that edits touch. All others stand in `Music` where they were told; without edits there are none here. */
export class PlacedPlays {
  readonly #music: Music
  readonly #placed = new Map<string, PlacedPlay>()
  /** Those that a play of `Music` shows. */
  readonly #byShown = new Map<Play, PlacedPlay>()

  constructor(music: Music) {
    this.#music = music
  }

  /** The id of the play that a play of `Music` shows. */
  idOf(play: Play): string {
    return this.#byShown.get(play)?.id ?? toldIdOf(play.track, play.playedAt)
  }

  /** True where an edited play is of this time. */
  hasAt(playedAt: EpochMillis): boolean {
    return this.#placed.values().some((placed) => placed.playedAt === playedAt)
  }

  /** A stored play that stands where it was told, or one that edits do not move; undefined where none was told. */
  told(id: string): { readonly album: Album | undefined } | undefined {
    return this.#placed.get(id) ?? this.find(id)
  }

  /** A told play as its own edits leave it, be it hidden by a filter. */
  find(
    id: string,
  ): { readonly play: Play; readonly track: Track; readonly album: Album | undefined } | undefined {
    const placed = this.#placed.get(id)
    if (placed !== undefined) {
      const { album, playedAt, track } = placed
      const play = track && leadOf(track).plays.get(playedAt)
      return play && track && { play, track, album: album ?? play.album }
    }
    const { playedAt, trackId } = playPartsOf(id)
    const play = this.#music.tracks.get(trackId)?.plays.get(playedAt)
    return play === undefined || this.#byShown.has(play)
      ? undefined
      : { play, track: play.track, album: play.album }
  }

  /** The ids of all plays that lead to where this one does. */
  atSamePlace(id: string): ReadonlyArray<string> {
    const one = this.#placed.get(id)
    if (one === undefined) return []
    const others = this.#all().filter(
      ({ playedAt, track }) => playedAt === one.playedAt && track === one.track,
    )
    return others.map((other) => other.id).sort(byCodePoints)
  }

  /** Sets where some plays lead to, and shows them there. */
  place(placings: ReadonlyArray<Placing>): void {
    const times = new Set(placings.map(({ playedAt }) => playedAt))
    for (const { album, id, playedAt, track } of placings) {
      const known = this.#take(id) ?? { id, playedAt, track, album, shown: undefined }
      times.add(known.playedAt)
      this.#placed.set(id, Object.assign(known, { playedAt, track, album }))
    }
    this.#showAt(times)
  }

  /** Shows plays of names that lead elsewhere than before where they lead to now. */
  follow(): void {
    const times = new Set(this.#all().map(({ playedAt }) => playedAt))
    for (const track of this.#music.tracks.values()) {
      for (const play of track.plays.values()) {
        const isLed =
          track.leadsTo !== undefined || (play.album !== undefined && leadOf(play.album) !== play.album)
        if (!isLed || this.#byShown.has(play)) continue
        this.#take(toldIdOf(track, play.playedAt))
        times.add(play.playedAt)
      }
    }
    this.#showAt(times)
  }

  #all(): Array<PlacedPlay> {
    return [...this.#placed.values()]
  }

  /** A play among the edited ones; one that stands where it was told is taken from there. */
  #take(id: string): PlacedPlay | undefined {
    const known = this.#placed.get(id)
    const play = known === undefined ? this.find(id)?.play : undefined
    if (play === undefined) return known
    const { album, playedAt, track } = play
    const taken = { id, playedAt, track, album, shown: play }
    this.#placed.set(id, taken)
    this.#byShown.set(play, taken)
    return taken
  }

  /** Plays of one time may stand for each other. */
  #showAt(times: ReadonlySet<EpochMillis>): void {
    const isDue = ({ playedAt, shown }: PlacedPlay) =>
      times.has(playedAt) || (shown !== undefined && times.has(shown.playedAt))
    for (const { playedAt, track } of this.#all().filter(isDue)) {
      const play = track && leadOf(track).plays.get(playedAt)
      if (play !== undefined && !this.#byShown.has(play)) this.#take(toldIdOf(play.track, playedAt))
    }
    const due = this.#all().filter(isDue)
    const moved = new Set(due.filter(({ shown }) => shown !== undefined))
    for (const placed of due) {
      if (placed.shown === undefined) continue
      this.#byShown.delete(placed.shown)
      this.#music.remove(placed.shown)
      placed.shown = undefined
    }
    const places = Map.groupBy(due, ({ playedAt, track }) => track && toldIdOf(leadOf(track), playedAt))
    for (const [toldId, plays] of places) {
      const inOrder = plays.sort(
        (one, other) =>
          Number(other.id === toldId) - Number(one.id === toldId) || byCodePoints(one.id, other.id),
      )
      const [first] = inOrder
      if (first?.track === undefined) {
        for (const { id } of plays) this.#placed.delete(id)
        continue
      }
      const album = inOrder.find((play) => play.album !== undefined)?.album
      const isMoved = inOrder.some((one) => moved.has(one))
      const play = this.#music.place(leadOf(first.track), first.playedAt, album && leadOf(album), isMoved)
      const isLed = first.track.leadsTo !== undefined || (album !== undefined && leadOf(album) !== album)
      if (plays.length === 1 && first.id === toldId && !isLed) this.#placed.delete(first.id)
      else {
        first.shown = play
        this.#byShown.set(play, first)
      }
    }
  }
}
