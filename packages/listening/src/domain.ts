import { describeDomain } from "@daybook/kernel"
import * as Duration from "effect/Duration"
import { enrichToTheEnd } from "./enrichToTheEnd.ts"
import { latestListen } from "./nowPlaying.ts"
import { listeningReview } from "./played.ts"
import { ScrobbleSources } from "./ports.ts"
import { listeningJournal } from "./sittings.ts"
import { syncScrobbles } from "./syncScrobbles.ts"

/** Listening as hosts see it. */
export const listening = describeDomain({
  name: "listening",
  dataVersions: ["listening"],
  journal: listeningJournal,
  review: listeningReview,
  latest: latestListen,
  sync: { run: syncScrobbles, sources: ScrobbleSources, every: Duration.minutes(15) },
  scheduled: [
    {
      name: "the enrichment from the music catalog",
      run: enrichToTheEnd,
      every: Duration.days(1),
      first: Duration.minutes(10),
    },
  ],
})
