import { KeyStore } from "@daybook/access"
import { AttendingStore } from "@daybook/attending"
import { CollectingStore } from "@daybook/collecting"
import { ImageHash, ImageStore, type ProcessedImage } from "@daybook/images"
import { everything, type WebUrl } from "@daybook/kernel"
import { FilterStore, ListeningStore } from "@daybook/listening"
import { CheckInStore } from "@daybook/places"
import { ProfileStore, RequestId, Version, WorkspaceId } from "@daybook/profiles"
import { ArticleStore, deriveHistory, type NewArticle, unknownArticle } from "@daybook/reading"
import { RunStore, unknownOfRun } from "@daybook/running"
import { WatchingStore } from "@daybook/watching"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Struct from "effect/Struct"
import { now, type storesIn } from "./stores.ts"

/** Every store that is written to, with the database. */
export type Stores = Layer.Success<ReturnType<typeof storesIn>>

const hour = 3_600_000
const startedAt = Date.UTC(2024, 0, 31, 20)

/** Some plays of six artists, over two months, with repeats of what an earlier write has. */
const plays = (number: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const at = number * 7 + index
    return {
      playedAt: startedAt + at * hour,
      artist: `Artist ${at % 6}`,
      album: at % 4 === 0 ? "" : `Album ${at % 12}`,
      track: `Track ${at % 30}`,
      imageUrl: (at % 5 === 0 ? `https://images.example/${at % 12}.png` : "") as WebUrl,
    }
  })

/** An image of some pages of its own in the file. */
const imageOf = (number: number): ProcessedImage => ({
  hash: ImageHash.make(number.toString(16).padStart(64, "0")),
  width: 1200,
  height: 900,
  thumbhash: "3OcRJYB4d3h/iIeHeEh3eIhw+j2w",
  dominantColor: "#336699",
  variants: [
    {
      size: "small",
      contentType: "image/webp",
      bytes: Uint8Array.from({ length: 20_000 }, (_, at) => at + number),
    },
  ],
})

/** An article whose words fill some their own pages. */
const articleOf = (number: number): NewArticle => {
  const read = { ...unknownArticle, progress: (number % 5) / 4 }
  const known = Struct.omit(read, ["archived", "changedAt", "firstOpenedAt", "movedAt", "status"])
  const text = Array.from({ length: 1_000 }, (_, at) => `word${(at * number) % 700}`).join(" ")
  return {
    ...known,
    ...deriveHistory(read, now),
    source: "readwise",
    sourceId: `article ${number % 40}`,
    title: `Article ${number}`,
    url: `https://magazine.example/${number % 40}` as WebUrl,
    readerUrl: "" as WebUrl,
    readerAppUrl: "" as WebUrl,
    imageUrl: "" as WebUrl,
    content: `<p>${text}</p>`,
    text,
  }
}

const storePlays = (number: number, count: number) =>
  Effect.flatMap(ListeningStore, ({ storeScrobbles }) =>
    storeScrobbles(plays(number, count), { source: "lastfm", cursor: String(number) }),
  )

/** A write to one of the stores. Each is one commit. */
type Write = (number: number) => Effect.Effect<unknown, unknown, Stores>

/** Writes by name: of plays, of rules that hide them, of edits, and of the other domains. */
export const kinds: Readonly<Record<string, Write>> = {
  "a play": (number) => storePlays(number, 1),
  "an import of plays": (number) => storePlays(number, 400),
  "a filter": (number) =>
    Effect.flatMap(FilterStore, ({ add }) =>
      add({ kind: "artist", match: "exact", value: `Artist ${number % 3}`, reason: "" }),
    ),
  "a manual edit": (number) =>
    Effect.flatMap(ListeningStore, ({ edits, lists }) =>
      Effect.flatMap(lists.plays({ range: everything }, { page: 2, limit: 1 }), ({ items }) =>
        edits.make({
          type: "play",
          itemId: items[0]?.id ?? "",
          action: "correct",
          fields: { album: `Corrected ${number}` },
          at: now,
        }),
      ),
    ),
  "an added play": (number) =>
    Effect.flatMap(ListeningStore, ({ edits }) =>
      edits.make({
        type: "play",
        itemId: "",
        action: "add",
        fields: {
          played_at: new Date(startedAt + number * hour + 1000).toISOString(),
          artist: "By Hand",
          track: `Added ${number}`,
          album: "",
        },
        at: now,
      }),
    ),
  "no filter": () =>
    Effect.flatMap(FilterStore, ({ list, remove }) =>
      Effect.flatMap(list({ page: 1, limit: 1 }), ({ items }) =>
        items[0] === undefined ? Effect.succeed(false) : remove(items[0].id),
      ),
    ),
  "a watch": (number) =>
    Effect.flatMap(WatchingStore, ({ store }) =>
      store([
        {
          type: "watched",
          source: "trakt",
          ref: `watch ${number}`,
          at: startedAt + number * hour,
          precision: "moment",
          rating: 0,
          review: "",
          item: { kind: "film", title: `Film ${number % 40}`, year: 2000, ids: { tmdb: 1 + (number % 40) } },
          imageUrl: "",
        },
      ]),
    ),
  "a run": (number) =>
    Effect.flatMap(RunStore, ({ storeRuns }) =>
      storeRuns("strava", {
        runs: [
          {
            ...unknownOfRun,
            ref: `run ${number}`,
            startedAt: startedAt + number * hour,
            localDay: undefined,
            distanceMm: 5_000_000 + number,
            climbMm: 0,
            movingSeconds: 1500,
            isRace: false,
          },
        ],
        gone: [],
      }),
    ),
  "a check-in": (number) =>
    Effect.flatMap(CheckInStore, ({ storeCheckIns }) =>
      storeCheckIns([
        {
          id: `check-in ${number}`,
          venueName: `Venue ${number % 5}`,
          category: "",
          city: "Lisbon",
          country: "Portugal",
          position: undefined,
          checkedInAt: startedAt + number * hour,
          shout: "",
          venueRef: `venue ${number % 5}`,
        },
      ]),
    ),
  "a record": (number) =>
    Effect.flatMap(CollectingStore, ({ storeRecords }) =>
      storeRecords([
        {
          releaseId: number,
          title: `Release ${number}`,
          artist: `Artist ${number % 6}`,
          year: 1990,
          format: "Vinyl",
          imageUrl: "",
          source: "discogs",
          instanceId: 1000 + number,
          addedAt: startedAt + number * hour,
          mediaCondition: "",
          sleeveCondition: "",
        },
      ]),
    ),
  "an article": (number) =>
    Effect.flatMap(ArticleStore, ({ storeArticles }) =>
      storeArticles([articleOf(number)], { source: "readwise", cursor: String(number) }),
    ),
  "a profile property": (number) =>
    Effect.flatMap(ProfileStore, ({ accept }) =>
      accept(
        [
          {
            workspace: WorkspaceId.make("home"),
            version: Version.make("live"),
            requestId: RequestId.make(`00000000-0000-7000-8000-${number.toString(16).padStart(12, "0")}`),
            operation: "set-once",
            changes: [
              {
                distinctId: `person ${number % 7}`,
                actions: [
                  {
                    verb: "once",
                    name: `property ${number % 11}`,
                    type: "string",
                    value: `value ${number}`,
                  },
                ],
                ignored: [],
                makes: true,
              },
            ],
            idempotency: { key: `key ${number}`, bodyHash: `body ${number}` },
          },
        ],
        now,
      ),
    ),
  "a row to review": (number) =>
    Effect.flatMap(AttendingStore, ({ addSource }) =>
      addSource({
        sourceType: "calendar",
        sourceRef: `row ${number}`,
        rawData: { title: `Concert ${number}` },
      }),
    ),
  "an image": (number) =>
    Effect.flatMap(ImageStore, ({ put }) =>
      put([{ url: `https://images.example/${number}.png`, image: imageOf(number) }]),
    ),
  "a key": (number) =>
    Effect.flatMap(KeyStore, ({ insert }) =>
      insert({
        name: `key ${number}`,
        scope: "read",
        hint: "abcd",
        rateLimit: undefined,
        createdAt: now,
        expiresAt: undefined,
        hash: `hash ${number}`,
      }),
    ),
}

const inTurn = Object.values(kinds)

/** The number of writes in which every kind has one. */
export const everyKind = inTurn.length

/** The write with a number, from 1 on: all kinds in turn. */
export const write: Write = (number) => inTurn[(number - 1) % inTurn.length]?.(number) ?? Effect.void
