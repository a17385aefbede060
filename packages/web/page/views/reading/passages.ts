/** A stretch of a text, from `start` up to and without `end`. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/**
 * The positions of passages in a text, in its order; adjacent ones are joined. A passage is found whatever white space
 * is between its words, since services count it differently. Passages that are not in the text are left out.
 */
export const placesOf = (text: string, passages: ReadonlyArray<string>): ReadonlyArray<Stretch> => {
  const found = passages.flatMap((passage) => {
    const words = passage
      .trim()
      .split(/\s+/)
      .filter((word) => word !== "")
    if (words.length === 0) return []
    const place = new RegExp(words.map(escaped).join("\\s*")).exec(text)
    return place === null ? [] : [{ start: place.index, end: place.index + place[0].length }]
  })
  const places: Array<Stretch> = []
  for (const one of found.toSorted((a, b) => a.start - b.start)) {
    const last = places.at(-1)
    if (last === undefined || one.start > last.end) places.push(one)
    else places[places.length - 1] = { start: last.start, end: Math.max(last.end, one.end) }
  }
  return places
}

/** A text cut at the borders of stretches: `offset` is its position in the whole text. */
export const cutAt = (
  text: string,
  offset: number,
  stretches: ReadonlyArray<Stretch>,
): ReadonlyArray<{ readonly text: string; readonly inside: boolean }> => {
  const end = offset + text.length
  const pieces: Array<{ text: string; inside: boolean }> = []
  const add = (from: number, to: number, inside: boolean) => {
    if (from < to) pieces.push({ text: text.slice(from - offset, to - offset), inside })
  }
  let at = offset
  for (const one of stretches) {
    if (one.end <= at || one.start >= end) continue
    add(at, Math.max(at, one.start), false)
    add(Math.max(at, one.start), Math.min(end, one.end), true)
    at = Math.min(end, one.end)
  }
  add(at, end, false)
  return pieces
}
