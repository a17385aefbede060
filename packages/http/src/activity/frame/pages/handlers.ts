import { Shares } from "@daybook/access"
import type { ArtKind, Images } from "@daybook/images"
import * as Journals from "@daybook/journal"
import { DataVersions, type DomainServices, inOneList, View } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { cardAnswer, pngAnswer } from "../../../cards/wire.ts"
import { type Item, type YearCard } from "../../../cards/year/card.ts"
import { cardNames, type CardSize } from "../../../wire/yearCards.ts"
import { type StoryLanguage, type StoryTexts, textsIn } from "../../../cards/year/texts/index.ts"
import { pageOfAddress, type SharedPage, sharedPagePath } from "../../../middleware/access/sharedPage.ts"
import { Hidden } from "../../../middleware/hidden.ts"
import { makePublicUrl } from "../../../middleware/publicUrl.ts"
import { notFound, refused } from "../../forRoutes.ts"
import { ItemImages } from "../../itemImages.ts"
import type { DomainRoutes } from "../../routes.ts"
import { makeStories } from "../story/makeStories.ts"
import { SharedPagesApi } from "./group.ts"
import { pageAnswer } from "./pageAnswer.ts"
import { endedPage, publicPage } from "./publicPage.ts"

interface Latest {
  readonly label: string
  readonly item: Item
  readonly text: string
}

const kinds: Readonly<Record<string, ArtKind>> = { watching: "poster", reading: "book" }

const mostOnWall = 24

/** What is happening now as a card; in the colours of record cards. */
const nowCard = (latest: ReadonlyArray<Latest>, texts: StoryTexts): YearCard => ({
  name: "records",
  label: texts.page.now,
  figure: "",
  headline: latest[0]?.item.title ?? "",
  text: "",
  picture: {
    kind: "rows",
    shrinks: true,
    rows: latest.map(({ item, label, text }) => ({
      item,
      title: item.title,
      text: [label, text].filter((part) => part !== "").join(" · "),
    })),
  },
})

/** The pages that shares open to everyone, and their images. */
export const layer = <Routes extends DomainRoutes>(domains: ReadonlyArray<Routes>) => {
  const all = inOneList(domains.map(({ domain }): Routes["domain"] => domain))

  return HttpApiBuilder.group(
    SharedPagesApi,
    "sharedPages",
    Effect.fn(function* (handlers) {
      const services = yield* Effect.context<
        DomainServices<Routes["domain"]> | DateTime.CurrentTimeZone | Images
      >()
      const shares = yield* Shares
      const hiddenItems = yield* Hidden
      const versions = yield* DataVersions
      const itemImages = yield* ItemImages
      const baseOf = yield* makePublicUrl
      const stories = yield* makeStories(domains)
      const answer = yield* pageAnswer

      /** The page that a token opens; undefined once the share is revoked. */
      const pageOf = Effect.fnUntraced(function* (token: string) {
        const known = yield* versions.current
        const share = yield* shares.find(token, known.get("access") ?? Number.NaN)
        return Option.isNone(share) ? undefined : pageOfAddress(share.value.address)
      })

      const asked = Effect.flatMap(HttpServerRequest.HttpServerRequest, stories.languageOf)

      const storyOf = ({ units, year }: SharedPage, language: StoryLanguage) =>
        year === undefined
          ? Effect.undefined
          : refused(stories.story({ year, units, language, isPublic: true }))

      const readNow = Effect.fnUntraced(function* (texts: StoryTexts) {
        const described = all.filter(({ name }) => texts.page.latest[name] !== undefined)
        const latest = yield* Journals.latestOf(described).pipe(
          Effect.provideService(View, { isOwner: false, hidden: hiddenItems }),
        )
        return latest.flatMap(({ at, domain, imageUrl, subtitle, title }): ReadonlyArray<Latest> => {
          const labels = texts.page.latest[domain]
          return labels === undefined || title === ""
            ? []
            : [
                {
                  label: at === undefined ? labels.now : labels.last,
                  item: { title, maker: subtitle, imageUrl, kind: kinds[domain] ?? "cover" },
                  text: subtitle,
                },
              ]
        })
      })

      const drawn = Effect.fnUntraced(function* ({ params, query }: PictureAsked) {
        const page = yield* pageOf(params.token)
        const language = yield* asked
        const texts = textsIn(language)
        const size = query.size ?? "story"
        if (page !== undefined) {
          const story = yield* storyOf(page, language)
          const name = cardNames.find((one) => one === params.picture)
          const svg =
            story === undefined
              ? params.picture === "now"
                ? yield* stories.drawing(nowCard(yield* readNow(texts), texts), "", size)
                : undefined
              : name === undefined
                ? undefined
                : yield* stories.svg(story, name, size)
          if (svg !== undefined) return { svg, index: page.index }
        }
        return yield* Effect.fail(notFound(`${texts.page.ended}: ${texts.page.endedText}`))
      })

      const hidden = (index: boolean) => (response: HttpServerResponse.HttpServerResponse) =>
        index ? response : HttpServerResponse.setHeader(response, "x-robots-tag", "noindex, nofollow")

      return handlers.handleAll({
        page: Effect.fnUntraced(function* ({ params }) {
          const page = yield* pageOf(params.token)
          const language = yield* asked
          const texts = textsIn(language)
          if (page === undefined) return answer(endedPage(texts), { status: 404, index: false })
          const base = baseOf(yield* HttpServerRequest.HttpServerRequest)
          const story = yield* Effect.orDie(storyOf(page, language))
          const now = page.now ? yield* readNow(texts) : []
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
              Effect.map(stories.png(svg), (png) => hidden(index)(pngAnswer(png))),
            ),
            Effect.provideContext(services),
          ),
      })
    }),
  )
}

interface PictureAsked {
  readonly params: { readonly token: string; readonly picture: string }
  readonly query: { readonly size?: CardSize }
}
