import { describeDomain } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Duration from "effect/Duration"
import { namesByHand } from "./names/editedNames.ts"
import { playByHand } from "./edits.ts"
import { enrichToTheEnd } from "./catalog/enrichAll.ts"
import { fetchFacts } from "./catalog/fetchFacts.ts"
import { playEvents, sentPlayEvents } from "./playEvents.ts"
import { latestListen } from "./nowPlaying.ts"
import { hiddenWithMusic } from "./filters/hiddenMusic.ts"
import { listeningReview } from "./playedItems.ts"
import { listeningJournal } from "./sessions.ts"
import { ListeningStore, ScrobbleSources } from "./ports.ts"
import { syncScrobbles } from "./syncScrobbles.ts"

/** Listening as hosts see it. */
export const listening = describeDomain({
  name: "listening",
  dataVersions: ["listening"],
  journal: listeningJournal,
  events: [
    { type: "play", read: playEvents },
    { type: "play.sent", read: sentPlayEvents },
  ],
  review: listeningReview,
  latest: latestListen,
  searchable: Effect.map(ListeningStore, ({ searchable }) => searchable),
  hiddenWith: hiddenWithMusic,
  edited: [playByHand, ...Object.values(namesByHand)],
  edits: Effect.map(ListeningStore, ({ edits }) => edits),
  sync: { run: syncScrobbles, sources: ScrobbleSources, every: Duration.minutes(10) },
  scheduled: [
    {
      name: "the enrichment from the music catalog",
      run: enrichToTheEnd,
      every: Duration.days(1),
      first: Duration.minutes(10),
    },
    {
      name: "the facts of played music",
      run: fetchFacts,
      every: Duration.hours(1),
      first: Duration.minutes(5),
    },
  ],
})
