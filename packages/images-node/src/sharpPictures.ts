import { ImageHash, ImageSize, longestSides, type ProcessedImage } from "@daybook/images"
import { hash } from "node:crypto"
import sharp, { type OutputInfo, type Sharp } from "sharp"
import { rgbaToThumbHash } from "thumbhash"

/** Pixels as they are, and how they lie. */
interface Pixels {
  readonly data: Buffer
  readonly info: OutputInfo
}

// Both hold for all of the process. Pictures are made in the background, of bytes that do not come twice: requests need
// the other cores, and what libvips remembers would only cost memory.
sharp.concurrency(1)
sharp.cache(false)

// A picture of a few bytes can unfold to any size: what has more pixels is not unfolded. An AVIF of 36 million took
// 500 MB, which is more than the rest of the server.
const mostPixels = 25_000_000
const timeLimit = { seconds: 10 }

/** Pixels again, no larger than this on either side. */
const within = (picture: Sharp, side: number) =>
  picture.resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })

const from = ({ data, info }: Pixels) =>
  sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })

/** The first frame, the way up that its EXIF says, in sRGB, no larger than the largest size. */
const decode = (bytes: Uint8Array): Promise<Pixels> =>
  within(sharp(bytes, { limitInputPixels: mostPixels, failOn: "error" }).autoOrient(), longestSides.large)
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

/** The most frequent colour of what can be seen, to within 8 of 255 in each of red, green and blue. */
const dominantColorOf = async ({ data, info }: Pixels) => {
  const seen = Array.from({ length: info.width * info.height }, (_, index) =>
    data.subarray(index * 4, index * 4 + 4),
  ).filter((pixel) => (pixel[3] ?? 0) >= 128)
  if (seen.length === 0) return "#ffffff"
  const row = sharp(Buffer.concat(seen), { raw: { width: seen.length, height: 1, channels: 4 } })
  const { b, g, r } = (await row.stats()).dominant
  return `#${[r, g, b].map((value) => value.toString(16).padStart(2, "0")).join("")}`
}

/** What is to be kept of a picture; rejects where it is broken, or unfolds to more than it may. */
export const processPicture = async (bytes: Uint8Array): Promise<ProcessedImage> => {
  const pixels = await decode(bytes)
  // ThumbHash takes at most 100 pixels a side, and for a colour they are enough.
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
