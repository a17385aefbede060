import type { EpochMillis } from "@daybook/kernel"
import type { DemoOptions } from "./days.ts"
import { type ReadingStatus, type SavedArticle, savedBook } from "@daybook/reading"
import { say, type Templates, templates } from "./grammar.ts"
import { english } from "./listening/words.ts"
import { mix, Random, type Choices } from "./random.ts"
import { lexiconOf, titles } from "./reading/prose.ts"
import { topics } from "./reading/topics.ts"

/** The options of demo books. */
export interface BooksDemo extends DemoOptions {
  /** The number of books; 80 by default. */
  readonly count?: number
}

const names: Templates = [["{first} {last}", 1]]

const reviews: Templates = [
  ...templates("2 Slow to begin, and then I missed my stop. | 2 The {adjective} parts are the best ones."),
  ["All those {things}.\n\nI would read it again for the {place} alone.", 2],
  ["Lent to me by {last}, who wants it back.", 1],
]

const fates: Choices<ReadingStatus> = [
  ["finished", 70],
  ["unread", 18],
  ["abandoned", 8],
]

const dayMillis = 86_400_000
const yearMillis = 365.25 * dayMillis

/** Noon UTC of a day, as files of books tell days. */
const noonOf = (time: number): EpochMillis => Math.floor(time / dayMillis) * dayMillis + dayMillis / 2

/** The books of a made-up person, oldest first: the last two are being read. The same arguments give the same books. */
export function* demoBooks(asked: BooksDemo): Generator<SavedArticle, void> {
  const { count, seed, until, years } = { count: 80, years: 8, seed: 1, ...asked }
  const step = (years * yearMillis) / (count + 1)
  for (let index = 0; index < count; index++) {
    const random = new Random(mix(mix(seed, 21), index))
    const topic = random.pick(topics)
    const lexicon = lexiconOf(topic)
    const status = index >= count - 2 ? "reading" : random.weighted(fates)
    // Bought weeks before it is begun, and read for days or weeks: all before the end.
    const finishedAt = noonOf(until - dayMillis - step * (count - 1 - index))
    const startedAt = finishedAt - dayMillis * (2 + random.index(25))
    const isRead = status === "finished"
    const title = say(random, titles, lexicon)
    yield savedBook({
      title: `${title.slice(0, 1).toUpperCase()}${title.slice(1)}`,
      // Some thirty people write these books, most of them one.
      author: say(new Random(mix(mix(seed, 22), random.index(30))), names, english),
      status,
      pages: 80 + random.index(700, 2),
      publishedYear: 1890 + random.index(135),
      rating: isRead && random.chance(0.8) ? (4 + random.index(17)) / 4 : 0,
      review: isRead && random.chance(0.3) ? say(random, reviews, lexicon) : "",
      tags: random.chance(0.7) ? [topic.tag] : [],
      timesRead: isRead ? (random.chance(0.1) ? 2 : 1) : 0,
      addedAt: startedAt - dayMillis * random.index(60),
      startedAt: status === "unread" ? undefined : startedAt,
      finishedAt: isRead ? finishedAt : undefined,
    })
  }
}
