// Cuts the fonts of the page to what it needs: Latin letters, the weights that it uses, and one optical size. The packages have
// them whole: 112 kB, and 50 kB are left.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import subsetFont from "subset-font"

const range = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at))

const latin = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ıŒœŠšŽžŸ–—‘’‚“”„†•…‹›€™−×`

const fonts = [
  {
    name: "bricolage-grotesque",
    file: "bricolage-grotesque-latin-opsz-normal.woff2",
    axes: { opsz: 60, wght: { min: 600, max: 800 } },
  },
  {
    name: "hanken-grotesk",
    file: "hanken-grotesk-latin-wght-normal.woff2",
    axes: { wght: { min: 400, max: 700 } },
  },
]

/** Writes the fonts of the page, which has its packages in `home`, into `folder`. */
export const subsetFonts = async (home: string, folder: string): Promise<void> => {
  const { resolve } = createRequire(join(home, "package.json"))
  mkdirSync(folder, { recursive: true })
  for (const { axes, file, name } of fonts) {
    const whole = readFileSync(resolve(`@fontsource-variable/${name}/files/${file}`))
    // Other forms of letters, which no style of the page requests, are left out.
    const options = { targetFormat: "woff2", noLayoutClosure: true, variationAxes: axes } as const
    writeFileSync(join(folder, `${name}.woff2`), await subsetFont(whole, latin, options))
  }
}
