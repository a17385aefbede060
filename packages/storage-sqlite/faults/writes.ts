import { KeyStore } from "@daybook/access"
import { AttendingStore } from "@daybook/attending"
import { CollectingStore } from "@daybook/collecting"
import { ImageHash, ImageStore, type ProcessedImage } from "@daybook/images"
import { everything, type WebUrl } from "@daybook/kernel"
import { FilterStore, ListeningStore } from "@daybook/listening"
import { CheckInStore } from "@daybook/places"
import { RunStore, unknownOfRun } from "@daybook/running"
import { WatchingStore } from "@daybook/watching"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
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

const storePlays = (number: number, count: number) =>
  Effect.flatMap(ListeningStore, ({ storeScrobbles }) =>
    storeScrobbles(plays(number, count), { source: "lastfm", cursor: String(number) }),
  )

/** A write to one of the stores. Each is one commit. */
type Write = (number: number) => Effect.Effect<unknown, unknown, Stores>

/** Writes by name: of plays, of rules that hide them, of edits by hand, and of the other domains. */
export const kinds: Readonly<Record<string, Write>> = {
  "a play": (number) => storePlays(number, 1),
  "an import of plays": (number) => storePlays(number, 400),
  "a filter": (number) =>
    Effect.flatMap(FilterStore, ({ add }) =>
      add({ kind: "artist", match: "exact", value: `Artist ${number % 3}`, reason: "" }),
    ),
  "an edit by hand": (number) =>
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

/** The write with a number, from 1 on: all kinds in turn. */
export const write: Write = (number) => inTurn[(number - 1) % inTurn.length]?.(number) ?? Effect.void
