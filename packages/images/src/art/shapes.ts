/** Coordinates need no more than a tenth: an image is 100 wide. */
const short = (value: number): string => String(Math.round(value * 10) / 10)

/** A path's data: `path\`M${x} ${y}h${width}\``. */
export const path = (texts: TemplateStringsArray, ...values: ReadonlyArray<number>): string =>
  texts.map((text, at) => text + (values[at] === undefined ? "" : short(values[at]))).join("")

export const disc = (x: number, y: number, radius: number): string =>
  `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}"/>`

export const box = (x: number, y: number, width: number, height: number, round = 0): string =>
  `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"` +
  `${round === 0 ? "" : ` rx="${short(round)}"`}/>`

export const area = (data: string): string => `<path d="${data}"/>`

/** A line in the ink of its layer. */
export const stroke = (data: string, width: number): string =>
  `<path d="${data}" fill="none" stroke="currentColor" stroke-width="${short(width)}"/>`

/** An uneven curve from edge to edge around a height. */
export const wave = (y: number, swing: number, length: number, phase: number): string =>
  Array.from({ length: 19 }, (_, step) => {
    const x = step * 6 - 4
    const rise = Math.sin(x / length + phase) + 0.4 * Math.sin((x / length) * 2.3 + phase * 3)
    return path`${x} ${y + swing * rise}`
  }).join("L")

/** The land below a curve, down to the bottom of the image. */
export const land = (curve: string, height: number): string =>
  area(path`M${-4} ${height + 4}L` + curve + path`L104 ${height + 4}Z`)
