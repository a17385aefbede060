import { assert, describe, it, vi } from "vitest"
import { type Language, languages } from "../../page/locale.ts"
import type { Messages } from "../../page/texts.ts"

/** The page's texts as a browser of this language loads them. */
const textsIn = async (language: Language) => {
  vi.resetModules()
  vi.stubGlobal("navigator", { language, languages: [language] })
  vi.stubGlobal("document", {
    baseURI: "http://127.0.0.1/",
    documentElement: { dataset: {} },
    querySelector: () => null,
    querySelectorAll: () => [],
  })
  try {
    const [{ messages }, words, { failureOf }, { adviceOf }, { troubleIn }] = await Promise.all([
      import("../../page/messages.ts"),
      import("../../page/words.ts"),
      import("../../page/data/asking.ts"),
      import("../../page/views/settings/files/advice.ts"),
      import("../../page/views/settings/sources/trouble.ts"),
    ])
    return { adviceOf, failureOf, messages, troubleIn, words }
  } finally {
    vi.unstubAllGlobals()
  }
}

/** Every text by the names that lead to it; a function is only named. */
const flat = (texts: unknown, at = ""): ReadonlyArray<readonly [name: string, text: string]> =>
  typeof texts === "string"
    ? [[at, texts]]
    : typeof texts === "object" && texts !== null
      ? Object.entries(texts).flatMap(([name, inner]) => flat(inner, `${at}.${name}`))
      : [[at, `${typeof texts}`]]

/** Names and signs, which no language translates. */
const isName = (name: string, text: string) =>
  /^\.(name|direction|setUp\.sample\.watching|knownShares|settings\.imports\.formatsOf\.(listening|watching|collecting|places))\b/.test(
    name,
  ) || /^(function|npm .*|[^a-z]*|.*(km|mi|bpm|Natural Earth|LaserDisc|Blu-ray|Last\.fm))$/.test(text)

/** The words that a language shares with English. */
const shared: Readonly<Record<string, string>> = {
  de: "Album | Baseball (MLB) | Basketball (NBA) | Basketball (WNBA) | Check-in | Comedy | Digital | Event | Events | Film | Football (NFL) | Format | Genre | Genres | Label | Line-up | Marathon | Name | Pause | Song | Songs | Start | Status | Tag | Tags | Team | Teams | Token | Training | Webhooks",
  es: "Digital | Hockey (NHL) | No | Token | Webhooks",
  fr: "1 mile | Album | Albums | Article | Articles | Assistants | Baseball (MLB) | Cadence | Concert | Description | Distance | Film | Films | Format | Formats | Genre | Genres | Hockey (NHL) | Imports | Label | Latitude | Longitude | Marathon | Miles | Notes | Pages | Passage | Pause | Records | Score | Section | Service | Services | Site | Sites | Sources | Styles | Suggestions | Type | Webhooks | article | articles | distance | miles",
  pt: "Digital | Latitude | Longitude | Site | Sites | Token | Webhooks",
}

describe("the texts of the page", () => {
  it("are in every language the same ones, and nowhere left in English", async () => {
    const english = flat((await textsIn("en")).messages)
    assert.isAbove(english.length, 1_000)
    const known = new Map(english)
    for (const language of languages.filter((one) => one !== "en")) {
      const texts = flat((await textsIn(language)).messages)
      assert.deepStrictEqual(texts.map(([name]) => name).toSorted(), [...known.keys()].toSorted(), language)
      const same = texts
        .filter(([name, text]) => known.get(name) === text && !isName(name, text))
        .map(([, text]) => text)
      assert.strictEqual([...new Set(same)].toSorted().join(" | "), shared[language] ?? "", language)
    }
  })

  it("have the plural forms of their language", async () => {
    const counted = async (language: Language) => {
      const { messages } = await textsIn(language)
      const { entries, plays, watching } = messages as Messages
      return [entries(0), entries(1), plays(2), watching.filmsOf(1_000_000)].map((text) =>
        text.replaceAll(/\s/g, " "),
      )
    }
    assert.deepStrictEqual(await counted("en"), ["0 entries", "1 entry", "2 plays", "1,000,000 films"])
    assert.deepStrictEqual(await counted("de"), [
      "0 Einträge",
      "1 Eintrag",
      "2 Wiedergaben",
      "1.000.000 Filme",
    ])
    assert.deepStrictEqual(await counted("es"), [
      "0 entradas",
      "1 entrada",
      "2 reproducciones",
      "1.000.000 de películas",
    ])
    assert.deepStrictEqual(await counted("fr"), ["0 entrée", "1 entrée", "2 écoutes", "1 000 000 de films"])
    assert.deepStrictEqual(await counted("ja"), ["0件", "1件", "2回再生", "1,000,000本の映画"])
    assert.deepStrictEqual(await counted("pt"), [
      "0 registro",
      "1 registro",
      "2 reproduções",
      "1.000.000 de filmes",
    ])
  })

  it("explain the errors of the API, and the fields that it refuses", async () => {
    const said = async (status: number, error: string, headers: HeadersInit = {}) => {
      const answer = Response.json({ error, status }, { status, headers })
      return (await failureOf(answer)).message
    }
    const { failureOf } = await textsIn("de")
    assert.deepStrictEqual(
      await Promise.all([
        said(401, "Unauthorized"),
        said(404, "Not found"),
        said(413, "The body is too large"),
        said(429, "Too many requests: wait for the seconds in Retry-After"),
        said(503, "Storage is unavailable", { "retry-after": "5" }),
        said(500, "Internal error; it is logged as 4711"),
        said(409, "TIME_ZONE is set in the environment"),
        said(400, "title: must not be empty"),
        said(400, "notes: must have at most 2,000 characters"),
        said(400, "rating: must be a number from 0.5 to 5"),
        said(400, "url: must rhyme"),
        said(400, "The body must be a JSON object"),
      ]),
      [
        "Dein Schlüssel ist nicht mehr gültig.",
        "Nicht gefunden.",
        "Das ist zu groß.",
        "Zu viele Anfragen. Warte einen Moment.",
        "Der Speicher des Servers antwortet nicht. Versuche es gleich noch einmal.",
        "Der Server konnte das nicht abschließen. Mehr steht im Protokoll des Servers: 4711.",
        "Die Umgebung des Servers legt das fest. TIME_ZONE is set in the environment",
        "Titel: fehlt.",
        "Notizen: hat mehr als 2,000 Zeichen.",
        "Bewertung: muss zwischen 0.5 und 5 liegen.",
        "URL: passt so nicht. must rhyme",
        "Der Server hat das nicht angenommen. The body must be a JSON object",
      ],
    )
  })

  it("explain why a service failed", async () => {
    const { troubleIn } = await textsIn("de")
    assert.deepStrictEqual(
      [
        troubleIn("The iTunes Search API cannot be reached (ENOTFOUND); if this lasts, check ITUNES_URL"),
        troubleIn("Readwise refuses our access (401): check READWISE_TOKEN"),
        troubleIn("Last.fm is failing (502); try again later"),
        troubleIn("Discogs sent a response that is not JSON: check DISCOGS_URL"),
        troubleIn("Trakt is on holiday"),
        troubleIn(
          "a: A cannot be reached; if this lasts, check A_URL; b-c: B refuses our access (401): check B",
        ),
      ],
      [
        "The iTunes Search API ist nicht erreichbar. Bleibt das so, prüfe ITUNES_URL.",
        "Readwise verweigert den Zugang. Prüfe READWISE_TOKEN.",
        "Last.fm ist überlastet oder gestört. Daybook versucht es später noch einmal.",
        "Discogs antwortet anders, als Daybook es kennt. Prüfe DISCOGS_URL.",
        "Trakt is on holiday",
        "a: A ist nicht erreichbar. Bleibt das so, prüfe A_URL. b-c: B verweigert den Zugang. Prüfe B.",
      ],
    )
  })

  it("explain how to replace an unsupported file, by the API's reason and by its name", async () => {
    const { adviceOf, messages } = await textsIn("de")
    const { advice } = (messages as Messages).settings.imports
    const markup = "markup of no known form: <Types/>"
    assert.deepStrictEqual(
      [
        adviceOf("it contains no articles", "books.csv"),
        adviceOf("unexpected EOF; it may be broken, or have a password", "photos.zip", "a.jpg"),
        adviceOf(markup, "letter.docx", "[Content_Types].xml"),
        adviceOf(markup, "plays.XLSX", "[Content_Types].xml"),
        adviceOf("unknown format", "photos.zip", "a.JPG"),
        adviceOf("JSON of no known form, with the fields a, b", "a.json"),
        adviceOf("it begins with: hello there", "notes.txt"),
        adviceOf("3 could not be read: line 4: Date: must be a day", "diary.csv"),
      ],
      [
        advice.empty,
        advice.locked,
        advice.document,
        advice.sheet,
        advice.photo,
        advice.fields("a, b"),
        advice.unknown,
        "3 could not be read: line 4: Date: must be a day",
      ],
    )
  })

  it("log a film by a sentence of their language", async () => {
    const sentences: Readonly<Record<Language, ReadonlyArray<string>>> = {
      en: ["log low w as a film", "add low w as a movie"],
      de: ["neu low w als Film", "low w als Film eintragen"],
      es: ["anotar low w como una película"],
      fr: ["noter low w comme film"],
      ja: ["追加 low w 映画として", "low wを映画として追加"],
      pt: ["anotar low w como filme"],
    }
    for (const language of languages) {
      const { palette } = (await textsIn(language)).messages
      for (const sentence of sentences[language])
        assert.deepStrictEqual(palette.logged(sentence), { title: "low w", type: "watch" }, sentence)
    }
  })

  it("name places in a row as English does", async () => {
    const { messages } = await textsIn("en")
    assert.deepStrictEqual(
      [1, 2, 3, 4, 11, 12, 13, 21, 1_102].map((place) => messages.attending.eventOut(place)),
      ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "1,102nd"].map(
        (place) => `Your ${place} event`,
      ),
    )
  })
})
