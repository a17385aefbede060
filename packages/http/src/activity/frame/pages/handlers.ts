import type { Images } from "@daybook/images"
import type { DomainServices } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { cardAnswer, pngAnswer } from "../../../cards/wire.ts"
import { sharedPagePath } from "../../../middleware/access/sharedPage.ts"
import type { Hidden } from "../../../middleware/hidden.ts"
import { makePublicUrl } from "../../../middleware/publicUrl.ts"
import { ItemImages } from "../../itemImages.ts"
import type { DomainRoutes } from "../../routes.ts"
import { SharedPagesApi } from "./group.ts"
import { pageAnswer } from "./pageAnswer.ts"
import { endedPage, publicPage } from "./publicPage.ts"
import { makeSharedPages } from "./sharedPages.ts"

const mostOnWall = 24

/** The pages that shares open to everyone, and their images. */
export const layer = <Routes extends DomainRoutes>(domains: ReadonlyArray<Routes>) =>
  HttpApiBuilder.group(
    SharedPagesApi,
    "sharedPages",
    Effect.fn(function* (handlers) {
      const services = yield* Effect.context<
        DomainServices<Routes["domain"]> | DateTime.CurrentTimeZone | Hidden | Images
      >()
      const itemImages = yield* ItemImages
      const baseOf = yield* makePublicUrl
      const { drawn, latest, open, png, storyOf } = yield* makeSharedPages(domains)
      const answer = yield* pageAnswer

      const hidden = (index: boolean) => (response: HttpServerResponse.HttpServerResponse) =>
        index ? response : HttpServerResponse.setHeader(response, "x-robots-tag", "noindex, nofollow")

      return handlers.handleAll({
        page: Effect.fnUntraced(function* ({ params }) {
          const { language, page, texts } = yield* open(params.token)
          if (page === undefined) return answer(endedPage(texts), { status: 404, index: false })
          const base = baseOf(yield* HttpServerRequest.HttpServerRequest)
          const story = yield* Effect.orDie(storyOf(page, language))
          const now = page.now ? yield* latest(texts) : []
          const shown = story?.items.slice(0, mostOnWall) ?? []
          const pictureOf = yield* itemImages.pictures(base, [...shown, ...now.map(({ item }) => item)])
          return answer(
            publicPage({
              address: `${base}${sharedPagePath}/${params.token}`,
              index: page.index,
              texts,
              story,
              now: now.map(({ item, label, text }) => ({
                label,
                title: item.title,
                text,
                picture: pictureOf(item),
              })),
              wall: shown.map((item) => ({ title: item.title, maker: item.maker, picture: pictureOf(item) })),
            }),
            { status: 200, index: page.index },
          )
        }, Effect.provideContext(services)),

        svg: (asked) =>
          drawn(asked).pipe(
            Effect.map(({ index, svg }) => hidden(index)(cardAnswer(svg))),
            Effect.provideContext(services),
          ),

        png: (asked) =>
          drawn(asked).pipe(
            Effect.flatMap(({ index, svg }) =>
              Effect.map(png(svg), (bytes) => hidden(index)(pngAnswer(bytes))),
            ),
            Effect.provideContext(services),
          ),
      })
    }),
  )
