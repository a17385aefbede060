import { SourceError } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { CollectingStore, describeReleases, type ReleaseDetails } from "../src/index.ts"
import { down, makeCollection, makeStore, portsOf } from "./collection.ts"

const details: ReleaseDetails = {
  country: "UK",
  released: "",
  genres: ["Rock", " Rock", ""],
  styles: [],
  labels: [],
  tracks: [{ position: "1", title: "Tide", artist: "", seconds: -3 }],
}

const malformed = new SourceError({ source: "discogs", failure: "malformed answer", message: "What?" })

/** A collection service next to a store with these releases to describe, with a separate response for each. */
const describing = (answers: ReadonlyMap<number, ReleaseDetails | SourceError | undefined>) => {
  const asked: Array<number> = []
  const stored = new Map<number, ReleaseDetails | undefined>()
  const store = CollectingStore.of({
    ...makeStore().store,
    releasesToDescribe: (_, __, limit) =>
      Effect.sync(() => [...answers.keys()].filter((id) => !stored.has(id)).slice(0, limit)),
    describeRelease: (_, releaseId, __, found) => Effect.sync(() => void stored.set(releaseId, found)),
  })
  const { collection } = makeCollection({
    details: (releaseId) =>
      Effect.suspend(() => {
        asked.push(releaseId)
        const answer = answers.get(releaseId)
        return answer instanceof SourceError
          ? Effect.fail(answer)
          : Effect.succeed(Option.fromUndefinedOr(answer))
      }),
  })
  const { ports } = portsOf({ store, records: [collection] })
  return { asked, stored, run: Effect.provide(describeReleases, ports) }
}

describe("describing releases", () => {
  it.effect("requests each once, stores tidy responses, and missing releases too", () =>
    Effect.gen(function* () {
      const all = new Map(
        Array.from({ length: 25 }, (_, index) => [index + 1, index === 3 ? undefined : details]),
      )
      const { asked, run, stored } = describing(all)
      yield* run
      yield* run
      assert.deepStrictEqual(asked, [...all.keys()])
      assert.deepStrictEqual(stored.get(1), {
        ...details,
        genres: ["Rock"],
        tracks: [{ position: "1", title: "Tide", artist: "", seconds: 0 }],
      })
      assert.isTrue(stored.has(4))
      assert.isUndefined(stored.get(4))
    }),
  )

  it.effect("continues past a response that cannot be read, and stops where the service is down", () =>
    Effect.gen(function* () {
      const { asked, run, stored } = describing(
        new Map<number, ReleaseDetails | SourceError>([
          [1, malformed],
          [2, details],
          [3, down],
          [4, details],
        ]),
      )
      yield* run
      assert.deepStrictEqual(asked, [1, 2, 3])
      assert.deepStrictEqual([...stored.keys()], [1, 2])
      yield* run
      assert.deepStrictEqual(asked, [1, 2, 3, 3])
    }),
  )
})
