import { describeDomain } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ProfileStore } from "./ports.ts"
import { ProfileInbox } from "./profileInbox.ts"

/** The longest time that set-once requests may take to be stored. */
const longestStoring = 10_000

/** The greatest age of an accepted request that is not applied: a healthy worker leaves none for long. */
const oldestAccepted = 60_000

const seconds = (millis: number) => Math.round(millis / 1_000)

/** The check that set-once requests are stored and applied, where this server takes them. */
const setOnceMoves = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  const inbox = Option.getOrUndefined(yield* Effect.serviceOption(ProfileInbox))
  const storing = now - (inbox?.storingSince() ?? now)
  if (storing > longestStoring) return `Set-once requests are not stored since ${seconds(storing)} s`
  const profiles = Option.getOrUndefined(yield* Effect.serviceOption(ProfileStore))
  const oldest = profiles === undefined ? Option.none<number>() : yield* profiles.oldestWaiting
  const age = now - Option.getOrElse(oldest, () => now)
  return age > oldestAccepted ? `Set-once requests are not applied since ${seconds(age)} s` : undefined
})

/** The parts of the store of which nothing is applied, while the others go on. */
const partsAway = Effect.gen(function* () {
  const profiles = Option.getOrUndefined(yield* Effect.serviceOption(ProfileStore))
  const away = profiles === undefined ? [] : yield* profiles.away
  if (away.length === 0) return undefined
  const told = away.map(({ id, lanes, trouble }) => `node ${id} with ${lanes} of 256 lanes, since ${trouble}`)
  return `Nothing is applied to profiles of ${told.join("; of ")}`
})

/** Profiles as hosts see them: they have an API of their own. */
export const profiles = describeDomain({
  name: "profiles",
  dataVersions: ["workspaces"],
  ready: { name: "The inbox of set-once", check: setOnceMoves },
  warning: partsAway,
})
