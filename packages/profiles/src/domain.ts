import { describeDomain } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ProfileStore } from "./ports.ts"
import { GroupCommit } from "./groupCommit.ts"

/** The longest time, in milliseconds, that storing a batch may take. */
const maxStoringMillis = 10_000

const seconds = (millis: number) => Math.round(millis / 1_000)

/** The check that requests are stored, if this server accepts them. */
const requestsMove = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  const commits = Option.getOrUndefined(yield* Effect.serviceOption(GroupCommit))
  const storing = now - (commits?.storingSince() ?? now)
  return storing > maxStoringMillis
    ? `No request of the profile API has been stored for ${seconds(storing)} s`
    : undefined
})

/** The parts of the store that are unreachable, while the others continue. */
const partsAway = Effect.gen(function* () {
  const profiles = Option.getOrUndefined(yield* Effect.serviceOption(ProfileStore))
  const away = profiles === undefined ? [] : yield* profiles.away
  if (away.length === 0) return undefined
  const told = away.map(({ id, trouble }) => `node ${id}, since ${trouble}`)
  return `Profiles are unavailable on ${told.join("; on ")}`
})

/** Profiles as hosts see them: they have a separate API. */
export const profiles = describeDomain({
  name: "profiles",
  dataVersions: ["workspaces"],
  ready: { name: "The profile API", check: requestsMove },
  warning: partsAway,
})
