import * as Schema from "effect/Schema"
import { createServer } from "node:http"
import sharp from "sharp"
import { assert, describe, expect } from "vitest"
import { type Daybook, storeNames, it } from "../daybook.ts"
import { type LastfmStandIn, playedAgo } from "../standIns/lastfmStandIn.ts"
import { listenOnLoopback } from "../standIns/loopback.ts"
import { until } from "../until.ts"

const coverOf = (background: string) =>
  sharp({ create: { width: 600, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer()

const readImages = Schema.decodeUnknownSync(
  Schema.Struct({
    data: Schema.Array(
      Schema.Struct({
        name: Schema.String,
        image: Schema.optionalKey(
          Schema.Struct({
            url: Schema.String,
            width: Schema.optionalKey(Schema.Int),
            height: Schema.optionalKey(Schema.Int),
            thumbhash: Schema.optionalKey(Schema.String),
            dominant_color: Schema.optionalKey(Schema.String),
          }),
        ),
      }),
    ),
  }),
)

/** The image of each album, by its name. */
const imagesOf = async (server: Daybook) => {
  const { body } = await server.reader.get("/v1/listening/top/albums?period=overall")
  return Object.fromEntries(readImages(body).data.map(({ image, name }) => [name, image]))
}

/** Waits until the album's image is stored, and returns its image. */
const pictureOf = async (server: Daybook, album: string) => {
  await until(
    `${album} has a separate image`,
    async () => (await imagesOf(server))[album]?.width !== undefined,
  )
  return (await imagesOf(server))[album]
}

/** One play of each album; Salt's cover is fine, each of the others is broken in its way. */
const playAlbums = async (lastfm: LastfmStandIn) => {
  const cover = await coverOf("#c81e3c")
  lastfm.pictures["salt.jpg"] = cover
  lastfm.pictures["cut.jpg"] = cover.subarray(0, cover.length / 2)
  lastfm.pictures["empty.jpg"] = new Uint8Array()
  lastfm.pictures["page.jpg"] = new TextEncoder().encode("<!doctype html><title>Not here</title>")
  const files = { Salt: "salt.jpg", Cut: "cut.jpg", Empty: "empty.jpg", Page: "page.jpg", Missing: "no.jpg" }
  const base = await lastfm.url
  for (const [album, file] of Object.entries(files)) lastfm.covers[album] = `${base}covers/${file}`
  lastfm.plays = Object.keys(files).map((album, index) => ({ ...playedAgo(100 * (index + 1)), album }))
}

describe("covers of albums", () => {
  it.concurrent.for(storeNames)(
    "are served by Daybook soon after they were first shown; a broken one never breaks its album, in %s",
    async (store, { daybook, lastfm, source }) => {
      await playAlbums(lastfm)
      const server = await daybook.start({ ...daybook.stores[store](), ...source })
      await server.admin.sync()
      const before = await imagesOf(server)
      const sourceUrls = Object.fromEntries(
        Object.entries(lastfm.covers).map(([album, url]) => [album, { url }]),
      )
      assert.deepStrictEqual(before, sourceUrls)

      const image = await pictureOf(server, "Salt")
      expect(image).toMatchObject({ width: 600, height: 300, dominant_color: "#c81838" })
      assert.match(image?.url ?? "", /^\/v1\/images\/[0-9a-f]{64}\/large$/)
      assert.isNotEmpty(image?.thumbhash)

      for (const [size, width] of [
        ["small", 160],
        ["medium", 480],
        ["large", 600],
      ] as const) {
        const response = await fetch(server.url + (image?.url ?? "").replace("large", size))
        assert.strictEqual(response.status, 200)
        assert.strictEqual(response.headers.get("cache-control"), "public, max-age=31536000, immutable")
        const shown = await sharp(await response.arrayBuffer()).metadata()
        assert.strictEqual(shown.width, width)
        assert.strictEqual(response.headers.get("content-type"), `image/${shown.format}`)
      }

      await until("every cover was requested", () => lastfm.picturesAsked.length === 5)
      assert.deepStrictEqual(await imagesOf(server), { ...sourceUrls, Salt: image })
      assert.strictEqual(new Set(lastfm.picturesAsked).size, 5)
      assert.strictEqual(server.stderr, "")
    },
  )

  it.concurrent.for(storeNames)(
    "are there after a restart, and not requested again, in %s",
    async (store, { daybook, lastfm, source }) => {
      await playAlbums(lastfm)
      const env = { ...daybook.stores[store](), ...source }
      const first = await daybook.start(env)
      await first.admin.sync()
      const image = await pictureOf(first, "Salt")
      await first.stop()
      const second = await daybook.start(env)
      assert.deepStrictEqual((await imagesOf(second))["Salt"], image)
      assert.strictEqual((await fetch(second.url + (image?.url ?? ""))).status, 200)
      assert.strictEqual(lastfm.picturesAsked.filter((name) => name === "salt.jpg").length, 1)
    },
  )

  it.concurrent("that one server has fetched are shown by the other one at once", async ({
    daybook,
    lastfm,
    source,
  }) => {
    await playAlbums(lastfm)
    const env = { ...daybook.stores.postgres(), ...source }
    const [a, b] = await Promise.all([daybook.start(env), daybook.startProcess(env)])
    await a.admin.sync()
    // A response that the other one remembers.
    await imagesOf(b)
    const image = await pictureOf(a, "Salt")
    assert.deepStrictEqual((await imagesOf(b))["Salt"], image)
    assert.strictEqual((await fetch(b.url + (image?.url ?? ""))).status, 200)
  })

  it.concurrent("are not looked for in a private network that no one has configured", async ({
    daybook,
    lastfm,
    source,
  }) => {
    await playAlbums(lastfm)
    let asked = 0
    const router = createServer((_, response) => {
      asked++
      response.end(lastfm.pictures["salt.jpg"])
    })
    try {
      lastfm.covers["Cut"] = await listenOnLoopback(router)
      const server = await daybook.start({ ...daybook.stores.memory(), ...source })
      await server.admin.sync()
      await pictureOf(server, "Salt")
      await until("the others were requested", () => lastfm.picturesAsked.length === 4)
      assert.deepStrictEqual((await imagesOf(server))["Cut"], { url: lastfm.covers["Cut"] })
      assert.strictEqual(asked, 0)
    } finally {
      router.close()
    }
  })

  it.concurrent("that hang do not hold up the end of the server", async ({ daybook, lastfm, source }) => {
    const hanging = createServer(() => undefined)
    try {
      await playAlbums(lastfm)
      const address = await listenOnLoopback(hanging)
      for (const album of Object.keys(lastfm.covers)) lastfm.covers[album] = `${address}${album}.jpg`
      // The setting makes its host a configured one.
      const settings = { ...daybook.stores.memory(), ...source, ITUNES_URL: address }
      const server = await daybook.start(settings)
      await server.admin.sync()
      await imagesOf(server)
      await until("a cover is requested", async () => {
        const { promise, resolve } = Promise.withResolvers<number>()
        hanging.getConnections((_, count) => resolve(count))
        return (await promise) > 0
      })
      const asked = performance.now()
      assert.strictEqual(await server.stop(), 0)
      // A fetch may take 10 seconds.
      assert.isBelow(performance.now() - asked, 9_000)
    } finally {
      hanging.closeAllConnections()
      hanging.close()
    }
  })
})
