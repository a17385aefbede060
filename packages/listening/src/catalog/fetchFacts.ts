import { type SourceError, SyncRuns } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { CatalogStore, type MusicFactSource, MusicFactSources } from "./catalogPorts.ts"
import { factsOf, type ItemToDescribe, type MusicFacts, hasFacts, unknownFacts } from "./facts.ts"
import type { PlayedKind } from "../model.ts"

const retryAfter = Duration.toMillis("30 days")

// A catalog that takes 20 calls a minute needs about 20 minutes for these: a life of plays is described over days.
const itemsPerRun = { artist: 200, album: 200, track: 400 }

// An admin's enrichment waits while a batch is described, and responses change once for each.
const batchSize = 20

/** Failures that every further call would meet as well. */
const isLasting = ({ failure }: SourceError) => failure !== "malformed answer"

/** The question to a source about an item of the kind; undefined if it does not report such facts. */
const questions: Record<
  PlayedKind,
  (source: MusicFactSource) => ((item: ItemToDescribe) => Effect.Effect<MusicFacts, SourceError>) | undefined
> = {
  artist: ({ tagsOf }) =>
    tagsOf && (({ name }) => Effect.map(tagsOf(name), (tags) => factsOf.artist(name, tags))),
  album: ({ yearOf }) => yearOf && (({ artist, name }) => Effect.map(yearOf(artist, name), factsOf.album)),
  track: ({ secondsOf }) =>
    secondsOf && (({ artist, name }) => Effect.map(secondsOf(artist, name), factsOf.track)),
}

/** The facts by the first source that knows some. A response that cannot be read counts as unknown. */
const ask = Effect.fnUntraced(function* (kind: PlayedKind, item: ItemToDescribe) {
  const { configured } = yield* MusicFactSources
  for (const source of configured) {
    const facts = yield* (questions[kind](source)?.(item) ?? Effect.succeed(unknownFacts)).pipe(
      Effect.tapError((error) => Effect.logWarning(`${source.name}: no facts of ${kind} ${item.id}`, error)),
      Effect.catchIf(
        (error) => !isLasting(error),
        () => Effect.succeed(unknownFacts),
      ),
    )
    if (hasFacts(facts)) return facts
  }
  return unknownFacts
})

/** Returns the number of items that were looked up: 0 when nothing is left. Responses before a failure are stored. */
const describeBatch = Effect.fnUntraced(function* (kind: PlayedKind, limit: number) {
  const store = yield* CatalogStore
  const runs = yield* SyncRuns
  // Its calls take turns with the catalog's enrichment, over all servers.
  yield* runs.take("catalog")
  const askedAt = yield* Clock.currentTimeMillis
  const items = yield* store.itemsToDescribe(kind, askedAt - retryAfter, limit)
  const facts = new Map<number, MusicFacts>()
  yield* Effect.forEach(
    items,
    (item) => Effect.map(ask(kind, item), (found) => void facts.set(item.id, found)),
    { discard: true },
  ).pipe(Effect.ensuring(Effect.suspend(() => store.storeFacts(kind, askedAt, facts))))
  return items.length
}, Effect.scoped)

const describeSome = Effect.fnUntraced(function* (kind: PlayedKind) {
  const { configured } = yield* MusicFactSources
  if (configured.every((source) => questions[kind](source) === undefined)) return
  let left = itemsPerRun[kind]
  while (left > 0) {
    const asked = yield* describeBatch(kind, Math.min(left, batchSize))
    if (asked === 0) return
    left -= asked
  }
})

/**
 * Fetches from the music services the genres of artists, the years of albums and the lengths of tracks, the most played
 * first: at most 200, 200 and 400 a run, and again after 30 days if nothing was known. A service that fails is retried
 * by the next run, which finds in the store what is left.
 */
export const fetchFacts = Effect.forEach(
  ["artist", "album", "track"] as const,
  // A failure is in the log.
  (kind) => Effect.ignore(describeSome(kind)),
  { discard: true },
).pipe(Effect.withSpan("Listening.fetchFacts"))
