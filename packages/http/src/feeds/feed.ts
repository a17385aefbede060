import type { EpochMillis } from "@daybook/kernel"
import type { Pictured } from "../activity/itemImages.ts"

/** An item of a feed. Unknown texts are "". */
export interface FeedItem {
  /** Stable, and its own among all feeds: a reader shows an item once by it. */
  readonly key: string
  readonly title: string
  /** The URL of its subject. */
  readonly url: string
  /** A path of the page, if it has no URL. */
  readonly path: string
  readonly at: EpochMillis
  readonly summary: string
  readonly tag: string
  readonly picture: Pictured
}

/** The newest items of a kind, newest first. */
export interface Feed {
  readonly title: string
  readonly items: ReadonlyArray<FeedItem>
}

/** The addresses that a feed names. */
export interface FeedPlace {
  /** The server's, without a slash at its end. */
  readonly base: string
  /** The feed's URL, without the token of a share: sites that republish a feed must not pass it on. */
  readonly self: string
  /** Turns a key into a URI that is the same wherever the server is reached. */
  readonly idOf: (key: string) => string
  /** The URL of an item's image. */
  readonly pictureOf: (picture: Pictured) => string
}

export const addressOf = ({ path, url }: FeedItem, { base }: FeedPlace): string =>
  URL.canParse(url) ? url : `${base}${path}`
