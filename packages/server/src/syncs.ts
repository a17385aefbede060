import { ScrobbleSources, syncScrobbles } from "@daybook/listening"
import * as Duration from "effect/Duration"
import * as Struct from "effect/Struct"

/** What each domain's sync is, where its sources are, and how often it runs by itself; a later domain adds a line. */
export const syncs = {
  listening: { sync: syncScrobbles, sources: ScrobbleSources, every: Duration.minutes(15) },
} as const

/** The domains that can be synced. */
export const syncedDomains = Struct.keys(syncs)
