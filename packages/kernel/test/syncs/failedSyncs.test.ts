import { eventsOf, SourceError, syncDomain } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { failuresOf } from "../../src/webhooks/events.ts"
import { kernel } from "../webhooks/webhookWorld.ts"

describe("syncs that fail", () => {
  const run = (id: number, failed: Readonly<Record<string, string>>) => ({
    id: id as never,
    status: Object.keys(failed).length === 0 ? ("completed" as const) : ("failed" as const),
    finishedAt: id * 1_000,
    error: Object.entries(failed)
      .map(([source, reason]) => `${source}: ${reason}`)
      .join("; "),
    failures: Object.entries(failed).map(([source, reason]) => ({ source, reason })),
  })
  const told = (runs: ReadonlyArray<ReturnType<typeof run>>, areAll = true) =>
    failuresOf("watching", runs.toReversed(), areAll).map(({ data, ref }) => [
      ref,
      (data as { readonly message: string }).message,
    ])

  it("are reported once a source for as long as it fails", () => {
    const refused = { trakt: "refused; get a token" }
    assert.deepStrictEqual(told([run(1, {}), run(2, refused), run(3, {})]), [])
    const failing = [run(1, {}), run(2, refused), run(3, { trakt: "refused" })]
    assert.deepStrictEqual(told(failing), [["watching trakt 2", "refused; get a token"]])
    assert.deepStrictEqual(told([...failing, run(4, { letterboxd: "away", trakt: "refused" })]), [
      ["watching letterboxd 4", "away"],
      ["watching trakt 2", "refused; get a token"],
    ])
    assert.deepStrictEqual(told([...failing, run(4, { letterboxd: "away" }), run(5, { trakt: "refused" })]), [
      ["watching trakt 5", "refused"],
    ])
    assert.deepStrictEqual(told([run(1, { watching: "an internal error; see the log" })]), [
      ["watching watching 1", "an internal error; see the log"],
    ])
    // The record does not reach back to its beginning.
    assert.deepStrictEqual(told([run(7, { trakt: "refused" })], false), [])
  })

  it.effect("are reported however often other domains have synced since the last success", () =>
    Effect.gen(function* () {
      const sync = (domain: string, failed?: SourceError) =>
        Effect.exit(
          syncDomain(domain, { configured: [{ name: "a" }], settings: "" }, () =>
            failed === undefined ? Effect.succeed(0) : Effect.fail(failed),
          ),
        )
      const names = ["attending", "listening"]
      const [failures] = eventsOf<never>(
        names.map((name) => ({ name, dataVersions: [] })),
        () => ({}),
      )
      const read = failures?.read({ from: undefined, until: undefined }) ?? Effect.succeed([])
      yield* sync("attending")
      yield* Effect.repeat(sync("listening"), { times: 142 })
      yield* sync("attending", new SourceError({ source: "a", failure: "unavailable", message: "away" }))
      yield* sync("listening")
      assert.deepStrictEqual(
        (yield* read).map(({ ref }) => ref),
        ["attending a 145"],
      )
    }).pipe(Effect.provide([DateTime.layerCurrentZoneNamed("UTC"), kernel])),
  )

  it("have no source that only appears in the text of another failure", () => {
    const answer = "answers 500; letterboxd: is what its page says; plex: too"
    assert.deepStrictEqual(told([run(1, {}), run(2, { trakt: answer })]), [["watching trakt 2", answer]])
  })

  it("are reported once, even if an earlier version recorded the first of them as one text", () => {
    const earlier = { ...run(2, { letterboxd: "away", trakt: "refused" }), failures: [] }
    assert.deepStrictEqual(told([run(1, {}), earlier]), [])
    assert.deepStrictEqual(told([run(1, {}), earlier, run(3, { trakt: "refused" })]), [
      ["watching trakt 2", "letterboxd: away; trakt: refused"],
    ])
  })

  it("are a type of every host", () => {
    assert.deepStrictEqual(
      eventsOf([], () => ({})).map(({ type }) => type),
      ["sync.failed"],
    )
  })
})
