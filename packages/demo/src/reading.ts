import type { EpochMillis } from "@daybook/kernel"
import type { DemoOptions } from "./days.ts"
import { type SavedArticle, type SavedHighlight, type SavedItem, unknownArticle } from "@daybook/reading"
import { say, type Templates } from "./grammar.ts"
import { english } from "./listening/words.ts"
import { mix, Random, type Choices } from "./random.ts"
import { bodyOf, descriptions, lexiconOf, titles } from "./reading/prose.ts"
import { topics } from "./reading/topics.ts"

/** The options of demo reading. */
export interface ReadingDemo extends DemoOptions {
  /** The number of articles; 1,000 by default. */
  readonly count?: number
  /** The approximate length of an article's text in characters; 3,000 by default. */
  readonly length?: number
}

const names: Templates = [["{first} {last}", 1]]

const yearMillis = 365.25 * 86_400_000
const hourMillis = 3_600_000

type Magazine = readonly [name: string, host: string]

const magazines: readonly [Magazine, ...ReadonlyArray<Magazine>] = [
  ["The Long Tide", "longtide"],
  ["Slow Review", "slowreview"],
  ["Salt & Paper", "saltandpaper"],
  ["Fieldnotes Weekly", "fieldnotes"],
  ["The Northern Reader", "northernreader"],
  ["Lantern", "lantern"],
  ["Margin", "margin"],
  ["Old Roads", "oldroads"],
  ["The Second Opinion", "secondopinion"],
  ["Parallel", "parallel"],
]

const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z]+/g, "-")
    .replace(/-$/, "")

type State = Pick<SavedArticle, "progress" | "archived">

/** The fates of an article, with their weights: most opened articles are read to the end. */
const states: Choices<State> = [
  [{ progress: 1, archived: true }, 40],
  [{ progress: 0.9, archived: false }, 8],
  [{ progress: 0, archived: false }, 24],
  [{ progress: 0.35, archived: false }, 8],
  [{ progress: 0, archived: true }, 12],
  [{ progress: 0.2, archived: true }, 8],
]

const articleOf = (index: number, savedAt: EpochMillis, options: Required<ReadingDemo>): SavedArticle => {
  const random = new Random(mix(mix(options.seed, 11), index))
  const topic = random.pick(topics)
  const lexicon = lexiconOf(topic)
  const title = say(random, titles, lexicon)
  const [siteName, host] = random.pick(magazines)
  const content = bodyOf(random, lexicon, options.length * random.between(0.6, 1.4))
  const { archived, progress } = random.weighted(states)
  const isOpened = progress > 0
  // Read within days, or after weeks: never after the end.
  const openedAt = Math.min(
    options.until - 2 * hourMillis,
    savedAt + random.next() ** 3 * 60 * 24 * hourMillis,
  )
  const closedAt = openedAt + hourMillis
  const slug = `${slugOf(title)}-${index}`
  return {
    ...unknownArticle,
    source: "readwise",
    sourceId: `demo-${index}`,
    title: title.slice(0, 1).toUpperCase() + title.slice(1),
    // Some sixty people write for these magazines.
    author: say(new Random(mix(mix(options.seed, 12), random.index(60))), names, english),
    url: `https://www.${host}.example/${slug}`,
    readerUrl: `https://read.example/read/demo-${index}`,
    readerAppUrl: `reader://read/demo-${index}`,
    siteName,
    description: say(random, descriptions, lexicon),
    wordCount: content.split(" ").length,
    progress,
    archived,
    starred: random.chance(0.08),
    tags: random.chance(0.6) ? [topic.tag] : [],
    savedAt,
    firstOpenedAt: isOpened ? openedAt : undefined,
    lastOpenedAt: isOpened ? closedAt : undefined,
    movedAt: archived ? closedAt : savedAt,
    changedAt: isOpened || archived ? closedAt : savedAt,
    content,
  }
}

/**
 * The saved articles of a made-up person, with their text, oldest first; they are made as they are asked for. The same
 * arguments give the same articles. Times are before `until`.
 */
export function* demoArticles(asked: ReadingDemo): Generator<SavedArticle, void> {
  const options = { count: 1_000, years: 8, seed: 1, length: 3_000, ...asked }
  const begin = options.until - options.years * yearMillis
  const step = (options.until - begin) / (options.count + 1)
  for (let index = 0; index < options.count; index++) {
    const random = new Random(mix(mix(options.seed, 12), index))
    yield articleOf(index, Math.floor(begin + step * (index + random.between(0.5, 1))), options)
  }
}

const notes = ["", "", "", "Ask about this", "So that is why", "Read again", "For the talk"] as const

/** Passages that the reader of an article highlighted: of every third, up to four. */
function* highlightsOf(article: SavedArticle, seed: number, index: number): Generator<SavedHighlight, void> {
  const random = new Random(mix(mix(seed, 13), index))
  const { content = "", firstOpenedAt } = article
  if (firstOpenedAt === undefined || !random.chance(0.35)) return
  const sentences = content.replace(/<[^>]*>/g, " ").match(/[A-Z][^.]{30,}\./g) ?? []
  for (let mark = 0; mark < 1 + random.next() * 3 && sentences.length > 0; mark++) {
    yield {
      source: article.source,
      sourceId: `${article.sourceId}-${mark}`,
      articleSourceId: article.sourceId,
      text: random.pick(sentences as [string, ...Array<string>]),
      note: random.pick(notes),
      highlightedAt: firstOpenedAt + Math.floor(((mark + 1) * hourMillis) / 5),
    }
  }
}

/** The articles of `demoArticles`, each followed by its highlights. */
export function* demoReading(asked: ReadingDemo): Generator<SavedItem, void> {
  let index = 0
  for (const article of demoArticles(asked)) {
    yield article
    yield* highlightsOf(article, asked.seed ?? 1, index++)
  }
}
