/** Cuts a text into pieces of words, by number. */
export type CutIntoPieces = (text: string) => ReadonlyArray<number>

/** The first pieces are reserved; the first of all represents any text without a piece. */
const reserved = 6
const unknown = 0

/** Stands for a space. */
const space = "\u2581"

/**
 * Cuts texts into the pieces whose scores add up highest, by the unigram model of SentencePiece (Kudo 2018, Subword
 * Regularization). The scores are logarithms; a character that no piece spells counts 0.
 */
export const cutterOf = (pieces: ReadonlyArray<readonly [piece: string, score: number]>): CutIntoPieces => {
  const known = new Map<string, number>()
  let longest = 1
  for (const [number, [piece]] of pieces.entries()) {
    if (number < reserved) continue
    known.set(piece, number)
    longest = Math.max(longest, [...piece].length)
  }

  return (text) => {
    const normal = text.normalize("NFKC")
    if (normal === "") return []
    const symbols = [...(space + normal.replaceAll(" ", space))]
    // The best way to each position: its score, the last piece on it, and the start of that piece.
    const best: Array<{ readonly score: number; readonly piece: number; readonly from: number } | undefined> =
      Array.from({ length: symbols.length + 1 })
    best[0] = { score: 0, piece: unknown, from: 0 }
    for (let from = 0; from < symbols.length; from++) {
      const before = best[from]
      if (before === undefined) continue
      let spelled = ""
      let isKnown = false
      for (let to = from + 1; to <= Math.min(symbols.length, from + longest); to++) {
        spelled += symbols[to - 1] ?? ""
        const piece = known.get(spelled)
        if (piece === undefined) continue
        isKnown = true
        const score = before.score + (pieces[piece]?.[1] ?? 0)
        const other = best[to]
        if (other === undefined || score >= other.score) best[to] = { score, piece, from }
      }
      const next = best[from + 1]
      if (!isKnown && (next === undefined || before.score >= next.score)) {
        best[from + 1] = { score: before.score, piece: unknown, from }
      }
    }
    const cut: Array<number> = []
    for (let at = symbols.length; at > 0;) {
      const last = best[at]
      if (last === undefined) throw new Error("Every place of a text is reached")
      // A row of unknown characters is one unknown piece.
      if (last.piece !== unknown || cut.at(-1) !== unknown) cut.push(last.piece)
      at = last.from
    }
    return cut.toReversed()
  }
}
