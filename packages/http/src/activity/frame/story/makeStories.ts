import { ImagePrinter } from "@daybook/images"
import { DataVersions, dayOf, type DomainServices, View } from "@daybook/kernel"
import * as Cache from "effect/Cache"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { type Item, ownerIn, type YearCard } from "../../../cards/year/card.ts"
import { coversOf } from "../../../cards/covers.ts"
import { storyTexts, type StoryLanguage } from "../../../cards/year/texts/index.ts"
import type { CardName, CardSize } from "../../../wire/yearCards.ts"
import { Hidden } from "../../../middleware/hidden.ts"
import { notConfigured, workFailed } from "../../forRoutes.ts"
import type { DomainRoutes } from "../../routes.ts"
import { makeReadStory, type Story } from "./readStory.ts"
import { makeLanguageOf } from "../settings/language.ts"
import { makeReadHomes, publicAround } from "./homes.ts"

/** A story that is requested. */
export interface StoryQuery {
  readonly year: number
  readonly units: "km" | "mi"
  readonly language: StoryLanguage
  readonly isPublic: boolean
}

const keptStories = 16

/** The items whose images a card shows. */
const itemsOf = ({ picture }: YearCard): ReadonlyArray<Item> => {
  switch (picture.kind) {
    case "wall":
    case "sums":
      return picture.items
    case "rows":
      return picture.rows.map(({ item }) => item)
    case "portrait":
      return [picture.item]
    case "map":
    case "pile":
    case "ring":
    case "route":
      return []
  }
}

/** Reads and draws the stories of years; each is read once while the data and the day stay the same. */
export const makeStories = Effect.fnUntraced(function* <Routes extends DomainRoutes>(
  domains: ReadonlyArray<Routes>,
) {
  const zone = yield* DateTime.CurrentTimeZone
  const versions = yield* DataVersions
  const printer = yield* ImagePrinter
  const hidden = yield* Hidden
  const services = yield* Effect.context<DomainServices<Routes["domain"]>>()
  const readStory = makeReadStory(domains)
  const readHomes = makeReadHomes(domains)

  const audienceOf = ({ isPublic, language, units }: StoryQuery) => {
    const told = { units, texts: storyTexts[language] }
    return isPublic
      ? Effect.map(readHomes, (homes) => publicAround(homes, told))
      : Effect.succeed(ownerIn(told))
  }

  const stories = yield* Cache.makeWith(
    (name: string) => {
      const { isOwner, ...query }: StoryQuery & Pick<View, "isOwner"> = JSON.parse(
        name.slice(name.indexOf("{")),
      )
      return Effect.flatMap(audienceOf(query), (audience) => readStory(query.year, audience)).pipe(
        Effect.provideContext(services),
        Effect.provideService(View, { isOwner, hidden }),
      )
    },
    { capacity: keptStories, timeToLive: (exit) => (Exit.isSuccess(exit) ? "1 hour" : 0) },
  )

  const story = Effect.fn("Stories.story")(function* (query: StoryQuery) {
    const known = yield* versions.current
    const { isOwner } = yield* View
    const day = dayOf(yield* Clock.currentTimeMillis, zone)
    const version = [...known.values()].reduce((sum, one) => sum + one, 0)
    return yield* Cache.get(
      stories,
      `${version} ${day} ${JSON.stringify({ ...query, isOwner: isOwner && !query.isPublic })}`,
    )
  })

  /** A card as SVG, with its subject's title in the footer. */
  const drawing = Effect.fn("Stories.drawing")(function* (card: YearCard, title: string, size: CardSize) {
    const isSmall = card.picture.kind === "wall" && size === "wide"
    const imageOf = yield* coversOf(
      itemsOf(card).map(({ imageUrl }) => imageUrl),
      isSmall ? "small" : "medium",
    )
    // The letters and the outlines of land are loaded with the first card.
    const { drawCard } = yield* Effect.promise(() => import("../../../cards/year/draw.ts"))
    return drawCard(card, title, size, imageOf)
  })

  /** A card of a story as SVG; undefined if the story has no such card. */
  const svg = ({ cards, year }: Story, name: CardName, size: CardSize) => {
    const card = cards.find((one) => one.name === name)
    return card === undefined ? Effect.undefined : drawing(card, String(year), size)
  }

  const png = Effect.fn("Stories.png")(function* (document: string) {
    if (printer === undefined) {
      return yield* Effect.fail(
        notConfigured("This server makes no PNG, since sharp is not installed: use the SVG of the card"),
      )
    }
    return yield* Effect.mapError(printer.png(document), ({ message }) => workFailed(`The card ${message}`))
  })

  return { story, svg, drawing, png, languageOf: yield* makeLanguageOf(storyTexts) }
})
