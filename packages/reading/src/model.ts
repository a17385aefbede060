import type { EpochMillis } from "@daybook/kernel"
import * as Schema from "effect/Schema"

export const ArticleId = Schema.Int.pipe(Schema.brand("ArticleId"))
export type ArticleId = typeof ArticleId.Type

/** Where an article is in its life; `status.ts` derives it from what a service tells. */
export const ReadingStatus = Schema.Literals(["unread", "reading", "finished", "skipped", "abandoned"])
export type ReadingStatus = typeof ReadingStatus.Type

/** An article as a reading service or a file has it. Text that it does not know is "", a number 0. */
export interface SavedArticle {
  /** The service: `readwise`, `instapaper` or `pocket`. */
  readonly source: string
  /** Its id there, which never changes; "" in files that have none: then its address tells it from others. */
  readonly sourceId: string
  readonly title: string
  readonly author: string
  /** The address of the article itself. */
  readonly url: string
  /** Its page in the service, and the address that opens the service's app. */
  readonly readerUrl: string
  readonly readerAppUrl: string
  readonly siteName: string
  readonly description: string
  readonly wordCount: number
  /** How much of it was read, 0 to 1. */
  readonly progress: number
  readonly archived: boolean
  readonly starred: boolean
  /** 1 to 5, 0 where it is unrated. */
  readonly rating: number
  readonly tags: ReadonlyArray<string>
  readonly imageUrl: string
  readonly savedAt: EpochMillis | undefined
  readonly firstOpenedAt: EpochMillis | undefined
  readonly lastOpenedAt: EpochMillis | undefined
  /** When it was moved to where it is, such as the archive. */
  readonly movedAt: EpochMillis | undefined
  readonly changedAt: EpochMillis | undefined
  /** Its HTML; undefined where the service says nothing of it, which leaves what is stored. */
  readonly content: string | undefined
}

/** An article of which nothing is known: what a service or a file tells of one is put over it. */
export const unknownArticle: Omit<SavedArticle, "source" | "url"> = {
  sourceId: "",
  title: "",
  author: "",
  readerUrl: "",
  readerAppUrl: "",
  siteName: "",
  description: "",
  wordCount: 0,
  progress: 0,
  archived: false,
  starred: false,
  rating: 0,
  tags: [],
  imageUrl: "",
  savedAt: undefined,
  firstOpenedAt: undefined,
  lastOpenedAt: undefined,
  movedAt: undefined,
  changedAt: undefined,
  content: undefined,
}

/** A stored article. */
export interface Article extends Omit<
  SavedArticle,
  "archived" | "content" | "firstOpenedAt" | "lastOpenedAt" | "movedAt" | "changedAt"
> {
  readonly id: ArticleId
  readonly status: ReadingStatus
  /** The first opening. Once set, no sync overwrites it. */
  readonly startedAt: EpochMillis | undefined
  /** When it was finished. Once set, no sync overwrites it. */
  readonly finishedAt: EpochMillis | undefined
}
