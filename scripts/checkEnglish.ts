// Bounds stiff English: phrases that the field has a plain word for, per 1,000 words of messages, docs and the rest.
// `--list messages` (docs, rest) shows each hit. A phrase that is right costs little: bounds are rates, not bans.
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { parseSync } from "oxc-parser"

// The rest is comments, tests and tools; lower its bound as they improve.
const bounds: Readonly<Record<string, number>> = { messages: 3, docs: 3, rest: 3.6 }

const verb = (stem: string) => `\\b(?:${stem})\\b`
const be = "(?:is|are|was|were|be|been|being)"
const stiff = [
  // A word that is odd where the field has its own.
  verb("(?:tells?|told|tellings?)(?! (?:you|me|us|apart|which|whether|if|the (?:compiler|browser))\\b)"),
  verb("(?:stands|stood|standing)(?! for\\b)"),
  verb("stand (?:beside|over|in the)"),
  verb("(?:besides?|whoever|nobody|anew|likewise|hence|thereby|mend(?:s|ed)?|mails|sittings?)"),
  verb("(?:goes|go|going|went) on(?! to\\b)"),
  verb("(?:by hand|made-up|web address(?:es)?|at hand|for ever|for good|in doubt|some (?:\\d+|ten|seconds))"),
  verb("(?:tak(?:es?|en|ing)|took) (?:it |them |this )?back"),
  verb("answer(?:s|ed)?(?! (?:questions|your|a question)\\b)"),
  verb("(?:packs?|packed|unpacked)(?= (?:answer|byte|bod|and|by\\b|in\\b))"),
  verb("(?:make|made|makes|no|without|enough) room"),
  verb("(?:in|last|no) trouble|sums (?:of|by)"),
  verb("(?:a|the|each|one|another) person(?:'s)?"),
  verb(`${be} (?:away|silent|asked|begun|given|held|kept|said)(?! (?:to|by|in sync|up)\\b)`),
  verb("asks? (?:no|nobody|once|again|its|each|storage|services?|only)"),
  verb("(?:gives|gave) (?:one|none|it|the|a|an|its|no|nothing|all|back|up)"),
  verb("holds? (?:no|nothing|none|what|that|only|every|all|for)"),
  verb("leads? to (?:it|one|that|another|the other|its)|process(?:or's|or|ors') time|processors"),
  verb("pass(?:es|ed) over|pictures?|begins? (?:anew|again|at)"),
  // A construction that English splits or turns.
  verb("(?:of|by|among|over|past|under|before|until|without) which"),
  verb(`(?:of|by|for|from|after|before|over|about|with|than) what (?:${be}|it|they|a|the|has)`),
  `(?:^|[.;:!?] )(?:What (?!(?:${be}|if|does?|do|did|happens|can|about|else|now|to|you|the|this|we)\\b)|All that\\b)`,
  `(?:^|[.;!?] )Of (?!course)\\w+`,
  verb(`(?:all|everything) that (?:${be}|it|they|has|the|a)`),
  verb(
    "where (?:it|they|there|none|nothing|no|one|some|both|only|that|those|this|neither)(?! (?:lives?|runs?|stops?|starts?)\\b)",
  ),
  verb("of (?:its|their|our|your|one's|his) own|one's own"),
  verb(
    "(?<!(?:equal|similar|same|compared|as|to|than|like) )(?:that|those) of (?:a|an|the|its|their|one|each|this|those|all|other|another)",
  ),
  verb(`(?<!there )${be} (?:no(?! (?:longer|more|need|way|reason|\\w+er than)\\b) \\w+|none)`),
  verb("(?<!(?:leave|left|let|stand|standing) )alone|by (?:itself|themselves)"),
  verb("in (?:the |its |their )?place of|(?:so|as) many as|so many|so long as|also (?:where|when|of|those)"),
  verb(`(?:those|them|others) that (?:${be}|has|have|no|cannot)|ones? whose`),
  verb("says? what|unsaid|as ever|ever (?:less|more)"),
].map((source) => new RegExp(source, "gi"))

interface Text {
  readonly kind: keyof typeof bounds
  readonly at: string
  readonly text: string
}

const lineAt = (source: string, offset: number) => source.slice(0, offset).split("\n").length
const prose = /[a-z]{2} [a-z]+ [a-z]{2}/i
const sql =
  /^\s*(?:select|insert|update|delete|with|create|alter|drop|from|where|and|or|order|on|set)\b|[{}<>=;]|::/i

/** Comments, and strings of three words or more. */
const textsOf = (file: string, source: string): ReadonlyArray<Text> => {
  const { comments } = parseSync(file, source)
  const isPublic = /^packages\/(?!bench|demo)[^/]+\/(?:src|page)\//.test(file)
  let code = source
  for (const { start, end } of comments)
    code = code.slice(0, start) + code.slice(start, end).replaceAll(/\S/g, " ") + code.slice(end)
  const strings = [...code.matchAll(/(["'`])((?:\\.|(?!\1)[^\\\n])+)\1/g)].map(({ 2: text = "", index }) => ({
    kind: isPublic ? "messages" : "rest",
    at: `${file}:${lineAt(source, index)}`,
    text: text.replaceAll(/\$\{[^}]*\}/g, "…").replaceAll(/https?:\S+/g, "…"),
  }))
  return [
    ...strings.filter(({ text }) => !sql.test(text)),
    ...comments.map(({ start, value }) => ({
      kind: "rest",
      at: `${file}:${lineAt(source, start)}`,
      text: value,
    })),
  ]
}

/** Paragraphs, items and cells of a page, without its code. What is generated repeats messages. */
const paragraphsOf = (file: string, source: string): ReadonlyArray<Text> =>
  /^<!-- Generated/m.test(source.slice(0, 400))
    ? []
    : [
        ...source
          .replaceAll(/^ *```[^]*?^ *```/gm, (block) => block.replaceAll(/\S/g, " "))
          .matchAll(/(?:[^\n|]+\n?)+/g),
      ].map(({ 0: text, index }) => ({
        kind: "docs",
        at: `${file}:${lineAt(source, index)}`,
        text: text.replaceAll(/`[^`]*`|\]\([^)]*\)/g, "…").replace(/^[\s>#*\d.-]+/, ""),
      }))

// The changelog is of versions that are out; the samples of the API are not messages of it; translations are not English.
const left =
  /^CHANGELOG|(?:^|\/)(?:examples|migrations)\.ts$|^packages\/demo\/src\/|^packages\/web\/page\/messages\/(?!en)/
const texts = execFileSync("git", ["ls-files"], { encoding: "utf8", maxBuffer: 1 << 26 })
  .split("\n")
  .filter((file) => /\.(?:md|tsx?)$/.test(file) && !left.test(file))
  .flatMap((file) => {
    const source = readFileSync(file, "utf8")
    return file.endsWith(".md") ? paragraphsOf(file, source) : textsOf(file, source)
  })
  .filter(({ text }) => prose.test(text))

const listed = process.argv[process.argv.indexOf("--list") + 1]
for (const [kind, bound] of Object.entries(bounds)) {
  const own = texts.filter((text) => text.kind === kind)
  const words = own.reduce((sum, { text }) => sum + (text.match(/\p{L}[\p{L}\p{N}'’-]*/gu)?.length ?? 0), 0)
  const hits = own.flatMap(({ at, text }) =>
    stiff.flatMap((pattern) =>
      [...text.replaceAll(/\s+/g, " ").matchAll(pattern)].map(
        ({ 0: hit, index, input }) =>
          `${at}: [${hit.trim()}] ${input.slice(Math.max(0, index - 60), index + 60)}`,
      ),
    ),
  )
  const rate = (1_000 * hits.length) / words
  if (listed === kind) for (const hit of hits) console.log(hit)
  console.log(`${kind}: ${rate.toFixed(1)} stiff phrases per 1,000 words, at most ${bound}`)
  if (rate > bound) process.exitCode = 1
}
