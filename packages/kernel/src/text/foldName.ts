// Letters that Unicode does not decompose into a letter and its mark.
const lettersWithoutMarks: Readonly<Record<string, string>> = {
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  // Lower-casing turns the last sigma of a Greek word into a special form.
  ς: "σ",
}

export const apostrophes = /['’‘ʼ`´′]/gu
export const initials = /(?<![\p{L}\p{N}\p{M}])(?:\p{L}\.)+\p{L}?(?![\p{L}\p{N}\p{M}])/gu
const latinMarks = /(?<=[\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu
const invisible = /[\p{Cf}\p{Cc}\p{Variation_Selector}]/gu
// Symbols count as parts of words: Ed Sheeran's "÷" and "×" are two albums. Some only punctuate.
const pieces = /(?:(?![|~^<>])[\p{L}\p{N}\p{M}\p{S}])+|\p{Ps}|\p{Pe}|(?<=\s)\p{Pd}(?=\s)/gu
const opening = /^\p{Ps}$/u
const boundary = /^[\p{Ps}\p{Pe}\p{Pd}]$/u

/** Drops case, width and ligatures, which readers do not distinguish. By way of upper case, so that ß is ss, as is ẞ. */
export const plainText = (name: string) =>
  name.normalize("NFKC").toLowerCase().toUpperCase().toLowerCase().replace(invisible, "").normalize("NFKC")

/** The text without these marks, and with plain letters for letters that include a mark, such as ø. */
export const withoutMarks = (text: string, marks: RegExp) =>
  text
    .normalize("NFD")
    .replace(marks, "")
    .replace(/[æœøłđðþħς]/gu, (letter) => lettersWithoutMarks[letter] ?? letter)
    .normalize("NFC")

/** True if the piece introduces guests: "feat. Ada", "(with Ada)". */
const introducesGuests = (piece: string, before: string | undefined, lastWord: string): boolean => {
  if (piece === "feat" || piece === "featuring") return true
  // "10 ft. under" is a length.
  if (piece === "ft") return !/^\p{N}+$/u.test(lastWord)
  // Elsewhere it is a word like any other: "Stay With Me" is not "Stay".
  return piece === "with" && before !== undefined && opening.test(before)
}

/** The words of a name without its guests, who are named up to the next bracket or dash. */
const wordsWithoutGuests = (text: string): ReadonlyArray<string> => {
  const found = text.match(pieces) ?? []
  const words: Array<string> = []
  let amongGuests = false
  for (const [index, piece] of found.entries()) {
    if (boundary.test(piece)) amongGuests = false
    // A name neither begins nor ends with its guests: Little Feat is a band.
    else if (
      words.length > 0 &&
      introducesGuests(piece, found[index - 1], words.at(-1) ?? "") &&
      found.slice(index + 1).some((later) => !boundary.test(later))
    )
      amongGuests = true
    else if (!amongGuests) words.push(piece)
  }
  return words
}

/**
 * The form that makes two spellings of an artist, album or track equal: without case, accents of Latin and
 * Greek letters, punctuation, a leading "the", and guests ("feat.", "ft.", "featuring" anywhere, "with" at the start
 * of brackets); `&` is "and". Other scripts keep their letters and marks. A name without letters and digits, such as
 * "!!!" or "+/-", is itself. Folding is idempotent, and no name folds to nothing.
 */
export const foldName = (name: string): string => {
  const text = plainText(name)
  const itself = text.trim() === "" ? name : text.trim()
  if (!/[\p{L}\p{N}]/u.test(text)) return itself
  const joined = text
    .replace(apostrophes, "")
    .replace(initials, (letters) => letters.replaceAll(".", ""))
    .replaceAll("&", " and ")
  const words = wordsWithoutGuests(withoutMarks(joined, latinMarks))
  // The The keeps its name.
  const rest = words[0] === "the" && words.length > 1 && words[1] !== "the" ? words.slice(1) : words
  return rest.length === 0 ? itself : rest.join(" ")
}

/**
 * True for names that are equal after folding. "Animals" is not "Glass Animals", and a romanised or translated name
 * is another name: no page at all is better than somebody else's.
 */
export const namesMatch = (one: string, other: string): boolean => foldName(one) === foldName(other)
