import { ImagePrinter } from "@daybook/images"
import { SharpPrinter } from "@daybook/images-node"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import sharp from "sharp"

const print = (svg: string) =>
  Effect.gen(function* () {
    const printer = yield* ImagePrinter
    if (printer === undefined) return assert.fail("there is no printer")
    return yield* printer.png(svg)
  }).pipe(Effect.provide(SharpPrinter.layer))

const documentOf = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1920" viewBox="0 0 1080 1920">${content}</svg>`

const pixel = (png: Uint8Array, left: number, top: number) =>
  Effect.promise(async () => [
    ...(await sharp(png).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
  ])

describe("printing", () => {
  it.effect("makes a PNG of the document's size, with blended inks and inner documents at their places", () =>
    Effect.gen(function* () {
      const inner =
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" x="540" y="0" width="540" height="540" preserveAspectRatio="xMidYMid slice">` +
        `<g style="isolation:isolate"><rect width="100" height="100" fill="#ffff00"/><g fill="#00ffff" style="mix-blend-mode:multiply"><rect width="100" height="50"/></g></g></svg>`
      const png = yield* print(documentOf(`<rect width="1080" height="1920" fill="#ff0000"/>${inner}`))
      const { format, height, width } = yield* Effect.promise(() => sharp(png).metadata())
      assert.deepStrictEqual([format, width, height], ["png", 1080, 1920])
      assert.deepStrictEqual(yield* pixel(png, 100, 100), [255, 0, 0])
      assert.deepStrictEqual(yield* pixel(png, 800, 100), [0, 255, 0])
      assert.deepStrictEqual(yield* pixel(png, 800, 500), [255, 255, 0])
      assert.deepStrictEqual(yield* pixel(png, 800, 700), [255, 0, 0])
    }),
  )

  it.effect("shows images in WebP", () =>
    Effect.gen(function* () {
      const webp = yield* Effect.promise(() =>
        sharp({ create: { width: 8, height: 8, channels: 3, background: "#0000ff" } })
          .webp({ lossless: true })
          .toBuffer(),
      )
      const href = `data:image/webp;base64,${webp.toString("base64")}`
      const png = yield* print(
        documentOf(`<image width="1080" height="1920" preserveAspectRatio="none" href="${href}"/>`),
      )
      const [red = 255, , blue = 0] = yield* pixel(png, 500, 900)
      assert.isBelow(red, 8)
      assert.isAbove(blue, 247)
    }),
  )

  it.effect("refuses what is not SVG", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(print("no document"))
      assert.include(message, "is not printed")
    }),
  )
})
