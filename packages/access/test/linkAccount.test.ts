import { Digest, SourceError, SyncRuns } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import {
  beginLink,
  finishLink,
  type LinkableService,
  LinkableServices,
  linkMillis,
  type PendingLink,
} from "../src/index.ts"

const base = "https://example.org/daybook"

/** A service that lets everybody in, or fails so, and the calls that it got. */
const makeService = (failure?: SourceError) => {
  const finished: Array<string> = []
  const service: LinkableService = {
    name: "strava",
    title: "Strava",
    settings: "STRAVA_CLIENT_ID",
    flow: {
      begin: ({ callback, state }) =>
        Effect.succeed({
          address: `https://strava.example/?redirect_uri=${callback}&state=${state}`,
          secret: Redacted.make("verifier"),
        }),
      finish: ({ callback, query, secret }) =>
        Effect.suspend(() => {
          finished.push(`${callback} ${query.get("code")} ${Redacted.value(secret)}`)
          return failure === undefined
            ? Effect.succeed({ account: "Ida", scopes: [], linkedAt: 0, until: undefined })
            : Effect.fail(failure)
        }),
    },
    link: Effect.succeedNone,
    unlink: Effect.void,
  }
  const pending = new Map<string, PendingLink>()
  const ports = Layer.mergeAll(
    Layer.succeed(Digest, (text) => `digest of ${text}`),
    Layer.succeed(
      SyncRuns,
      SyncRuns.of({
        take: () => Effect.void,
        begin: () => Effect.die("not asked for in these tests"),
        progress: () => Effect.void,
        end: () => Effect.void,
        list: () => Effect.die("not asked for in these tests"),
      }),
    ),
    Layer.succeed(LinkableServices, {
      services: [service],
      pending: (name: string) => Effect.sync(() => Option.fromUndefinedOr(pending.get(name))),
      setPending: (name: string, one: PendingLink | undefined) =>
        Effect.sync(() => void (one === undefined ? pending.delete(name) : pending.set(name, one))),
    }),
  )
  const begin = Effect.map(Effect.provide(beginLink(service, base), ports), ({ address, browser }) => ({
    browser,
    query: new URLSearchParams({ code: "c", state: new URL(address).searchParams.get("state") ?? "" }),
  }))
  const finish = (query: URLSearchParams, browser: string) =>
    Effect.provide(finishLink(service, query, browser), ports)
  return { begin, finish, finished, pending, service, ports }
}

describe("a link that was started", () => {
  it.effect("is finished with its stored secret, and once", () =>
    Effect.gen(function* () {
      const { begin, finish, finished } = makeService()
      const { browser, query } = yield* begin
      assert.strictEqual((yield* finish(query, browser)).account, "Ida")
      assert.deepStrictEqual(finished, [`${base}/link/strava/callback c verifier`])
      assert.include((yield* Effect.flip(finish(query, browser))).message, "start again at /link/strava")
      assert.lengthOf(finished, 1)
    }),
  )

  it.effect("survives the attempts of strangers, and stores nothing that would finish it", () =>
    Effect.gen(function* () {
      const { begin, finish, finished, pending } = makeService()
      const { browser, query } = yield* begin
      yield* Effect.flip(finish(query, "another browser"))
      yield* Effect.flip(finish(new URLSearchParams({ code: "c", state: "guessed" }), browser))
      yield* Effect.flip(finish(new URLSearchParams(), ""))
      assert.lengthOf(finished, 0)
      const kept = pending.get("strava")
      assert.strictEqual(kept?.state, `digest of ${query.get("state")}`)
      assert.strictEqual(kept?.browser, `digest of ${browser}`)
      yield* finish(query, browser)
      assert.lengthOf(finished, 1)
    }),
  )

  it.effect("ends after ten minutes, and when another one is started", () =>
    Effect.gen(function* () {
      const { begin, finish } = makeService()
      const old = yield* begin
      const { browser, query } = yield* begin
      assert.include((yield* Effect.flip(finish(old.query, old.browser))).message, "has been restarted")
      yield* TestClock.adjust(linkMillis + 1)
      assert.include((yield* Effect.flip(finish(query, browser))).message, "more than ten minutes ago")
    }),
  )

  it.effect("ends when the owner refuses, by a word that cannot be read as more", () =>
    Effect.gen(function* () {
      const { begin, finish } = makeService()
      const { browser, query } = yield* begin
      query.set("error", "<b>access_denied</b>")
      const { message } = yield* Effect.flip(finish(query, browser))
      assert.strictEqual(message, "Strava did not grant access: start again at /link/strava")
    }),
  )

  it.effect("asks the user to start again if the service fails, once", () =>
    Effect.gen(function* () {
      for (const message of ["gave no answer", "refuses: start again at /link/strava"]) {
        const { begin, finish } = makeService(
          new SourceError({ source: "strava", failure: "unavailable", message }),
        )
        const { browser, query } = yield* begin
        const error = yield* Effect.flip(finish(query, browser))
        assert.include(error, { _tag: "SourceError", failure: "unavailable" })
        assert.match(error.message, /^[a-z ]+: start again at \/link\/strava$/)
      }
    }),
  )

  it.effect("names the settings if there is no application", () =>
    Effect.gen(function* () {
      const { ports, service } = makeService()
      const error = yield* Effect.flip(
        Effect.provide(beginLink({ ...service, flow: undefined }, base), ports),
      )
      assert.include(error.message, "set STRAVA_CLIENT_ID")
    }),
  )
})
