/** The least text after all that begin with this one; undefined if there is none. */
export const textAfter = (text: string): string | undefined => {
  const points = Array.from(text, (point) => point.codePointAt(0) ?? 0)
  const last = points.pop()
  if (last === undefined) return undefined
  // Half a surrogate pair is not a character.
  const next = last === 0xd7ff ? 0xe000 : last + 1
  return next > 0x10ffff ? textAfter(String.fromCodePoint(...points)) : String.fromCodePoint(...points, next)
}
