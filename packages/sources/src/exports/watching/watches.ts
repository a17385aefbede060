import { isLocalDate } from "@daybook/kernel"
import { onDay, unknownTime, type WatchRecord, type WatchSource, type WatchTime } from "@daybook/watching"
import { instantOf } from "../../instants.ts"

type Told = Pick<WatchRecord, "ref" | "item" | "at" | "precision"> & Partial<WatchRecord>

/** Makes watches of a source, each with the fields that its file has. */
export const watchOf = (source: WatchSource) => (told: Told) => ({
  item: { type: "watched", source, rating: 0, review: "", imageUrl: "", ...told } satisfies WatchRecord,
})

/** The time of a watch as files write it: a day, a moment, or unknown if it is empty; undefined for anything else. */
export const watchTime = (text: string | null | undefined): WatchTime | undefined => {
  const written = (text ?? "").trim()
  // Lists write a missing part of a date as zeros.
  if (written === "" || /^\d{4}-\d{2}-00$/.test(written)) return unknownTime
  if (isLocalDate(written)) return onDay(written)
  const at = instantOf(written)
  return at === undefined ? undefined : { at, precision: "moment" }
}

/** A show of a list that only counts its watched episodes. */
interface ListedShow {
  readonly title: string
  readonly year: number
  readonly watched: number
  readonly startedOn: string
  readonly finishedOn: string
}

// The longest anime has about 8,000.
const maxEpisodes = 10_000

/**
 * The watches of a list that only counts episodes: the first on the day of the start, the last on the day of the end,
 * and those between at an unknown time.
 */
export const countedEpisodes = (source: WatchSource, ref: string, show: ListedShow) => {
  const { finishedOn, startedOn, title, watched, year } = show
  const [started, finished] = [watchTime(startedOn), watchTime(finishedOn)]
  if (title === "") return { problem: "no title" }
  if (started === undefined || finished === undefined) return { problem: "a date that cannot be read" }
  if (!(watched >= 0 && watched <= maxEpisodes)) return { problem: "a number of episodes that cannot be" }
  if (watched === 0) return { skipped: "on a list, not watched" }
  return Array.from({ length: watched }, (_, at) => {
    const episode = at + 1
    return watchOf(source)({
      ref: `${ref} ${episode}`,
      item: {
        kind: "episode",
        show: title,
        showYear: year,
        showIds: {},
        season: 1,
        episode,
        title: "",
        episodeIds: {},
      },
      ...(episode === watched ? finished : episode === 1 ? started : unknownTime),
    })
  })
}
