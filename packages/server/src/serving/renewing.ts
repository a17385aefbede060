import { DataVersions } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Schedule from "effect/Schedule"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { alive, asksIfAlive, busyBodies, busyHeaders, headers } from "./busy.ts"
import {
  type Composing,
  type OpenActivity,
  openActivity,
  type OpenStores,
  openStores,
} from "./composition.ts"
import { makeSlot } from "./slot.ts"

/** How often a server looks for settings that another one has changed. */
const lookedAtEvery = "2 seconds"

/** The longest that requests keep stores open that are to be opened again. */
const longestDrain = "5 seconds"

/** The longest that requests of earlier settings keep their parts. */
const longestLeft = "30 seconds"

/** The places of both APIs. */
export const makeSlots = () => {
  const activity = makeSlot<OpenActivityError, OpenActivityNeeds>()
  const profiles = makeSlot<OpenProfilesError, OpenProfilesNeeds>()
  const asked = Latch.makeUnsafe()
  return {
    activity,
    profiles,
    /** Completes when a renewal is requested. */
    asked: asked.await,
    /** From now on requests wait for a renewal. */
    hold: () => Effect.all([activity.hold, profiles.hold, asked.open], { discard: true }),
    release: Effect.all([asked.close, activity.release, profiles.release], { discard: true }),
  }
}

type OpenActivityError = Effect.Error<OpenActivity["app"]>
type OpenActivityNeeds = Effect.Services<OpenActivity["app"]>
type OpenProfilesError = Effect.Error<OpenStores["app"]>
type OpenProfilesNeeds = Effect.Services<OpenStores["app"]>

/** The parts of a server that changed settings rebuild. */
export interface Running {
  stores: OpenStores
  activity: OpenActivity
}

type Slots = ReturnType<typeof makeSlots>

/** Rebuilds the activity API on the open stores. Requests in progress keep the former one. */
const renewActivity = Effect.fnUntraced(function* (composing: Composing, slots: Slots, running: Running) {
  const former = running.activity
  const next = yield* openActivity(composing, composing.live.current(), running.stores)
  running.activity = next
  yield* former.stop
  const { left } = slots.activity.put(next.app)
  yield* next.begin
  yield* Effect.forkScoped(Effect.ensuring(Effect.timeoutOption(left, longestLeft), former.close))
})

const bodies = busyBodies(
  "Daybook is applying changed settings. Retry after the number of seconds in Retry-After",
)

/** How often stores that cannot be opened are opened again: for ten minutes, at every two seconds. */
const reopening = { schedule: Schedule.spaced("2 seconds"), times: 300 }

/** Responds while stores cannot be opened again, and to requests that waited for them as long as they may. */
const busy = (body: object) =>
  Effect.gen(function* () {
    const { method, url } = yield* HttpServerRequest.HttpServerRequest
    return asksIfAlive(method, url)
      ? HttpServerResponse.jsonUnsafe(alive(yield* Clock.currentTimeMillis), { headers: headers() })
      : HttpServerResponse.jsonUnsafe(body, { status: 503, headers: busyHeaders() })
  })

/**
 * Opens the stores again, and rebuilds everything on them. Requests that take longer than a few seconds are aborted. Stores that cannot be
 * opened now are opened later; requests do not wait for that.
 */
const renewStores = Effect.fnUntraced(function* (composing: Composing, slots: Slots, running: Running) {
  yield* running.activity.stop
  yield* Effect.timeoutOption(
    Effect.all([slots.activity.idle, slots.profiles.idle], { concurrency: 2 }),
    longestDrain,
  )
  slots.activity.put(busy(bodies.activity))
  slots.profiles.put(busy(bodies.profiles))
  yield* Effect.andThen(running.activity.close, running.stores.close)
  const open = Effect.gen(function* () {
    const settings = composing.live.current()
    const stores = yield* openStores(composing, settings)
    const activity = yield* Effect.onError(openActivity(composing, settings, stores), () => stores.close)
    return { stores, activity }
  })
  const { activity, stores } = yield* open.pipe(
    Effect.tapError(({ message }) =>
      Effect.andThen(
        Effect.logError(`the stores cannot be opened again, next attempt in 2 seconds: ${message}`),
        slots.release,
      ),
    ),
    Effect.retry(reopening),
  )
  running.stores = stores
  running.activity = activity
  slots.profiles.put(running.stores.app)
  slots.activity.put(running.activity.app)
  yield* running.activity.begin
})

/** Follows the settings of the store, on whichever server they are changed, and rebuilds what they shape. Never ends. */
export const keepRenewed = Effect.fnUntraced(function* (
  composing: Composing,
  slots: Slots,
  running: Running,
) {
  const { live } = composing
  let seen: number | undefined
  const look = Effect.gen(function* () {
    const version = yield* Effect.provideContext(
      DataVersions.use(({ current }) => Effect.map(current, (versions) => versions.get("settings"))),
      running.stores.services,
    )
    if (version !== seen) yield* live.refresh(running.stores.services)
    seen = version
  }).pipe(
    // Storage that does not answer now does so later.
    Effect.catchCause((cause) => Effect.logDebug("the settings cannot be read now", cause)),
  )
  const renew = Effect.suspend(() => {
    switch (live.take()) {
      case "nothing":
        return Effect.void
      case "services":
        return Effect.catch(renewActivity(composing, slots, running), (error) =>
          Effect.logError(`the changed settings are not applied: ${error.message}`),
        )
      case "stores":
        return Effect.andThen(
          Effect.logInfo("opening the stores again, by changed settings"),
          renewStores(composing, slots, running),
        )
    }
  })
  return yield* Effect.timeoutOption(slots.asked, lookedAtEvery).pipe(
    Effect.andThen(look),
    Effect.andThen(renew),
    Effect.andThen(slots.release),
    Effect.forever,
  )
})
