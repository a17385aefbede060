import { ImageHash, ImageStore } from "@daybook/images"
import { SqlStorage } from "@daybook/storage-postgres"
import autocannon from "autocannon"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { aim } from "./aims.ts"
import { type ServerProcess, startServer } from "./process.ts"
import { clientOf, type Place } from "./place.ts"

/** The bytes of a medium and of a very large image. */
const sizes = [88_000, 454_000]

/** Images of each size. Those of 88 kB all stay in memory; of the others a part is read from the store. */
const imagesOfSize = 200

const connections = 16

const hashOf = (bytes: number, number: number) =>
  ImageHash.make(`${bytes.toString(16)}${number.toString(16).padStart(4, "0")}`.padStart(64, "0"))

const storeImages = (place: Place): Promise<void> => {
  const client = clientOf(place, "daybook")
  const store = Effect.gen(function* () {
    const images = yield* ImageStore
    for (const size of sizes) {
      for (let number = 0; number < imagesOfSize; number++) {
        const hash = hashOf(size, number)
        const variants = [
          { size: "large", contentType: "image/webp", bytes: new Uint8Array(randomBytes(size)) },
        ] as const
        const image = { hash, width: 1_200, height: 900, thumbhash: "", dominantColor: "#000000", variants }
        yield* images.put([{ url: `https://images.example/${hash}`, image }])
      }
    }
  })
  return Effect.runPromise(Effect.provide(store, Layer.provide(SqlStorage.Images.layer, client)))
}

interface Measured {
  readonly aSecond: number
  /** Microseconds of the server's processor time for one request. */
  readonly micros: number
}

/** Requests of these paths in turn, over 16 connections. */
const measure = async (
  server: ServerProcess,
  paths: ReadonlyArray<string>,
  seconds: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<Measured> => {
  const requests = paths.map((path) => ({ method: "GET" as const, path, headers }))
  const before = server.processorTime()
  const result = await autocannon({ url: server.address, requests, connections, duration: seconds })
  const unexpected = result["4xx"] + result["5xx"] + result.errors
  if (unexpected > 0) throw new Error(`${unexpected} images were not sent`)
  return {
    aSecond: result.requests.average,
    micros: ((server.processorTime() - before) * 1000) / result.requests.total,
  }
}

const middle = (values: ReadonlyArray<number>) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Images from the real server, beside a bare one that sends the same bytes: ready ones, and a file from the disk. */
export const measureImages = async (
  store: string,
  place: Place,
  seconds: number,
  bin = fileURLToPath(new URL("../../server/bin/daybook.js", import.meta.url)),
): Promise<void> => {
  await storeImages(place)
  const ours = await startServer(bin, ["serve"], {
    ...(place.kind === "postgres" ? { DATABASE_URL: place.url } : { DATA_DIR: place.dataDir }),
    PORT: "0",
    ADMIN_KEY: "an-admin-key-for-measurements-only-0123456789",
    SYNC_SCHEDULE: "off",
  })
  const folder = mkdtempSync(join(tmpdir(), "daybook-bench-"))
  try {
    console.log(`\nImages on ${store}, ${connections} connections: a second, processor time each`)
    for (const size of sizes) {
      const file = join(folder, String(size))
      writeFileSync(file, randomBytes(size))
      const bare = await startServer(fileURLToPath(new URL("./bareImages.ts", import.meta.url)), [], {
        BARE_FILE: file,
      })
      const path = (number: number) => `/v1/images/${hashOf(size, number)}/large`
      const all = Array.from({ length: imagesOfSize }, (_, number) => path(number))
      const runs = {
        "bare, ready bytes": () => measure(bare, ["/ready"], seconds),
        "bare, a file": () => measure(bare, ["/file"], seconds),
        "one image": () => measure(ours, [path(0)], seconds),
        [`${imagesOfSize} images in turn`]: () => measure(ours, all, seconds),
        "one that its client has": () =>
          measure(ours, [path(0)], seconds, { "if-none-match": `"${hashOf(size, 0)}-large"` }),
      }
      // The first run of each warms up the compiler.
      for (const run of Object.values(runs)) await run()
      const measured = new Map<string, ReadonlyArray<Measured>>()
      for (let turn = 0; turn < 3; turn++)
        for (const [what, run] of Object.entries(runs))
          measured.set(what, [...(measured.get(what) ?? []), await run()])
      await bare.stop()
      const reference = middle((measured.get("bare, ready bytes") ?? []).map(({ micros }) => micros))
      for (const [what, figures] of measured) {
        const rate = middle(figures.map(({ aSecond }) => aSecond))
        const micros = middle(figures.map(({ micros: one }) => one))
        if (size === sizes[0] && what === "one image") {
          aim(`an image of 88 kB, ${store}`, rate, "a second", { atLeast: 5_000 })
        }
        console.log(
          `  ${`${size / 1000} kB, ${what}`.padEnd(32)} ${Math.round(rate).toLocaleString("en").padStart(6)}` +
            ` ${Math.round(micros).toLocaleString("en").padStart(7)} µs, ${(micros / reference).toFixed(2)} of bare`,
        )
      }
    }
  } finally {
    await ours.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
