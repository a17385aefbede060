import { unknownItem } from "@daybook/kernel"
import { type EpisodeSummary, watchOfOne, type WatchOfOne } from "./lists.ts"
import { Episode } from "./model.ts"

/** A watch of one of a show's episodes. */
export interface EpisodeWatch extends WatchOfOne {
  readonly season: number
  readonly episode: number
  /** A source's name of the episode, or "". */
  readonly episodeName: string
}

const keyOf = ({ episode, season }: Pick<Episode, "season" | "episode">) => `${season} ${episode}`

/**
 * The episodes of a show by season and number: those that the film database has, and the watched ones. The
 * watches of each stay in their order. An unknown name is a source's.
 */
export const episodesShown = (
  known: ReadonlyArray<Episode>,
  watches: ReadonlyArray<EpisodeWatch>,
): ReadonlyArray<EpisodeSummary> => {
  const watched = Map.groupBy(watches, keyOf)
  const all = new Map<string, Episode>()
  for (const { episode, season } of watches)
    all.set(keyOf({ episode, season }), unknownItem(Episode, { season, episode }))
  for (const episode of known) all.set(keyOf(episode), episode)
  return Array.from(all, ([key, episode]) => {
    const some = watched.get(key) ?? []
    const named = some.find(({ episodeName }) => episodeName !== "")
    return {
      ...episode,
      name: episode.name === "" ? (named?.episodeName ?? "") : episode.name,
      watches: some.map(watchOfOne),
    }
  }).sort((one, other) => one.season - other.season || one.episode - other.episode)
}
