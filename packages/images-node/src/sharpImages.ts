import { ImageHash, ImageSize, longestSides, type ProcessedImage } from "@daybook/images"
import { hash } from "node:crypto"
import sharp, { type OutputInfo, type Sharp } from "sharp"
import { rgbaToThumbHash } from "thumbhash"

/** Raw pixels and their layout. */
interface Pixels {
  readonly data: Buffer
  readonly info: OutputInfo
}

// Both settings apply to the whole process. Images are processed in the background, from bytes that do not come
// twice: requests need the other cores, and libvips' cache would only cost memory.
sharp.concurrency(1)
sharp.cache(false)

// An image of a few bytes can unpack to any size: one with more pixels is not unpacked. An AVIF of 36 million took
// 500 MB, more than the rest of the server.
const maxPixels = 25_000_000
const timeLimit = { seconds: 10 }

/** The pixels scaled down to at most this size on either side. */
const within = (image: Sharp, side: number) =>
  image.resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })

const from = ({ data, info }: Pixels) =>
  sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })

/** The first frame, turned as its EXIF says, in sRGB, no larger than the largest size. */
const decode = (bytes: Uint8Array): Promise<Pixels> =>
  within(sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" }).autoOrient(), longestSides.large)
    .timeout(timeLimit)
    .raw()
    .toBuffer({ resolveWithObject: true })

const variantsOf = async (pixels: Pixels) => {
  const longest = Math.max(pixels.info.width, pixels.info.height)
  const reached = ImageSize.literals.filter(
    (_, index, sizes) => index === 0 || longestSides[sizes[index - 1] ?? "small"] < longest,
  )
  return Promise.all(
    reached.map(async (size) => ({
      size,
      contentType: "image/webp",
      bytes: new Uint8Array(await within(from(pixels), longestSides[size]).webp().toBuffer()),
    })),
  )
}

/** The most frequent colour of the visible pixels, to within 8 of 255 in each of red, green and blue. */
const dominantColorOf = async ({ data, info }: Pixels) => {
  const seen = Array.from({ length: info.width * info.height }, (_, index) =>
    data.subarray(index * 4, index * 4 + 4),
  ).filter((pixel) => (pixel[3] ?? 0) >= 128)
  if (seen.length === 0) return "#ffffff"
  const row = sharp(Buffer.concat(seen), { raw: { width: seen.length, height: 1, channels: 4 } })
  const { b, g, r } = (await row.stats()).dominant
  return `#${[r, g, b].map((value) => value.toString(16).padStart(2, "0")).join("")}`
}

/** The sizes and previews of an image; rejects if it is broken, or decodes to more pixels than allowed. */
export const processImage = async (bytes: Uint8Array): Promise<ProcessedImage> => {
  const pixels = await decode(bytes)
  // ThumbHash takes at most 100 pixels a side, and they suffice for a colour.
  const preview = await within(from(pixels), 100).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const { height, width } = preview.info
  return {
    hash: ImageHash.make(hash("sha256", bytes)),
    width: pixels.info.width,
    height: pixels.info.height,
    thumbhash: Buffer.from(rgbaToThumbHash(width, height, preview.data)).toString("base64"),
    dominantColor: await dominantColorOf(preview),
    variants: await variantsOf(pixels),
  }
}
