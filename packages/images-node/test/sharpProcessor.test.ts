import { ImageProcessor, type ImageSize, longestSides, type ProcessedImage } from "@daybook/images"
import { SharpProcessor } from "@daybook/images-node"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import { deflateSync } from "node:zlib"
import sharp, { type Sharp } from "sharp"
import { thumbHashToAverageRGBA } from "thumbhash"

const red = { r: 200, g: 30, b: 60 }

const plain = (width: number, height: number, background: object = red): Sharp =>
  sharp({ create: { width, height, channels: 4, background } })

/** An image of noise, which does not compress. */
const noise = (width: number, height: number): Sharp =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: red,
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  })

const within = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const bytesOf = (input: Sharp) => Effect.promise(async () => new Uint8Array(await input.toBuffer()))

const process = (bytes: Uint8Array) =>
  Effect.flatMap(ImageProcessor, (processor) => processor.process(bytes)).pipe(
    Effect.provide(SharpProcessor.layer),
  )

const refused = (bytes: Uint8Array) => Effect.map(Effect.flip(process(bytes)), ({ message }) => message)

/** Width and height of every size, read from the bytes. */
const sizesOf = (image: ProcessedImage) =>
  Effect.promise(async () => {
    const sizes: Record<string, string> = {}
    for (const { bytes, contentType, size } of image.variants) {
      const { format, height, width } = await sharp(bytes).metadata()
      assert.strictEqual(contentType, `image/${format}`)
      sizes[size] = `${width}x${height}`
    }
    return sizes
  })

describe("processing an image", () => {
  for (const format of ["jpeg", "png", "webp", "avif", "gif"] as const) {
    it.effect(`reads ${format}`, () =>
      Effect.gen(function* () {
        const bytes = yield* bytesOf(plain(640, 480).toFormat(format))
        const image = yield* process(bytes)
        assert.strictEqual(image.hash, createHash("sha256").update(bytes).digest("hex"))
        assert.deepStrictEqual([image.width, image.height], [640, 480])
        assert.deepStrictEqual(yield* sizesOf(image), {
          small: "160x120",
          medium: "480x360",
          large: "640x480",
        })
      }),
    )
  }

  it.effect("makes each size as large as allowed, and none larger than the image", () =>
    Effect.gen(function* () {
      const sizes = Effect.fnUntraced(function* (width: number, height: number) {
        return yield* sizesOf(yield* process(yield* bytesOf(plain(width, height).png())))
      })
      assert.deepStrictEqual(yield* sizes(2_400, 1_600), {
        small: "160x107",
        medium: "480x320",
        large: "1200x800",
      })
      assert.deepStrictEqual(yield* sizes(300, 400), { small: "120x160", medium: "300x400" })
      assert.deepStrictEqual(yield* sizes(480, 480), { small: "160x160", medium: "480x480" })
      assert.deepStrictEqual(yield* sizes(160, 20), { small: "160x20" })
      assert.deepStrictEqual(yield* sizes(1, 1), { small: "1x1" })
      assert.deepStrictEqual(yield* sizes(3_000, 2), { small: "160x1", medium: "480x1", large: "1200x1" })
    }),
  )

  it.effect.prop(
    "keeps the aspect ratio to within a pixel, and leaves out equal sizes",
    { width: within(1, 1_500), height: within(1, 1_500) },
    Effect.fnUntraced(function* ({ height, width }) {
      const image = yield* process(yield* bytesOf(plain(width, height).png({ compressionLevel: 1 })))
      const longest = Math.max(width, height)
      const sizes = yield* sizesOf(image)
      assert.strictEqual(Object.keys(sizes).length, new Set(Object.values(sizes)).size)
      for (const [size, made] of Object.entries(sizes)) {
        const side = Math.min(longest, longestSides[size as ImageSize])
        const [madeWidth = 0, madeHeight = 0] = made.split("x").map(Number)
        assert.strictEqual(Math.max(madeWidth, madeHeight), side)
        assert.isAtMost(Math.abs(madeWidth - Math.max(1, (width * side) / longest)), 1)
        assert.isAtMost(Math.abs(madeHeight - Math.max(1, (height * side) / longest)), 1)
      }
      assert.strictEqual(Object.values(sizes).at(-1), `${image.width}x${image.height}`)
    }),
    { arbitrary: { runs: 15 }, timeout: 180_000 },
  )

  it.effect("returns the width and height of the largest size", () =>
    Effect.gen(function* () {
      const { height, width } = yield* process(yield* bytesOf(plain(2_400, 1_600).jpeg()))
      assert.deepStrictEqual([width, height], [1_200, 800])
    }),
  )

  it.effect("rotates as EXIF says", () =>
    Effect.gen(function* () {
      const bytes = yield* bytesOf(plain(300, 200).withMetadata({ orientation: 6 }).jpeg())
      const image = yield* process(bytes)
      assert.deepStrictEqual([image.width, image.height], [200, 300])
      assert.deepStrictEqual(yield* sizesOf(image), { small: "107x160", medium: "200x300" })
    }),
  )

  it.effect("removes place and camera from the metadata", () =>
    Effect.gen(function* () {
      const exif = { IFD0: { Copyright: "somebody", Make: "a camera" } }
      const bytes = yield* bytesOf(plain(300, 200).withExif(exif).jpeg())
      assert.include(Buffer.from(bytes).toString("latin1"), "a camera")
      for (const { bytes: made } of (yield* process(bytes)).variants) {
        assert.notInclude(Buffer.from(made).toString("latin1"), "a camera")
        assert.isUndefined((yield* Effect.promise(() => sharp(made).metadata())).exif)
      }
    }),
  )

  it.effect("takes the first frame of an animation", () =>
    Effect.gen(function* () {
      const frames = yield* Effect.forEach([red, { r: 0, g: 0, b: 255 }], (color) =>
        Effect.map(bytesOf(plain(200, 100, color).png()), Buffer.from),
      )
      for (const format of ["gif", "webp"] as const) {
        const moving = sharp(frames, { join: { animated: true } }).toFormat(format)
        const image = yield* process(yield* bytesOf(moving))
        assert.deepStrictEqual([image.width, image.height], [200, 100])
        assert.strictEqual(image.dominantColor.slice(1, 2), "c")
      }
    }),
  )

  it.effect("keeps transparency", () =>
    Effect.gen(function* () {
      const image = yield* process(yield* bytesOf(plain(200, 100, { ...red, alpha: 0 }).png()))
      const stats = yield* Effect.promise(() => sharp(image.variants[0]?.bytes).stats())
      assert.isFalse(stats.isOpaque)
      assert.strictEqual(image.dominantColor, "#ffffff")
    }),
  )

  it.effect("reads grey, 16 bits a channel, and CMYK", () =>
    Effect.gen(function* () {
      const inputs = [
        plain(300, 200).greyscale().png(),
        plain(300, 200).toColourspace("rgb16").png(),
        plain(300, 200).toColourspace("cmyk").jpeg(),
        plain(300, 200).png({ palette: true }),
      ]
      for (const input of inputs) {
        const image = yield* process(yield* bytesOf(input))
        assert.deepStrictEqual([image.width, image.height], [300, 200])
        const { space } = yield* Effect.promise(() => sharp(image.variants[0]?.bytes).metadata())
        assert.strictEqual(space, "srgb")
      }
    }),
  )

  it.effect("returns the most frequent colour, to within 8 of 255", () =>
    Effect.gen(function* () {
      const patch = yield* bytesOf(plain(80, 100, { r: 10, g: 200, b: 90 }).png())
      const input = plain(200, 100).composite([{ input: Buffer.from(patch), left: 0, top: 0 }])
      const { dominantColor } = yield* process(yield* bytesOf(input.png()))
      const [r = 0, g = 0, b = 0] = (dominantColor.slice(1).match(/../g) ?? []).map((hex) =>
        Number.parseInt(hex, 16),
      )
      assert.match(dominantColor, /^#[0-9a-f]{6}$/)
      for (const [found, wanted] of [
        [r, red.r],
        [g, red.g],
        [b, red.b],
      ] as const) {
        assert.isAtMost(Math.abs(found - wanted), 8)
      }
    }),
  )

  it.effect("returns a ThumbHash of a few bytes that looks like it", () =>
    Effect.gen(function* () {
      const { thumbhash } = yield* process(yield* bytesOf(plain(1_000, 500).png()))
      const bytes = Buffer.from(thumbhash, "base64")
      assert.isAtMost(bytes.length, 40)
      const { r, g, b } = thumbHashToAverageRGBA(bytes)
      assert.isAtMost(Math.abs(r * 255 - red.r), 20)
      assert.isAtMost(Math.abs(g * 255 - red.g), 20)
      assert.isAtMost(Math.abs(b * 255 - red.b), 20)
    }),
  )

  it.effect("returns the same result for the same bytes", () =>
    Effect.gen(function* () {
      const bytes = yield* bytesOf(noise(700, 300).jpeg())
      assert.deepStrictEqual(yield* process(bytes), yield* process(bytes))
    }),
  )

  it.effect("processes many at once, independently", () =>
    Effect.gen(function* () {
      const inputs = yield* Effect.forEach([100, 200, 300, 400], (width) => bytesOf(plain(width, 100).jpeg()))
      const images = yield* Effect.forEach(inputs, (bytes) => process(bytes), { concurrency: "unbounded" })
      assert.deepStrictEqual(
        images.map(({ width }) => width),
        [100, 200, 300, 400],
      )
    }),
  )
})

/** A PNG of zeros that says it is this large: a few kilobytes that would unfold to gigabytes. */
const bomb = (side: number) => {
  const crcTable = Array.from({ length: 256 }, (_, n) => {
    let c = n
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
    return c >>> 0
  })
  const crc = (data: Buffer) =>
    (data.reduce((c, byte) => (crcTable[(c ^ byte) & 255] ?? 0) ^ (c >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side))
  return new Uint8Array(
    Buffer.concat([
      Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
      chunk("IHDR", header),
      chunk("IDAT", rows),
      chunk("IEND", Buffer.alloc(0)),
    ]),
  )
}

describe("bytes that are not an image", () => {
  it.effect("are refused by their first bytes, whatever other formats libvips reads", () =>
    Effect.gen(function* () {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>`
      const tiff = yield* bytesOf(plain(10, 10).tiff())
      for (const bytes of [
        new Uint8Array(),
        new Uint8Array(1),
        Buffer.from("<!doctype html><title>Not found</title>"),
        Buffer.from(svg),
        Buffer.from(`<?xml version="1.0"?>${svg}`),
        Buffer.from("%PDF-1.7"),
        Buffer.from("RIFF0000WAVE"),
        tiff,
        Buffer.from("\xff\xd8", "latin1"),
      ]) {
        assert.match(yield* refused(bytes), /is not a JPEG, PNG, GIF, WebP or AVIF/)
      }
    }),
  )

  for (const format of ["jpeg", "png", "webp", "avif", "gif"] as const) {
    it.effect(`is ${format} that is cut short`, () =>
      Effect.gen(function* () {
        const bytes = yield* bytesOf(noise(120, 120).toFormat(format))
        for (const part of [0.02, 0.5, 0.9]) {
          yield* refused(bytes.subarray(0, Math.floor(bytes.length * part)))
        }
      }),
    )
  }

  it.effect("include a header without a body, or with another body", () =>
    Effect.gen(function* () {
      for (const head of ["\xff\xd8\xff", "\x89PNG\r\n\x1a\n", "GIF89a", "RIFF0000WEBP", "0000ftypavif"]) {
        yield* refused(Buffer.from(head, "latin1"))
        yield* refused(Buffer.from(`${head}<svg xmlns="http://www.w3.org/2000/svg"/>`, "latin1"))
        yield* refused(Buffer.concat([Buffer.from(head, "latin1"), Buffer.alloc(5_000, 0xa5)]))
      }
    }),
  )

  it.effect("include an image that would unpack to too many pixels", () =>
    Effect.gen(function* () {
      const small = bomb(5_000)
      assert.isBelow(small.length, 10_000)
      assert.strictEqual((yield* process(small)).width, 1_200)
      assert.match(yield* refused(bomb(5_001)), /pixel limit/)
      assert.match(yield* refused(bomb(30_000)), /pixel limit/)
    }),
  )
})
