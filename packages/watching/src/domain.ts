import { describeDomain, journalEvents } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Duration from "effect/Duration"
import { titlesByHand } from "./edits/editedTitles.ts"
import { watchByHand } from "./edits/edits.ts"
import { keepTitlesDescribed } from "./describeTitles.ts"
import { findPosters } from "./findPosters.ts"
import { WatchingStore, WatchSources } from "./ports.ts"
import { hiddenWithWatches } from "./hiddenFilms.ts"
import { syncWatching } from "./syncWatching.ts"

const journal = Effect.map(WatchingStore, ({ journal }) => journal)

/** Watching as hosts see it. */
export const watching = describeDomain({
  name: "watching",
  dataVersions: ["watching"],
  journal,
  events: [journalEvents("film.watched", journal, "film")],
  review: (range) => Effect.flatMap(WatchingStore, ({ review }) => review(range)),
  searchable: Effect.map(WatchingStore, ({ searchable }) => searchable),
  hiddenWith: hiddenWithWatches,
  edited: [watchByHand, ...Object.values(titlesByHand)],
  edits: Effect.map(WatchingStore, ({ edits }) => edits),
  sync: { run: syncWatching, sources: WatchSources, every: Duration.minutes(60) },
  scheduled: [
    { name: "the posters of films", run: findPosters, every: Duration.days(1), first: Duration.minutes(3) },
  ],
  whileServed: keepTitlesDescribed,
})
