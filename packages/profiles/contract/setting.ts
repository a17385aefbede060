import { InvalidInput, storableText } from "@daybook/kernel"
import { hostileTexts, survivesHostileTexts } from "@daybook/kernel/contract"
import { alreadySet, mismatch, ProfileStore, readSetOnce } from "@daybook/profiles"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { acceptOne, erasing, home, idAt, noon, outcomeOf, place, propertiesOf, request } from "./requests.ts"

/** Contract: requests that are accepted, applied and erased. */
export const settingContract = (fresh: () => Layer.Layer<ProfileStore>): void => {
  const test = (name: string, body: Effect.Effect<void, never, ProfileStore>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  test(
    "a request makes its profile with all its properties, returned as they were sent",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      const properties = {
        plan: "pro",
        name: "Zoë Ünïcode 🎈",
        seats: 12,
        score: -0.5,
        large: 1e21,
        largest: Number.MAX_VALUE,
        least: Number.MIN_VALUE,
        beta: false,
        since: "2024-02-29",
        seen: "2024-02-29T10:11:12.123456Z",
        left: "2024-02-29T10:11:12+05:30",
        tags: ["a", 1, "2024-01-01"],
        none: [],
        empty: "",
        __proto__x: "plain",
      }
      const id = yield* acceptOne(request("ann@example.org", properties))
      assert.deepStrictEqual(yield* propertiesOf("ann@example.org"), properties)
      const profile = Option.getOrThrow(yield* store.profile(home, "ann@example.org"))
      assert.deepStrictEqual([profile.createdAt, profile.updatedAt], [noon, noon])
      const outcome = yield* outcomeOf(id)
      assert.strictEqual(outcome?.status, "processed")
      assert.sameMembers([...(outcome?.applied ?? [])], Object.keys(properties))
      assert.deepStrictEqual(outcome?.ignored, [])
    }),
  )

  test(
    "names of an object's own workings are names like all others",
    Effect.gen(function* () {
      const body = '{"__proto__":"p","constructor":"c","toString":["t"],"hasOwnProperty":true}'
      const properties: Record<string, unknown> = JSON.parse(body)
      const id = yield* acceptOne(request("__proto__", properties))
      const stored = yield* propertiesOf("__proto__")
      assert.strictEqual(stored?.["__proto__"] as unknown, "p")
      assert.deepStrictEqual(Object.entries(stored ?? {}).toSorted(), Object.entries(properties).toSorted())
      assert.deepStrictEqual((yield* outcomeOf(id))?.applied, Object.keys(properties).toSorted())
      const again = yield* acceptOne(request("__proto__", JSON.parse('{"__proto__":"q","constructor":1}')))
      assert.deepStrictEqual((yield* outcomeOf(again))?.ignored, [
        { name: "constructor", reason: mismatch("string") },
        { name: "__proto__", reason: alreadySet },
      ])
    }),
  )

  test(
    "only what is unset is set; the first value stays",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      yield* acceptOne(request("a", { plan: "pro" }))
      const id = yield* acceptOne(request("a", { plan: "free", country: "PT" }), noon + 5_000)
      assert.deepStrictEqual(yield* propertiesOf("a"), { plan: "pro", country: "PT" })
      const outcome = yield* outcomeOf(id)
      assert.deepStrictEqual(outcome?.applied, ["country"])
      assert.deepStrictEqual(outcome?.ignored, [{ name: "plan", reason: alreadySet }])
      const profile = Option.getOrThrow(yield* store.profile(home, "a"))
      assert.deepStrictEqual([profile.createdAt, profile.updatedAt], [noon, noon + 5_000])
    }),
  )

  test(
    "of requests that are accepted together the first wins, property by property",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      const requests = [
        request("a", { x: 1 }),
        request("a", { x: 2, y: 2 }),
        request("b", { x: 3 }),
        request("a", { y: 3, z: 3 }),
      ]
      yield* Effect.orDie(store.accept(requests.slice(0, 2), noon))
      yield* Effect.orDie(store.accept(requests.slice(2), noon + 1_000))
      assert.deepStrictEqual(yield* propertiesOf("a"), { x: 1, y: 2, z: 3 })
      assert.deepStrictEqual(yield* propertiesOf("b"), { x: 3 })
      assert.strictEqual(Option.getOrThrow(yield* store.profile(home, "a")).createdAt, noon)
      const outcomes = yield* Effect.forEach(requests, ({ requestId }) => outcomeOf(requestId))
      assert.deepStrictEqual(
        outcomes.map((outcome) => outcome?.applied),
        [["x"], ["y"], ["x"], ["z"]],
      )
      const numbers = outcomes.map((outcome) => outcome?.acceptance ?? 0)
      assert.deepStrictEqual(
        numbers,
        [...new Set(numbers)].toSorted((a, b) => a - b),
      )
    }),
  )

  test(
    "a property gets the type of its first value, for all profiles of the place, from acceptance on",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      const late = request("b", { age: "old", born: "2001-01-01", name: "2001-01-01" })
      yield* Effect.orDie(
        store.accept(
          [request("a", { age: 7, born: "2000-01-01", name: "Ann", on: true, tags: ["x"] }), late],
          noon,
        ),
      )
      assert.deepStrictEqual(yield* propertiesOf("b"), { born: "2001-01-01", name: "2001-01-01" })
      assert.deepStrictEqual((yield* outcomeOf(late.requestId))?.ignored, [
        { name: "age", reason: mismatch("number") },
      ])
      const wrong = yield* acceptOne(
        request("c", { age: [1], born: "yesterday", name: 1, on: "true", tags: "x" }),
      )
      assert.deepStrictEqual(yield* propertiesOf("c"), {})
      const outcome = yield* outcomeOf(wrong)
      assert.deepStrictEqual(outcome?.applied, [])
      assert.sameDeepMembers(
        [...(outcome?.ignored ?? [])],
        [
          { name: "age", reason: mismatch("number") },
          { name: "born", reason: mismatch("date") },
          { name: "name", reason: mismatch("string") },
          { name: "on", reason: mismatch("boolean") },
          { name: "tags", reason: mismatch("list") },
        ],
      )
    }),
  )

  test(
    "an invalid value is ignored and sets no type",
    Effect.gen(function* () {
      const id = yield* acceptOne(request("a", { bio: "x".repeat(256), ok: 1 }))
      assert.deepStrictEqual(yield* propertiesOf("a"), { ok: 1 })
      assert.deepStrictEqual(
        (yield* outcomeOf(id))?.ignored.map(({ name }) => name),
        ["bio"],
      )
      yield* acceptOne(request("b", { bio: 5 }))
      assert.deepStrictEqual(yield* propertiesOf("b"), { bio: 5 })
    }),
  )

  test(
    "workspaces, and live and test in one, share neither profiles nor types nor requests",
    Effect.gen(function* () {
      const places = [place("one"), place("one", "test"), place("two"), place("two", "test")]
      const values = [1, "text", true, ["list"]]
      for (const [index, at] of places.entries()) {
        const id = yield* acceptOne(request("a", { x: values[index] }, { at }))
        for (const other of places) {
          assert.strictEqual((yield* outcomeOf(id, other)) !== undefined, other === at)
        }
      }
      for (const [index, at] of places.entries()) {
        assert.deepStrictEqual(yield* propertiesOf("a", at), { x: values[index] as never })
      }
      const store = yield* ProfileStore
      yield* store.erase(place("one"), "a", erasing, noon)
      assert.isUndefined(yield* propertiesOf("a", place("one")))
      assert.deepStrictEqual(yield* propertiesOf("a", place("one", "test")), { x: "text" })
    }),
  )

  test(
    "an idempotency key makes a retry for a day, in its place, and only of the same body",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      const day = 24 * 60 * 60 * 1000
      const first = yield* acceptOne(request("a", { x: 1 }, { key: "k" }))
      const retry = (now: number, value = 1, at = home) => {
        const one = request("a", { x: value }, { key: "k", now, at })
        return Effect.map(Effect.orDie(store.accept([one], now)), ([acceptance]) => ({ one, acceptance }))
      }
      const { acceptance } = yield* retry(noon + day - 1)
      assert.deepStrictEqual(acceptance, { accepted: true, requestId: first })
      assert.deepStrictEqual((yield* retry(noon + 1, 2)).acceptance, { accepted: false })
      const elsewhere = yield* retry(noon + 1, 2, place("home", "test"))
      assert.deepStrictEqual(elsewhere.acceptance, { accepted: true, requestId: elsewhere.one.requestId })
      const later = yield* retry(noon + day, 2)
      assert.deepStrictEqual(later.acceptance, { accepted: true, requestId: later.one.requestId })

      const twins = [3, 3, 4].map((value) => request("b", { x: value }, { key: "twins" }))
      const answers = yield* Effect.orDie(store.accept(twins, noon))
      const twin = { accepted: true as const, requestId: twins[0]?.requestId ?? first }
      assert.deepStrictEqual(answers, [twin, twin, { accepted: false }])
      assert.deepStrictEqual(yield* propertiesOf("b"), { x: 3 })
    }),
  )

  test(
    "erasing removes only the profile; a later request makes it again",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      yield* acceptOne(request("a", { x: 1, y: 1 }))
      yield* acceptOne(request("b", { z: 2 }))
      yield* store.erase(home, "a", erasing, noon)
      assert.isUndefined(yield* propertiesOf("a"))
      assert.deepStrictEqual(yield* propertiesOf("b"), { z: 2 })
      yield* acceptOne(request("a", { x: 9 }), noon + 1_000)
      assert.deepStrictEqual(yield* propertiesOf("a"), { x: 9 })
      const profile = Option.getOrThrow(yield* store.profile(home, "a"))
      assert.strictEqual(profile.createdAt, noon + 1_000)
      // Types belong to the place, not to a profile.
      yield* acceptOne(request("a", { y: "text" }))
      assert.deepStrictEqual(yield* propertiesOf("a"), { x: 9 })
      yield* store.erase(home, "nobody", erasing, noon)
    }),
  )

  test(
    "a request without storable values makes its profile",
    Effect.gen(function* () {
      yield* acceptOne(request("a", { x: "y".repeat(256) }))
      assert.deepStrictEqual(yield* propertiesOf("a"), {})
      const store = yield* ProfileStore
      yield* acceptOne(request("a", { x: "y".repeat(256) }), noon + 1)
      const profile = Option.getOrThrow(yield* store.profile(home, "a"))
      assert.strictEqual(profile.updatedAt, noon)
    }),
  )

  test(
    "the longest names, ids and texts fit, in any script",
    Effect.gen(function* () {
      for (const one of ["a", "ß", "🎈", "\u{10FFFF}"]) {
        const text = one.repeat(255)
        const at = place(`w${text}`)
        const id = yield* acceptOne(request(text, { [text]: text }, { at, key: "k".repeat(255) }))
        assert.deepStrictEqual(yield* propertiesOf(text, at), { [text]: text })
        assert.deepStrictEqual((yield* outcomeOf(id, at))?.applied, [text])
      }
    }),
  )

  test(
    "hostile texts as ids, names, values and idempotency keys are refused as they are read, or set and found again",
    Effect.gen(function* () {
      for (const [at, text] of hostileTexts.entries()) {
        const body = JSON.stringify({
          distinct_id: text,
          $once: { [text]: text, list: [text], [`p${at}`]: 1 },
        })
        const read = readSetOnce(body)
        const good = request(`good ${at}`, { seen: text.length, text: storableText(text, 100) })
        if (!(read instanceof InvalidInput)) {
          const one = { ...good, changes: [read], idempotency: { key: text, bodyHash: body } }
          yield* acceptOne(one)
          assert.deepInclude(yield* propertiesOf(text), { [text]: text, [`p${at}`]: 1 })
        }
        yield* acceptOne({ ...good, requestId: idAt(noon) })
        assert.deepInclude(yield* propertiesOf(`good ${at}`), { seen: text.length })
      }
    }),
  )

  test(
    "an untidied id of any hostile text has no profile, or only its own request fails",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      yield* survivesHostileTexts(
        (text) => Effect.all([store.profile(home, text), store.erase(home, text, erasing, noon)]),
        (at) => acceptOne(request(`good ${at}`, { at })),
      )
    }),
  )
}
