/** A position of a line, as GeoJSON has it. */
export type LngLat = readonly [lng: number, lat: number]

/** The positions of an encoded polyline of five decimals: each number is the difference to the one before, in base 32. */
export const positionsOf = (encoded: string): ReadonlyArray<LngLat> => {
  const sums = [0, 0]
  const found: Array<LngLat> = []
  let [value, shift, part] = [0, 0, 0]
  for (const sign of encoded) {
    const bits = sign.charCodeAt(0) - 63
    value |= (bits & 31) << shift
    shift += 5
    if (bits >= 32) continue
    sums[part] = (sums[part] ?? 0) + (value & 1 ? ~(value >> 1) : value >> 1)
    const [lat = 0, lng = 0] = sums
    if (part === 1) found.push([lng / 100_000, lat / 100_000])
    part = 1 - part
    value = shift = 0
  }
  return found
}

/** The shape of a line in a square of this side, as the path of an SVG; "" for a line without a length. */
export const shapeOf = (line: ReadonlyArray<LngLat>, side: number): string => {
  if (line.length < 2) return ""
  const [[, first] = [0, 0]] = line
  const narrowing = Math.cos((first * Math.PI) / 180)
  const flat = line.map(([lng, lat]) => [lng * narrowing, -lat] as const)
  const [xs, ys] = [flat.map(([x]) => x), flat.map(([, y]) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top]
  const scale = side / Math.max(width, height)
  if (!Number.isFinite(scale)) return ""
  const [right, down] = [(side - width * scale) / 2, (side - height * scale) / 2]
  return `M${flat
    .map(([x, y]) => `${((x - left) * scale + right).toFixed(1)} ${((y - top) * scale + down).toFixed(1)}`)
    .join("L")}`
}
