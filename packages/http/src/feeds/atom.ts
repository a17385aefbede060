import * as Effect from "effect/Effect"
import { escaped } from "../wire/xml.ts"
import { addressOf, type Feed, type FeedItem, type FeedPlace } from "./feed.ts"

/** An item as HTML: its image above its summary. */
const contentOf = ({ picture, summary }: FeedItem, { pictureOf }: FeedPlace): string =>
  `<p><img src="${escaped(pictureOf(picture))}" alt=""></p>${summary === "" ? "" : `<p>${escaped(summary)}</p>`}`

/**
 * A feed as an Atom document, by the library `feed`: alive, and it knows the order and the names of elements. It takes
 * titles and summaries for HTML, and leaves characters that XML forbids to its caller. Loaded by the first reader.
 */
export const atomOf = Effect.fnUntraced(function* ({ items, title }: Feed, place: FeedPlace) {
  const library = yield* Effect.promise(() => import("feed"))
  const feed = new library.Feed({
    id: place.idOf(`feed ${title}`),
    title,
    link: `${place.base}/`,
    feedLinks: { atom: place.self },
    updated: new Date(items[0]?.at ?? 0),
    author: { name: "Daybook" },
    generator: "Daybook",
  })
  for (const item of items) {
    const date = new Date(item.at)
    feed.addItem({
      id: place.idOf(item.key),
      title: escaped(item.title),
      link: addressOf(item, place),
      date,
      published: date,
      description: escaped(item.summary),
      content: contentOf(item, place),
      category: [{ term: item.tag }],
    })
  }
  return feed.atom1()
})
