/** The order of texts by their code points, which is the order of SQL storage. */
export const byCodePoints = (one: string, other: string): number => {
  const shorter = Math.min(one.length, other.length)
  for (let at = 0; at < shorter; at++) {
    if (one.charCodeAt(at) !== other.charCodeAt(at))
      return (one.codePointAt(at) ?? 0) - (other.codePointAt(at) ?? 0)
  }
  return one.length - other.length
}
