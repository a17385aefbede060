import {
  type EndedPart,
  ImportId,
  ImportStore,
  keptImports,
  partsInList,
  type ReceivedFile,
} from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { TestClock } from "effect/testing"
import { readPages } from "./pages.ts"

const fileOf = (file: string): ReceivedFile => ({ name: `${file}.zip`, file, fingerprint: `of ${file}` })

const endedAt = (place: number, stored = place): EndedPart => ({
  place,
  part: {
    name: `é🎧/${place}.json`,
    domain: "listening",
    format: "Spotify",
    outcome: stored > 0 ? "stored" : "known already",
    stored,
    known: 1,
    reason: "",
  },
})

const counts = { rows: 9, stored: 5, known: 3, setAside: 1, secondsLeft: 42, attempts: 1 }
const everything = { page: 1, limit: 100 }
const nobody = ImportId.make(999_999)

/** The contract of an `ImportStore`. `fresh` returns an empty store, built again for each test. */
export const importStoreContract = (adapter: string, fresh: () => Layer.Layer<ImportStore>): void => {
  const test = (name: string, body: Effect.Effect<void, never, ImportStore>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  describe(`${adapter}: imports`, () => {
    test(
      "keep the domain and the format that the sender names",
      Effect.gen(function* () {
        const store = yield* ImportStore
        const choice = { domain: "listening", format: "Last.fm é🎧" }
        const id = yield* store.add({ ...fileOf("a"), ...choice })
        yield* store.add({ ...fileOf("b"), domain: "running" })
        assert.deepInclude(Option.getOrThrow(yield* store.find(id)), choice)
        assert.deepStrictEqual(
          (yield* store.unfinished).map(({ domain, format }) => [domain, format]),
          [
            ["listening", "Last.fm é🎧"],
            ["running", ""],
          ],
        )
      }),
    )

    test(
      "wait, run and end, with everything known of them",
      Effect.gen(function* () {
        const store = yield* ImportStore
        assert.deepStrictEqual(yield* store.list(everything), { items: [], total: 0 })
        assert.isTrue(Option.isNone(yield* store.find(nobody)))
        yield* TestClock.setTime(60_123)
        const id = yield* store.add(fileOf("a"))
        const waiting = {
          ...fileOf("a"),
          domain: "",
          format: "",
          id,
          status: "waiting",
          rows: 0,
          stored: 0,
          known: 0,
          setAside: 0,
          secondsLeft: 0,
          receivedAt: 60_123,
          finishedAt: undefined,
          error: "",
          attempts: 0,
        }
        assert.deepStrictEqual(yield* store.find(id), Option.some({ ...waiting, parts: [] }) as never)
        assert.deepStrictEqual(yield* store.unfinished, [waiting] as never)

        assert.isTrue(yield* store.progress(id, counts, [endedAt(1), endedAt(0)]))
        assert.isTrue(yield* store.progress(id, { ...counts, rows: 10 }, [endedAt(1, 7), endedAt(2)]))
        const running = { ...waiting, ...counts, rows: 10, status: "running" }
        const parts = [endedAt(0), endedAt(1, 7), endedAt(2)]
        assert.deepStrictEqual(yield* store.ended(id), parts)
        assert.deepStrictEqual(
          yield* store.find(id),
          Option.some({ ...running, parts: parts.map(({ part }) => part) }) as never,
        )

        assert.isTrue(yield* store.wait(id, "no room"))
        const { attempts, error, rows, secondsLeft, status } = Option.getOrThrow(yield* store.find(id))
        assert.deepStrictEqual(
          { attempts, error, rows, secondsLeft, status },
          { attempts: 0, error: "no room", rows: 10, secondsLeft: 0, status: "waiting" },
        )
        assert.isTrue(yield* store.progress(id, { ...counts, rows: 10 }, []))

        yield* TestClock.setTime(90_456)
        assert.isTrue(yield* store.end(id, { status: "completed", error: "" }))
        const [listed] = (yield* store.list(everything)).items
        assert.deepStrictEqual(listed, {
          ...running,
          parts: parts.map(({ part }) => part),
          status: "completed",
          secondsLeft: 0,
          finishedAt: 90_456,
        } as never)
        assert.deepStrictEqual(yield* store.unfinished, [])
      }),
    )

    test(
      "that have ended stay as they are: anyone who runs one learns that it was stopped",
      Effect.gen(function* () {
        const store = yield* ImportStore
        const id = yield* store.add(fileOf("a"))
        yield* store.progress(id, counts, [])
        assert.isTrue(yield* store.end(id, { status: "failed", error: "stopped" }))
        const stopped = yield* store.find(id)
        assert.isFalse(yield* store.progress(id, { ...counts, rows: 99 }, [endedAt(0)]))
        assert.isFalse(yield* store.end(id, { status: "completed", error: "" }))
        assert.isFalse(yield* store.wait(id, "no room"))
        assert.deepStrictEqual(yield* store.find(id), stopped)
        assert.isFalse(yield* store.progress(nobody, counts, [endedAt(0)]))
        assert.isFalse(yield* store.end(nobody, { status: "completed", error: "" }))
        assert.isFalse(yield* store.wait(nobody, "no room"))
        assert.deepStrictEqual(yield* store.ended(nobody), [])
      }),
    )

    test(
      "are listed newest first with some of their parts, those under way oldest first, and the oldest leave",
      Effect.gen(function* () {
        const store = yield* ImportStore
        const first = yield* store.add(fileOf("first"))
        const many = yield* store.add(fileOf("many"))
        yield* store.progress(
          many,
          counts,
          Array.from({ length: partsInList + 5 }, (_, place) => endedAt(place)),
        )
        yield* store.end(many, { status: "completed", error: "" })
        const third = yield* store.add(fileOf("third"))
        const listed = yield* readPages(store.list, 2)
        assert.deepStrictEqual(
          listed.map(({ id, parts }) => [id, parts.length]),
          [
            [third, 0],
            [many, partsInList],
            [first, 0],
          ],
        )
        assert.lengthOf(yield* store.ended(many), partsInList + 5)
        assert.deepStrictEqual(
          (yield* store.unfinished).map(({ id }) => id),
          [first, third],
        )
        for (let more = 0; more < keptImports; more++) {
          const id = yield* store.add(fileOf(`more ${more}`))
          yield* store.end(id, { status: "completed", error: "" })
        }
        assert.isTrue(Option.isNone(yield* store.find(many)), "the oldest leave")
        assert.isTrue(Option.isSome(yield* store.find(first)), "and none that is under way")
        assert.isAtMost((yield* store.list(everything)).total, keptImports + 2)
      }),
    )
  })
}
