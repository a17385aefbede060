import type { Music, Play } from "./music.ts"

/** The plays that are shown, and the version of the data that they are of. */
export interface PlaysByTime {
  readonly version: () => number
  /** Earliest first, then by track. They are sorted when they are first asked for after a change. */
  readonly earliestFirst: () => ReadonlyArray<Play>
}

export const playsByTime = (music: Music, version: () => number): PlaysByTime => {
  let sorted: { readonly version: number; readonly plays: ReadonlyArray<Play> } | undefined
  return {
    version,
    earliestFirst: () => {
      const now = version()
      if (sorted?.version !== now) {
        const plays = [...music.shown.plays()]
        plays.sort((one, other) => one.playedAt - other.playedAt || one.track.id - other.track.id)
        sorted = { version: now, plays }
      }
      return sorted.plays
    },
  }
}
