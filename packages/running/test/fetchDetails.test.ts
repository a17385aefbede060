import { SourceError, SyncRuns } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import {
  type DetailsSource,
  fetchDetails,
  type RunChanges,
  type RunSource,
  RunSources,
  RunStore,
} from "../src/index.ts"
import { storeOf } from "./runStore.ts"

const now = Date.parse("2026-07-15T12:00:00Z")

const failure = (kind: SourceError["failure"]) =>
  new SourceError({ source: "strava", failure: kind, message: "no" })

/** Runs one fetch over runs of these refs. Returns the requested and the stored details. */
const fetchOf = Effect.fnUntraced(function* (
  due: ReadonlyArray<string>,
  details: Partial<DetailsSource>,
  asked: { readonly quarterHour?: number; readonly day?: number } = {},
) {
  yield* TestClock.setTime(now)
  const calls: Array<string> = []
  const stored: Array<RunChanges> = []
  const limits: Array<number> = []
  const store = storeOf({
    storeRuns: (_source, changes) => Effect.sync(() => stored.push(changes)),
    detailsAskedSince: (_source, from) =>
      Effect.succeed((from === now - 86_400_000 ? asked.day : asked.quarterHour) ?? 0),
    dueDetails: (_source, { again, limit }) =>
      Effect.sync(() => {
        assert.strictEqual(again, now - 30 * 86_400_000)
        limits.push(limit)
        return due.slice(0, limit)
      }),
  })
  const { of = () => Effect.succeedSome({}) } = details
  const source: RunSource = {
    name: "strava",
    runs: () => Stream.empty,
    run: () => Effect.succeedNone,
    details: {
      inQuarterHour: 40,
      inDay: 400,
      ...details,
      of: (ref) =>
        Effect.andThen(
          Effect.sync(() => calls.push(ref)),
          of(ref),
        ),
    },
  }
  yield* fetchDetails.pipe(
    Effect.provideService(RunStore, store),
    Effect.provideService(RunSources, { configured: [source], settings: "" }),
    Effect.provideService(
      SyncRuns,
      SyncRuns.of({
        take: () => Effect.void,
        begin: () => Effect.die("no sync runs in this test"),
        progress: () => Effect.die("no sync runs in this test"),
        end: () => Effect.die("no sync runs in this test"),
        list: () => Effect.die("no sync runs in this test"),
      }),
    ),
  )
  return { calls, limits, details: stored.flatMap((changes) => changes.details ?? []) }
})

describe("the fetching of details", () => {
  it.effect("requests what is due, one by one, and stores each at once", () =>
    Effect.gen(function* () {
      const { calls, details } = yield* fetchOf(["2", "1"], {})
      assert.deepStrictEqual(calls, ["2", "1"])
      assert.deepStrictEqual(
        details.map(({ askedAt, ref, wereFound }) => [ref, askedAt, wereFound]),
        [
          ["2", now, true],
          ["1", now, true],
        ],
      )
    }),
  )

  it.effect("leaves the source's limits to syncs, and calls nothing if they are used up", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* fetchOf([], {}, { quarterHour: 10, day: 100 })).limits, [30])
      assert.deepStrictEqual((yield* fetchOf([], {}, { quarterHour: 10, day: 390 })).limits, [10])
      assert.deepStrictEqual((yield* fetchOf(["1"], {}, { day: 400 })).calls, [])
      assert.deepStrictEqual((yield* fetchOf(["1"], {}, { quarterHour: 41 })).calls, [])
    }),
  )

  it.effect("notes what the source does not have, or cannot be read, and continues", () =>
    Effect.gen(function* () {
      const { details } = yield* fetchOf(["1", "2", "3"], {
        of: (ref) =>
          ref === "1"
            ? Effect.succeedNone
            : ref === "2"
              ? Effect.fail(failure("malformed answer"))
              : Effect.succeed(Option.some({})),
      })
      assert.deepStrictEqual(
        details.map(({ wereFound }) => wereFound),
        [false, false, true],
      )
    }),
  )

  it.effect("ends when the source takes no more calls, with the stored details", () =>
    Effect.gen(function* () {
      for (const kind of ["rate limited", "unavailable", "unauthorized"] as const) {
        const { calls, details } = yield* fetchOf(["1", "2", "3"], {
          of: (ref) => (ref === "2" ? Effect.fail(failure(kind)) : Effect.succeedSome({})),
        })
        assert.deepStrictEqual(calls, ["1", "2"])
        assert.deepStrictEqual(
          details.map(({ ref }) => ref),
          ["1"],
        )
      }
    }),
  )
})
