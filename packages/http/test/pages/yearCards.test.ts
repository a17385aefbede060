import { hostileTexts } from "@daybook/kernel/contract"
import { ListeningStore } from "@daybook/listening"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { type Item, wordsOf, type YearCard } from "../../src/cards/year/card.ts"
import { cardNames, type CardSize } from "../../src/wire/yearCards.ts"
import { coloursOf, bookBacks } from "../../src/cards/year/colours.ts"
import { drawCard } from "../../src/cards/year/draw.ts"
import { frames } from "../../src/cards/year/frame.ts"
import { storyOf } from "../../src/cards/year/story.ts"
import { type StoryLanguage, storyTexts } from "../../src/cards/year/texts/index.ts"
import { outlined, widthOf, wrapped } from "../../src/cards/type/typeface.ts"
import { setWords } from "../../src/cards/year/words.ts"
import { homesOf } from "../../src/activity/running/homes.ts"
import { jsonOf } from "../ask.ts"
import { assertFailure } from "../replies.ts"
import { plays } from "../scriptedSource.ts"
import { start, startServer } from "../testServer.ts"

const sizes = Object.keys(frames) as ReadonlyArray<CardSize>

const itemOf = (title: string, kind: Item["kind"] = "cover"): Item => ({
  title,
  maker: title,
  imageUrl: "",
  kind,
})

/** A card of each kind of image, with this text everywhere. */
const cardsOf = (text: string): ReadonlyArray<YearCard> => {
  const words = { label: text, figure: text, headline: text, text }
  const item = itemOf(text)
  const position = { lat: 38.7, lng: -9.1 }
  const pictures: ReadonlyArray<YearCard["picture"]> = [
    { kind: "wall", items: [item], ratio: 1 },
    { kind: "portrait", item: itemOf(text, "portrait") },
    { kind: "ring", days: [0, 3, 1], words: text },
    { kind: "rows", shrinks: true, rows: Array.from({ length: 5 }, () => ({ item, title: text, text })) },
    { kind: "route", from: { name: text, position }, to: { name: text, position: { lat: 43, lng: 3 } } },
    { kind: "map", spots: [{ position, weight: 3 }] },
    { kind: "pile", titles: [text, text] },
    { kind: "sums", sums: [{ domain: text, figure: "1,234", noun: text }], items: [item] },
  ]
  return pictures.map((picture, at) => ({ ...words, name: cardNames[at] ?? "cover", picture }))
}

const assertWellFormed = (svg: string) => {
  const open: Array<string> = []
  for (const [, closing, name = "", selfClosing] of svg.matchAll(
    /<(\/?)([a-zA-Z]+)(?:\s+[\w:-]+="[^"<]*")*(\/?)>/g,
  )) {
    if (closing === "/") assert.strictEqual(open.pop(), name)
    else if (selfClosing !== "/") open.push(name)
  }
  assert.deepStrictEqual(open, [])
  const texts = svg.replace(/<\/?[a-zA-Z]+(?:\s+[\w:-]+="[^"<]*")*\/?>/g, "")
  assert.notMatch(texts, /[<"']|&(?!(amp|lt|gt|quot|#39);)/)
  assert.isTrue(svg.isWellFormed())
  assert.notMatch(svg, /<script|<foreignObject|(?:href|src)="(?!data:)|NaN|Infinity|undefined/i)
}

/** WCAG's contrast of two colours. */
const contrast = (one: string, other: string) => {
  const light = (colour: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const part = parseInt(colour.slice(at, at + 2), 16) / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [more = 0, less = 0] = [light(one), light(other)].sort((a, b) => b - a)
  return (more + 0.05) / (less + 0.05)
}

describe("the cards of a year", () => {
  it("are well-formed with any text, and contain nothing to run or to fetch", () => {
    const one = "<script>alert(1)</script>\"'&"
    for (const card of cardsOf(one)) {
      for (const size of sizes) assertWellFormed(drawCard(card, one, size, () => undefined))
    }
    // Each text in another kind of image: all of them in all kinds would take minutes.
    for (const [at, text] of ["", ...hostileTexts, "音楽".repeat(60), "👩‍👩‍👧‍👦".repeat(9)].entries()) {
      const card = cardsOf(text)[at % 8]
      if (card !== undefined)
        assertWellFormed(drawCard(card, text, at % 3 === 0 ? "wide" : "story", () => undefined))
    }
  })

  it("keep their words in their column, however long they are", () => {
    const long = "Kilometerlange Geschwindigkeitsbegrenzung und noch eine Wortzusammensetzung"
    for (const text of [
      "2,765",
      "Ines Faria",
      "places you had never been to.",
      long,
      long.repeat(8),
      "W".repeat(400),
    ]) {
      for (const size of sizes) {
        const { words } = frames[size]
        const [card] = cardsOf(text)
        if (card === undefined) return assert.fail()
        const set = setWords(card, coloursOf.cover, frames[size], words)
        assert.isAtMost(set.width, words.width + 1, text)
        assert.isAtMost(set.height, words.height, text)
      }
    }
  })

  it("break Japanese between its characters, and never before a sign that ends a word", () => {
    const text = "新しいレコード、25か所の新しい場所。「サッカー」。"
    for (let width = 60; width < 400; width += 7) {
      const lines = wrapped("text", text, 40, width, 100)
      assert.strictEqual(lines.join(""), text)
      // Narrower lines cut "カー」。", which stays together.
      if (width > 170) assert.notMatch(lines.join("\n"), /\n[ー、。」ッ]|「\n/)
    }
  })

  it("are read on their paper", () => {
    for (const name of cardNames) {
      const { figure, ink, label, paper } = coloursOf[name]
      for (const colour of [figure, ink, label])
        assert.isAtLeast(contrast(colour, paper), 4.5, `${name} ${colour}`)
    }
    for (const [back, ink] of bookBacks) assert.isAtLeast(contrast(back, ink), 4.5, back)
  })

  it("are drawn without a font in every language", () => {
    for (const language of Object.keys(storyTexts) as ReadonlyArray<StoryLanguage>) {
      const { counted, fullestDay, month, shortMonth } = storyTexts[language]
      const days = Array.from({ length: 12 }, (_, at) => `2025-${String(at + 1).padStart(2, "0")}-${at + 10}`)
      const said = [
        readFileSync(new URL(`../../src/cards/year/texts/${language}.ts`, import.meta.url), "utf8"),
        counted(1_234_567),
        ...days.flatMap((day) => [fullestDay.day(day), month(day), shortMonth(day)]),
      ].join("")
      for (const letter of new Set(said.replaceAll("\n", ""))) {
        const drawn = outlined(letter, { face: "text", x: 0, y: 0, size: 40, colour: "#000" })
        assert.notInclude(drawn, "<text", `${language}: ${letter}`)
      }
    }
    // French numbers have narrow spaces.
    assert.strictEqual(widthOf("text", "8\u202f214", 40), widthOf("text", "8\u00a0214", 40))
  })

  it("say in words what they show", () => {
    const [card] = cardsOf("Low")
    assert.strictEqual(wordsOf(card ?? assert.fail()), "Low Low Low. Low.")
    const [japanese] = cardsOf("回。")
    assert.strictEqual(wordsOf(japanese ?? assert.fail()), "回。 回。 回。 回。")
  })
})

describe("the story of a year", () => {
  const part = (count: number) => ({
    sums: [{ domain: "listening", figure: "9", noun: "songs" }],
    items: [itemOf("Low")],
    cards: cardsOf("Low")
      .slice(1, 1 + count)
      .toReversed(),
  })
  const facts = {
    year: 2025,
    activeDays: 2,
    longestStreak: 1,
    fullestDay: undefined,
    texts: storyTexts.en,
  }

  it("is in the order of its cards, and without the ones that have too little data", () => {
    const names = storyOf({ ...facts, parts: [part(3)] }).map(({ name }) => name)
    assert.deepStrictEqual(names, ["cover", "plays", "artist", "records", "almanac"])
  })

  it("needs four cards", () => {
    assert.strictEqual(storyOf({ ...facts, parts: [part(2)] }).length, 4)
    assert.deepStrictEqual(storyOf({ ...facts, parts: [part(1)] }), [])
    assert.deepStrictEqual(storyOf({ ...facts, parts: [] }), [])
  })

  it.effect("is served as words, as SVG and as PNG", () =>
    Effect.gen(function* () {
      const printed: Array<string> = []
      const png = (svg: string) => Effect.sync(() => new TextEncoder().encode(`png ${printed.push(svg)}`))
      const server = yield* startServer({ printer: { png } })
      for (const [at, album] of ["Hey What", "Double Negative", "Ones and Sixes"].entries()) {
        yield* server.store.storeScrobbles(
          plays("Low & Co", album, 20, start - (at + 1) * 86_400_000),
          undefined,
        )
      }
      const story = jsonOf(yield* server.get("/v1/years/2026/story")) as {
        readonly cards: ReadonlyArray<{ readonly name: string; readonly words: string }>
      }
      assert.deepStrictEqual(
        story.cards.map(({ name }) => name),
        ["cover", "plays", "artist", "records", "almanac"],
      )
      assert.include(story.cards[2]?.words, "Low & Co")
      const inGerman = yield* server.get("/v1/years/2026/story", {
        headers: { "accept-language": "de-AT,en;q=0.9" },
      })
      assert.include(inGerman.text, "Niemanden öfter als Low & Co")
      assert.notInclude(inGerman.text, "this year")
      const svg = yield* server.get("/v1/cards/year/2026/artist.svg?size=wide")
      assert.include(svg.text, 'width="1200" height="630"')
      assertWellFormed(svg.text)
      assert.strictEqual(svg.headers["content-type"], "image/svg+xml")
      const picture = yield* server.get("/v1/cards/year/2026/artist.png")
      assert.strictEqual(picture.headers["content-type"], "image/png")
      assert.strictEqual(picture.text, "png 1")
      assert.include(printed[0], 'width="1080" height="1920"')
      assertFailure(yield* server.get("/v1/cards/year/2026/films.png"), 404)
      assertFailure(yield* server.get("/v1/cards/year/2026/nothing.png"), 400)
      assertFailure(yield* server.get("/v1/cards/year/2026/cover.png?size=huge"), 400)
      assert.deepStrictEqual(jsonOf(yield* server.get("/v1/years/2024/story")), { year: 2024, cards: [] })
      assertFailure(yield* server.get("/v1/cards/year/2024/cover.svg"), 404)
      assertFailure(yield* server.ask("GET", "/v1/cards/year/2026/cover.png"), 401)
    }),
  )

  it.effect("is read again after storage failed", () =>
    Effect.gen(function* () {
      let isAway = true
      const server = yield* startServer({
        storage: (ports) => {
          const store = Context.get(ports, ListeningStore)
          const { countsByDay } = store.journal
          const failing: typeof countsByDay = (range) =>
            isAway ? Effect.die("the table is gone") : countsByDay(range)
          return Context.add(ports, ListeningStore, {
            ...store,
            journal: { ...store.journal, countsByDay: failing },
          })
        },
      })
      assertFailure(yield* server.get("/v1/years/2026/story"), 500)
      isAway = false
      assert.strictEqual((yield* server.get("/v1/years/2026/story")).status, 200)
    }),
  )

  it.effect("has no PNG on a server that cannot make any, and says so", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (let at = 1; at <= 3; at++) {
        yield* server.store.storeScrobbles(
          plays("Low", `Album ${at}`, 20, start - at * 86_400_000),
          undefined,
        )
      }
      const reply = yield* server.get("/v1/cards/year/2026/cover.png")
      assertFailure(reply, 503)
      assert.include(reply.text, "use the SVG")
    }),
  )
})

describe("homes", () => {
  it("are areas in which at least three runs begin or end, but not one", () => {
    const home = { lat: 38.7101, lng: -9.1402 }
    const near = { lat: 38.7111, lng: -9.1412 }
    const far = { lat: 38.9, lng: -9.4 }
    assert.deepStrictEqual(homesOf([home, far, near]), [])
    assert.deepStrictEqual(homesOf([near, far, home, home]), [near, home, home])
  })
})
