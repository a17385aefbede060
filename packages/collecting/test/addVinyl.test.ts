import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { addVinyl, type VinylRequest } from "../src/index.ts"
import { down, makeCollection, makeStore, portsOf, release } from "./collection.ts"

const shop = (process?: (url: string) => Effect.Effect<boolean>) => {
  const service = makeCollection()
  service.releases.set(7, release(7))
  const kept = makeStore()
  const { ports } = portsOf({
    store: kept.store,
    records: [service.collection],
    ...(process === undefined ? {} : { process }),
  })
  const add = (request: VinylRequest) => Effect.provide(addVinyl(request), ports)
  return { service, kept, add }
}

const adds = (asked: ReadonlyArray<string>) => asked.filter((what) => what.startsWith("add ")).length

describe("vinyl added by its release's number", () => {
  it.effect("is added upstream, stored, and returned with its instance", () =>
    Effect.gen(function* () {
      const { add, kept, service } = shop()
      assert.deepStrictEqual(yield* add({ releaseId: 7 }), {
        status: "added",
        release: release(7),
        instanceId: 100,
        imageProcessed: false,
      })
      assert.deepStrictEqual(service.asked, ["release 7", "copies of 7", "add 7"])
      assert.deepStrictEqual(
        [...kept.records.values()],
        [
          {
            ...release(7),
            source: "discogs",
            instanceId: 100,
            addedAt: 0,
            mediaCondition: "",
            sleeveCondition: "",
          },
        ],
      )
    }),
  )

  it.effect("that is in the collection gets its first copy, and all copies are stored", () =>
    Effect.gen(function* () {
      const { add, kept, service } = shop()
      service.own(30, release(7))
      service.own(20, release(7))
      const { instanceId, status } = yield* add({ releaseId: 7 })
      assert.deepStrictEqual([status, instanceId], ["already_in_collection", 20])
      assert.strictEqual(adds(service.asked), 0)
      assert.deepStrictEqual([...kept.records.keys()].toSorted(), [20, 30])
    }),
  )

  it.effect("that the service does not have is not found, and nothing is added", () =>
    Effect.gen(function* () {
      const { add, service } = shop()
      const error = yield* Effect.flip(add({ releaseId: 8 }))
      assert.deepStrictEqual([error._tag, error.message], ["ReleaseNotFound", "There is no release 8"])
      assert.strictEqual(adds(service.asked), 0)
    }),
  )

  it.effect("by two at once is added once", () =>
    Effect.gen(function* () {
      const { add, service } = shop()
      const answers = yield* Effect.all(
        Array.from({ length: 5 }, () => add({ releaseId: 7 })),
        { concurrency: "unbounded" },
      )
      assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [
        "added",
        ...Array.from({ length: 4 }, () => "already_in_collection"),
      ])
      assert.isTrue(answers.every(({ instanceId }) => instanceId === 100))
      assert.lengthOf(service.owned, 1)
    }),
  )
})

describe("a call that fails on its way", () => {
  it.effect("before it adds has added nothing; a repeat adds", () =>
    Effect.gen(function* () {
      const { add, kept, service } = shop()
      service.fails.add("copiesOf")
      assert.deepStrictEqual(yield* Effect.flip(add({ releaseId: 7 })), down)
      assert.lengthOf(service.owned, 0)
      service.fails.clear()
      assert.strictEqual((yield* add({ releaseId: 7 })).status, "added")
      assert.strictEqual(kept.records.size, 1)
    }),
  )

  it.effect("checks for the copy if the response to adding it was lost: no second copy, none missing", () =>
    Effect.gen(function* () {
      const { add, kept, service } = shop()
      service.fails.add("answer of add")
      const { instanceId, status } = yield* add({ releaseId: 7 })
      assert.deepStrictEqual([status, instanceId], ["added", 100])
      assert.strictEqual(adds(service.asked), 1)
      assert.lengthOf(service.owned, 1)
      assert.deepStrictEqual([...kept.records.keys()], [100])
    }),
  )

  it.effect("whose connection broke before the adding adds at the second attempt", () =>
    Effect.gen(function* () {
      const { add, kept, service } = shop()
      service.fails.add("first add")
      assert.strictEqual((yield* add({ releaseId: 7 })).status, "added")
      assert.deepStrictEqual(service.asked.slice(1), ["copies of 7", "add 7", "copies of 7", "add 7"])
      assert.deepStrictEqual([...kept.records.keys()], [100])
    }),
  )

  it.effect("that finds the service down is added at most twice; a repeat adds it", () =>
    Effect.gen(function* () {
      const { add, kept, service } = shop()
      service.fails.add("add")
      assert.deepStrictEqual(yield* Effect.flip(add({ releaseId: 7 })), down)
      assert.strictEqual(adds(service.asked), 2)
      assert.strictEqual(kept.records.size, 0)
      service.fails.clear()
      assert.strictEqual((yield* add({ releaseId: 7 })).status, "added")
    }),
  )

  it.effect("that cannot ask what was added is healed by a repeat", () =>
    Effect.gen(function* () {
      const { add, kept, service } = shop()
      service.fails.add("all after add")
      assert.deepStrictEqual(yield* Effect.flip(add({ releaseId: 7 })), down)
      assert.strictEqual(kept.records.size, 0)
      service.fails.clear()
      const { instanceId, status } = yield* add({ releaseId: 7 })
      assert.deepStrictEqual([status, instanceId], ["already_in_collection", 100])
      assert.lengthOf(service.owned, 1)
      assert.deepStrictEqual([...kept.records.keys()], [100])
    }),
  )

  it.effect("that could not store what it added is healed by a repeat", () =>
    Effect.gen(function* () {
      const { add, kept, service } = shop()
      kept.state.broken = true
      yield* Effect.exit(add({ releaseId: 7 }))
      kept.state.broken = false
      assert.strictEqual((yield* add({ releaseId: 7 })).status, "already_in_collection")
      assert.lengthOf(service.owned, 1)
      assert.deepStrictEqual([...kept.records.keys()], [100])
    }),
  )

  it.effect("lets the next one in, even when it is interrupted", () =>
    Effect.gen(function* () {
      let hangs = true
      const service = makeCollection({ copiesOf: () => (hangs ? Effect.never : Effect.succeed([])) })
      service.releases.set(7, release(7))
      const { ports } = portsOf({ store: makeStore().store, records: [service.collection] })
      const add = Effect.provide(addVinyl({ releaseId: 7 }), ports)
      const call = yield* Effect.forkChild(add)
      while (service.asked.length < 1) yield* Effect.yieldNow
      for (let turn = 0; turn < 10; turn++) yield* Effect.yieldNow
      hangs = false
      const next = yield* Effect.forkChild(add)
      yield* Fiber.interrupt(call)
      assert.strictEqual((yield* Fiber.join(next)).status, "added")
    }),
  )
})

describe("vinyl added by artist and title", () => {
  const named = { artist: "Ida Quarry", title: "Salt" }
  const hit = (releaseId: number, formats: ReadonlyArray<string>, title = "Salt") => ({
    releaseId,
    names: [{ artist: "Ida Quarry", title }],
    year: 1983,
    formats,
  })

  it.effect("is looked for on vinyl, and only if there is none in other formats", () =>
    Effect.gen(function* () {
      const { add, service } = shop()
      service.found.push(hit(9, ["CD"]), hit(7, ["Vinyl"]))
      assert.strictEqual((yield* add(named)).release.releaseId, 7)
      assert.deepStrictEqual(service.asked.slice(0, 2), ["search Ida Quarry / Salt on vinyl", "release 7"])

      const other = shop()
      other.service.releases.set(9, release(9, { format: "CD" }))
      other.service.found.push(hit(9, ["CD"]))
      assert.strictEqual((yield* other.add(named)).release.format, "CD")
      assert.deepStrictEqual(other.service.asked.slice(0, 2), [
        "search Ida Quarry / Salt on vinyl",
        "search Ida Quarry / Salt",
      ])
    }),
  )

  it.effect("that only comes near is not found", () =>
    Effect.gen(function* () {
      const { add, service } = shop()
      service.found.push(hit(7, ["Vinyl"], "Salt & Water"))
      const error = yield* Effect.flip(add({ ...named, year: 1983 }))
      assert.strictEqual(error.message, 'There is no release "Salt" by Ida Quarry of 1983')
      assert.strictEqual(adds(service.asked), 0)
    }),
  )

  it.effect("is not looked for if a number is given as well", () =>
    Effect.gen(function* () {
      const { add, service } = shop()
      yield* add({ ...named, releaseId: 7 })
      assert.strictEqual(service.asked[0], "release 7")
    }),
  )
})

describe("a request", () => {
  const unfit: ReadonlyArray<readonly [VinylRequest, field: string]> = [
    [{}, "collection_release_id"],
    [{ title: "Salt" }, "collection_release_id"],
    [{ artist: "Ida Quarry" }, "collection_release_id"],
    [{ title: "Salt", artist: " \n" }, "collection_release_id"],
    [{ title: "", artist: "Ida Quarry" }, "collection_release_id"],
    [{ releaseId: 0 }, "collection_release_id"],
    [{ releaseId: -7 }, "collection_release_id"],
    [{ releaseId: 7.5 }, "collection_release_id"],
    [{ releaseId: 2 ** 53 }, "collection_release_id"],
    [{ releaseId: Number.NaN }, "collection_release_id"],
    [{ releaseId: 7, year: 1983.5 }, "year"],
    [{ title: "Salt", artist: "Ida Quarry", year: -1 }, "year"],
    [{ title: "Salt", artist: "Ida Quarry", year: 10_000 }, "year"],
    [{ title: "S".repeat(501), artist: "Ida Quarry" }, "title"],
    [{ title: "Salt", artist: "I".repeat(501) }, "artist"],
  ]
  it.effect.each(unfit)("%j is refused before any call", ([request, field]) =>
    Effect.gen(function* () {
      const { add, service } = shop()
      const error = yield* Effect.flip(add(request))
      assert.strictEqual(error._tag, "InvalidInput")
      assert.isTrue(error.message.startsWith(`${field}: `), error.message)
      assert.deepStrictEqual(service.asked, [])
    }),
  )

  it.effect("of the year 0 means any year", () =>
    Effect.gen(function* () {
      const { add, service } = shop()
      service.found.push({
        releaseId: 7,
        names: [{ artist: "Ida Quarry", title: "Salt" }],
        year: 1983,
        formats: ["Vinyl"],
      })
      assert.strictEqual((yield* add({ artist: "Ida Quarry", title: "Salt", year: 0 })).status, "added")
    }),
  )

  it.effect("without a configured collection names the settings, unless it is invalid itself", () =>
    Effect.gen(function* () {
      const { ports } = portsOf({ store: makeStore().store })
      const error = yield* Effect.flip(Effect.provide(addVinyl({ releaseId: 7 }), ports))
      assert.deepStrictEqual(
        [error._tag, error.message],
        ["NotConfigured", "No collection of records is configured: set DISCOGS_TOKEN"],
      )
      assert.strictEqual((yield* Effect.flip(Effect.provide(addVinyl({}), ports)))._tag, "InvalidInput")
    }),
  )
})

describe("the image", () => {
  it.effect("is complete once the record is stored, even if it was there before", () =>
    Effect.gen(function* () {
      const urls: Array<string> = []
      const { add } = shop((url) => Effect.sync(() => urls.push(url) > 0))
      assert.isTrue((yield* add({ releaseId: 7 })).imageProcessed)
      assert.isTrue((yield* add({ releaseId: 7 })).imageProcessed)
      assert.deepStrictEqual(urls, ["https://img.example/salt.jpg", "https://img.example/salt.jpg"])
    }),
  )

  it.effect("that fails does not fail the call", () =>
    Effect.gen(function* () {
      const { add, kept } = shop(() => Effect.die(new Error("not an image")))
      const { imageProcessed, status } = yield* add({ releaseId: 7 })
      assert.deepStrictEqual([status, imageProcessed, kept.records.size], ["added", false, 1])
    }),
  )

  it.effect("is not requested if there is none", () =>
    Effect.gen(function* () {
      const { add, service } = shop(() => Effect.succeed(true))
      service.releases.set(7, release(7, { imageUrl: "" }))
      assert.isFalse((yield* add({ releaseId: 7 })).imageProcessed)
    }),
  )
})
