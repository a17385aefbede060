import { Parser } from "htmlparser2"

const breaksParagraph: ReadonlySet<string> = new Set(["p", "blockquote", "div", "ul", "ol", "li"])

/**
 * The paragraphs of a review in HTML, as plain text; a line break within one stays. `lines` is for reviews in the
 * export, which arrive as typed: there line breaks count.
 */
export const paragraphsOf = (html: string, lines = false): ReadonlyArray<string> => {
  let text = ""
  const parser = new Parser({
    ontext: (piece) => (text += lines ? piece : piece.replace(/\s+/g, " ")),
    onopentagname: (name) => (text += name === "br" ? "\n" : breaksParagraph.has(name) ? "\n\n" : ""),
    onclosetag: (name) => (text += breaksParagraph.has(name) ? "\n\n" : ""),
  })
  parser.end(html)
  return text
    .split(/\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .split("\n")
        .map((line) => line.trim())
        .join("\n")
        .trim(),
    )
    .filter((paragraph) => paragraph !== "")
}

// Letterboxd's own words, before a review or instead of one.
const spoilers = /^this review may contain spoilers\.?$/i
const watchedOn = /^(re)?watched on \w+,? \w+ \d{1,2},? \d{4}\.?$/i

/** The review in an item of the feed, whose first paragraph is the poster; "" without one. */
export const reviewIn = (description: string): string => {
  const paragraphs = paragraphsOf(description)
  const written = spoilers.test(paragraphs[0] ?? "") ? paragraphs.slice(1) : paragraphs
  return written.length === 1 && watchedOn.test(written[0] ?? "") ? "" : written.join("\n\n")
}

/** The review in a row of the export. */
export const reviewInExport = (text: string): string => paragraphsOf(text, true).join("\n\n")
