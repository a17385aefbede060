// Holds comments, test titles and documents to one rule of style: a sentence opens with its subject, never with
// "What …" or "Whoever …". In the packages a doc comment opens with no question word at all.
import { globSync, readFileSync } from "node:fs"
import { parseSync } from "oxc-parser"

interface Prose {
  readonly text: string
  readonly offset: number
  readonly strict: boolean
}

const sentence = /(?:^|[.:;?!]\s+)(?:What|Whoever|That which)\b/
const question = /^(?:What|Whether|Whoever|Where|Who)\b/
const strictly = /^packages\/[^/]+\/(?:src|contract)\//

/** The comments of a program, each run of line comments as one. */
const commentsOf = (file: string, source: string): ReadonlyArray<Prose> => {
  const prose: Array<{ text: string; offset: number; end: number; line: boolean; strict: boolean }> = []
  for (const { end, start, type, value } of parseSync(file, source).comments) {
    const last = prose.at(-1)
    if (type === "Line" && last?.line === true && source.slice(last.end, start).trim() === "") {
      last.text += ` ${value.trim()}`
      last.end = end
    } else {
      const text = value.replaceAll(/\s*\n\s*\*?\s*/g, " ").replace(/^[*\s]+/, "")
      const doc = type === "Block" && value.startsWith("*")
      prose.push({ text, offset: start, end, line: type === "Line", strict: doc && strictly.test(file) })
    }
  }
  return prose
}

const titles = /\b(?:it|test|describe)(?:\.\w+)*\(\s*["'`]([^"'`]+)/g
const titlesOf = (source: string): ReadonlyArray<Prose> =>
  Array.from(source.matchAll(titles), ({ 1: title = "", index }) => ({
    text: title.replace(/^./, (first) => first.toUpperCase()),
    offset: index,
    strict: false,
  }))

/** The paragraphs, items and cells of a document, without its code. */
const paragraphsOf = (source: string): ReadonlyArray<Prose> =>
  Array.from(
    source.replaceAll(/^```[^]*?^```/gm, (code) => code.replaceAll(/\S/g, " ")).matchAll(/(?:[^\n|]+\n?)+/g),
    ({ 0: text, index }) => ({ text: text.replace(/^[\s>#*\d.-]+/, ""), offset: index, strict: false }),
  )

const complaints = (files: string, proseOf: (file: string, source: string) => ReadonlyArray<Prose>) =>
  globSync(files, { exclude: (path) => /(?:^|\/)(?:node_modules|dist)$/.test(path) }).flatMap((file) => {
    const source = readFileSync(file, "utf8")
    return proseOf(file, source).flatMap(({ offset, strict, text }) => {
      const found = sentence.exec(text) ?? (strict ? question.exec(text) : null)
      if (found === null) return []
      const line = source.slice(0, offset).split("\n").length
      return [`${file}:${line}: open with the subject: ${text.slice(found.index, found.index + 120)}`]
    })
  })

const found = [
  ...complaints("{packages,examples,scripts,docs}/**/*.{ts,tsx}", (file, source) => [
    ...commentsOf(file, source),
    ...titlesOf(source),
  ]),
  ...complaints("{*,{packages,examples,docs}/**/*}.md", (_, source) => paragraphsOf(source)),
]
for (const complaint of found) console.error(complaint)
process.exitCode = found.length === 0 ? 0 : 1
