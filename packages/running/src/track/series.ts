import type { Position } from "@daybook/kernel"

// The encoded polyline algorithm (https://developers.google.com/maps/documentation/utilities/polylinealgorithm): each
// whole number as the difference from the one before, in printable characters of five bits. A position takes two to five
// characters, a second one. Services send lines in this form, so the same few lines of code serve both, and
// the columns of a track too.

/** More numbers than any track has. */
const maxNumbers = 1_000_000

/** Whole numbers of 32 bits as text, `width` series interleaved. */
const encode = (numbers: ReadonlyArray<number>, width: number): string => {
  let text = ""
  for (const [at, number] of numbers.entries()) {
    const step = number - (numbers[at - width] ?? 0)
    let rest = step < 0 ? -2 * step - 1 : 2 * step
    while (rest >= 32) {
      text += String.fromCharCode(95 + (rest % 32))
      rest = Math.floor(rest / 32)
    }
    text += String.fromCharCode(63 + rest)
  }
  return text
}

/** The numbers of such a text; undefined if it is invalid. */
const decode = (text: string, width: number): ReadonlyArray<number> | undefined => {
  const numbers: Array<number> = []
  let rest = 0
  let scale = 1
  for (let at = 0; at < text.length; at++) {
    const bits = text.charCodeAt(at) - 63
    if (bits < 0 || bits > 63 || scale > 2 ** 40) return undefined
    rest += (bits % 32) * scale
    scale *= 32
    if (bits >= 32) continue
    const step = rest % 2 === 1 ? -(rest + 1) / 2 : rest / 2
    numbers.push((numbers[numbers.length - width] ?? 0) + step)
    if (numbers.length > maxNumbers) return undefined
    rest = 0
    scale = 1
  }
  return scale === 1 && numbers.length % width === 0 ? numbers : undefined
}

/** A series of whole numbers of 32 bits as compact text. */
export const encodeSeries = (numbers: ReadonlyArray<number>): string => encode(numbers, 1)

/** The numbers of a series; none if the text is not a series. */
export const decodeSeries = (text: string): ReadonlyArray<number> => decode(text, 1) ?? []

const precision = 100_000
const ascii = new TextDecoder()

/** Positions as an encoded polyline of five decimals, which is about a metre. */
export const encodePolyline = (positions: ReadonlyArray<Position>): string =>
  encode(
    positions.flatMap(({ lat, lng }) => [Math.round(lat * precision), Math.round(lng * precision)]),
    2,
  )

/** The positions of an encoded polyline of five decimals, as GeoJSON has them; none if it is invalid or leaves the globe. */
export const decodeCoordinates = (text: string): ReadonlyArray<readonly [lng: number, lat: number]> => {
  const numbers = decode(text, 2) ?? []
  const coordinates: Array<readonly [lng: number, lat: number]> = []
  for (let at = 0; at < numbers.length; at += 2) {
    const [lat, lng] = [(numbers[at] ?? 0) / precision, (numbers[at + 1] ?? 0) / precision]
    if (Math.abs(lat) > 90 || Math.abs(lng) > 180) return []
    coordinates.push([lng, lat])
  }
  return coordinates
}

const digit = (value: number) => 48 + value

/** Writes a number of 1/100,000 as JSON has it into bytes from a place on, and returns the place after it. */
const writeDecimal = (bytes: Uint8Array, place: number, value: number): number => {
  let at = place
  if (value < 0) bytes[at++] = 45
  const size = Math.abs(value)
  // Division of whole numbers: the remainder of a decimal one takes longer.
  const whole = (size / precision) | 0
  let rest = size - whole * precision
  if (whole >= 100) bytes[at++] = digit((whole / 100) | 0)
  if (whole >= 10) bytes[at++] = digit(((whole / 10) | 0) % 10)
  bytes[at++] = digit(whole % 10)
  if (rest > 0) bytes[at++] = 46
  for (let scale = precision / 10; rest > 0; scale = (scale / 10) | 0) {
    const next = (rest / scale) | 0
    bytes[at++] = digit(next)
    rest -= next * scale
  }
  return at
}

// `[-179.99999,-89.99999],` is the longest.
const bytesOfPosition = 23

/** Where the JSON of a line is written before it is text. Most lines have fewer than 700 positions. */
const room = new Uint8Array(16_384)

/**
 * The JSON of `decodeCoordinates`: a map of all runs has 60,000 positions, and lists of pairs take eight times as long to
 * make and to write.
 */
export const coordinatesJson = (text: string): string => {
  const numbers = decode(text, 2) ?? []
  const most = (bytesOfPosition * numbers.length) / 2 + 2
  const bytes = most > room.length ? new Uint8Array(most) : room
  bytes[0] = 91
  let at = 1
  for (let one = 0; one < numbers.length; one += 2) {
    const lat = numbers[one] ?? 0
    const lng = numbers[one + 1] ?? 0
    if (Math.abs(lat) > 90 * precision || Math.abs(lng) > 180 * precision) return "[]"
    if (one > 0) bytes[at++] = 44
    bytes[at++] = 91
    at = writeDecimal(bytes, at, lng)
    bytes[at++] = 44
    at = writeDecimal(bytes, at, lat)
    bytes[at++] = 93
  }
  bytes[at++] = 93
  return ascii.decode(bytes.subarray(0, at))
}

/** The positions of an encoded polyline of five decimals; none if it is invalid or leaves the globe. */
export const decodePolyline = (text: string): ReadonlyArray<Position> =>
  decodeCoordinates(text).map(([lng, lat]) => ({ lat, lng }))
