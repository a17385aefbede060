import sharp from "sharp"

/** The images of a document that librsvg cannot read; it reads JPEG. */
const webp = /data:image\/webp;base64,([A-Za-z0-9+/=]+)/g

/** The document with JPEG instead of WebP. */
const readable = async (svg: string): Promise<string> => {
  const jpegs = new Map<string, string>()
  for (const [, data = ""] of svg.matchAll(webp)) {
    if (jpegs.has(data)) continue
    const bytes = await sharp(Buffer.from(data, "base64"))
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: 88 })
      .toBuffer()
    jpegs.set(data, `data:image/jpeg;base64,${bytes.toString("base64")}`)
  }
  return svg.replace(webp, (_whole, data: string) => jpegs.get(data) ?? "")
}

/** A document within the document, at its place. */
const inner =
  /<svg( xmlns="[^"]*" viewBox="[^"]*") (x="[^"]*" y="[^"]*") width="([\d.]+)" height="([\d.]+)"([^>]*>.*?<\/svg>)/gs

/**
 * The document with its inner documents printed. For each blended layer librsvg makes a surface of the size of the whole
 * document, which takes seconds for a wall of images; an inner document on its own has small ones.
 */
const printedWithin = async (svg: string): Promise<string> => {
  const prints = new Map<string, string>()
  for (const [whole, head = "", place = "", width = "", height = "", rest = ""] of svg.matchAll(inner)) {
    const [wide, high] = [Math.ceil(Number(width)), Math.ceil(Number(height))]
    const bytes = await sharp(Buffer.from(`<svg${head} width="${wide}" height="${high}"${rest}`))
      .png({ compressionLevel: 1 })
      .toBuffer()
    const data = `data:image/png;base64,${bytes.toString("base64")}`
    prints.set(
      whole,
      `<image ${place} width="${width}" height="${height}" preserveAspectRatio="none" href="${data}"/>`,
    )
  }
  return svg.replace(inner, (whole) => prints.get(whole) ?? whole)
}

/** The PNG of a document; rejects if it is not SVG, or takes longer than 30 seconds. */
export const printPng = async (svg: string): Promise<Uint8Array> =>
  new Uint8Array(
    await sharp(Buffer.from(await printedWithin(await readable(svg))), { limitInputPixels: 4_000_000 })
      .timeout({ seconds: 30 })
      .png()
      .toBuffer(),
  )
