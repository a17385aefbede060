import { addressOf, type Feed, type FeedPlace } from "./feed.ts"

/** A feed as JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). The library that writes Atom knows its first version only. */
export const jsonFeedOf = ({ items, title }: Feed, place: FeedPlace): string =>
  JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title,
    home_page_url: `${place.base}/`,
    feed_url: place.self,
    authors: [{ name: "Daybook" }],
    items: items.map((item) => ({
      id: place.idOf(item.key),
      url: addressOf(item, place),
      title: item.title,
      content_text: item.summary === "" ? item.title : item.summary,
      image: place.pictureOf(item.picture),
      date_published: new Date(item.at).toISOString(),
      tags: [item.tag],
    })),
  })
