import { Images, ImageStore } from "@daybook/images"
import { sampleImage } from "@daybook/images/contract"
import { Sqlite, SqliteStorage } from "@daybook/storage-sqlite"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { afterAll, vi } from "vitest"
import { environment, readSettings } from "../../src/settings.ts"

// sharp throws this if its package for the platform is missing.
vi.mock("sharp", () => {
  throw new Error('Could not load the "sharp" module')
})
// Other files of tests have loaded sharp before this one, and others will after it.
vi.resetModules()
afterAll(() => {
  vi.doUnmock("sharp")
  vi.resetModules()
})

describe("a server without sharp", () => {
  it.effect("logs that, and shows stored images", () => {
    const logs: Array<string> = []
    const logger = Logger.layer([Logger.map(Logger.formatJson, (line) => void logs.push(line))])
    const stores = SqliteStorage.layer().pipe(
      Layer.provide([Sqlite.layerMemory, DateTime.layerCurrentZoneNamed("UTC")]),
      Layer.orDie,
    )
    return Effect.gen(function* () {
      const ServerImages = yield* Effect.promise(() => import("../../src/images.ts"))
      const settings = yield* Effect.provide(readSettings([]), environment({}))
      const url = "https://images.example/cover.jpg"
      yield* (yield* ImageStore).put([{ url, image: sampleImage("a") }])
      yield* Effect.gen(function* () {
        const images = yield* Images
        assert.strictEqual((yield* images.lookUp([url])).get(url)?.dominantColor, "#aaaaaa")
        assert.isFalse(yield* images.process(`${url}?2`))
      }).pipe(Effect.provide(ServerImages.layer(settings)))
      assert.match(logs.join("\n"), /sharp cannot be loaded/)
      assert.deepStrictEqual((yield* (yield* ImageStore).find([`${url}?2`])).failed, new Map())
    }).pipe(Effect.provide(Layer.merge(stores, logger)))
  })
})
