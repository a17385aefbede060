import type { Entry, LocalDate } from "@daybook/kernel"
import type { TitleSummary, WatchId, WatchTime } from "./model.ts"

/** A watch of a film or of an episode at a known time. */
export interface DatedWatch extends WatchTime {
  readonly watchId: WatchId
  readonly title: Pick<TitleSummary, "id" | "title" | "year" | "imageUrl">
  /** Undefined for a film. */
  readonly episode: { readonly season: number; readonly episode: number } | undefined
  /** The day that its source reports, else the owner's. */
  readonly day: LocalDate
}

const twoDigits = (value: number) => String(value).padStart(2, "0")

/** A watch as an entry of the journal. */
export const watchEntry = ({ at, day, episode, precision, title, watchId }: DatedWatch): Entry => {
  const common = {
    id: String(watchId),
    at,
    day,
    dayOnly: precision === "day",
    title: title.title,
    url: "",
    imageUrl: title.imageUrl,
    count: 1,
    hiddenBy: [{ type: "watch", id: String(watchId) }],
  }
  return episode === undefined
    ? {
        ...common,
        kind: "film",
        subtitle: title.year === 0 ? "" : String(title.year),
        item: { type: "movie", id: String(title.id) },
      }
    : {
        ...common,
        kind: "episode",
        subtitle: `S${twoDigits(episode.season)}E${twoDigits(episode.episode)}`,
        item: { type: "show", id: String(title.id) },
      }
}
