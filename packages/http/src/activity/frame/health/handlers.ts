import {
  DataVersions,
  type Domain,
  type DomainServices,
  inOneList,
  StorageUnavailable,
  storageUnavailable,
} from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { HealthGroup, ReadyHealth } from "./group.ts"
import { handlersOf } from "../../forRoutes.ts"

const encode = Schema.encodeSync(Schema.fromJsonString(ReadyHealth))

/** Health now. Its bytes depend only on this moment, so the moment is its ETag; with warnings it has none. */
const healthNow = (warnings: ReadonlyArray<string> = []) =>
  Effect.map(Clock.currentTimeMillis, (timestamp) => {
    const isPlain = warnings.length === 0
    return HttpServerResponse.text(
      encode(ReadyHealth.of({ status: "ok", timestamp, ...(!isPlain && { warnings }) })),
      { contentType: "application/json", headers: isPlain ? { etag: `"${timestamp}"` } : {} },
    )
  })

/** Milliseconds for which a response is reused, so that many callers query storage once. */
const answerMillis = 1_000

/** Checks a part of the server: undefined, or the sentence that says how it fails. */
type Check = Effect.Effect<string | undefined>

/**
 * Shares a check between callers. It runs in a separate fiber: callers wait for it up to 2 seconds, and a check that
 * hangs is not started twice.
 */
const shared = (name: string, check: Check, scope: Scope.Scope): Check => {
  let last: { readonly began: number; readonly fiber: Fiber.Fiber<string | undefined> } | undefined
  const silent = `${name} does not respond`
  // Keeps the reason of the last failure until the next success.
  let stuck = silent
  const safe = check.pipe(
    Effect.tap(() => Effect.sync(() => (stuck = silent))),
    Effect.catchCause((cause) => {
      const unavailable = storageUnavailable(cause)
      stuck = unavailable === undefined ? silent : `${silent}: ${unavailable.message}`
      return Effect.as(Effect.logWarning(silent, cause), stuck)
    }),
  )
  return Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const ended = last?.fiber.pollUnsafe() !== undefined
    if (last === undefined || (ended && Math.abs(now - last.began) >= answerMillis)) {
      last = { began: now, fiber: yield* Effect.forkIn(safe, scope) }
    }
    const answer = yield* Effect.timeoutOption(Fiber.join(last.fiber), "2 seconds")
    if (Option.isSome(answer)) return answer.value
    yield* Effect.logWarning(stuck)
    return stuck
  })
}

/** Readiness checks storage, and the parts that these domains name. Their warnings do not fail it. */
export const layer = <Described extends Domain>(domains: ReadonlyArray<Described>) =>
  handlersOf(HealthGroup, function* (handlers) {
    const versions = yield* DataVersions
    const scope = yield* Effect.scope
    const services = yield* Effect.context<DomainServices<Described>>()
    const checks = [
      shared("Reading from storage", Effect.as(versions.asked, undefined), scope),
      shared("Writing to storage", Effect.as(versions.probe, undefined), scope),
      ...inOneList(domains).flatMap(({ ready }) =>
        ready === undefined ? [] : [shared(ready.name, Effect.provideContext(ready.check, services), scope)],
      ),
    ]
    const warnings = inOneList(domains).flatMap(({ name, warning }) =>
      warning === undefined
        ? []
        : [
            shared(
              `The configuration of ${name}`,
              Effect.map(
                Effect.provideContext(warning, services),
                (sentence) => sentence && `${name}: ${sentence}`,
              ),
              scope,
            ),
          ],
    )
    const ready = Effect.gen(function* () {
      const answers = yield* Effect.all(checks, { concurrency: "unbounded" })
      const stuck = answers.filter((answer) => answer !== undefined)
      if (stuck.length > 0)
        return yield* Effect.die(new StorageUnavailable({ message: stuck.join("; "), retryAfter: 1 }))
      const told = yield* Effect.all(warnings, { concurrency: "unbounded" })
      return yield* healthNow(told.filter((sentence) => sentence !== undefined))
    })
    return handlers.handleAll({ alive: () => healthNow(), ready: () => ready })
  })
