import type { ArtKind } from "@daybook/images"
import * as Journals from "@daybook/journal"
import type { DomainServices, Entry } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { FeedItem } from "../../../feeds/feed.ts"
import { defaultFeedSize, makeFeedAnswers } from "../../../feeds/wire.ts"
import { handlersOf, refused } from "../../forRoutes.ts"
import type { DomainRoutes } from "../../routes.ts"
import { inDomainList } from "../domainList.ts"
import { journaledIn, readJournals } from "../journaled.ts"
import { FeedsGroup } from "./group.ts"

/** What the image of an item is printed as, as in the page. */
const artKinds: Readonly<Record<string, ArtKind>> = {
  artist: "portrait",
  movie: "poster",
  show: "poster",
  media: "poster",
  book: "book",
  place: "place",
  run: "place",
}

const itemOf = ({
  at,
  count,
  domain,
  id,
  imageUrl,
  item,
  kind,
  subtitle,
  title,
  url,
}: Entry & { readonly domain: string }): FeedItem => ({
  key: `${domain} ${id}`,
  title,
  url,
  path: `/${domain}`,
  at,
  summary: [subtitle, ...(count > 1 ? [`${count} times`] : [])].filter((part) => part !== "").join(", "),
  tag: kind,
  picture: {
    title,
    maker: item.type === "album" || item.type === "record" ? subtitle : "",
    imageUrl,
    kind: artKinds[item.type] ?? "cover",
  },
})

/** The feeds of all of the domains that have a journal. */
export const layer = <Routes extends DomainRoutes>(domains: ReadonlyArray<Routes>) => {
  const journaled = journaledIn(domains)

  return handlersOf(FeedsGroup, function* (handlers) {
    const services = yield* Effect.context<DomainServices<Routes["domain"]> | DateTime.CurrentTimeZone>()
    const answers = yield* makeFeedAnswers

    const newest = Effect.fnUntraced(function* ({
      domains: list,
      limit = defaultFeedSize,
    }: {
      readonly domains?: string
      readonly limit?: number
    }) {
      const journals = yield* readJournals(yield* inDomainList(journaled, list))
      const { entries } = yield* refused(Journals.feed(journals, { limit }))
      return { title: "Daybook", items: entries.map(itemOf) }
    }, Effect.provideContext(services))

    return handlers.handleAll({
      atom: ({ query }) => Effect.flatMap(newest(query), answers.atom),
      json: ({ query }) => Effect.flatMap(newest(query), answers.json),
    })
  })
}
