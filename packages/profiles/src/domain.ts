import { describeDomain } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ProfileStore } from "./ports.ts"
import { ProfileInbox } from "./profileInbox.ts"

/** The longest time that set-once requests may take to be stored. */
const longestStoring = 10_000

const seconds = (millis: number) => Math.round(millis / 1_000)

/** The check that requests are stored, where this server takes them. */
const setOnceMoves = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  const inbox = Option.getOrUndefined(yield* Effect.serviceOption(ProfileInbox))
  const storing = now - (inbox?.storingSince() ?? now)
  return storing > longestStoring ? `Set-once requests are not stored since ${seconds(storing)} s` : undefined
})

/** The parts of the store that are away, while the others go on. */
const partsAway = Effect.gen(function* () {
  const profiles = Option.getOrUndefined(yield* Effect.serviceOption(ProfileStore))
  const away = profiles === undefined ? [] : yield* profiles.away
  if (away.length === 0) return undefined
  const told = away.map(({ id, trouble }) => `node ${id}, since ${trouble}`)
  return `Profiles are away on ${told.join("; on ")}`
})

/** Profiles as hosts see them: they have an API of their own. */
export const profiles = describeDomain({
  name: "profiles",
  dataVersions: ["workspaces"],
  ready: { name: "The inbox of set-once", check: setOnceMoves },
  warning: partsAway,
})
