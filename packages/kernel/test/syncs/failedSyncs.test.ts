import { eventsOf } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import { failuresOf } from "../../src/webhooks/events.ts"

describe("syncs that fail", () => {
  const run = (id: number, failed: Readonly<Record<string, string>>, domain = "watching") => ({
    id: id as never,
    domain,
    status: Object.keys(failed).length === 0 ? ("completed" as const) : ("failed" as const),
    finishedAt: id * 1_000,
    error: Object.entries(failed)
      .map(([source, reason]) => `${source}: ${reason}`)
      .join("; "),
    failures: Object.entries(failed).map(([source, reason]) => ({ source, reason })),
  })
  const told = (runs: ReadonlyArray<ReturnType<typeof run>>, areAll = true) =>
    failuresOf(runs.toReversed(), areAll).map(({ data, ref }) => [
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
    assert.deepStrictEqual(told([run(1, {}), run(2, { trakt: "refused" }), run(3, {}, "reading")]), [
      ["watching trakt 2", "refused"],
    ])
  })

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
