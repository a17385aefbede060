import { ImageHash, ImageStore } from "@daybook/images"
import { SqlStorage } from "@daybook/storage-postgres"
import { SqliteStorage } from "@daybook/storage-sqlite"
import * as Effect from "effect/Effect"
import { randomBytes } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { startBare, startDaybook } from "./daybookServer.ts"
import { figure } from "./lines.ts"
import { inTurns, load } from "./load.ts"
import { type Place, storesAt } from "./data/place.ts"
import type { ServerProcess } from "./process.ts"
import { type Setting, storesOf } from "./setting.ts"

/** The bytes of a medium and of a very large image. */
const sizes = [88_000, 454_000]

/** Images of each size. Those of 88 kB all stay in memory; of the others a part is read from the store. */
const imagesOfSize = 200

const hashOf = (bytes: number, number: number) =>
  ImageHash.make(`${bytes.toString(16)}${number.toString(16).padStart(4, "0")}`.padStart(64, "0"))

const storeImages = (place: Place): Promise<void> => {
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
  const both = { postgres: SqlStorage.Images.layer(), sqlite: SqliteStorage.Images.layer() }
  return Effect.runPromise(Effect.provide(store, storesAt(place, both)))
}

/** Images from the real server, next to a bare one that sends the same bytes: ready ones, and a file from the disk. */
export const measureImages = async (setting: Setting): Promise<void> => {
  const { work } = setting
  for (const { env, name, place } of storesOf({ ...setting, work: `${work}/images` }).both) {
    await storeImages(place)
    const ours = await startDaybook(env)
    console.log(`Images on ${name}, 16 connections: a second, processor time each`)
    for (const size of sizes) await measureSize(name, ours, size, setting)
    await ours.stop()
  }
}

const measureSize = async (store: string, ours: ServerProcess, size: number, { seconds, work }: Setting) => {
  const file = join(work, `image-${size}`)
  writeFileSync(file, randomBytes(size))
  const bare = await startBare("./bareImages.ts", { BARE_FILE: file })
  const path = (number: number) => `/v1/images/${hashOf(size, number)}/large`
  const all = Array.from({ length: imagesOfSize }, (_, number) => path(number))
  const known = { "if-none-match": `"${hashOf(size, 0)}-large"` }
  const runs = {
    "bare, ready bytes": () => load(bare, ["/ready"], { seconds }),
    "bare, a file": () => load(bare, ["/file"], { seconds }),
    "one image": () => load(ours, [path(0)], { seconds }),
    [`${imagesOfSize} in turn`]: () => load(ours, all, { seconds }),
    "its first 16 kB by a range": () =>
      load(ours, [path(0)], { seconds, headers: { range: "bytes=0-16383" } }),
    "304 to a client that has it": () => load(ours, [path(0)], { seconds, headers: known }),
  }
  const loads = await inTurns(runs, 2)
  await bare.stop()
  const kilobytes = `${size / 1000} kB`
  const ready = loads.get("bare, ready bytes")
  for (const [what, { micros, rate }] of loads) {
    console.log(
      `  ${`${kilobytes}, ${what}`.padEnd(40)} ${Math.round(rate).toLocaleString("en").padStart(6)} ${micros.toFixed(0).padStart(6)} µs`,
    )
    if (ready === undefined || what.startsWith("bare")) continue
    const most = size === sizes[0] && what === "one image" ? { atLeast: 5_000 } : undefined
    figure(`${kilobytes}, ${what}, ${store}`, rate, "a second", {
      reference: { name: "ready bytes", figure: ready.rate },
      ...(most === undefined ? {} : { bound: most }),
    })
    figure(`${kilobytes}, ${what}, ${store}, time`, micros, "µs", {
      reference: { name: "ready bytes", figure: ready.micros },
    })
  }
}
