import { Shares } from "@daybook/access"
import { DataVersions, inOneList } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import { type StoryLanguage, type StoryTexts, storyTexts } from "../../../cards/year/texts/index.ts"
import { pageOfAddress, type SharedPage } from "../../../middleware/access/sharedPage.ts"
import { cardNames, type CardSize } from "../../../wire/yearCards.ts"
import { notFound, refused } from "../../forRoutes.ts"
import type { DomainRoutes } from "../../routes.ts"
import { makeStories } from "../story/makeStories.ts"
import { nowCard, readNow } from "./now.ts"

interface PictureAsked {
  readonly params: { readonly token: string; readonly picture: string }
  readonly query: { readonly size?: CardSize }
}

/** Opens the pages of shares, in the language of who asks, and draws their images. */
export const makeSharedPages = Effect.fnUntraced(function* <Routes extends DomainRoutes>(
  domains: ReadonlyArray<Routes>,
) {
  const all = inOneList(domains.map(({ domain }): Routes["domain"] => domain))
  const shares = yield* Shares
  const versions = yield* DataVersions
  const stories = yield* makeStories(domains)

  /** The page that a token opens; undefined once the share is revoked. */
  const open = Effect.fnUntraced(function* (token: string) {
    const known = yield* versions.current
    const share = yield* shares.find(token, known.get("access") ?? Number.NaN)
    const language = yield* stories.languageOf(yield* HttpServerRequest.HttpServerRequest)
    const page = Option.isNone(share) ? undefined : pageOfAddress(share.value.address)
    return { page, language, texts: storyTexts[language] }
  })

  const storyOf = ({ units, year }: SharedPage, language: StoryLanguage) =>
    year === undefined ? Effect.undefined : refused(stories.story({ year, units, language, isPublic: true }))

  const latest = (texts: StoryTexts) => readNow(all, texts)

  const drawn = Effect.fnUntraced(function* ({ params, query }: PictureAsked) {
    const { language, page, texts } = yield* open(params.token)
    const size = query.size ?? "story"
    if (page !== undefined) {
      const story = yield* storyOf(page, language)
      const name = cardNames.find((one) => one === params.picture)
      const svg =
        story === undefined
          ? params.picture === "now"
            ? yield* stories.drawing(nowCard(yield* latest(texts), texts), "", size)
            : undefined
          : name === undefined
            ? undefined
            : yield* stories.svg(story, name, size)
      if (svg !== undefined) return { svg, index: page.index }
    }
    return yield* Effect.fail(notFound(`${texts.page.ended}: ${texts.page.endedText}`))
  })

  return { open, storyOf, latest, drawn, png: stories.png }
})
